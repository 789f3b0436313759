"""A brain in a process of its own: whatever it does there, it can be ended and replaced.

All signals but SIGKILL are for the parent.
"""

import multiprocessing
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from time import monotonic

from bot.brain import Choice
from bot.brains.spec import Spec, plays
from bot.child_processes import kill_with_all_it_started, signals_deferred
from bot.thinkers.brain_process import Question, run_child
from bot.thinkers.thinker import BotTurn, BrainFailed, Stopped, TooSlow
from games import Game
from protocol.parts import Verdict

LOADING = 600.0  # seconds that a brain may take until it is ready; it may have to be compiled
LOOK = 0.5  # seconds between two looks at whether it lives: what it has started may hold its pipe


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
        process = context.Process(target=run_child, args=(theirs, self._spec))
        with signals_deferred():
            process.start()
        self._process = process  # once it can be killed: stop may come at any moment
        theirs.close()
        self._hear(LOADING, "did not load")

    def think(self, turn: BotTurn) -> Choice:
        self.prepare()
        try:
            self._pipe.send(tuple(Question.of(turn)))
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
                kill_with_all_it_started(process)

    def close(self) -> None:
        if self._process is None:
            return
        kill_with_all_it_started(self._process)
        self._process.join()
        self._process.close()
        self._process = None
        self._pipe.close()

    def _hear(self, limit: float, silence: str) -> Choice | None:
        try:
            if not self._speaks_within(limit):
                self.close()
                raise TooSlow(f"it {silence} within {limit:.2g} s, and was ended")
            word, content = self._pipe.recv()
        except (EOFError, OSError):
            raise self._exit_failure() from None
        if word == "failed":
            self.close()
            raise BrainFailed(content)
        if word == "answered":
            return Choice(**{**content, "verdict": Verdict(content["verdict"])})
        return None

    def _speaks_within(self, limit: float) -> bool:
        """Raises EOFError once it is gone."""
        until = monotonic() + limit
        while not self._pipe.poll(max(0.0, min(LOOK, until - monotonic()))):
            if monotonic() >= until:
                return False
            if self._process is None or not self._process.is_alive():
                raise EOFError
        return True

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
