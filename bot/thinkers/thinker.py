"""What a bot needs of whatever thinks for it: an answer in time, or a reason why there is none."""

from typing import NamedTuple, Protocol, runtime_checkable

from bot.brain import Budget, Choice
from games import Game, Position
from protocol.parts import TimeControl


class BrainFailed(Exception):
    """A brain raised, hung, left or answered nonsense; the text says which."""


class TooSlow(BrainFailed):
    """It gave no answer within its limit, and was ended."""


class Stopped(BrainFailed):
    """It was told to stop."""


class BotTurn(NamedTuple):
    """What a brain is asked: a move in this position."""

    position: Position
    budget: Budget
    limit: float  # seconds after which the answer is not waited for any longer
    left: float | None = None  # seconds on the clock for the whole game
    clock: TimeControl = TimeControl()


class Thinker(Protocol):
    """A brain, wherever it runs. All calls block; `stop` may come from another thread."""

    can_ponder: bool  # whether it stops at once, and remembers what it found

    def prepare(self) -> None:
        """Get ready for a match, anew after a failure. Raises BrainFailed."""

    def think(self, turn: BotTurn) -> Choice:
        """A legal choice. Raises BrainFailed, also when it was stopped."""

    def stop(self) -> None:
        """End what it is thinking about, at once."""

    def close(self) -> None:
        """Leave nothing running."""

    def plays(self, game: Game) -> bool:
        """Whether this game is one for it."""


@runtime_checkable
class WarmableThinker(Protocol):
    """A thinker that is at its best in a game only once it has loaded what that takes."""

    def warm_up(self, game: Game) -> None:
        """Load it, once it is prepared. Raises BrainFailed."""


def make_ready(thinker: Thinker, game: Game) -> None:
    """Prepare a thinker for a match of a game. Raises BrainFailed."""
    thinker.prepare()
    if isinstance(thinker, WarmableThinker):
        thinker.warm_up(game)
