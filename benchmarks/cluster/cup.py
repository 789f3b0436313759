"""A tournament that goes on while parts of its cluster fail, between scripted players."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass

from benchmarks.cluster.recovery import fetch
from benchmarks.load.crash_player import LastingPlayer, Script, Told
from client.link.connection import Connection, connect
from protocol.events import TournamentChanged
from protocol.parts import Terms, TimeControl
from protocol.requests import OpenTournament, ShowTournament, Steer
from protocol.tournaments import Format, Order, Plan

PLAYERS = 6
PLIES = 10  # after which the first side goes for a win
TERMS = Terms("mnk", TimeControl(3000.0))
BETWEEN_LOOKS = 0.5  # seconds
_ENDED = "SELECT 1 FROM tournaments WHERE id = :id AND ended_at IS NOT NULL"
_GAMES = "SELECT fixture, ending FROM matches WHERE tournament = :id"


@dataclass(frozen=True)
class CupReport:
    games: int  # that were to be played
    games_missing: int
    games_doubled: int


class Cup:
    """A round-robin of two games between any two."""

    def __init__(self, urls: tuple[str, ...], told: Told, think: tuple[float, float]) -> None:
        self._urls = urls
        self._id = ""
        self._told, self._think = told, think
        self._playing: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        async with connect(self._urls[0], "host") as host:
            plan = Plan("The cup", Format.ROUND_ROBIN, TERMS, at_once=PLAYERS // 2)
            self._id = (await host.ask(OpenTournament(0, plan))).key
            players = [self._player(number) for number in range(PLAYERS)]
            self._playing = [asyncio.create_task(player.play()) for player in players]
            await self._all_enter(host)
            await host.ask(Steer(0, self._id, Order.START))

    async def _all_enter(self, host: Connection) -> None:
        shown = await host.ask(ShowTournament(0, self._id, watch=True))
        entered = len(shown.tournament.players)
        while entered < PLAYERS:
            news = await anext(host)
            if isinstance(news, TournamentChanged):
                entered = len(news.tournament.players)

    def _player(self, number: int) -> LastingPlayer:
        first = number % len(self._urls)
        near_first = (*self._urls[first:], *self._urls[:first])
        script = Script(TERMS, 0, self._think, full=False, again_after=PLIES, tournament=self._id)
        return LastingPlayer(near_first, f"cup{number}", script, self._told, random.Random(number))

    async def finish(self, database: str, patience: float) -> None:
        """Wait until its last game is over, at most for so long."""
        async with asyncio.timeout(patience):
            while True:
                if await fetch(database, _ENDED, id=self._id):
                    return
                await asyncio.sleep(BETWEEN_LOOKS)

    async def leave(self) -> None:
        for each in self._playing:
            each.cancel()
        if self._playing:
            await asyncio.wait(self._playing)

    async def report(self, database: str) -> CupReport:
        games = Counter(row.fixture for row in await fetch(database, _GAMES, id=self._id))
        due = PLAYERS * (PLAYERS - 1)
        return CupReport(due, due - len(games), games.total() - len(games))
