"""The games of a test in a file, so that one that was broken off goes on where it was.

The first line says who plays and how; each of the others is a game.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from games import Mistake


class PlayedGame(NamedTuple):
    """A game of a pair, by the points of the first contender."""

    board: str
    pair: int
    side: int  # of the first contender
    points: float
    opening: tuple[int, ...]
    moves: tuple[int, ...]
    slowest: tuple[float, float]  # seconds that the two took for a move at most, on the wall


class MatchRecord:
    """What was played so far; several tables may add to it."""

    def __init__(self, path: Path | None, plan: dict[str, Any]) -> None:
        """Take up what is in the file. Raises Mistake if that is of another test."""
        self.games: list[PlayedGame] = []
        self._path, self._lock = path, Lock()
        if path is None or not path.exists():
            self._write(plan)
            return
        first, *others = path.read_text().splitlines() or ["null"]
        if json.loads(first) != plan:
            raise Mistake(f"{path} holds another test: {first}; name another file with --results")
        self.games = [_game(json.loads(line)) for line in others]

    def add(self, game: PlayedGame) -> None:
        with self._lock:
            self.games.append(game)
            self._write(game._asdict())

    def pairs(self, board: str) -> int:
        """How many pairs were begun on a board."""
        return max((game.pair + 1 for game in self.games if game.board == board), default=0)

    def unfinished(self, board: str) -> list[PlayedGame]:
        """The games whose counterpart is missing."""
        return [two[0] for two in _by_pair(self.games).values() if len(two) == 1
                and two[0].board == board]  # fmt: skip

    def _write(self, what: dict[str, Any]) -> None:
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps(what) + "\n")


def pentanomial(games: Iterable[PlayedGame]) -> list[int]:
    """The pairs that both games were played of, by their points: 0, 1/2, 1, 3/2 and 2."""
    counts = [0] * 5
    for two in _by_pair(games).values():
        if len(two) == 2:
            counts[round(2 * sum(game.points for game in two))] += 1
    return counts


def _by_pair(games: Iterable[PlayedGame]) -> dict[tuple[str, int], list[PlayedGame]]:
    found: defaultdict[tuple[str, int], list[PlayedGame]] = defaultdict(list)
    for game in games:
        found[game.board, game.pair].append(game)
    return found


def _game(read: dict[str, Any]) -> PlayedGame:
    return PlayedGame._make(
        tuple(each) if isinstance(each, list) else each
        for each in map(read.get, PlayedGame._fields)
    )
