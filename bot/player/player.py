"""A bot at the end of a wire: takes matches by its policy, and has each of them played."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from bot.log import Log
from bot.player.open_seeks import OpenSeeks
from bot.player.policy import BotPolicy
from bot.player.seat import BotSeat
from bot.player.seat_thinker import SeatContext
from bot.thinkers.pool import ThinkerPool
from bot.thinkers.thinker import BrainFailed
from bot.timing import MoveOverhead
from client.link.connection import Announcement, Connection, ConnectionLost, Link, RequestRefused
from client.processes.reports import report
from games import Mistake, game_named
from protocol.events import Challenged, Closing, Snapshot, Started
from protocol.parts import Terms
from protocol.requests import Answer, Declare, Enter
from protocol.texts import clean, count

LAST_WORDS = 5.0  # seconds that the server has to acknowledge what we say in leaving


class BotPlayer:
    """Plays until it has left, or the connection has ended."""

    def __init__(
        self,
        connection: Connection,
        pool: ThinkerPool,
        policy: BotPolicy,
        log: Log,
        level: int = 10,
        most: float | None = None,
    ) -> None:
        self._context = SeatContext(connection, pool, policy, MoveOverhead(), log, level, most)
        self._connection, self._pool, self._policy, self._log = connection, pool, policy, log
        self._server = connection.url
        self._seats: dict[str, BotSeat] = {}  # by match, also one that is over until it has ended
        self._tasks: set[asyncio.Task[None]] = set()
        self._seeks = OpenSeeks(connection, policy.seeks, self._has_room, log)
        self._leaving = False
        self._resigning = False
        self._refusal: RequestRefused | None = None  # of all that we are here for
        self.left = asyncio.Event()

    async def run(self) -> None:
        """Raises ConnectionLost if the server does not want us any more.

        Raises RequestRefused if it refuses all that we are here for.
        """
        async with self._growing():
            hearing = asyncio.create_task(self._hear_all())
            leaving = asyncio.create_task(self.left.wait())
            try:
                await asyncio.wait([hearing, leaving], return_when=asyncio.FIRST_COMPLETED)
                if hearing.done():
                    hearing.result()
                if self._refusal is not None:
                    raise self._refusal
            finally:
                tasks = {hearing, leaving, *self._tasks}
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
                for seat in self._seats.values():
                    await seat.finish()

    def leave(self) -> None:
        """Take no more matches; those that go on are finished or, if so asked, given up or held."""
        if self._policy.hold_on_exit:
            self._log(f"leaves, and holds its seats in {_matches(self._live)}")
            self.left.set()
            return
        again, self._leaving = self._leaving, True
        for seat in self._seats.values():
            seat.leaving = True
        if (again or self._policy.resign_on_exit) and not self._resigning:
            self._resigning = True
            self._log(f"leaves, and resigns {_matches(self._live)}")
            self._start(self._resign_all())
        elif not again:
            self._log(f"leaves after {_matches(self._live)}")
            self._start(self._take_no_more())

    def linked(self, link: Link) -> None:
        """The connection is made, lost or closed."""
        if link is Link.RECONNECTING and self._connection.going_to:
            self._log(f"the server is going away: going to {self._connection.going_to}")
        else:
            self._log(link.value, **self._where(link))
        if link is Link.CONNECTED:
            self._seeks.forget()
            self._start(self._seeks.renew())

    def _where(self, link: Link) -> dict[str, str]:
        """The server, if it is another one than before."""
        before = self._server
        if link is Link.CONNECTED:
            self._server = self._connection.url
        return {} if self._server == before else {"server": self._server}

    @property
    def _live(self) -> int:
        return sum(not seat.over.is_set() for seat in self._seats.values())

    def _has_room(self) -> bool:
        return not self._leaving and self._live < self._pool.ready

    # What comes in

    async def _hear_all(self) -> None:
        async for news in self._connection:
            self._hear(news)

    def _hear(self, news: Announcement) -> None:
        match news:
            case Started(side=side) | Snapshot(side=side) if side is not None:
                self._take_seat(news)
            case Challenged():
                self._start(self._answer(news))
            case Closing(reason=reason):
                self._log(f"the server is going down: {reason}")
            case _:
                seat = self._seats.get(getattr(news, "match", ""))
                if seat is not None:
                    seat.hear(news)

    def _take_seat(self, news: Started | Snapshot) -> None:
        if seat := self._seats.get(news.match):
            seat.hear(news)
            return
        if isinstance(news, Snapshot) and news.ended:
            return
        seat = self._seats[news.match] = BotSeat(self._context, news)
        self._start(self._forget_once_over(seat))
        if self._resigning:
            self._start(seat.resign("the bot is leaving"))
        self._start(self._seek_anew(news))

    async def _seek_anew(self, news: Started | Snapshot) -> None:
        await self._seeks.used(news.terms if isinstance(news, Started) else news.started.terms)
        await self._seeks.renew()

    async def _forget_once_over(self, seat: BotSeat) -> None:
        """Keep a seat until its match is over, and one match longer, for a rematch."""
        await seat.over.wait()
        for match, other in list(self._seats.items()):
            if other is not seat and other.over.is_set():
                await other.finish()
                self._seats.pop(match, None)
        if self._policy.once and not self._leaving:
            self._leaving = True
            await self._take_no_more()
        self._leave_if_done()
        await self._seeks.renew()

    async def _answer(self, challenged: Challenged) -> None:
        reason = self._objection(challenged.terms)
        await self._try(Answer(0, challenged.key, not reason, clean(reason)))

    def _objection(self, terms: Terms) -> str:
        if self._leaving:
            return "the bot is leaving"
        if not self._pool.plays(game_named(terms.game)):
            return f"this bot does not play {terms.game}"
        return ""

    # What goes out

    @asynccontextmanager
    async def _growing(self) -> AsyncIterator[None]:
        """Offer a seat for each thinker as it gets ready; the first one is."""
        await self._declare()
        growing = asyncio.create_task(self._grow())
        try:
            yield
        finally:
            growing.cancel()
            await asyncio.wait([growing])

    @property
    def _capacity(self) -> int:
        """How many matches at once we want, and the server lets us have."""
        return min(self._pool.capacity, self._connection.welcome.limits.capacity)

    async def _grow(self) -> None:
        if self._capacity < self._pool.capacity:
            self._log(f"no more than {_matches(self._capacity)} at once on this server")
        while self._pool.ready < self._capacity and not self._leaving:
            try:
                await self._pool.grow()
            except (BrainFailed, Mistake) as failure:
                self._log(f"no more than {_matches(self._pool.ready)} at once: {failure}")
                return
            await self._declare()

    async def _declare(self) -> None:
        if self._leaving:
            return
        refusal = await self._try(Declare(0, self._policy.declaration(self._pool.ready)))
        if isinstance(refusal, RequestRefused):
            self._leave_as_refused(refusal)
            return
        self._log(f"ready for {_matches(self._pool.ready)} at once")
        report("ready", matches=self._pool.ready)
        refused = await self._enter() if self._pool.ready >= self._capacity else []
        await self._seeks.renew()
        refused += self._seeks.refused.values()
        if refused and len(refused) == len(self._policy.tournaments) + len(self._policy.seeks):
            self._leave_as_refused(refused[0])

    async def _enter(self) -> list[RequestRefused]:
        """Take part in tournaments, once there is a seat for each match; tell what was refused."""
        refused = []
        for tournament in self._policy.tournaments:
            error = await self._try(Enter(0, tournament))
            if error is None:
                self._log(f"takes part in tournament {tournament}")
            elif isinstance(error, RequestRefused):
                refused.append(error)
        return refused

    def _leave_as_refused(self, refusal: RequestRefused) -> None:
        """Leave a server where there is nothing to do, unless a match goes on."""
        if not (self._leaving or self._live or self._connection.welcome.matches):
            self._refusal = refusal
            self.left.set()

    async def _take_no_more(self) -> None:
        await self._try(Declare(0, self._policy.declaration(0)))  # which closes our seeks too
        self._leave_if_done()

    async def _resign_all(self) -> None:
        try:
            async with asyncio.timeout(LAST_WORDS):
                await self._take_no_more()
                for seat in list(self._seats.values()):
                    if not seat.over.is_set():
                        await seat.resign("the bot is leaving")
        except TimeoutError:
            self._log("the server does not answer")
        self.left.set()

    def _leave_if_done(self) -> None:
        if self._leaving and not self._live:
            self.left.set()

    async def _try(self, asked: Answer | Declare | Enter) -> RequestRefused | ConnectionLost | None:
        """Ask, and return what came in the way."""
        try:
            await self._connection.ask(asked)
        except (RequestRefused, ConnectionLost) as error:
            self._log(f"{type(asked).__name__} failed: {error}")
            return error
        return None

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._log(f"the bot has a fault: {type(error).__name__}: {error}")


def _matches(number: int) -> str:
    return count(number, "match", "matches")
