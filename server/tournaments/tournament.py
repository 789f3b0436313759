"""One tournament: who takes part, what is to be played, and what came of it. No I/O, no clock.

It is the fold of two things that are kept: its own events, and the results of its matches. A
request that cannot be granted raises Refusal and changes nothing.
"""

from collections import Counter
from collections.abc import Iterable
from math import inf
from typing import Self, TypeVar, assert_never

from msgspec.structs import replace

from protocol.names import fold
from protocol.parts import Fault, Player
from protocol.tournaments import Format, Order, Stage
from server.players.names import is_same
from server.refusal import Refusal
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
from tournament.formats.arena import arena_fixtures, arena_pairs
from tournament.formats.freshness import Waits
from tournament.formats.pairing import batch
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame
from tournament.statistics.pairs import pair_counts
from tournament.statistics.sprt import SequentialTest

Happened = TypeVar("Happened", bound=TournamentEvent)

MOST_PLAYERS = 1000
# Where all are paired at a stroke, it must not take so long that clocks elsewhere are late.
MOST_PAIRED = {Format.SWISS: 128, Format.ARENA: 128}
MOST_GAMES = 100_000  # that are drawn at once
MOST_ENTRIES = 20  # of one player
MOST_ASKED = 20_000  # entries and orders in all, so that nobody can make it grow for ever
CLOSED = (Stage.FINISHED, Stage.CANCELLED)


class Tournament:
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

    # What is asked

    def enter(self, player: Player, at: float, session: bytes = b"") -> Entered:
        if self.is_closed:
            raise Refusal(Fault.TOO_LATE, f"the tournament is {self.stage}")
        if self.stage is not Stage.OPEN and self.plan.format is not Format.ARENA:
            raise Refusal(Fault.TOO_LATE, "the tournament has begun")
        if self.plan.terms.rated and player.guest:
            raise Refusal(Fault.NOT_ALLOWED, "this is a rated tournament: get an account for it")
        most = MOST_PAIRED.get(self.plan.format, MOST_PLAYERS)
        if len(self.players) >= most:
            raise Refusal(Fault.BUSY, f"a tournament of this format has at most {most} players")
        if player.name in self.players and not self.has(player, session):
            raise Refusal(
                Fault.NOT_ALLOWED, f"somebody else took part as {player.name}: take another name"
            )
        if self._entries[player.name] >= MOST_ENTRIES:
            raise Refusal(Fault.BUSY, f"nobody enters a tournament more than {MOST_ENTRIES} times")
        self._check_asked()
        return self.record(Entered(at, player, session))

    def quit(self, name: str, at: float) -> Left:
        if name not in self.players or name in self.gone:
            raise Refusal(Fault.NOT_SEATED, "you do not take part in this tournament")
        if self.is_closed:
            raise Refusal(Fault.TOO_LATE, f"the tournament is {self.stage}")
        return self.record(Left(at, name))

    def steer(self, order: Order, more: int, at: float) -> Steered | Seeded:
        wanted = {
            Order.START: (Stage.OPEN,),
            Order.PAUSE: (Stage.RUNNING,),
            Order.CONTINUE: (Stage.PAUSED,),
            Order.EXTEND: (Stage.OPEN, Stage.RUNNING, Stage.PAUSED, Stage.FINISHED),
            Order.CANCEL: (Stage.OPEN, Stage.RUNNING, Stage.PAUSED),
        }[order]
        if self.stage not in wanted:
            raise Refusal(
                Fault.CONFLICT,
                f"the tournament is {self.stage}: {order} is for one that is {' or '.join(wanted)}",
            )
        if order not in (Order.PAUSE, Order.CANCEL):  # which we may order ourselves
            self._check_asked()
        if order is Order.START:
            self._check_start()
            return self.record(Seeded(at, self.seeds))
        if order is Order.EXTEND and not more:
            raise Refusal(Fault.BAD_TERMS, "say by how much to extend it")
        if order is Order.EXTEND and self.plan.format is Format.KNOCKOUT:
            raise Refusal(Fault.NOT_ALLOWED, "a knockout ends when one is left")
        if order is Order.EXTEND:
            self._check_games(self.plan.rounds + more)
        return self.record(Steered(at, order, more))

    def _check_asked(self) -> None:
        if self._entries.total() + self._orders >= MOST_ASKED:
            raise Refusal(Fault.BUSY, f"at most {MOST_ASKED} entries and orders are kept of it")

    def _check_start(self) -> None:
        least = 1 if self.plan.format is Format.ARENA else 2
        if len(self.active) < least:
            raise Refusal(Fault.TOO_EARLY, f"a tournament needs {least} players or more")
        if self.plan.format is Format.SPRT and len(self.active) != 2:
            raise Refusal(Fault.CONFLICT, "a test is between two players")
        self._check_games(self.plan.rounds)

    def _check_games(self, rounds: int) -> None:
        """Raise Refusal where everyone plays everyone too often."""
        many = len(self.active)
        others = self.plan.challengers if self.plan.format is Format.GAUNTLET else many - 1
        games = many * others * rounds
        everyone = self.plan.format in (Format.ROUND_ROBIN, Format.GAUNTLET)
        if everyone and games > MOST_GAMES:
            raise Refusal(
                Fault.BAD_TERMS, f"{games} games are too many: at most {MOST_GAMES} can be paired"
            )

    # How it goes on

    def draw(self, at: float) -> Drawn | Finished | None:
        """What is to be played next, or the end; None while there is enough under way."""
        if self.stage is not Stage.RUNNING or self.pending or self.ends_at is not None:
            return None
        if self.live:
            return None
        fixtures = None if self.settled else batch(PairingPlan.of(self.plan), *self._known())
        return self.record(Drawn(at, tuple(fixtures)) if fixtures else Finished(at))

    @property
    def under_way(self) -> list[ScheduledGame]:
        """What is being played, or about to be."""
        return [self.drawn[number] for number in (*self.live, *self.pending)]

    def pair_up(self, waiting: Iterable[str], at: float) -> Drawn | None:
        """In an arena, have those play each other who wait, the longest first."""
        last = {name: at for at, each in enumerate(self.results) for name in each.fixture.players}
        longest = sorted(waiting, key=lambda name: last.get(name, -1))
        self._waits.look(longest, self.under_way, at)
        left = self._waits.left(self.plan.seconds or 0.0, at)
        self.look_again = inf
        if len(longest) < 2:
            return None
        pairs = arena_pairs(longest, self.results, self.under_way, left, self._joined)
        openings = len(self.plan.openings)
        found = arena_fixtures(pairs, openings, self.results, self.under_way)
        self._waits.begin(found, at)
        paired = {name for fixture in found for name in fixture.players}
        self.look_again = at + min((left[name] for name in left if name not in paired), default=inf)
        return self.record(Drawn(at, tuple(found))) if found else None

    def finish(self, at: float) -> Finished:
        return self.record(Finished(at))

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

    def _known(self) -> tuple[list[str], list[Result], set[str]]:
        return list(self.players), self.results, self.gone

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
