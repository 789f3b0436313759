"""What a brain answers, read with suspicion: anything may come out of a file or a program."""

from collections.abc import Mapping
from operator import index

from bot.brain import Choice
from bot.thinkers.thinker import BrainFailed
from games import Cell, IllegalMove, Mistake, Position
from games.notation import read_cell
from protocol.parts import Verdict

MOST_SCORE = 1e9  # that fits into a message


def read_answer(position: Position, answer: object) -> Choice:
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
        within=_count(facts.get("within")),
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
