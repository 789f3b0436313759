"""A database with all that a later server must take up: what goes on in it, and what is over."""

import asyncio
import json
import sqlite3
import tempfile
from contextlib import AsyncExitStack, closing
from pathlib import Path

from msgspec import Struct, to_builtins

from protocol.events import Ended, Started
from protocol.parts import Terms, TimeControl
from protocol.replies import Done
from protocol.requests import Enter, Resign, Steer, Swap
from protocol.tournaments import Order
from server.storage.schema import REVISION
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, alternate, pair, player
from tests.server.serving import serving
from tests.server.tournaments import cups

SLOW = TimeControl(86400.0, 5.0)
BOARD = Terms("connect4", SLOW)
LIVE = (38, 31, 37)  # the moves of the match that goes on


class Left(Struct):
    """What is in it: matches and a tournament by id, and with what their players come back."""

    tokens: dict[str, str]  # by name; root is an administrator, and deep a bot
    guest: str  # the session of eve
    rated: str  # ann has won by a line
    private: str  # ann has given it up to eve
    swapped: str  # eve and bob go on, and the pie rule was used
    live: str  # ann and bob go on
    cup: str  # ann and bob take part, by a plan of root; empty where there are no tournaments yet
    game: str  # of it, which goes on


async def leave(path: Path) -> Left:
    """A database that a server of today has left."""
    async with serving(path) as app, AsyncExitStack() as stack:
        tokens = {name: await account(app, name, admin=name == "root") for name in NAMES}
        tokens["deep"] = await account(app, "deep", bot=True)
        come = [
            await stack.enter_async_context(player(app.url, token=tokens[each])) for each in NAMES
        ]
        eve = await stack.enter_async_context(player(app.url, "eve"))
        matches = await _matches(come[0], come[1], eve)
        cup, game = await _cup(come)
        return Left(tokens, eve.welcome.session, *matches, cup, game)


NAMES = ("ann", "bob", "root")


async def _matches(ann: Player, bob: Player, eve: Player) -> tuple[str, str, str, str]:
    rated = await pair(ann, bob, Terms("tictactoe", TimeControl(600.0), rated=True))
    await alternate(rated, (ann, bob), 0, 3, 1, 4, 2)
    await _over(rated, ann, bob)
    private = await pair(eve, ann, Terms("gomoku:size=9", SLOW, private=True))
    await alternate(private, (eve, ann), 40, 41, 31)
    await ann.ask(Resign(0, private), Done)
    await _over(private, eve, ann)
    swapped = await pair(bob, eve, Terms("tictactoe", SLOW, pie=True))
    await bob.play(swapped, 0, 4)
    await eve.ask(Swap(0, swapped), Done)
    await bob.play(swapped, 1, 0)
    live = await pair(ann, bob, BOARD)
    await alternate(live, (ann, bob), *LIVE)
    return rated, private, swapped, live


async def _cup(come: list[Player]) -> tuple[str, str]:
    """Of two games; the first is over."""
    ann, bob, root = come
    cup = await cups.opened(root, "Autumn cup")
    for one in (ann, bob):
        await one.ask(Enter(0, cup), Done)
    await root.ask(Steer(0, cup, Order.START), Done)
    lost = await _begun(cup, ann, bob)
    await ann.ask(Resign(0, lost), Done)
    await _over(lost, ann, bob)
    return cup, await _begun(cup, ann, bob)


async def _begun(cup: str, ann: Player, bob: Player) -> str:
    started: Started = await cups.begin(cup, ann, bob)
    two = (ann, bob) if started.side == 0 else (bob, ann)
    await alternate(started.match, two, 0, 1)
    return started.match


async def _over(match: str, *players: Player) -> None:
    for one in players:
        await one.next(Ended, lambda its: its.match == match)


def keep(folder: Path) -> None:
    """Write down a database of today's schema, for the tests of later ones."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "made.db"
        left = asyncio.run(leave(path))
        with closing(sqlite3.connect(path)) as made:
            (folder / f"{REVISION}.sql").write_text("\n".join(made.iterdump()) + "\n")
    (folder / f"{REVISION}.json").write_text(json.dumps(to_builtins(left), indent=1) + "\n")


if __name__ == "__main__":
    keep(Path(__file__).parent)
