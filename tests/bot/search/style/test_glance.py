"""A move at a glance: what is noticed, what is overlooked, and what is played then."""

from random import Random

import pytest

from bot.search.style.glance import glance
from games import CATALOGUE, game_named
from games.notation import read_cell, read_moves

GLANCES = 200


def played(game: str, moves: str, eye: float) -> dict[str, float]:
    """How often each cell is played."""
    position = read_moves(game_named(game), moves)
    random = Random(1)
    cells = [glance(position, eye, random) for _ in range(GLANCES)]
    return {position.game.names[cell]: cells.count(cell) / GLANCES for cell in cells}


def test_the_best_eye_wins_before_it_prevents_a_loss() -> None:
    assert set(played("tictactoe", "a1 b1 a2 b2", 1.0)) == {"a3"}
    assert set(played("tictactoe", "a1 b1 c3 b2", 1.0)) == {"b3"}


def test_a_worse_eye_overlooks_slanted_lines_more_than_straight_ones() -> None:
    """And long ones more than short ones."""
    straight = played("tictactoe", "a1 b1 a2 c2", 0.4)["a3"]
    slanted = played("tictactoe", "a1 b1 b2 c2", 0.4)["c3"]
    assert 1.0 > straight > slanted
    four = played("mnk:rows=5,cols=5,k=4", "a1 c5 a2 d5 a3 e4", 0.4)["a4"]
    five = played("mnk:rows=5,cols=5,k=5", "a1 c5 a2 d5 a3 e4 a4 e3", 0.4)["a5"]
    assert straight > four > five


def test_greed_makes_the_longest_line_that_can_be_filled() -> None:
    """All that is left but c2, where the row is spoilt and the column empty."""
    assert set(played("tictactoe", "b2 a2 a1 c3", 1.0)) == {"a3", "b1", "b3", "c1"}


def test_a_line_that_may_not_be_longer_is_not_one_with_a_stone_beside_it() -> None:
    """Where six in a row do not win, the fifth stone that would make six is not noticed."""
    names = played("gomoku:exact=yes", "c8 a1 d8 a3 e8 a5 f8 a7 h8 a9", 1.0)
    assert "g8" not in names
    assert "b8" in names


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("eye", [0.0, 0.5, 1.0])
def test_it_plays_every_game_to_its_end(name: str, eye: float) -> None:
    """Legally."""
    random, position = Random(2), game_named(name).start()
    while not position.outcome:
        position = position.play(glance(position, eye, random))


def test_on_a_wide_board_nobody_looks_where_no_stone_is_near() -> None:
    """Near is within two steps along a line; where there are few moves all are looked at."""
    game = game_named("gomoku")
    corner = read_moves(game, "a15")
    near = {read_cell(corner, name) for name in ("b15", "c15", "a14", "b14", "a13", "c13")}
    random = Random(3)
    assert {glance(corner, 0.0, random) for _ in range(GLANCES)} == near
    assert set(played("connect4", "1", 0.0)) == set("1234567")
