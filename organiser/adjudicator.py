"""Ends games whose value is known: each position is looked at, for a moment, by a solver."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from bot.brain import Budget
from bot.search.driver import Searcher
from client.link.connection import Connection, ConnectionLost, RequestRefused
from games import SIDES, Position, game_named
from organiser.event import Section
from protocol.events import Ended, MatchEvent, Started
from protocol.fold import MatchFold
from protocol.parts import Side, Verdict
from protocol.requests import Adjudicate, ShowMatch

BETWEEN = 0.5  # seconds between two looks at all games


class Adjudicator:
    def __init__(self, connection: Connection, section: Section, seconds: float) -> None:
        self._connection, self._section, self._seconds = connection, section, seconds
        self._live: dict[str, int] = {}  # matches, and the moves when they were looked at last

    def look_at(self, match: str) -> None:
        """A game has begun."""
        self._live[match] = -1

    @asynccontextmanager
    async def going_on(self) -> AsyncIterator[None]:
        """Look at the games inside the block."""
        game = self._section.game
        with Searcher(workers=1, hash_mb=64, games=(game,)) as search:
            await asyncio.to_thread(search.warm_up)
            looking = asyncio.create_task(self._look(search))
            try:
                yield
            finally:
                looking.cancel()
                await asyncio.wait([looking])

    async def _look(self, search: Searcher) -> None:
        while True:
            for match in list(self._live):
                with suppress(RequestRefused, ConnectionLost):  # it has ended meanwhile
                    await self._consider(search, match)
            await asyncio.sleep(BETWEEN)

    async def _consider(self, search: Searcher, match: str) -> None:
        events = (await self._connection.ask(ShowMatch(0, match))).events
        position = _position(self._section, events)
        if isinstance(events[-1], Ended):
            del self._live[match]
            return
        if len(position.moves) == self._live[match]:
            return
        self._live[match] = len(position.moves)
        found = await asyncio.to_thread(search.solve, position, Budget(self._seconds))
        if found.verdict is not Verdict.UNDECIDED:
            winner = _winner(position, found.verdict)
            told = "a draw" if winner is None else f"a win of {SIDES[winner]}"
            await self._connection.ask(Adjudicate(0, match, winner, f"solved: {told}"))
            del self._live[match]


def _position(section: Section, events: tuple[MatchEvent, ...]) -> Position:
    started, *rest = events
    assert isinstance(started, Started), "a match begins with its start"
    fold = MatchFold[Position].begin(started, game_named(section.game).after, 0.0)
    for event in rest:
        fold.apply(event, 0.0)
    return fold.position


def _winner(position: Position, verdict: Verdict) -> Side | None:
    if verdict is Verdict.DRAW:
        return None
    return position.turn if verdict is Verdict.WIN else 1 - position.turn
