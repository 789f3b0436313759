"""Who plays in a test: the search of a checkout, perhaps with constants of other values."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from games import Mistake, Position

PATIENCE = 5.0  # seconds for a process to end
HANDICAP = "percent"  # in place of a constant: of the seconds for a move, so many are given
PROGRAM = Path(__file__).with_name("thinking_process.py")


class Contender(NamedTuple):
    """A checkout and the constants that are set otherwise there."""

    checkout: Path
    constants: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        told = ",".join(f"{name}={value}" for name, value in self.constants)
        return f"{self.checkout}:{told}" if told else str(self.checkout)


class Pace(NamedTuple):
    """What a move may take, whichever is used up first."""

    seconds: float | None  # of a processor; on the wall, where the contenders were told so
    nodes: int | None = None


class Thought(NamedTuple):
    """A move, and what the search said of it."""

    cell: int
    score: int
    verdict: str
    depth: int
    nodes: int
    seconds: float  # on the wall


def read_contender(text: str) -> Contender:
    """From `CHECKOUT` or `CHECKOUT:name=value,...`. Raises Mistake, which says what is wrong."""
    folder, _, told = text.partition(":")
    checkout = Path(folder).resolve()
    if not (checkout / "bot" / "search").is_dir():
        raise Mistake(f"{folder!r} is no checkout of inarow: there is no bot/search in it")
    constants: list[tuple[str, int]] = []
    for word in told.split(",") if told else ():
        name, _, value = word.partition("=")
        try:
            constants.append((name, int(value)))
        except ValueError:
            raise Mistake(f"a constant is set by name=number, not {word!r}") from None
    return Contender(checkout, tuple(constants))


class Engine:
    """A contender's process."""

    def __init__(self, contender: Contender, games: tuple[str, ...], *, wall: bool = False) -> None:
        self.contender = contender
        self._process = subprocess.Popen(
            [sys.executable, str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(contender.checkout)},
            cwd=contender.checkout,
            process_group=0,  # a Ctrl-C is for those who watch; it ends with its input
        )
        constants = dict(contender.constants)
        self._share = constants.pop(HANDICAP, 100) / 100
        self._say({"games": games, "constants": constants, "hash_mb": 64, "wall": wall})

    def wait_until_ready(self) -> None:
        self._hear()

    def think(self, position: Position, pace: Pace, *, fresh: bool = False) -> Thought:
        """A move; with *fresh*, all that was known of other positions is forgotten before."""
        if pace.seconds:
            pace = pace._replace(seconds=pace.seconds * self._share)
        self._say(
            {"game": position.game.name, "moves": position.moves, "fresh": fresh, **pace._asdict()}
        )
        said = self._hear()
        return Thought._make(said[name] or 0 for name in Thought._fields)

    def retune(self, constants: dict[str, int]) -> None:
        """Give constants other values, from the next move on."""
        self._say({"constants": constants})

    def leave(self) -> None:
        """Let the process end once it has answered; from any thread."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def close(self) -> None:
        """See to it that the process has ended."""
        self.leave()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _say(self, order: dict[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise Mistake(f"the search of {self.contender} has ended: see above for why")
        found: dict[str, Any] = json.loads(line)
        return found
