"""Taking leave: of the opponent, who must not wait in vain, and of the terminal."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

from client.acts import Act, asking, way_out
from client.screen.wire import Wire
from client.sitting import Sitting

PATIENCE = 2.0  # seconds for taking leave
LEAVING = (
    "Leave inarow? You give up the match that is still going on.\n"
    "(ctrl+c again leaves it as it is.)"
)


def ways_out(wire: Wire) -> list[tuple[Sitting, Act]]:
    """The matches that go on with us, and how to end each."""
    return [(sitting, way) for sitting in wire.sittings.values() if (way := way_out(sitting))]


async def give_up(wire: Wire) -> None:
    """End them, unless the server cannot be told in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            for sitting, way in ways_out(wire):
                await wire.ask(asking(sitting, way))


def heed_signals(leave: Callable[[], None]) -> None:
    """Leave properly when the terminal is closed or somebody ends us."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        # Not everywhere are there such signals, nor everywhere may we handle them.
        with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(getattr(signal, name), leave)
