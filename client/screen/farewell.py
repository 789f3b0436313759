"""Taking leave: of the opponent, who must not wait in vain, and of the terminal."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

from client.model.match_actions import MatchAction, exit_action, request_for
from client.model.match_view import MatchView
from client.player_session import PlayerSession
from protocol.tournaments import Stage

PATIENCE = 2.0  # seconds for taking leave
LEAVING = (
    "Leave inarow? You give up the match that is still going on.\n"
    "(ctrl+c again leaves it as it is.)"
)
ABSENT = "Leave inarow? Games of the tournament that begin without you are lost."


def exit_actions(session: PlayerSession) -> list[tuple[MatchView, MatchAction]]:
    """The matches that go on with us, and how to end each."""
    kept = session.options.kept is not None
    return [(view, way) for view in session.views.values() if (way := exit_action(view, kept))]


def confirmation(session: PlayerSession) -> str:
    """The question before leaving, if somebody would wait for us; empty if nobody would."""
    if session.options.kept is None and exit_actions(session):
        return LEAVING
    mine = session.known_tournaments.mine(session.name)
    return ABSENT if any(each.stage is not Stage.OPEN for each in mine) else ""


async def give_up(session: PlayerSession) -> None:
    """End them, unless the server cannot be told in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            for view, way in exit_actions(session):
                await session.ask(request_for(view, way))


def heed_signals(leave: Callable[[], None]) -> None:
    """Leave properly when the terminal is closed or somebody ends us."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        # Not everywhere are there such signals, nor everywhere may we handle them.
        with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(getattr(signal, name), leave)
