"""Kills a server with many players behind one address, and times how they come back.

    python -m benchmarks.comeback [--players N] [--database URL] [--json] [SETTING ...]

Scripted players sit down two by two on timed clocks and stop in the middle of a game. The server is
killed with -9 and started again on the same journal, with its default settings and whatever is
given here. All come back by themselves, and whoever is to move then moves at once.

down_s     from the kill until the server listens again
back_s     from then until the last player is welcome
charged    clocks that lost more than their player used, and matches that ended meanwhile
missing    players who were not back after two minutes
most_s     the most that a clock lost by the first move, with the player's own time in it
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import uvloop

from benchmarks.crash import KilledServer
from benchmarks.load.comparison import SLACK
from benchmarks.load.players import GAME
from client.link.connection import Connection, Link, LinkOptions, connect
from protocol.events import Ended, Played, Resumed, Snapshot, Started
from protocol.parts import Left, Side, Terms, TimeControl
from protocol.requests import Move, Seek

SECONDS = 120.0
PLIES = 4  # that are played before the kill; the first of each side costs nothing
PATIENCE = 120.0  # seconds until whoever is not back is missing


@dataclass
class Report:
    """What was found."""

    players: int = 0
    down_s: float = 0.0
    back_s: float = 0.0
    charged: int = 0
    missing: int = 0
    most_s: float = 0.0


class Returner:
    """One of two who seek each other on terms that nobody else has, and play up to the kill."""

    def __init__(self, url: str, pair: int, half: Side) -> None:
        self.name = f"r{pair}-{half}"
        self.ready = asyncio.Event()  # for the kill
        self.back = asyncio.Event()
        self.settled = asyncio.Event()  # the move after the kill is told, here too
        self.back_at = 0.0
        self.lost = 0.0  # seconds, by the first move after the kill
        self.charged = False
        self._url = url
        self._terms = Terms("mnk", TimeControl(SECONDS + pair))
        self._half: Side = half
        self._stop = PLIES + pair % 2
        self._left: Left = (SECONDS + pair, SECONDS + pair)

    async def play(self) -> None:
        async with connect(
            self._url, self.name, options=LinkOptions(on_link=self._linked)
        ) as connection:
            await connection.ask(Seek(0, self._terms, self._half))
            async for event in connection:
                match event:
                    case Started(match=match):
                        await self._move(connection, match, 0)
                    case Played(match=match, ply=ply, left=left):
                        self._judge(event)
                        self._left = left
                        await self._move(connection, match, ply + 1)
                    case Resumed(match=match, left=left):
                        self.charged |= left != self._left
                        await self._move(connection, match, self._stop)
                    case Ended() | Snapshot():
                        self.charged = True
                        self.settled.set()

    def _linked(self, link: Link) -> None:
        if link is Link.CONNECTED and self.ready.is_set():
            self.back_at = time.monotonic()
            self.back.set()

    def _judge(self, played: Played) -> None:
        """Whether the move after the kill has cost its player more than they used."""
        if played.ply < self._stop:
            return
        if self._stop % 2 == self._half:
            used = time.monotonic() - self.back_at
            self.lost = played.charged
            self.charged |= played.charged > used + SLACK
        self.settled.set()

    async def _move(self, connection: Connection, match: str, ply: int) -> None:
        if ply == self._stop and not self.back.is_set():
            self.ready.set()
        elif ply <= self._stop and ply % 2 == self._half:
            await connection.ask(Move(0, match, ply, GAME[ply]))


async def come_back(count: int, database: str, settings: list[str]) -> Report:
    """Seat everyone, kill the server, start it again, and wait for them."""
    server = KilledServer(database)
    await server.start()
    players = [Returner(server.url, pair, half) for pair in range(count // 2) for half in (0, 1)]
    playing = [asyncio.create_task(player.play()) for player in players]
    await _all(playing, [player.ready for player in players])
    if not all(player.ready.is_set() for player in players):
        raise SystemExit("not all players have sat down")
    killed = time.monotonic()
    await server.kill()
    server.settings = settings
    await server.start()
    up = time.monotonic()
    everything = [event for player in players for event in (player.back, player.settled)]
    await _all(playing, everything)
    report = Report(len(players), round(up - killed, 2))
    report.missing = sum(not player.back.is_set() for player in players)
    report.back_s = round(max(player.back_at for player in players) - up, 2)
    report.charged = sum(player.charged for player in players)
    report.most_s = round(max(player.lost for player in players), 3)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    await server.stop()
    return report


async def _all(playing: list[asyncio.Task[None]], events: list[asyncio.Event]) -> None:
    """Wait for all events, for so long; a player who fails ends it."""
    waiting = asyncio.create_task(_wait(events))
    await asyncio.wait([waiting, *playing], timeout=PATIENCE, return_when="FIRST_COMPLETED")
    for task in playing:
        if task.done():
            task.result()
    waiting.cancel()
    await asyncio.wait([waiting])


async def _wait(events: list[asyncio.Event]) -> None:
    for event in events:
        await event.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.comeback", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--players", type=int, default=1000, help="(default 1000)")
    parser.add_argument(
        "--database", help="an SQLite file or postgresql://... (default: temporary)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args, settings = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or str(Path(folder) / "inarow.db")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            report = runner.run(come_back(args.players, database, settings))
    figures = asdict(report)
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:20}{figure}")
    sys.exit(bool(report.charged or report.missing))


if __name__ == "__main__":
    main()
