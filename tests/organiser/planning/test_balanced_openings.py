"""The openings that everyone has, which no search is needed for."""

from pathlib import Path

import pytest

from games import game_named
from organiser.planning import balanced_openings
from organiser.planning.balanced_openings import fair_openings, file_of, known_openings
from tournament.formats.openings import canonical, default_plies

FILES = sorted((Path(balanced_openings.__file__).parent / "openings").iterdir())


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_what_stands_in_a_file_can_be_played_from(file: Path) -> None:
    """Of the length that is usual for the game, and each another position, however one turns it."""
    game = game_named(file.stem.replace("-", ":", 1))
    assert file_of(game) == file
    openings = known_openings(game)
    positions = [game.after(moves) for moves in openings]
    assert {len(moves) for moves in openings} == {default_plies(game)}
    assert not any(position.outcome for position in positions)
    assert len({canonical(position) for position in positions}) == len(positions)


def test_the_same_seed_gives_the_same_openings() -> None:
    """At once; and as many as there are where more are asked for."""
    game = game_named("tictactoe")
    known = known_openings(game)
    assert fair_openings(game, 3, seed=1) == fair_openings(game, 3, seed=1)
    assert sorted(fair_openings(game, 100, seed=1)) == sorted(known)
    assert len({tuple(fair_openings(game, 3, seed)) for seed in range(9)}) > 1
