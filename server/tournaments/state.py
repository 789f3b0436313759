"""What a tournament is at a moment. No I/O, no clock.

It is the fold of two things that are kept: its own events, and the results of its matches.
"""

from collections import Counter
from collections.abc import Iterable
from math import inf
from typing import Self, TypeVar, assert_never

from msgspec.structs import replace

from protocol.names import fold
from protocol.parts import Player
from protocol.tournaments import Format, Order, Stage
from server.players.names import is_same
from server.tournaments.events import (
    Announced,
    Drawn,
    Entered,
    Finished,
    Left,
    Seeded,
    Steered,
    TournamentEvent,
)
from tournament.formats.freshness import Waits
from tournament.results import Result, ScheduledGame
from tournament.statistics.pairs import pair_counts
from tournament.statistics.sprt import SequentialTest

Happened = TypeVar("Happened", bound=TournamentEvent)

CLOSED = (Stage.FINISHED, Stage.CANCELLED)


class TournamentState:
    def __init__(self, announced: Announced) -> None:
        self.id, self.plan, self.by = announced.tournament, announced.plan, announced.by
        self.events: list[TournamentEvent] = []
        self.committed = 0  # of the events, how many the journal has
        self.stage = Stage.OPEN
        self.players: dict[str, Player] = {}  # by entry, and by seed once it has begun
        self.session = announced.session
        self.sessions: dict[str, bytes] = {}  # of the guests among the players
        self.gone: set[str] = set()  # of them, those who take part no more
        self.drawn: dict[int, ScheduledGame] = {}  # by number
        self.pending: dict[int, ScheduledGame] = {}  # of them, what is yet to be played
        self.live: dict[int, str] = {}  # and what is being played, by its match
        self.results: list[Result] = []  # in the order of the ends
        self.plies: dict[int, int] = {}  # that each result took
        self.settled = False  # a test between two has come to a decision
        self.started_at = 0.0
        self.look_again = inf  # when those who wait in an arena for a fresher opponent wait no more
        self._entries: Counter[str] = Counter()  # by player
        self._orders = 0
        self._waits = Waits()
        self._joined = 0  # games that were drawn before the last player entered
        self.record(announced)

    @classmethod
    def restored(cls, events: Iterable[TournamentEvent]) -> Self:
        first, *rest = events
        assert isinstance(first, Announced), "a tournament begins with its announcement"
        tournament = cls(first)
        for event in rest:
            tournament.record(event)
        tournament.committed = tournament.seq
        return tournament

    def undone(self) -> Self:
        """The tournament as the journal has it, with its games as they are."""
        before = self.restored(self.events[: self.committed])
        for result in self.results:
            if result.fixture.number in before.drawn:
                before.score(result, self.plies[result.fixture.number])
        for number, match in self.live.items():
            if number in before.drawn:
                before.begin(number, match)
        return before

    @property
    def seq(self) -> int:
        """Of the next event."""
        return len(self.events)

    @property
    def active(self) -> list[str]:
        """Who takes part, and has not left."""
        return [name for name in self.players if name not in self.gone]

    @property
    def seeds(self) -> tuple[str, ...]:
        """Everyone, the best first: as they are seeded, or while it is open would be now.

        By the order of the plan, then by a rating that means something, then by entry.
        """
        if self.stage is not Stage.OPEN:
            return tuple(self.players)
        planned = {fold(name): place for place, name in enumerate(self.plan.seeds)}

        def seed(player: Player) -> tuple[float, float]:
            known = player.rating is not None and not player.provisional
            return planned.get(fold(player.name), inf), -(player.rating or 0) if known else inf

        return tuple(player.name for player in sorted(self.players.values(), key=seed))

    @property
    def is_closed(self) -> bool:
        return self.stage in CLOSED

    @property
    def ends_at(self) -> float | None:
        """When an arena starts no more games, as the time of day."""
        if self.plan.format is not Format.ARENA or self.stage is Stage.OPEN:
            return None
        return self.started_at + (self.plan.seconds or 0.0)

    def is_by(self, player: Player, session: bytes) -> bool:
        """Whether it was opened by this player, and not by an earlier guest of the name."""
        held = not self.is_closed
        return _is_same(self.by, self.session, player, session, held)

    def has(self, player: Player, session: bytes) -> bool:
        """Whether this player entered it, and not an earlier guest of the name."""
        name = player.name
        if name not in self.players:
            return False
        held = not self.is_closed and name not in self.gone
        return _is_same(self.players[name], self.sessions.get(name, b""), player, session, held)

    # How it goes on

    @property
    def under_way(self) -> list[ScheduledGame]:
        """What is being played, or about to be."""
        return [self.drawn[number] for number in (*self.live, *self.pending)]

    def begin(self, number: int, match: str) -> None:
        """A game has begun."""
        self.pending.pop(number, None)
        self.live[number] = match

    def call_off(self, number: int) -> None:
        """A game ended without a score: it is to be played once more."""
        self.live.pop(number, None)
        if not self.is_closed and not self.settled:
            self.pending[number] = self.drawn[number]

    def score(self, result: Result, plies: int) -> None:
        """A game has ended."""
        number = result.fixture.number
        self.pending.pop(number, None)
        self.live.pop(number, None)
        self.results.append(result)
        self.plies[number] = plies
        self.settled = self._is_settled()
        if self.settled:
            self.pending.clear()

    def _is_settled(self) -> bool:
        test = self.plan.sprt
        if test is None or self.plan.format is not Format.SPRT:
            return False
        first = next(iter(self.players))
        return SequentialTest.of(test).state(pair_counts(first, self.results)).decision is not None

    # How events change it

    def record(self, event: Happened) -> Happened:
        self._apply(event)
        self.events.append(event)
        return event

    def _apply(self, event: TournamentEvent) -> None:
        match event:
            case Announced():
                pass
            case Entered(player=player, session=session):
                self.players[player.name] = player
                self.sessions[player.name] = session
                self.gone.discard(player.name)
                self._entries[player.name] += 1
                self._joined = len(self.drawn)
            case Left(name=name):
                if self.stage is Stage.OPEN:
                    del self.players[name]
                else:
                    self.gone.add(name)
            case Seeded(names=names):
                self.players = {name: self.players[name] for name in names}
                self.stage, self.started_at = Stage.RUNNING, event.at
            case Steered():
                self._steered(event)
            case Drawn(fixtures=fixtures):
                new = {fixture.number: fixture for fixture in fixtures}
                self.drawn |= new
                self.pending |= new
            case Finished():
                self.stage = Stage.FINISHED
                self.pending.clear()
            case _:
                assert_never(event)

    def _steered(self, event: Steered) -> None:
        self._orders += 1
        match event.order:
            case Order.START:  # as it was kept when seeds were the order of entry
                self._apply(Seeded(event.at, tuple(self.players)))
            case Order.PAUSE:
                self.stage = Stage.PAUSED
            case Order.CONTINUE:
                self.stage = Stage.RUNNING
            case Order.CANCEL:
                self.stage = Stage.CANCELLED
                self.pending.clear()
            case Order.EXTEND:
                self._extend(event.more)

    def _extend(self, more: int) -> None:
        if self.plan.format is Format.ARENA:
            self.plan = replace(self.plan, seconds=(self.plan.seconds or 0.0) + more)
        else:
            self.plan = replace(self.plan, rounds=self.plan.rounds + more)
        if self.stage is Stage.FINISHED:
            self.stage = Stage.RUNNING


def _is_same(one: Player, kept: bytes, other: Player, session: bytes, held: bool) -> bool:
    """Whether two are the same; where no session was kept, while the name was held for them."""
    return is_same(one, other) and (kept == session or (held and not kept))
