"""Our brains at the other end of a pipe: reads what a manager says, also while the brain thinks."""

from collections.abc import Iterable
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Protocol, TextIO

REPEAT = 0.005  # seconds between two calls of `halt`: the first may come before there is a thought


class Dialogue(Protocol):
    """What is answered to which line."""

    ended: bool  # there is nothing more to answer

    def answer(self, line: str) -> Iterable[str]:
        """The lines to answer, each as soon as it is known."""

    def stops(self, line: str) -> bool:
        """Whether a line that comes in while the brain thinks ends that at once."""

    def halt(self) -> None:
        """End the thought."""

    def close(self) -> None:
        """Leave nothing running."""


class Listener:
    """Takes the lines in, and halts the brain for those that call for it."""

    def __init__(self, dialogue: Dialogue, heard: TextIO) -> None:
        self.lines: SimpleQueue[str | None] = SimpleQueue()  # None: there are no more
        self.answered = 0
        self._taken = 0
        self._dialogue = dialogue
        self._heard = heard

    def run(self) -> None:
        for line in self._heard:
            stops = self._dialogue.stops(line.strip())
            self._taken += 1
            self.lines.put(line.strip())
            if stops:
                self._halt()
        self.lines.put(None)
        self._halt()

    def _halt(self) -> None:
        while self.answered < self._taken and not self._dialogue.ended:
            self._dialogue.halt()
            sleep(REPEAT)


def converse(dialogue: Dialogue, heard: TextIO, said: TextIO) -> None:
    """Answer line by line, until the dialogue ends or nobody speaks any more."""
    listener = Listener(dialogue, heard)
    Thread(target=listener.run, daemon=True).start()
    try:
        while not dialogue.ended and (line := listener.lines.get()) is not None:
            for answer in dialogue.answer(line):
                print(answer, file=said, flush=True)
            listener.answered += 1
    finally:
        dialogue.ended = True
        dialogue.close()
