"""Bots as a command line names them: `[NAME=]BRAIN[,seconds=S]`, or `[NAME=]gomocup:COMMAND...`."""

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple

from bot.brains.spec import Spec, plays, read_spec
from bot.engines.process import command_words
from bot.engines.protocols import PROTOCOLS
from bot.player.policy import read_clock
from games import CATALOGUE, Game, Mistake, game_named
from protocol.names import LONGEST_NAME
from protocol.parts import TimeControl

HASH_MB = 64  # of each game at once
USUAL = 0.2  # seconds for a move, where nothing is said
LONGEST = 86_400.0  # seconds for a move, a day
LATE = 1.5  # times its seconds that a bot may take, and one second more, before its flag falls
_NAMED = re.compile(r"([A-Za-z][A-Za-z0-9._-]*)=(.+)")
_TIMED = re.compile(r"(.+?)([,:;])seconds=([^,;]*)(?:[,;](.*))?")
FIVES = ("gomoku", "mnk")


class Entrant(NamedTuple):
    """A bot that is to take part, in a process of its own."""

    name: str
    text: str  # as it was given, without the name
    spec: Spec | None  # its brain; None: it is an engine
    protocol: str = ""  # of an engine
    command: str = ""
    seconds: float | None = None  # to think for a move at most; None: what its clock allows

    @property
    def given(self) -> str:
        """All of it, to be read again."""
        timed = "" if self.seconds is None else f",seconds={self.seconds:g}"
        return f"{self.name}={self.text}{timed}"

    def plays(self, game: Game) -> bool:
        if self.spec is not None:
            return plays(self.spec, game)
        return self.protocol != "gomocup" or game.name.split(":")[0] in FIVES

    def lack(self, game: Game) -> str:
        """Why it does not play a game, in a sentence; nothing if it does."""
        if self.plays(game):
            return ""
        others = [name for name in CATALOGUE if name != game.name and self.plays(game_named(name))]
        instead = f": it plays {', '.join(others)}" if others else ""
        return f"{self.name} does not play {game.name}{instead}"

    @property
    def workers(self) -> int:
        """Processes that think about one game."""
        return max(1, self.spec.option("workers", 1)) if self.spec else 1

    def words(self, capacity: int, games: Sequence[str]) -> list[str]:
        """What to tell `inarow bot`, for so many games at once."""
        only = [word for game in games for word in ("--game", game)]
        usual = ["--capacity", str(capacity), "--challengers", "nobody", "--no-rematch", *only]
        usual += [] if self.seconds is None else ["--seconds", f"{self.seconds:g}"]
        if self.spec is None:
            return ["--engine", self.command, "--engine-protocol", self.protocol, *usual]
        if not self.spec.is_search:
            return [self.text, *usual]
        hash_mb = self.spec.option("hash", HASH_MB)
        level = self.spec.option("level", 10)
        share = ["--workers", str(self.workers * capacity), "--hash", str(hash_mb * capacity)]
        return ["search", "--level", str(level), *share, *usual]


def read_entrants(texts: Iterable[str]) -> list[Entrant]:
    """The bots, each with a name of its own. Raises Mistake, which says what would be right."""
    found: list[Entrant] = []
    for text in texts:
        entrant = read_entrant(text)
        names = {each.name.lower() for each in found}
        if entrant.name.lower() in names and _NAMED.fullmatch(text):
            raise Mistake(f"two bots are called {entrant.name}: give each a name of its own")
        found.append(entrant._replace(name=_free(entrant.name, names)))
    return found


