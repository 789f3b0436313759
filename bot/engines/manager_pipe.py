"""The pipe to a manager that runs our brain as an engine: read also while the brain thinks."""

import select
from collections.abc import Iterable
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Protocol, TextIO

REPEAT = 0.005  # seconds between two calls of `halt`: the first may come before there is a thought
LOOK = 0.05  # seconds between two looks whether anybody still listens


class Engine(Protocol):
    """A program that a manager runs: what it answers to which line."""

    ended: bool  # there is nothing more to answer

    def answer(self, line: str) -> Iterable[str]:
        """The lines to answer, each as soon as it is known."""

    def stops(self, line: str, alone: bool) -> bool:
        """Whether a line ends the thoughts that were asked for before it.

        It is *alone* if it came in while the last one of them was at work.
        """

    def halt(self) -> None:
        """End the thought."""

    def close(self) -> None:
        """Leave nothing running."""


class ManagerReader:
    """Takes the lines in, and halts the brain for those that call for it."""

    def __init__(self, engine: Engine, heard: TextIO, said: TextIO) -> None:
        self.lines: SimpleQueue[str | None] = SimpleQueue()  # None: there are no more
        self.answered = 0
        self._taken = 0
        self._engine = engine
        self._heard, self._said = heard, said

    def run(self) -> None:
        for line in self._heard:
            stops = self._engine.stops(line.strip(), self._taken - self.answered == 1)
            self._taken += 1
            self.lines.put(line.strip())
            if stops:
                self._halt()
        self.lines.put(None)
        while self._is_needed():
            if _is_deaf(self._said):
                self._halt()
            sleep(LOOK)

    def _halt(self) -> None:
        while self._is_needed():
            self._engine.halt()
            sleep(REPEAT)

    def _is_needed(self) -> bool:
        """Whether there is something to answer."""
        return self.answered < self._taken and not self._engine.ended


def _is_deaf(said: TextIO) -> bool:
    """Whether whoever listened to us is gone, where the system tells."""
    if not hasattr(select, "poll"):
        return False
    ends = select.poll()
    try:
        ends.register(said.fileno(), 0)  # errors only, of which a pipe without a reader is one
    except (OSError, ValueError):
        return False
    return any(event & select.POLLERR for _, event in ends.poll(0))


def run_engine(engine: Engine, heard: TextIO, said: TextIO) -> None:
    """Answer line by line, until the engine ends or nobody speaks any more."""
    reader = ManagerReader(engine, heard, said)
    Thread(target=reader.run, daemon=True).start()
    try:
        while not engine.ended and (line := reader.lines.get()) is not None:
            for answer in engine.answer(line):
                print(answer, file=said, flush=True)
            reader.answered += 1
    finally:
        engine.ended = True
        engine.close()
