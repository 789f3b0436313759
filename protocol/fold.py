"""What the events of a match come to. Whoever follows a match extends this by what else they know.

    fold = MatchFold.begin(started_or_snapshot, game.after, now)
    fold.apply(event, now)                 # for every event, in the order of seq
    fold = fold.after(event, now)          # or the next one, and this one stays as it is

Each kind of event has a method of its own, which whoever extends the fold extends in turn. It reads
no clock: whoever hears of an event says when. Nothing is known here of the rules; positions are
whatever can be played on and gone back in.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar, assert_never

from protocol.events import (
    Declined,
    Ended,
    MatchEvent,
    Offered,
    Played,
    Resumed,
    Snapshot,
    Started,
    Swapped,
    TakenBack,
)
from protocol.parts import Left, OfferKind, Player, Side, Terms


class Playable(Protocol):
    """What the fold needs of a position."""

    @property
    def moves(self) -> tuple[int, ...]: ...

    def play(self, cell: int) -> Self: ...

    def back_to(self, ply: int) -> Self: ...


P = TypeVar("P", bound=Playable)
Offers = tuple[tuple[Side, OfferKind], ...]


@dataclass
class MatchFold(Generic[P]):
    started: Started
    seq: int  # of the latest event
    players: tuple[Player, Player]  # by side: after a swap, as they sit now
    side: Side | None  # ours; None if we watch
    position: P
    left: Left
    running: Side | None  # whose clock runs
    turn_began: float
    offers: Offers = ()  # that stand, and who made them
    swapped: bool = False
    ended: Ended | None = None

    @classmethod
    def begin(
        cls, news: Started | Snapshot, rules: Callable[[tuple[int, ...]], P], now: float
    ) -> Self:
        """A match that begins, or as it stands; *rules* give the position after some cells."""
        started = news if isinstance(news, Started) else news.started
        terms, seconds = started.terms, started.terms.clock.seconds
        moves = terms.opening if isinstance(news, Started) else news.moves
        left = seconds, seconds
        fold = cls(
            started, news.seq, news.players, news.side, rules(moves), left, started.turn, now
        )
        if isinstance(news, Snapshot):
            fold._catch_up(news, now)
        return fold

    def _catch_up(self, snapshot: Snapshot, now: float) -> None:
        self._begin_turn(snapshot.left, snapshot.turn, now - snapshot.elapsed)
        self.offers = tuple((offered.side, offered.offer) for offered in snapshot.offers)
        names = [player.name for player in snapshot.players]
        self.swapped = names != [player.name for player in self.started.players]
        if snapshot.ended:
            self._apply_ended(snapshot.ended, now)

    def after(self, event: MatchEvent, now: float) -> Self:
        """The match after its next event, for those to whom this one is a value."""
        fold = copy(self)
        fold.apply(event, now)
        return fold

    def apply(self, event: MatchEvent, now: float) -> None:
        """Let the next event happen."""
        match event:
            case Played():
                self._apply_played(event, now)
            case Started():
                pass
            case Offered():
                self._apply_offered(event)
            case Declined(offer=kind):
                self.offers = self._without(kind)
            case TakenBack():
                self._apply_taken_back(event, now)
            case Swapped():
                self._apply_swapped(event, now)
            case Resumed():
                self._apply_resumed(event, now)
            case Ended():
                self._apply_ended(event, now)
            case _:
                assert_never(event)
        self.seq = event.seq

    def _apply_played(self, played: Played, now: float) -> None:
        self.position = self._position_after(played.cell)
        self.offers = ()
        self._begin_turn(played.left, played.turn, now)

    def _position_after(self, cell: int) -> P:
        return self.position.play(cell)

    def _apply_offered(self, offered: Offered) -> None:
        self.offers = (*self._without(offered.offer), (offered.side, offered.offer))

    def _apply_taken_back(self, back: TakenBack, now: float) -> None:
        self.position = self.position.back_to(back.ply)
        self.offers = ()
        self._begin_turn(back.left, back.turn, now)

    def _apply_swapped(self, swapped: Swapped, now: float) -> None:
        self.players, self.swapped = swapped.players, True
        self.side = None if self.side is None else 1 - self.side
        self.offers = ()
        self._begin_turn(swapped.left, swapped.turn, now)

    def _apply_resumed(self, resumed: Resumed, now: float) -> None:
        self._begin_turn(resumed.left, resumed.turn, now)

    def _apply_ended(self, ended: Ended, now: float) -> None:
        self.ended, self.offers = ended, ()
        self._begin_turn(ended.left, None, now)

    def _begin_turn(self, left: Left, turn: Side | None, now: float) -> None:
        self.left, self.running, self.turn_began = left, turn, now

    def _without(self, kind: OfferKind) -> Offers:
        return tuple(each for each in self.offers if each[1] != kind)

    def offered_by(self, kind: OfferKind) -> Side | None:
        """Who has made the offer of this kind that stands."""
        return next((side for side, each in self.offers if each == kind), None)

    @property
    def match(self) -> str:
        return self.started.match

    @property
    def terms(self) -> Terms:
        return self.started.terms

    @property
    def ply(self) -> int:
        return len(self.position.moves)

    @property
    def played(self) -> int:
        """How many moves the players have made: those of the opening are not theirs."""
        return len(self.position.moves) - len(self.started.terms.opening)
