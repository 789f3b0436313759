"""Follows a tournament on a server to its end, through lost connections, and collects its games."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from client.link.connection import Announcement, Connection, ConnectionLost, RequestRefused
from organiser.event import Event, Section
from organiser.records import result_of
from protocol.events import FixtureEnded, FixtureStarted, MatchEvent, Started, TournamentChanged
from protocol.parts import Fault
from protocol.replies import TournamentShown
from protocol.requests import ListFixtures, ShowMatch, ShowTournament, Steer
from protocol.tournaments import FixtureSummary, Order, Stage
from tournament.results import Result
from tournament.statistics.sprt import SequentialTest
from tournament.verdict.hypotheses import sprt_verdict
from tournament.verdict.verdict import SprtVerdict

LOOK = 0.5  # seconds between two looks at the standings
PAGE = 100  # games that are listed at once
OVER = (Stage.FINISHED, Stage.CANCELLED)


class Watcher(Protocol):
    """Somebody who wants to see how it goes on."""

    def entered(self, names: list[str], wanted: int) -> None: ...
    def result(self, section: Section, result: Result) -> None: ...
    def standing(self, section: Section, shown: TournamentShown) -> None: ...
    def tested(self, section: Section, test: SprtVerdict) -> None: ...


class Follower:
    def __init__(
        self, connection: Connection, event: Event, section: Section, watcher: Watcher
    ) -> None:
        self._connection, self._event = connection, event
        self._section, self._watcher = section, watcher
        self._ended: asyncio.Queue[FixtureSummary | None] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._due = 0.0  # from when on to look at the standings again
        self._seeds: tuple[str, ...] = ()  # empty until it has begun
        self.seconds = 0.0  # from the start of its games, or ours, to the end of the last
        self.on_started: Callable[[str], None] = lambda match: None
        self.on_result: Callable[[], None] = lambda: None
        self.on_shown: Callable[[TournamentShown], None] = lambda shown: None

    def hear(self, news: Announcement) -> None:
        match news:
            case FixtureEnded(fixture=told) if self._is_ours(told):
                self._ended.put_nowait(told)
            case FixtureStarted(fixture=told) if self._is_ours(told):
                self.on_started(told.match)
            case TournamentChanged(tournament=told) if told.tournament == self._id:
                self._changed.set()
            case _:
                pass

    def look(self) -> None:
        """There is a new connection: what was watched is to be asked for once more."""
        self._changed.set()

    async def run(self) -> TournamentShown:
        """Start it when all are there, see it to its end, and collect what is missing."""
        collecting = asyncio.create_task(self._collect())
        try:
            shown = await self._until_started()
            self._tell_test(over=shown.tournament.stage in OVER)
            began = asyncio.get_running_loop().time()
            while shown.tournament.stage not in OVER:
                shown = await self._next_look(collecting)
            self.seconds = asyncio.get_running_loop().time() - began
            self._ended.put_nowait(None)
            await collecting
        finally:
            collecting.cancel()  # what was not collected is fetched by a later run
            await asyncio.wait([collecting])
        await self._complete()
        self._watcher.standing(self._section, shown)
        return shown

    async def _next_look(self, collecting: "asyncio.Task[None]") -> TournamentShown:
        changed = asyncio.create_task(self._changed.wait())
        await asyncio.wait([changed, collecting], return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()
        if collecting.done():
            collecting.result()
        return await self._look()

    async def _until_started(self) -> TournamentShown:
        wanted = set(self._section.names)
        many = max(len(wanted), self._event.wait_for)
        while True:
            shown = await self._look()
            stage = shown.tournament.stage
            if stage is Stage.PAUSED:
                await self._steer(Order.CONTINUE)
                continue
            if stage is not Stage.OPEN:
                return shown
            names = [player.name for player in shown.tournament.players]
            self._watcher.entered(names, many)
            if not (wanted <= set(names) and len(names) >= many):
                await self._changed.wait()
            elif not await self._steer(Order.START):
                await asyncio.sleep(LOOK)  # somebody who entered is not back yet

    async def _steer(self, order: Order) -> bool:
        """Whether it was carried out, as far as we know; the next look shows it."""
        try:
            await self._connection.ask(Steer(0, self._id, order))
        except ConnectionLost:
            return False
        except RequestRefused as refusal:
            if refusal.code not in (Fault.CONFLICT, Fault.TOO_EARLY):
                raise
            return False
        return True

    async def _look(self) -> TournamentShown:
        self._changed.clear()
        return await self._ask_standing()

    async def _ask_standing(self) -> TournamentShown:
        shown = await self._connection.ask(ShowTournament(0, self._id, watch=True))
        if shown.tournament.stage is not Stage.OPEN:
            self._seeds = shown.seeds
        self.on_shown(shown)
        return shown

    async def _collect(self) -> None:
        while (told := await self._ended.get()) is not None:
            self._watcher.result(self._section, await self._fetch(told))
            self.on_result()
            await self._test(told.fixture.pair)
            now = asyncio.get_running_loop().time()
            if now >= self._due:  # on a fast event a look after each game would be most of the work
                self._due = now + LOOK
                self._watcher.standing(self._section, await self._ask_standing())

    async def _test(self, pair: int) -> None:
        """Tell how a sequential test stands after a pair of games."""
        if self._section.plan.sprt is None:
            return
        results = self._event.results_of(self._section)
        if sum(each.fixture.pair == pair for each in results) == 2:
            if not self._seeds:
                await self._ask_standing()
            self._tell_test(over=False)

    def _tell_test(self, over: bool) -> None:
        plan, results = self._section.plan, self._event.results_of(self._section)
        if plan.sprt and (
            test := sprt_verdict(SequentialTest.of(plan.sprt), self._seeds, results, over)
        ):
            self._watcher.tested(self._section, test)

    async def _complete(self) -> None:
        """Fetch the games of which we have not heard, and have all in the server's order."""
        after, total, numbers = 0, 1, list[int]()
        while after < total:
            page = await self._connection.ask(ListFixtures(0, self._id, after, PAGE))
            for told in page.fixtures:
                await self._fetch(told)
                numbers.append(told.fixture.number)
            after, total = after + PAGE, page.total
        self._event.arrange(self._section, numbers)

    async def _fetch(self, told: FixtureSummary) -> Result:
        known = self._event.results.get(self._section.game, {}).get(told.fixture.number)
        if known is not None and known.match == told.match:
            return known
        events = await self._patiently(told.match)
        began = events[0].at if isinstance(events[0], Started) else 0.0
        result = result_of(told, events, self._event.facts(self._section, told.players, began))
        self._event.add(self._section, result)
        return result

    async def _patiently(self, match: str) -> tuple[MatchEvent, ...]:
        while True:
            try:
                return (await self._connection.ask(ShowMatch(0, match))).events
            except RequestRefused as refusal:
                if refusal.code is not Fault.TOO_FAST:
                    raise
                await asyncio.sleep(refusal.wait or 1.0)

    def _is_ours(self, told: FixtureSummary) -> bool:
        return told.fixture.tournament == self._id

    @property
    def _id(self) -> str:
        return self._section.tournament
