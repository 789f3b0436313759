"""Scripted players of `crash` and `cluster`, who play on whatever happens to their server."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, time
from typing import NamedTuple

from benchmarks.load.players import GAME
from client.link.connection import (
    Announcement,
    Connection,
    ConnectionLost,
    Link,
    LinkOptions,
    RequestRefused,
    connect,
)
from protocol.events import Ended, Played, Resumed, Snapshot, Started
from protocol.parts import Left, Side, Terms
from protocol.requests import Enter, Move, Seek, ShowMatch, Withdraw

SHORT_CUT = range(len(GAME) - 5, len(GAME))  # five in a row, which the script comes to at its end
LAST_WAIT = 3.0  # seconds for news of a match that has perhaps begun in the last moment
AGAIN = 0.2  # seconds until what was refused is asked again, where the server does not say


class Turn(NamedTuple):
    """How long a player took over a ply."""

    thought: float  # from hearing that it was to move, until it said its move
    answered: float  # until the server said that it was played
    at: float  # when it did, in seconds since 1970


class ThrownOut(NamedTuple):
    """A player whose link was ended for good, for no reason that they know."""

    at: float  # seconds since 1970
    name: str
    why: str


class Told:
    """What all players together were told."""

    def __init__(self) -> None:
        self.done: set[tuple[str, int, int]] = set()  # acknowledged: match, ply, cell
        self.turns: dict[tuple[str, int], Turn] = {}
        self.clocks: dict[str, Left] = {}  # of every match, at its start
        self.refusals: Counter[str] = Counter()
        self.thrown_out: list[ThrownOut] = []
        self.hurry = asyncio.Event()  # nothing more is broken: come to an end
        self.on_played: Callable[[Played], None] = lambda _: None
        self.on_ended: Callable[[str], None] = lambda _: None
        self.hurried: list[asyncio.Event] = []  # to be set with it
        self._started = asyncio.Condition()

    @property
    def matches(self) -> set[str]:
        return set(self.clocks)

    def hurry_up(self) -> None:
        self.hurry.set()
        for each in self.hurried:
            each.set()

    def note_fault(self, task: asyncio.Task[None]) -> None:
        """What must not happen is counted, for nobody waits for that task."""
        if not task.cancelled() and task.exception():
            self.refusals[f"fault: {task.exception()!r}"] += 1

    async def start(self, match: str, seconds: float | None) -> None:
        async with self._started:
            self.clocks[match] = (seconds, seconds)
            self._started.notify_all()

    async def under_way(self, count: int) -> None:
        async with self._started:
            await self._started.wait_for(lambda: len(self.clocks) >= count)


@dataclass(frozen=True)
class Script:
    """How a player plays."""

    terms: Terms  # that nobody else has but the one to meet
    side: Side
    think: tuple[float, float]  # seconds over a move, from and to
    full: bool = True  # each match to its last cell; or a win on the spot when all is to end
    again_after: int | None = None  # plies after which matches are ended, and others begun
    tournament: str = ""  # a bot that plays in this, and seeks nobody


@dataclass
class PlayedMatch:
    """A match as one of its players knows it."""

    side: Side
    cells: list[int] = field(default_factory=list)
    chosen: dict[int, int] = field(default_factory=dict)  # cells, by ply
    thought: dict[int, float] = field(default_factory=dict)  # seconds, by ply
    since: float = 0.0  # when it was told how the match stands
    turn: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.since = monotonic()

    @property
    def is_mine(self) -> bool:
        return len(self.cells) % 2 == self.side

    def choose(self, win: bool) -> int:
        """What to play now; the same again if it is asked again."""
        return self.chosen.setdefault(len(self.cells), self._choice(win))

    def _choice(self, win: bool) -> int:
        taken = set(self.cells)
        if win and self.side == 0 and not taken & set(SHORT_CUT) - set(self.cells[::2]):
            return next(cell for cell in SHORT_CUT if cell not in taken)
        scripted = GAME[len(self.cells)]
        free = scripted not in taken
        return scripted if free else next(cell for cell in GAME if cell not in taken)


class LastingPlayer:
    """One of two who seek each other, and play until all is to end."""

    def __init__(
        self, urls: tuple[str, ...], name: str, script: Script, told: Told, chance: random.Random
    ) -> None:
        self._url, self._name, self._script = ",".join(urls), name, script
        self._told, self._chance = told, chance
        self._session: str | None = None
        self._matches: dict[str, PlayedMatch] = {}
        self._ended = 0
        self._left = self._entered = False
        self._changed = asyncio.Event()  # linked anew, a match begun or over, or all is to end
        told.hurried.append(self._changed)

    async def play(self) -> None:
        """Until there is no match left to play, at the first node as long as that is there."""
        while not (self._is_through or self._left):
            try:
                await self._visit()
            except (ConnectionLost, RequestRefused) as error:
                self._told.thrown_out.append(ThrownOut(time(), self._name, str(error)))
                await asyncio.sleep(self._chance.uniform(0, AGAIN))

    @property
    def _is_through(self) -> bool:
        again = self._script.again_after or self._script.tournament
        goes_on = again and not self._told.hurry.is_set()
        return bool(self._ended) and not self._matches and not goes_on

    async def _visit(self) -> None:
        """Play until there is nothing left to play, or somebody ends the link for good."""
        options = LinkOptions(on_link=self._note_link)
        name = "" if self._session else self._name
        bot = bool(self._script.tournament)
        async with connect(
            self._url, name, session=self._session, bot=bot, options=options
        ) as connection:
            self._session = connection.welcome.session
            tasks = [
                asyncio.create_task(self._attend(connection)),
                asyncio.create_task(self._seek(connection)),
            ]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for each in done:
                    each.result()
            finally:
                tasks += [each.turn for each in self._matches.values() if each.turn]
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)

    async def _attend(self, connection: Connection) -> None:
        """Hear how matches go on, and what ended while nobody was there to hear it."""
        for match in self._matches.keys() - {each.match for each in connection.welcome.matches}:
            for event in (await connection.ask(ShowMatch(0, match))).events:
                if isinstance(event, Ended):
                    self._end(match)
        async for news in connection:
            await self._hear(connection, news)
            if self._is_through:
                return

    async def _hear(self, connection: Connection, news: Announcement) -> None:
        match news:
            case Started(side=int(side)):
                await self._begin(news, PlayedMatch(side))
            case Snapshot(side=int(side), moves=moves):
                await self._begin(news.started, PlayedMatch(side, list(moves)))
                if news.ended:
                    self._end(news.match)
            case Played(match=match, ply=ply, cell=cell) if known := self._matches.get(match):
                known.cells[ply:] = [cell]
                known.since = monotonic()
                self._told.on_played(news)
            case Resumed(match=match) if known := self._matches.get(match):
                known.since = monotonic()
            case Ended():
                self._end(news.match)
        match = getattr(news, "match", "")
        known = self._matches.get(match)
        if known and known.is_mine and (known.turn is None or known.turn.done()):
            known.turn = asyncio.create_task(self._move(connection, match, known))
            known.turn.add_done_callback(self._told.note_fault)

    async def _begin(self, started: Started, match: PlayedMatch) -> None:
        if known := self._matches.get(started.match):
            match.chosen, match.thought = known.chosen, known.thought
            if known.turn:
                known.turn.cancel()
        self._matches[started.match] = match
        self._changed.set()
        await self._told.start(started.match, started.terms.clock.seconds)

    def _end(self, match: str) -> None:
        self._told.on_ended(match)
        if ended := self._matches.pop(match, None):
            self._ended += 1
            self._changed.set()
            if ended.turn:
                ended.turn.cancel()

    async def _seek(self, connection: Connection) -> None:
        """Seek whenever there is nothing to play, until there is nothing when all is to end."""
        while self._matches or not self._told.hurry.is_set():
            self._changed.clear()
            if self._script.tournament:
                await self._enter(connection)
            key = "" if self._matches or self._script.tournament else await self._open(connection)
            await self._changed.wait()
            if key and self._told.hurry.is_set() and not self._matches:
                await self._withdraw(connection, key)
        self._left = True

    async def _enter(self, connection: Connection) -> None:
        if not self._entered:
            with suppress(ConnectionLost):
                await connection.ask(Enter(0, self._script.tournament))
                self._entered = True

    async def _open(self, connection: Connection) -> str:
        """The key of a seek; none if the server has none from us now."""
        try:
            seek = Seek(0, self._script.terms, self._script.side)
            return (await connection.ask(seek)).key
        except ConnectionLost:
            return ""  # when the link is made anew, it is asked again
        except RequestRefused as refused:
            self._told.refusals[f"seek: {refused.code}"] += 1
            await asyncio.sleep(refused.wait or AGAIN)
            self._changed.set()
            return ""

    async def _withdraw(self, connection: Connection, key: str) -> None:
        try:
            await connection.ask(Withdraw(0, key))
        except RequestRefused:  # somebody has taken it, of which we shall hear; or it was lost
            self._changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_WAIT):
                    await self._changed.wait()

    def _note_link(self, link: Link) -> None:
        if link is Link.CONNECTED:
            self._changed.set()

    async def _move(self, connection: Connection, match: str, known: PlayedMatch) -> None:
        """Think, and move; and move again if the opponent has by then."""
        while known.is_mine and len(known.cells) < len(GAME):
            ply = len(known.cells)
            if not (self._script.full and self._told.hurry.is_set()):
                await asyncio.sleep(self._chance.uniform(*self._script.think))
                if len(known.cells) != ply:
                    continue  # it was played already, as we have heard by now
            cell = known.choose(self._is_to_win(ply))
            thought = known.thought.setdefault(ply, monotonic() - known.since)
            try:
                await connection.ask(Move(0, match, ply, cell))
            except ConnectionLost:
                return  # the next visit goes on
            except RequestRefused as refused:
                self._told.refusals[f"move: {refused.code}"] += 1
                await asyncio.sleep(refused.wait or AGAIN)
                continue
            self._told.done.add((match, ply, cell))
            self._told.turns[match, ply] = Turn(thought, monotonic() - known.since, time())
            known.cells[ply:] = known.cells[ply:] or [cell]

    def _is_to_win(self, ply: int) -> bool:
        over = self._script.again_after is not None and ply >= self._script.again_after
        return over or (self._told.hurry.is_set() and not self._script.full)
