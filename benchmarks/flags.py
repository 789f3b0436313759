"""How late flags fall, as their players hear it, over the real server.

    python -m benchmarks.flags [--matches N] [--json]

Matches of two run out of time all at once, on each kind of clock. Late is what passes between the
end of the time, with what was credited for the network, and the moment at which a player hears of
it; the machine's own lateness is in it, and is told beside it.

median_ms    of all flags
worst_ms     of all flags
machine_ms   by how much timers of this process were late meanwhile, at worst
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path

import uvloop

from benchmarks.crash import KilledServer
from client.link.connection import connect
from protocol.events import Ended, Played, Started
from protocol.parts import Side, Terms, TimeControl
from protocol.requests import Move, Seek

CLOCKS = (TimeControl(1.0), TimeControl(0.8, increment=0.2), TimeControl(per_move=1.0))
PLIES = 4  # that are played before nobody moves any more
BEAT = 0.005  # seconds between two looks at how late this process is


async def flag(url: str, pair: int, half: Side, clock: TimeControl) -> float:
    """Play one side of a match and then no more: how late the end is heard, in seconds."""
    async with connect(url, f"f{pair}-{half}") as connection:
        # The limit of moves, which nobody reaches, tells the pairs apart.
        await connection.ask(Seek(0, Terms("gomoku", clock, move_limit=100 + pair), half))
        last, allowance = 0.0, 0.0
        async for event in connection:
            match event:
                case Started(match=match) if half == 0:
                    await connection.ask(Move(0, match, 0, 0))
                case Played(match=match, ply=ply, left=left):
                    last, following = time.monotonic(), ply + 1
                    limits = (left[following % 2], clock.per_move)
                    allowance = min(limit for limit in limits if limit is not None)
                    if following < PLIES and following % 2 == half:
                        await connection.ask(Move(0, match, following, following))
                case Ended(credited=credited):
                    return time.monotonic() - last - allowance - credited
    raise SystemExit("the server ended the connection")


async def lateness(matches: int, database: str) -> tuple[list[float], float]:
    """Of all flags, and of this process."""
    server = KilledServer(database)
    await server.start()
    late, machine = list[float](), [0.0]
    watching = asyncio.create_task(_watch(machine))
    for clock in CLOCKS:
        players = (
            flag(server.url, pair, half, clock) for pair in range(matches) for half in (0, 1)
        )
        late += await asyncio.gather(*players)
    watching.cancel()
    await server.stop()
    return late, max(machine)


async def _watch(late: list[float]) -> None:
    while True:
        due = time.monotonic() + BEAT
        await asyncio.sleep(BEAT)
        late.append(time.monotonic() - due)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flags", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--matches", type=int, default=50, help="at once (default 50)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    loop = asyncio.Runner(loop_factory=uvloop.new_event_loop)
    with tempfile.TemporaryDirectory() as folder, loop as runner:
        late, machine = runner.run(lateness(args.matches, str(Path(folder) / "inarow.db")))
    seconds = {"median": statistics.median(late), "worst": max(late), "machine": machine}
    figures = {f"{name}_ms": round(1000 * value, 1) for name, value in seconds.items()}
    if args.json:
        print(json.dumps(figures))
        return
    for name, figure in figures.items():
        print(f"{name:20}{figure}")


if __name__ == "__main__":
    main()
