"""Taking leave: of the opponent, who must not wait in vain, and of the terminal."""

import asyncio
import os
import select
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread

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


def heed_end(leave: Callable[[], None], terminals: Iterable[int]) -> None:
    """Leave properly when somebody ends us, or the terminal behind these descriptors is gone.

    Of that a signal tells whoever leads its session, which need not be us.
    """
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        # Not everywhere are there such signals, nor everywhere may we handle them.
        with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(getattr(signal, name), leave)
    terminals = [each for each in terminals if os.isatty(each)]
    if terminals and hasattr(select, "poll"):
        Thread(target=_await_hangup, args=(terminals, loop, leave), daemon=True).start()


def _await_hangup(
    terminals: list[int], loop: asyncio.AbstractEventLoop, leave: Callable[[], None]
) -> None:
    """Wait until they are gone. What is written to them then goes nowhere, rather than fail."""
    poll = select.poll()
    poll.register(terminals[0], 0)  # of no event but the one that is told in any case
    if not any(event & select.POLLHUP for _, event in poll.poll()):
        return  # not everywhere can terminals be polled
    nowhere = os.open(os.devnull, os.O_RDWR)
    for terminal in terminals:
        os.dup2(nowhere, terminal)
    with suppress(RuntimeError):  # it has ended meanwhile
        loop.call_soon_threadsafe(leave)
