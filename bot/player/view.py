"""A match as one of its players sees it. Reads no clock: whoever hears the news says when."""

from typing import NamedTuple

from games import Position, game_named
from protocol.events import Played, Resumed, Snapshot, Started, Swapped, TakenBack
from protocol.parts import Left, Player, Side, Terms, TimeControl


class SeatView(NamedTuple):
    match: str
    terms: Terms
    players: tuple[Player, Player]
    side: Side  # ours
    position: Position
    left: Left
    turn_began: float
    first_move: float | None
    swapped: bool = False

    @classmethod
    def of(cls, news: Started | Snapshot, now: float) -> "SeatView":
        """The match that has begun, or as it stands."""
        started = news.started if isinstance(news, Snapshot) else news
        assert news.side is not None, "we play in it"
        clock, game = started.terms.clock, game_named(started.terms.game)
        view = cls(
            news.match, started.terms, started.players, news.side,
            game.after(started.terms.opening),
            (clock.seconds, clock.seconds), now, started.first_move,
        )  # fmt: skip
        if isinstance(news, Started):
            return view
        return view._replace(
            players=news.players,
            position=game.after(news.moves),
            left=news.left,
            turn_began=now - news.elapsed,
            swapped=news.players != started.players,
        )

    def after(self, news: Played | TakenBack | Swapped | Resumed, now: float) -> "SeatView":
        match news:
            case Played(cell=cell, left=left):
                position = self.position.play(cell)
                return self._replace(position=position, left=left, turn_began=now)
            case TakenBack(ply=ply, left=left):
                position = self.position.game.after(self.position.moves[:ply])
                return self._replace(position=position, left=left, turn_began=now)
            case Swapped(players=players, left=left):
                return self._replace(
                    players=players, side=1 - self.side, left=left, turn_began=now, swapped=True
                )
            case Resumed(left=left):
                return self._replace(left=left, turn_began=now)

    @property
    def is_ours(self) -> bool:
        """Whether it is for us to move."""
        return self.position.outcome is None and self.position.turn == self.side

    @property
    def opponent(self) -> Player:
        return self.players[1 - self.side]

    @property
    def may_swap(self) -> bool:
        """Whether we could take the other side instead of moving."""
        return (
            self.terms.pie and self.side == 1 and len(self.position.moves) == 1 and not self.swapped
        )

    @property
    def is_timed(self) -> bool:
        """Whether a turn that lasts too long ends by itself."""
        return self.terms.clock != TimeControl()

    @property
    def due(self) -> float | None:
        """In how many seconds from its beginning this turn must end, if it is not on the clock."""
        played = len(self.position.moves) - len(self.terms.opening)
        return self.first_move if played < 2 else None

    @property
    def moves_to_come(self) -> int:
        """How many moves of ours there can be at most."""
        position = self.position
        return (position.game.cells - len(position.moves) + 1) // 2
