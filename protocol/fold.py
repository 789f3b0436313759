"""What the events of a match come to. Whoever follows a match extends this by what else they know.

    fold = MatchFold.begin(started_or_snapshot, game.after, now)
    fold = fold.after(event, now)          # for every event, in the order of seq

A fold is a value: `after` returns the next one. It reads no clock: whoever hears of an event says
when. Nothing is known here of the rules; positions are whatever can be played on and gone back in.
"""

from collections.abc import Callable
from typing import Generic, Protocol, Self, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

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


class MatchFold(Struct, Generic[P], frozen=True):
    started: Started
    seq: int  # of the latest event
    players: tuple[Player, Player]  # by side: after a swap, as they sit now
    side: Side | None  # ours; None if we watch
    position: P
    left: Left
    running: Side | None  # whose clock runs
    turn_began: float
    offers: tuple[tuple[Side, OfferKind], ...] = ()  # that stand, and who made them
    swapped: bool = False
    ended: Ended | None = None

    @classmethod
    def begin(
        cls, news: Started | Snapshot, rules: Callable[[tuple[int, ...]], P], now: float
    ) -> Self:
        """A match that begins, or as it stands; *rules* give the position after some cells."""
        started = news if isinstance(news, Started) else news.started
        terms, seconds = started.terms, started.terms.clock.seconds
        position, left = rules(terms.opening), (seconds, seconds)
        fold = cls(
            started, started.seq, started.players, news.side, position, left, started.turn, now
        )
        return fold if isinstance(news, Started) else fold._caught_up(news, rules, now)

    def _caught_up(
        self, snapshot: Snapshot, rules: Callable[[tuple[int, ...]], P], now: float
    ) -> Self:
        names = [player.name for player in snapshot.players]
        fold = replace(
            self,
            seq=snapshot.seq,
            players=snapshot.players,
            position=rules(snapshot.moves),
            left=snapshot.left,
            running=snapshot.turn,
            turn_began=now - snapshot.elapsed,
            offers=tuple((offered.side, offered.offer) for offered in snapshot.offers),
            swapped=names != [player.name for player in self.started.players],
        )
        return fold._over(snapshot.ended, now) if snapshot.ended else fold

    def after(self, event: MatchEvent, now: float) -> Self:
        """The match after its next event."""
        return replace(self._after(event, now), seq=event.seq)

    def _after(self, event: MatchEvent, now: float) -> Self:
        match event:
            case Started():
                return self
            case Played(cell=cell, left=left, turn=turn):
                return replace(self._turned(left, turn, now), position=self.position.play(cell))
            case Offered(side=side, offer=kind):
                return replace(self, offers=(*self._without(kind), (side, kind)))
            case Declined(offer=kind):
                return replace(self, offers=self._without(kind))
            case TakenBack(ply=ply, left=left, turn=turn):
                return replace(self._turned(left, turn, now), position=self.position.back_to(ply))
            case Swapped(players=players, left=left, turn=turn):
                ours = None if self.side is None else 1 - self.side
                turned = self._turned(left, turn, now)
                return replace(turned, players=players, side=ours, swapped=True)
            case Resumed(left=left, turn=turn):
                return replace(self, left=left, running=turn, turn_began=now)
            case Ended():
                return self._over(event, now)
            case _:
                assert_never(event)

    def _turned(self, left: Left, turn: Side | None, now: float) -> Self:
        """Another turn has begun: what was offered before it has lapsed."""
        return replace(self, left=left, running=turn, turn_began=now, offers=())

    def _over(self, ended: Ended, now: float) -> Self:
        return replace(self._turned(ended.left, None, now), ended=ended)

    def _without(self, kind: OfferKind) -> tuple[tuple[Side, OfferKind], ...]:
        return tuple(each for each in self.offers if each[1] != kind)

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
        return self.ply - len(self.terms.opening)
