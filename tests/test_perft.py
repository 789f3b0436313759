"""The number of ways to play the first few moves is known.

Of the counts under `perft/`, those of tic-tac-toe and Connect 4 are published; a C program that
shares nothing with ours, and walks outwards from each stone played, gave them again and the others.
"""

import json
from pathlib import Path

import pytest

from games import CATALOGUE, Position, game_named
from games.notation import read_moves

FILES = sorted((Path(__file__).parent / "perft").glob("*.json"))
FAST = 130_000  # leaves


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
    [pytest.param(*each, marks=[pytest.mark.slow] if each[3] > FAST else []) for each in known()],
)
def test_perft(name: str, moves: str, depth: int, count: int) -> None:
    """The rules allow just the sequences that they should."""
    assert perft(read_moves(game_named(name), moves), depth) == count
