"""What is known of a match at a moment, by somebody who plays in it or watches it."""

from dataclasses import dataclass
from typing import NamedTuple

from client.model.match_clocks import Clocks
from games import Cell, Game, Position
from protocol.events import Said
from protocol.fold import MatchFold
from protocol.parts import OfferKind, Player, Side
from protocol.requests import Move


class MoveTime(NamedTuple):
    """What a move took, in seconds."""

    elapsed: float
    credited: float  # of it, for the way through the network
    charged: float  # of it, to the clock


@dataclass(frozen=True)
class SeriesScore:
    """The results of a series of rematches."""

    winners: tuple[str | None, ...] = ()  # by game, the earliest first; None where drawn

    def points(self, name: str) -> float:
        """One for each win, half for each draw."""
        return sum(1.0 if each == name else 0.5 if each is None else 0.0 for each in self.winners)


@dataclass
class MatchFacts(MatchFold[Position]):
    move_times: tuple[MoveTime | None, ...] = ()  # by ply; None where we were not told
    away: tuple[float | None, float | None] = (None, None)  # by side: from when on to claim
    talk: tuple[Said, ...] = ()  # of both rooms
    score: SeriesScore = SeriesScore()  # with this match, once it has ended
    restarted: bool = False  # the server was, in this turn: its clock may wait for the player
    closes_at: float | None = None  # the server has announced to go down
    rematch_by: frozenset[str] = frozenset()  # who would like one
    premove: Cell | None = None
    shared: bool = False  # by two at one keyboard: `side` is that of whoever is to move

    def is_me(self, side: Side) -> bool:
        """Whether this side is ours alone."""
        return side == self.side and not self.shared

    @property
    def clocks(self) -> Clocks:
        first_move = self.started.first_move if self.played < 2 else None
        return Clocks(self.terms.clock, self.left, self.running, self.turn_began, first_move)

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def turn(self) -> Side | None:
        """Whose it is; None once the match is over."""
        return None if self.ended or self.position.outcome else self.position.turn

    @property
    def is_mine(self) -> bool:
        """Whether it is our turn."""
        return self.side is not None and self.turn == self.side

    @property
    def me(self) -> Player | None:
        return None if self.side is None else self.players[self.side]

    @property
    def opponent(self) -> Player | None:
        return None if self.side is None else self.players[1 - self.side]

    @property
    def offered_to_me(self) -> tuple[OfferKind, ...]:
        return tuple(kind for by, kind in self.offers if self.side is not None and by != self.side)

    @property
    def offered_by_me(self) -> tuple[OfferKind, ...]:
        return tuple(kind for by, kind in self.offers if by == self.side)

    @property
    def last(self) -> Cell | None:
        return self.position.moves[-1] if self.position.moves else None

    @property
    def notation(self) -> tuple[str, ...]:
        """The moves as people write them."""
        return tuple(self.game.names[cell] for cell in self.position.moves)

    def claim_in(self, now: float) -> float | None:
        """How long the opponent, who is gone, has to come back; None if they are here."""
        if self.side is None or self.ended:
            return None
        due = self.away[1 - self.side]
        return None if due is None else max(0.0, due - now)

    def idle_in(self, now: float) -> float | None:
        """How long an untimed turn may still keep a bot waiting; None: as long as one likes."""
        side, most = self.running, self.started.idle
        if most is None or side is None or self.ended or not self.players[1 - side].bot:
            return None
        return max(0.0, most - self.clocks.elapsed(now))

    def turn_left(self, now: float) -> float | None:
        """What is left for the turn, on the clock or without one; None: there is no limit."""
        side = self.running
        left = None if side is None else self.clocks.remaining(side, now)
        return self.idle_in(now) if left is None else left

    def closes_in(self, now: float) -> float | None:
        """How long until the server goes down, if it has said so."""
        return None if self.closes_at is None else max(0.0, self.closes_at - now)

    def move(self, cell: Cell) -> Move:
        """The request that plays a cell now."""
        return Move(0, self.match, self.ply, cell)
