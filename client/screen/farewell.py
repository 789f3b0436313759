"""Taking leave: of the opponent, who must not wait in vain, and of the terminal."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

from client.model.match_actions import MatchAction, exit_action, request_for
from client.model.match_view import MatchView
from client.screen.link import Wire
from protocol.tournaments import Stage

PATIENCE = 2.0  # seconds for taking leave
LEAVING = (
    "Leave inarow? You give up the match that is still going on.\n"
    "(ctrl+c again leaves it as it is.)"
)
ABSENT = "Leave inarow? Games of the tournament that begin without you are lost."


def exit_actions(wire: Wire) -> list[tuple[MatchView, MatchAction]]:
    """The matches that go on with us, and how to end each."""
    return [(view, way) for view in wire.views.values() if (way := exit_action(view))]


def confirmation(wire: Wire) -> str:
    """The question before leaving, if somebody would wait for us; empty if nobody would."""
    if exit_actions(wire):
        return LEAVING
    mine = wire.known_tournaments.mine(wire.name)
    return ABSENT if any(each.stage is not Stage.OPEN for each in mine) else ""


async def give_up(wire: Wire) -> None:
    """End them, unless the server cannot be told in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            for view, way in exit_actions(wire):
                await wire.ask(request_for(view, way))


def heed_signals(leave: Callable[[], None]) -> None:
    """Leave properly when the terminal is closed or somebody ends us."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        # Not everywhere are there such signals, nor everywhere may we handle them.
        with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(getattr(signal, name), leave)
