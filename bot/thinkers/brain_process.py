"""What the process of a brain does: it says that it is ready, and then answers each question.

It says `ready` or `failed` once, and then `answered` or `failed` to each position. It ends when its
pipe is closed, and also when the parent is gone while the brain thinks. Only numbers and texts
cross the pipe: a user's modules may stand where ours were, and no value of a class of ours could
be unpickled then.
"""

import faulthandler
import os
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, Self

from bot.brain import Brain, Budget, Choice
from bot.brains.spec import Spec, build
from bot.child_processes import lead_a_group, leave_signals_to_parent
from bot.thinkers.answer import read_answer
from bot.thinkers.thinker import BotTurn, BrainFailed
from games import Mistake, Position, game_named


class Question(NamedTuple):
    """A turn in numbers and texts."""

    game: str
    moves: tuple[int, ...]
    seconds: float | None
    depth: int | None

    @classmethod
    def of(cls, turn: BotTurn) -> Self:
        position = turn.position
        return cls(position.game.name, position.moves, *turn.budget)

    def position(self, before: Position | None) -> Position:
        """What is asked about, from the position that was asked about before if that leads here."""
        known = before.moves if before and before.game.name == self.game else None
        if before is None or known != self.moves[: len(before.moves)]:
            before = game_named(self.game).start()
        for cell in self.moves[len(before.moves) :]:
            before = before.play(cell)
        return before


def run_child(pipe: Connection, spec: Spec) -> None:
    """Load the brain, and answer for as long as somebody asks."""
    lead_a_group()
    leave_signals_to_parent()
    _redirect_to_stderr()
    faulthandler.enable()  # what it calls may crash too
    try:
        brain = build(spec)
    except BaseException as error:  # also SystemExit, which a user's file may raise
        pipe.send(("failed", f"it cannot be loaded: {_told(error, spec)}"))
        return
    pipe.send(("ready", None))
    position: Position | None = None
    with suppress(EOFError):
        while True:
            question = Question(*pipe.recv())
            position = question.position(position)
            pipe.send(_answer(brain, position, Budget(question.seconds, question.depth), spec))


def _answer(brain: Brain, position: Position, budget: Budget, spec: Spec) -> tuple[str, Any]:
    try:
        return "answered", _plain(read_answer(position, brain.choose(position, budget)))
    except BrainFailed as failure:
        return "failed", str(failure)
    except BaseException as error:
        raised = "" if _is_ours(error, spec) else "it raised "
        return "failed", raised + _told(error, spec)


def _plain(choice: Choice) -> dict[str, Any]:
    return {**choice._asdict(), "verdict": choice.verdict.value}


def _redirect_to_stderr() -> None:
    """Leave the parent's stdin alone, and print where it disturbs nobody."""
    os.dup2(2, 1)
    sys.stdin = open(os.devnull)  # noqa: SIM115  # for as long as the process lasts


def _told(error: BaseException, spec: Spec) -> str:
    """The error in a line and, where it came from the user's file, which; all of it on stderr."""
    if _is_ours(error, spec):
        return str(error)
    _print_traceback(error, spec)
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    line = _line(error, spec)
    return text if line is None else f"{text} (line {line} of {spec.name})"


def _print_traceback(error: BaseException, spec: Spec) -> None:
    """As Python does, in one piece; from the user's file on, if it got there."""
    trace = error.__traceback__
    while trace and not _is_of(trace.tb_frame.f_code.co_filename, spec):
        trace = trace.tb_next
    if trace is None and not isinstance(error, SyntaxError):  # which tells by itself where it is
        trace = error.__traceback__
    lines = traceback.format_exception(type(error), error, trace)
    with suppress(Exception):  # the brain may have done anything to its stderr
        print("".join(lines), end="", file=sys.stderr, flush=True)


def _is_ours(error: BaseException, spec: Spec) -> bool:
    """Whether it is a sentence of ours on what the brain is, and not what the user's file did."""
    return isinstance(error, Mistake) and _line(error, spec) is None


def _line(error: BaseException, spec: Spec) -> int | None:
    """Where in the user's file an error came from."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if _is_of(frame.filename, spec):
            return frame.lineno
    return None


def _is_of(file: str, spec: Spec) -> bool:
    return spec.is_file and Path(file).name == Path(spec.name).name