def read_entrant(text: str) -> Entrant:
    """One bot."""
    named = _NAMED.fullmatch(text) if "=" in text.split(":")[0].split("/")[0] else None
    name, rest = (named[1], named[2]) if named else ("", text)
    rest, seconds = _timed(rest)
    if len(name) > LONGEST_NAME:
        raise Mistake(f"the name {name!r} is too long: at most {LONGEST_NAME} characters")
    protocol, colon, command = rest.partition(":")
    if colon and protocol in PROTOCOLS:
        program, *words = command_words(command)
        program = os.path.abspath(program) if os.sep in program else program
        command = shlex.join([program, *words])
        called = name or _word(_with_time(Path(program).name, seconds))
        return Entrant(called, f"{protocol}:{command}", None, protocol, command, seconds)
    spec = _read_brain(rest)
    called = name or _word(_with_time(_called(spec), seconds))
    return Entrant(called, _absolute(rest, spec), spec, seconds=seconds)


def clock_for(given: str, entrants: Sequence[Entrant]) -> tuple[TimeControl, list[Entrant]]:
    """A clock that suits all, and the bots with what they may take of it.

    It is the one that was given or, where a bot has seconds of its own, one on which no flag falls
    while all keep to theirs. Raises Mistake for a clock on which somebody cannot.
    """
    times = [each.seconds for each in entrants if each.seconds is not None]
    if not given and times:
        timed = [each._replace(seconds=each.seconds or USUAL) for each in entrants]
        return TimeControl(per_move=float(ceil(LATE * max(USUAL, *times) + 1))), timed
    clock = read_clock(given or f"{USUAL:g}s/move")
    for each in entrants:
        if each.seconds and clock.per_move is not None and each.seconds > clock.per_move:
            raise Mistake(
                f"{each.name} is to think for {each.seconds:g} s, which --clock {given} does not "
                "let it: leave --clock out, or give more"
            )
    return clock, list(entrants)


def thinking_times(given: Iterable[str]) -> dict[str, float]:
    """The seconds of bots as they were given, by name, of those that have some."""
    named = (text.partition("=") for text in given)
    found = ((name, _timed(rest)[1]) for name, _, rest in named)
    return {name: seconds for name, seconds in found if seconds is not None}


def _timed(text: str) -> tuple[str, float | None]:
    """A bot without its seconds, and those."""
    found = _TIMED.fullmatch(text)
    if found is None:
        return text, None
    bot, mark, number, more = found.groups()
    try:
        seconds = float(number)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise Mistake(
            f"seconds must be a number above 0 and at most {LONGEST:g}, as in {bot},seconds=0.5, "
            f"not {number!r}"
        )
    return f"{bot}{mark}{more}" if more else bot, seconds


def _with_time(name: str, seconds: float | None) -> str:
    return name if seconds is None else f"{name}-{seconds:g}s"


def _read_brain(text: str) -> Spec:
    """Raises Mistake where it is none; for a program with what it may speak."""
    try:
        return read_spec(text)
    except Mistake as mistake:
        program = text.partition(" ")[0]
        if program.endswith(".py") or not (shutil.which(program) or os.path.isfile(program)):
            raise
        spoken = " or ".join(f"{protocol}:{text}" for protocol in PROTOCOLS)
        raise Mistake(f"{program} is a program: say what it speaks, as {spoken}") from mistake


def _called(spec: Spec) -> str:
    if spec.is_search:
        return f"search-{spec.option('level', 10)}"
    stem = Path(spec.name).stem if spec.is_file else spec.name
    options = "-".join(str(value) for _, value in spec.options)
    return _word(f"{stem}-{options}" if options else stem)


def _absolute(text: str, spec: Spec) -> str:
    """With the file's whole path: a run may be resumed from elsewhere."""
    return text.replace(spec.name, os.path.abspath(spec.name), 1) if spec.is_file else text


def _word(text: str) -> str:
    """What servers take as a name, out of any text."""
    kept = re.sub(r"[^A-Za-z0-9._-]", "-", text).lstrip("0123456789._-")
    return kept[:LONGEST_NAME].rstrip("-") or "bot"


def _free(name: str, names: set[str]) -> str:
    number, found = 2, name
    while found.lower() in names:
        found = f"{name[: LONGEST_NAME - 4]}-{number}"
        number += 1
    return found
