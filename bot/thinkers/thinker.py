"""What a bot needs of whatever thinks for it: an answer in time, or a reason why there is none."""

from collections.abc import Mapping
from operator import index
from typing import NamedTuple, Protocol, runtime_checkable

from bot.brain import Budget, Choice
from games import Cell, Game, IllegalMove, Mistake, Position
from games.notation import read_cell
from protocol.parts import TimeControl, Verdict

MOST_SCORE = 1e9  # that fits into a message


class BrainFailed(Exception):
    """A brain raised, hung, left or answered nonsense; the text says which."""


class TooSlow(BrainFailed):
    """It gave no answer within its limit, and was ended."""


class Stopped(BrainFailed):
    """It was told to stop."""


class Turn(NamedTuple):
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

    def think(self, turn: Turn) -> Choice:
        """A legal choice. Raises BrainFailed, also when it was stopped."""

    def stop(self) -> None:
        """End what it is thinking about, at once."""

    def close(self) -> None:
        """Leave nothing running."""

    def plays(self, game: Game) -> bool:
        """Whether this game is one for it."""


@runtime_checkable
class Warming(Protocol):
    """A thinker that is at its best in a game only once it has loaded what that takes."""

    def warm_up(self, game: Game) -> None:
        """Load it, once it is prepared. Raises BrainFailed."""


def make_ready(thinker: Thinker, game: Game) -> None:
    """Prepare a thinker for a match of a game. Raises BrainFailed."""
    thinker.prepare()
    if isinstance(thinker, Warming):
        thinker.warm_up(game)


def understood(position: Position, answer: object) -> Choice:
    """What a brain answered, as a legal choice. Raises BrainFailed, which says what was wrong.

    A cell as a number or in the game's notation; or something with a `cell` and perhaps a score, a
    verdict, a depth, nodes and a line, as attributes or as keys.
    """
    facts = _facts(answer)
    cell = _cell(position, facts["cell"] if facts else answer, answer)
    try:
        after = position.play(cell)
    except IllegalMove as error:
        raise BrainFailed(f"it answered an illegal cell: {error}") from error
    return Choice(
        cell,
        score=_number(facts.get("score")),
        verdict=_verdict(facts.get("verdict")),
        distance=_count(facts.get("distance")),
        depth=_count(facts.get("depth")),
        nodes=_count(facts.get("nodes")),
        line=_line(after, facts.get("line")),
    )


def _facts(answer: object) -> Mapping[str, object]:
    if isinstance(answer, Mapping) and "cell" in answer:
        return answer
    if hasattr(answer, "cell"):
        return {name: getattr(answer, name, None) for name in Choice._fields}
    return {}


def _cell(position: Position, cell: object, answer: object) -> Cell:
    if isinstance(cell, str):
        try:
            return read_cell(position, cell)
        except Mistake as error:
            raise BrainFailed(f"its answer is no move: {error}") from error
    number = None if isinstance(cell, bool) else _count(cell)
    if number is None:
        raise BrainFailed(f"its answer is no cell: {_short(answer)}")
    return number


def _count(value: object) -> int | None:
    try:
        return index(value)  # type: ignore[arg-type]  # whatever is no whole number is refused
    except TypeError:
        return None


def _number(value: object) -> int | None:
    if not isinstance(value, int | float) or value != value:
        return _count(value)
    return int(max(-MOST_SCORE, min(MOST_SCORE, value)))


def _verdict(value: object) -> Verdict:
    try:
        return Verdict(str(value))
    except ValueError:
        return Verdict.UNDECIDED


def _line(after: Position, line: object) -> tuple[Cell, ...]:
    """As much of the line as can be played."""
    played = list(after.moves[-1:])
    for each in list(line)[1:] if isinstance(line, list | tuple) else []:
        cell = _count(each)
        if cell is None or not after.is_legal(cell):
            break
        after = after.play(cell)
        played.append(cell)
    return tuple(played) if line else ()


def _short(answer: object) -> str:
    try:
        text = repr(answer)
    except Exception as error:
        text = f"something whose repr raises {type(error).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."
