"""Thinkers by what is said on a command line: a brain or an engine, and what it may use."""

import argparse
import os
from pathlib import Path

from bot.brains.spec import LEVELS, SEARCH, Spec, check_level, read_spec
from bot.cores import usable_cores
from bot.engines.process import command_words
from bot.engines.protocols import PROTOCOLS, engine_thinker
from bot.engines.transcript import Transcript
from bot.thinkers.isolation import ChildThinker
from bot.thinkers.resources import SearchResources
from bot.thinkers.search import SearchThinker
from bot.thinkers.thinker import Thinker
from games import CATALOGUE, Game, Mistake, game_named

HASH_MB = 64


def configure_brain(parser: argparse.ArgumentParser) -> None:
    """The options that say what thinks, and with how much."""
    parser.add_argument(
        "brain",
        metavar="BRAIN",
        nargs="?",
        default=SEARCH,
        help="search (default), chance, a classic, or a file such as ./mybot.py; with options, as "
        "in search:level=5",
    )
    search = parser.add_argument_group("the search")
    search.add_argument(
        "--level", metavar="L", type=int, help="1, a beginner, to 10, full strength (default: 10)"
    )
    search.add_argument(
        "--workers", metavar="N", type=int, help="processes (default: one for each core)"
    )
    search.add_argument(
        "--hash", metavar="MB", type=int, help=f"of shared memory (default: {HASH_MB})"
    )


def configure_engine(parser: argparse.ArgumentParser) -> None:
    """The options that put a program in place of a brain."""
    group = parser.add_argument_group("a program instead of a brain")
    group.add_argument("--engine", metavar="COMMAND", help="run this for each match at once")
    group.add_argument(
        "--engine-protocol",
        choices=PROTOCOLS,
        default=PROTOCOLS[0],
        help="what it speaks: lines, as in bot/README.md (default), or gomocup",
    )
    group.add_argument(
        "--transcript", metavar="FILE", help="add the lines spoken with the program to this file"
    )


class BrainOptions:
    """What was asked for, checked; it makes the thinkers."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.command: str | None = getattr(args, "engine", None)
        self.protocol: str = getattr(args, "engine_protocol", PROTOCOLS[0])
        self.spec = read_spec(args.brain)
        if self.command is not None:
            command_words(self.command)
            if args.brain != SEARCH:
                raise Mistake("give either a brain or an --engine, not both")
        self._transcript = self._opened(getattr(args, "transcript", None))
        for option in ("level", "workers", "hash"):
            if getattr(args, option) is not None and not self.searches:
                raise Mistake(f"--{option} is only for the search: leave it out")
        # A file may have options of the same names, which are its own.
        spec = self.spec if self.searches else Spec(SEARCH)
        self.level = spec.option("level", LEVELS[-1]) if args.level is None else args.level
        check_level(self.level)
        self.workers = _at_least("--workers", spec.option("workers", args.workers or 0), 0)
        hash_mb = HASH_MB if args.hash is None else args.hash
        self.hash_mb = _at_least("--hash", spec.option("hash", hash_mb), 1)

    def _opened(self, path: str | None) -> Transcript | None:
        if path is not None and self.command is None:
            raise Mistake("a --transcript is of what an --engine is told and says: leave it out")
        return None if path is None else Transcript(Path(path))

    @property
    def name(self) -> str:
        """A word for it."""
        if self.command is not None:
            return "engine"
        return os.path.basename(self.spec.name).removesuffix(".py") or SEARCH

    @property
    def searches(self) -> bool:
        return self.command is None and self.spec.is_search

    def families(self) -> tuple[str, ...]:
        """The games that it plays, where it cannot play all."""
        if self.command is not None and self.protocol == "gomocup":
            return ("gomoku", "mnk")
        thinker = self.thinker()
        played = tuple(name for name in CATALOGUE if thinker.plays(game_named(name)))
        return () if len(played) == len(CATALOGUE) else played

    def thinker(self, shares: int = 1, games: tuple[str, ...] = ()) -> Thinker:
        """One of so many thinkers, which share what there is, warmed up for some games or all."""
        if self.command is not None:
            return engine_thinker(self.command, self.protocol, self._transcript)
        if not self.spec.is_search:
            return ChildThinker(self.spec)
        return self._search(self.resources.shared(shares), games or tuple(CATALOGUE))

    @property
    def resources(self) -> SearchResources:
        return SearchResources(self.workers or usable_cores(), self.hash_mb)

    def within(self, max_memory: int) -> SearchResources:
        """What keeps to so many bytes, 0 for no limit; where nothing does, the least there is."""
        limited = max_memory and self.searches
        return self.resources.within(max_memory) if limited else self.resources

    def thinker_for(self, resources: SearchResources, game: Game) -> Thinker:
        """A thinker with these resources, warmed up for a game."""
        return self._search(resources, (game.name,)) if self.searches else self.thinker()

    def _search(self, resources: SearchResources, games: tuple[str, ...]) -> Thinker:
        workers, hash_mb = resources
        return SearchThinker(workers=workers, hash_mb=hash_mb, level=self.level, games=games)


def _at_least(option: str, value: int, least: int) -> int:
    if value < least:
        raise Mistake(f"{option} must be at least {least}, not {value}")
    return value
