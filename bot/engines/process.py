"""A program that is spoken to by lines on its stdin and stdout, and that may do anything."""

import os
import shlex
import shutil
import signal
import subprocess
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from bot.engines.transcript import ABOUT, FROM, TO, Transcript
from bot.thinkers.thinker import BrainFailed, Stopped, TooSlow
from games import Mistake

LONGEST_LINE = 4096  # characters; what is longer is taken for several lines
FAREWELL = 1.0  # seconds that a program has to leave once it was asked to


class EngineProcess:
    """A running program. Every wait has an end."""

    def __init__(self, command: str, transcript: Transcript | None = None) -> None:
        words = command_words(command)
        self._stopped = False
        self._transcript = transcript
        self._lines: SimpleQueue[str | None] = SimpleQueue()  # None: it will say no more
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is for us; and what it starts ends with it
            )
        except OSError as error:
            raise BrainFailed(f"{words[0]} cannot be run: {error.strerror}") from error
        self._note(ABOUT, f"runs {command}")
        Thread(target=self._read, daemon=True).start()

    def say(self, *lines: str) -> None:
        assert self._process.stdin is not None, "it is a pipe"
        try:
            for line in lines:
                self._note(TO, line)
                self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._exit_failure() from None

    def forget(self) -> None:
        """Leave out what it has said so far: nothing of it answers what it is asked next."""
        with suppress(Empty):
            while self._lines.get_nowait() is not None:
                pass
            self._lines.put(None)  # that it has left is still to be heard

    def hear(self, until: float, waiting_for: str) -> str:
        """Its next line that is not empty. *until* is a moment of the monotonic clock."""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - monotonic()))
            except Empty:
                self.kill()
                self._note(ABOUT, f"gave no {waiting_for} in time")
                raise TooSlow(f"it gave no {waiting_for} in time, and was ended") from None
            if line is None:
                raise self._exit_failure()
            if line.strip():
                return line.strip()

    def is_running(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        """End it from another thread: whoever waits for it hears that it was stopped."""
        self._stopped = True
        self._signal()

    def dismiss(self, *farewell: str) -> None:
        """Ask it to leave, and see that it does."""
        with suppress(BrainFailed):
            self.say(*farewell)
            assert self._process.stdin is not None, "it is a pipe"
            self._process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)
        self.kill()

    def kill(self) -> None:
        running = self.is_running()
        self._signal()
        code = self._process.wait()
        self._note(ABOUT, "was ended" if running else f"has ended with exit code {code}")
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None, "it is a pipe"
            with suppress(OSError, ValueError):
                pipe.close()

    def _signal(self) -> None:
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    def _read(self) -> None:
        assert self._process.stdout is not None, "it is a pipe"
        with suppress(OSError, ValueError):  # closed by kill
            while line := self._process.stdout.readline(LONGEST_LINE):
                self._note(FROM, line)
                self._lines.put(line)
        self._lines.put(None)

    def _note(self, direction: str, line: str) -> None:
        if self._transcript is not None:
            self._transcript.add(self._process.pid, direction, line)

    def _exit_failure(self) -> BrainFailed:
        try:
            code: int | None = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            code = None
        self.kill()
        if self._stopped:
            return Stopped("it was stopped")
        if code is None:
            return BrainFailed("it closed its output")
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return BrainFailed(f"the program {how}")


def command_words(command: str) -> list[str]:
    """The program and its arguments. Raises Mistake if there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Mistake(f"cannot read the command {command!r}: {error}") from error
    if not words:
        raise Mistake("the command is empty: name a program")
    if shutil.which(words[0]) is None:
        if os.path.isfile(words[0]):
            raise Mistake(f"{words[0]} cannot be run yet: allow it with chmod +x {words[0]}")
        raise Mistake(f"there is no program {words[0]}: give its path, or ./ and its name")
    return words
