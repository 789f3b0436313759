"""Kills the server at random moments while many matches are played, and looks for what is lost.

    python -m benchmarks.crash [--matches N] [--kills K] [--database URL] [--json]

Scripted players play over the real server, which is killed with -9 and started again on the same
journal, again and again. The players come back by themselves and send again what was not answered.
In the end the journal is read and compared with what every player was told.

acknowledged   moves that a player was told were done
lost           of these, how many the journal does not have
doubled        moves that the journal has twice
unfinished     matches that did not end
shortened      clocks that lost more than their player used while the server was up
"""

import argparse
import asyncio
import json
import random
import socket
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import uvloop
from rich.console import Console
from rich.progress import Progress

from benchmarks.load.comparison import compare
from benchmarks.load.crash_player import LastingPlayer, Script, Told
from protocol.parts import Terms, TimeControl

SECONDS = 3600.0
THINK = (0.0, 0.4)  # seconds, while the server is being killed
# All come from one address, and fast.
ROOMY = (
    "--opens-per-address 1000000 --connections-per-address 100000 --requests-per-address 100000"
    " --seats-per-address 100000"
)


@dataclass
class Report:
    """What was found."""

    matches: int = 0
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    unfinished: int = 0
    shortened: int = 0
    restarts_in_record: int = 0


class KilledServer:
    """A server process on a port and a journal that stay the same from life to life."""

    def __init__(self, database: str) -> None:
        port = free_port()
        self.url = f"ws://127.0.0.1:{port}"
        words = f"serve --port {port} --log-level error --database"
        self._command = [sys.executable, "inarow.py", *words.split(), database]
        self.settings = ROOMY.split()  # of the next life
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._command, *self.settings, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        if not await self._process.stdout.readline():
            raise SystemExit("the server did not start")

    async def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        assert self._process is not None
        self._process.terminate()
        return await self._process.wait()


async def crash(matches: int, kills: int, database: str, seed: int) -> Report:
    """Play, kill, restart; then finish every match and compare."""
    chance = random.Random(seed)
    server = KilledServer(database)
    await server.start()
    told = Told()
    players = [
        LastingPlayer(
            (server.url,),
            f"c{pair}-{half}",
            Script(Terms("mnk", TimeControl(SECONDS + pair, 1.0)), half, THINK),
            told,
            random.Random(seed + 2 * pair + half),
        )
        for pair in range(matches)
        for half in range(2)
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("killing the server", total=kills)
        await told.under_way(matches)
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.3, 1.5))
            await server.kill()
            await server.start()
            bar.advance(task)
        told.hurry_up()
        bar.update(task, description="finishing the matches", total=len(playing), completed=0)
        for done in asyncio.as_completed(playing):
            await done
            bar.advance(task)
    assert await server.stop() == 0, "the server did not stop cleanly"
    found = await compare(database, told, lambda turn: turn.answered)
    figures = {name: getattr(found, name) for name in vars(Report()) if hasattr(found, name)}
    return Report(kills=kills, shortened=len(found.overcharges), **figures)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crash", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--matches", type=int, default=200, help="at once (default 200)")
    parser.add_argument("--kills", type=int, default=20, help="(default 20)")
    parser.add_argument(
        "--database", help="an SQLite file or postgresql://... (default: temporary)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or str(Path(folder) / "inarow.db")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            report = runner.run(crash(args.matches, args.kills, database, args.seed))
    figures = asdict(report)
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:20}{figure}")
    sys.exit(bool(report.lost or report.doubled or report.unfinished or report.shortened))


if __name__ == "__main__":
    main()
