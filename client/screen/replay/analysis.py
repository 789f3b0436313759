"""What a bot thinks of each position of a game: asked for in a process of its own, and judged."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated

import msgspec

from games import Cell, Position
from games.notation import write_moves
from protocol.parts import Verdict

SECONDS = 0.3  # of thinking for each position
EVEN = 100  # a score of this is drawn as half a win
BLUNDER = 0.5  # of the way from a loss to a draw, thrown away by one move


class AnalysisFailed(Exception):
    """There is no verdict; the text says why."""


class Evaluation(msgspec.Struct, frozen=True):
    """What `inarow analyze` prints, as far as we need it; for the side to move."""

    cell: Cell
    best: str
    score: float
    verdict: Verdict
    depth: int | None = None
    distance: int | None = None
    line: Annotated[tuple[str, ...], msgspec.Meta(max_length=1000)] = ()


Analyse = Callable[[Position], Awaitable[Evaluation]]
Evaluations = Mapping[int, Evaluation]  # by ply


async def analyse(position: Position) -> Evaluation:
    """The verdict on a position. The child process ends with the waiting for it."""
    game = position.game
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "inarow", "analyze", game.name, "-",
        "--seconds", f"{SECONDS}", "--workers", "1", "--hash", "64", "--json",
        stdin=PIPE, stdout=PIPE, stderr=PIPE,
    )  # fmt: skip
    try:
        out, err = await process.communicate(write_moves(game, position.moves).encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise AnalysisFailed(_why(err.decode(errors="replace")))
    try:
        return msgspec.json.decode(out, type=Evaluation)
    except msgspec.MsgspecError as error:
        raise AnalysisFailed(f"the analysis cannot be read: {error}") from error


def _why(text: str) -> str:
    """The line of a program's last words that says most."""
    lines = [line for line in text.splitlines() if line and not line[0].isspace()]
    errors = [line for line in lines if "Error: " in line or line.startswith("inarow: ")]
    return (errors or lines or ["it says nothing"])[-1]


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


def verdict_text(position: Position, evaluation: Evaluation | None) -> str:
    """The verdict in words."""
    if position.outcome:
        return "the game is over"
    if evaluation is None:
        return "not analysed"
    player_label = ("X", "O")[position.turn]
    other = ("O", "X")[position.turn]
    soon = "" if evaluation.distance is None else f" in {evaluation.distance}"
    match evaluation.verdict:
        case Verdict.WIN:
            return f"{player_label} wins{soon}"
        case Verdict.LOSS:
            return f"{other} wins{soon}"
        case Verdict.DRAW:
            return "a draw"
        case _:
            score = evaluation.score if position.turn == 0 else -evaluation.score
            better = "even" if score == 0 else f"{'X' if score > 0 else 'O'} stands better"
            return f"{better} ({score:+g}, depth {evaluation.depth})"


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
