"""Symmetries of the boards, and that the rules respect them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Position, game_named
from games.symmetry import symmetries
from tests.games.every import positions

SAMPLE = [
    "tictactoe",
    "mnk:rows=3,cols=4,k=3",
    "gomoku:size=7,exact=yes",
    "connect4",
    "nineboard",
    "nineboard:full=draw",
    "qubic",
]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tictactoe", 8),
        ("mnk", 8),
        ("mnk:rows=3,cols=4,k=3", 4),
        ("gomoku:exact=yes", 8),
        ("connect4", 2),
        ("nineboard", 8),
        ("qubic", 192),
    ],
)
def test_the_number_of_symmetries_is_known(name: str, count: int) -> None:
    """All are different, each moves every cell somewhere, and the first is the identity."""
    game = game_named(name)
    found = symmetries(game)
    assert len(set(found)) == len(found) == count
    assert all(sorted(each) == list(range(game.cells)) for each in found)
    assert found[0] == tuple(range(game.cells))


@given(positions(SAMPLE), st.data())
def test_symmetric_positions_have_symmetric_outcomes(
    position: Position, data: st.DataObject
) -> None:
    """Turning every move of a game turns its legal moves and its outcome along."""
    to = data.draw(st.sampled_from(symmetries(position.game)))
    turned = position.game.start()
    for cell in position.moves:
        turned = turned.play(to[cell])
    assert turned.legal_moves() == sorted(to[cell] for cell in position.legal_moves())
    assert (turned.outcome is None) == (position.outcome is None)
    if position.outcome and turned.outcome:
        assert turned.outcome.winner == position.outcome.winner
        assert turned.outcome.cells == {to[cell] for cell in position.outcome.cells}
