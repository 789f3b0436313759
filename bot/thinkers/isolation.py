"""A brain in a process of its own: whatever it does there, it can be ended and replaced.

The child says `ready` or `failed` once, and then `answered` or `failed` to each position. It ends
when its pipe is closed, and also when the parent is gone while the brain thinks; all signals but
SIGKILL are for the parent.
"""

import multiprocessing
import os
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Literal

from bot.brain import Budget, Choice
from bot.brains.spec import Spec, build, plays
from bot.child_processes import leave_signals_to_parent, signals_deferred
from bot.thinkers.answer import read_answer
from bot.thinkers.thinker import BotTurn, BrainFailed, Stopped, TooSlow
from games import Game, Mistake, Position

LOADING = 180.0  # seconds that a brain may take until it is ready; it may have to be compiled
Word = Literal["ready", "answered", "failed"]


class ChildThinker:
    """A brain in a child process, started by `prepare` and again after a failure."""

    can_ponder = False

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._process: SpawnProcess | None = None
        self._pipe: Connection
        self._stopped = False

    def plays(self, game: Game) -> bool:
        return plays(self._spec, game)

    def prepare(self) -> None:
        if self._process is not None and self._process.is_alive() and not self._stopped:
            return
        self.close()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._stopped = False
        process = context.Process(target=run_child, args=(theirs, self._spec), daemon=True)
        with signals_deferred():
            process.start()
        self._process = process  # once it can be killed: stop may come at any moment
        theirs.close()
        self._hear(LOADING, "did not load")

    def think(self, turn: BotTurn) -> Choice:
        self.prepare()
        try:
            self._pipe.send((turn.position, turn.budget))
        except OSError:
            raise self._exit_failure() from None
        choice = self._hear(turn.limit, "gave no answer")
        assert isinstance(choice, Choice), "a child answers what it was asked"
        return choice

    def stop(self) -> None:
        """There is no other way of stopping it than to end it."""
        self._stopped = True
        if (process := self._process) is not None:
            # Whoever was waiting for it is closing it, or has closed it already.
            with suppress(ValueError, AttributeError):
                process.kill()

    def close(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.join()
        self._process.close()
        self._process = None
        self._pipe.close()

    def _hear(self, limit: float, silence: str) -> Choice | None:
        try:
            if not self._pipe.poll(limit):
                self.close()
                raise TooSlow(f"it {silence} within {limit:.2g} s, and was ended")
            word, content = self._pipe.recv()
        except (EOFError, OSError):
            raise self._exit_failure() from None
        if word == "failed":
            self.close()
            raise BrainFailed(content)
        return Choice(*content) if word == "answered" else None

    def _exit_failure(self) -> BrainFailed:
        """What became of a child that is not there any more."""
        assert self._process is not None, "it was there"
        self._process.join()
        code = self._process.exitcode
        self.close()
        return Stopped("it was stopped") if self._stopped else BrainFailed(_exit_text(code))


def _exit_text(code: int | None) -> str:
    if code is not None and code < 0:
        return f"its process was ended by signal {-code}"
    return f"its process ended with exit code {code}"


def run_child(pipe: Connection, spec: Spec) -> None:
    """What the child does."""
    leave_signals_to_parent()
    _redirect_to_stderr()
    try:
        brain = build(spec)
    except BaseException as error:  # also SystemExit, which a user's file may raise
        pipe.send(("failed", f"it cannot be loaded: {_error_text(error, spec)}"))
        return
    pipe.send(("ready", None))
    while True:
        try:
            question: tuple[Position, Budget] = pipe.recv()
        except EOFError:
            return
        position, budget = question
        try:
            answer = read_answer(position, brain.choose(position, budget))
            pipe.send(("answered", tuple(answer)))
        except BrainFailed as failure:
            pipe.send(("failed", str(failure)))
        except BaseException as error:
            raised = "" if _is_ours(error, spec) else "it raised "
            pipe.send(("failed", raised + _error_text(error, spec)))


def _redirect_to_stderr() -> None:
    """Leave the parent's stdin alone, and print where it disturbs nobody."""
    os.dup2(2, 1)
    sys.stdin = open(os.devnull)  # noqa: SIM115  # for as long as the process lasts


def _error_text(error: BaseException, spec: Spec) -> str:
    """The error and, where it came from the user's file, the line."""
    if _is_ours(error, spec):
        return str(error)
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    line = _line(error, spec)
    return text if line is None else f"{text} (line {line} of {spec.name})"


def _is_ours(error: BaseException, spec: Spec) -> bool:
    """Whether it is a sentence of ours on what the brain is, and not what the user's file did."""
    return isinstance(error, Mistake) and _line(error, spec) is None


def _line(error: BaseException, spec: Spec) -> int | None:
    """Where in the user's file an error came from."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if spec.is_file and Path(frame.filename).name == Path(spec.name).name:
            return frame.lineno
    return None
