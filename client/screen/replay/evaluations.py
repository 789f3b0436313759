"""What a bot's verdicts say of a game: who stood better when, and which moves were blunders."""

from collections.abc import Mapping

from client.local.analysis import Evaluation
from games import Position
from protocol.parts import Verdict

EVEN = 100  # a score of this is drawn as half a win
BLUNDER = 0.5  # of the way from a loss to a draw, thrown away by one move

Evaluations = Mapping[int, Evaluation]  # by ply


def worth(position: Position, evaluation: Evaluation | None) -> float | None:
    """How a position stands for the first player, from -1 (lost) to 1 (won); None if unknown."""
    if position.outcome:
        winner = position.outcome.winner
        return 0.0 if winner is None else 1.0 if winner == 0 else -1.0
    if evaluation is None:
        return None
    sign = 1.0 if position.turn == 0 else -1.0
    match evaluation.verdict:
        case Verdict.WIN:
            return sign
        case Verdict.LOSS:
            return -sign
        case Verdict.DRAW:
            return 0.0
        case _:
            return sign * evaluation.score / (abs(evaluation.score) + EVEN)


def blunders(positions: list[Position], evaluations: Evaluations) -> frozenset[int]:
    """The plies at which the mover gave much away.

    The move that the analysis itself recommends is none, whatever comes of it.
    """
    found = set()
    for ply in range(len(positions) - 1):
        before, after = positions[ply], positions[ply + 1]
        here, there = worth(before, evaluations.get(ply)), worth(after, evaluations.get(ply + 1))
        if here is None or there is None:
            continue
        sign = 1.0 if before.turn == 0 else -1.0
        best = evaluations[ply].cell == after.moves[-1]
        if not best and sign * (here - there) >= BLUNDER:
            found.add(ply)
    return frozenset(found)


def graph(values: list[float | None], at: int, width: int, height: int = 5) -> list[str]:
    """Who stands better over time: X above the middle, O below, and the position shown as `^`.

    Each column is one position, or the latest of several where there are more than columns.
    """
    half = height // 2
    count = len(values)
    shown = min(width, count)
    plies = [(column + 1) * count // shown - 1 for column in range(shown)]
    lines = [""] * (2 * half + 1)
    for ply in plies:
        value = values[ply]
        length = 0 if value is None else round(abs(value) * half)
        for line in range(2 * half + 1):
            away = half - line  # above the middle it is positive
            if away == 0:
                lines[line] += "." if value is None else "-"
            else:
                mine = value is not None and (value > 0) == (away > 0)
                lines[line] += ("X" if away > 0 else "O") if mine and abs(away) <= length else " "
    column = next((column for column, ply in enumerate(plies) if ply >= at), shown - 1)
    return [*lines, " " * column + "^"]
