"""Positions drawn as text."""

import pytest

from games import game_named
from games.drawing import caption, draw
from games.notation import read_moves
from tests.games.every import EVERY_GAME, walk

PICTURES = {
    ("tictactoe", "b2 a1 c3"): """\
 3  . .>X
 2  . X .
 1  O . .
    a b c""",
    ("connect4:width=4,height=4", "1212121"): """\
   *X . . .
   *X O . .
   *X O . .
   *X O . .
    1 2 3 4""",
    ("nineboard", "71 15"): """\
board 1 | board 2 | board 3
 . . .  |  . . .  |  . . .
 .>O .  |  . . .  |  . . .
 . . .  |  . . .  |  . . .
--------+---------+--------
board 4 | board 5 | board 6
 . . .  |  _ _ _  |  . . .
 . . .  |  _ _ _  |  . . .
 . . .  |  _ _ _  |  . . .
--------+---------+--------
board 7 | board 8 | board 9
 X . .  |  . . .  |  . . .
 . . .  |  . . .  |  . . .
 . . .  |  . . .  |  . . .""",
    ("qubic", "111 222 112 223 113 224 114"): """\
  layer 1    layer 2    layer 3    layer 4
   1 2 3 4    1 2 3 4    1 2 3 4    1 2 3 4
1 *X*X*X*X    . . . .    . . . .    . . . .
2  . . . .    . O O O    . . . .    . . . .
3  . . . .    . . . .    . . . .    . . . .
4  . . . .    . . . .    . . . .    . . . .""",
}


@pytest.mark.parametrize(("name", "moves"), PICTURES)
def test_the_picture_is_as_drawn_here(name: str, moves: str) -> None:
    """Coordinates, the last move, winning lines and where the reply must go."""
    assert draw(read_moves(game_named(name), moves)) == PICTURES[name, moves]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_stone_is_drawn_and_fits_a_terminal(name: str) -> None:
    """No board is wider than 80 columns or has stray stones."""
    position = walk(game_named(name), 3, 10**3)
    picture = draw(position)
    assert (picture.count("X"), picture.count("O")) == tuple(
        stones.bit_count() for stones in position.stones
    )
    assert max(map(len, picture.splitlines())) <= 80


@pytest.mark.parametrize(
    ("name", "moves", "told"),
    [
        ("gomoku", "", "X to move"),
        ("gomoku", "h8", "O to move"),
        ("tictactoe", "a1 b1 a2 b2 a3", "X wins with a3 a2 a1"),
        ("connect4", "1212121", "X wins"),
        ("tictactoe", "a1 b2 c3 b1 b3 a3 c1 c2 a2", "a draw"),
    ],
)
def test_the_caption_tells_whose_turn_it_is_or_how_it_ended(
    name: str, moves: str, told: str
) -> None:
    """In a few words."""
    assert caption(read_moves(game_named(name), moves)) == told
