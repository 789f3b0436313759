"""The number of ways to play the first few moves is known.

Of the counts under `perft/`, those of tic-tac-toe and Connect 4 are published; the others were
counted a second time, independently, and the slow rules in `reference.py` count the small ones.
"""

import json
from pathlib import Path

import pytest

from games import CATALOGUE, Position, game_named
from games.notation import read_moves
from tests.games.reference import Reference

FILES = sorted((Path(__file__).parent / "perft").glob("*.json"))
SLOW = 5_000_000  # leaves, about four seconds
SMALL = 1_000  # leaves, for the slow rules


def perft(position: Position, depth: int) -> int:
    """How many sequences of *depth* moves there are; a game that has ended has none."""
    legal = position.legal_moves()
    if depth == 1:
        return len(legal)
    return sum(perft(position.play(cell), depth - 1) for cell in legal)


def known() -> list[tuple[str, str, int, int]]:
    return [
        (name, entry["moves"], depth, count)
        for file in FILES
        for name, entries in json.loads(file.read_text()).items()
        for entry in entries
        for depth, count in enumerate(entry["counts"], 1)
    ]


def test_every_game_has_counts() -> None:
    """A new game brings its own."""
    assert {file.stem for file in FILES} == set(CATALOGUE)


@pytest.mark.parametrize(
    ("name", "moves", "depth", "count"),
    [pytest.param(*each, marks=[pytest.mark.slow] if each[3] > SLOW else []) for each in known()],
)
def test_perft(name: str, moves: str, depth: int, count: int) -> None:
    """The rules allow just the sequences that they should."""
    assert perft(read_moves(game_named(name), moves), depth) == count


def slow_perft(name: str, moves: tuple[int, ...], depth: int) -> int:
    """The same by the rules that look at the whole board, set up anew for every move."""
    reference = Reference(game_named(name))
    for cell in moves:
        reference.play(cell)
    legal = reference.legal()
    if depth == 1:
        return len(legal)
    return sum(slow_perft(name, (*moves, cell), depth - 1) for cell in legal)


@pytest.mark.parametrize(
    ("name", "moves", "depth", "count"), [each for each in known() if each[3] <= SMALL]
)
def test_the_slow_rules_count_the_same(name: str, moves: str, depth: int, count: int) -> None:
    """Two ways to write the rules agree on how many sequences there are."""
    assert slow_perft(name, read_moves(game_named(name), moves).moves, depth) == count
