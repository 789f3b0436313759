"""A match by the clock, and what it takes that nobody pays for an interruption of it."""

from contextlib import AsyncExitStack

from protocol.events import Played, Resumed
from protocol.parts import Left, Terms, TimeControl
from protocol.replies import Shown
from protocol.requests import ShowMatch
from tests.patience import IN_VAIN
from tests.server.cluster.engines.engines import Node
from tests.server.players_over_sockets import Player, alternate, player
from tests.server.storage.test_health import health

BLITZ = Terms("gomoku", TimeControl(600.0))
LONG = 5000.0  # seconds, in which everybody's time would be up


async def back(stack: AsyncExitStack, one: Player, url: str, match: str) -> Player:
    """They come again, having seen all."""
    seen = {match: 2}
    again = player(url, session=one.welcome.session, seen=seen)
    return await stack.enter_async_context(again)


def enough(left: Left) -> None:
    """Nobody has paid for what took so long."""
    assert all(each is not None and each > 600.0 - IN_VAIN for each in left)


async def goes_on(match: str, ann: Player, bob: Player) -> None:
    """From the third move on, with all the time that was left, for both."""
    for one in (ann, bob):
        enough((await one.next(Resumed)).left)
    await alternate(match, (ann, bob), 2, 3, ply=2)
    shown = await bob.ask(ShowMatch(0, match), Shown)
    assert [each.cell for each in shown.events if isinstance(each, Played)] == [0, 1, 2, 3]


async def has_stage(node: Node, stage: str) -> bool:
    return (await health(node.app))[:2] == (503, stage)
