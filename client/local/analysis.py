"""What a bot on this machine thinks of a position: asked for in a process of its own."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec

from games import Cell, Position
from games.notation import write_moves
from protocol.parts import Verdict

SECONDS = 0.3  # of thinking for each position


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
    within: int | None = None


Analyse = Callable[[Position], Awaitable[Evaluation]]


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
