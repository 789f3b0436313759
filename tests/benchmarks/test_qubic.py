"""How the openings of Qubic are found: the prover's moves win, and what is found is kept."""

from pathlib import Path

import pytest

from benchmarks.qubic.prover import Prover
from benchmarks.qubic.walk import Walk
from games import game_named
from games.game import cell_set

GAME = game_named("qubic")
# Won by quiet moves, each with a VCF behind it.
QUIET = cell_set((0, 3, 12)), cell_set((5, 20, 22))


@pytest.fixture
def part(tmp_path: Path) -> Path:
    return tmp_path / "qubic.part"


def test_the_moves_that_are_found_win(part: Path) -> None:
    """Whatever the reply: the walk through them comes to its end."""
    prover = Prover(GAME, part, 5000)
    start, _ = prover.openings.canonical(*QUIET)
    assert prover.openings.vcf(*start) is None
    walk = Walk(GAME, prover.openings, start)
    while not walk.is_over:
        if hole := walk.go_on(1000):
            assert prover.prove(hole)
    assert start in prover.moves
    assert walk.counts["table"] == len(prover.moves)


def test_who_is_interrupted_goes_on(part: Path) -> None:
    """With what was written down, were it cut short in the middle of a move."""
    first = Prover(GAME, part, 5000)
    assert first.prove(QUIET)
    part.write_bytes(part.read_bytes() + b"cut")
    second = Prover(GAME, part, 1)
    assert second.moves == first.moves
    assert second.prove(QUIET)
    assert second.nodes == 0


def test_what_is_lost_is_not_proven(part: Path) -> None:
    """The second player has two lines that lack a stone."""
    prover = Prover(GAME, part, 5000)
    assert not prover.prove((cell_set((21, 38, 46, 56, 33)), cell_set((0, 1, 2, 4, 8))))
    assert not prover.moves
