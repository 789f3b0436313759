"""A match as one of its players sees it. Reads no clock: whoever hears the news says when."""

from dataclasses import dataclass
from typing import Self

from games import Position, game_named
from protocol.events import Snapshot, Started
from protocol.fold import MatchFold
from protocol.parts import Player, Side, TimeControl


@dataclass
class SeatView(MatchFold[Position]):
    @classmethod
    def of(cls, news: Started | Snapshot, now: float) -> Self:
        """The match that has begun, or as it stands."""
        started = news.started if isinstance(news, Snapshot) else news
        return cls.begin(news, game_named(started.terms.game).after, now)

    @property
    def us(self) -> Side:
        """The side that we have."""
        assert self.side is not None, "we play in it"
        return self.side

    @property
    def is_ours(self) -> bool:
        """Whether it is for us to move."""
        return self.position.outcome is None and self.position.turn == self.side

    @property
    def opponent(self) -> Player:
        return self.players[1 - self.us]

    @property
    def may_swap(self) -> bool:
        """Whether we could take the other side instead of moving."""
        return self.terms.pie and self.side == 1 and self.ply == 1 and not self.swapped

    @property
    def is_timed(self) -> bool:
        """Whether a turn that lasts too long ends by itself."""
        return self.terms.clock != TimeControl()

    @property
    def due(self) -> float | None:
        """In how many seconds from its beginning this turn must end, if it is not on the clock."""
        return self.started.first_move if self.played < 2 else None

    @property
    def moves_to_come(self) -> int:
        """How many moves of ours there can be at most."""
        return (self.position.game.cells - self.ply + 1) // 2
