"""Cells to text and back."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import IllegalMove, Mistake, Position, UnreadableMove, game_named
from games.notation import explain, read_cell, read_moves, write_moves
from tests.games.every import EVERY_GAME, positions

CORNERS = [
    ("gomoku", 0, "a15"),
    ("gomoku", 14, "o15"),
    ("gomoku", 210, "a1"),
    ("gomoku", 112, "h8"),
    ("mnk:rows=25,cols=25", 24, "y25"),
    ("tictactoe", 4, "b2"),
    ("connect4", 38, "4"),
    ("connect4:width=10", 59, "0"),
    ("nineboard", 54, "71"),
    ("nineboard", 0, "11"),
    ("qubic", 14, "143"),
    ("qubic", 63, "444"),
]

UNREADABLE = [
    ("gomoku", ""),
    ("gomoku", "p1"),
    ("gomoku", "a16"),
    ("gomoku", "a0"),
    ("gomoku", "h08"),
    ("gomoku", "8h"),
    ("gomoku", "h\u0668"),
    ("gomoku", "pass"),
    ("connect4", "8"),
    ("connect4", "0"),
    ("connect4", "44"),
    ("connect4", "\u00b2"),
    ("nineboard", "7"),
    ("nineboard", "90"),
    ("nineboard", "711"),
    ("qubic", "155"),
    ("qubic", "14"),
]


@pytest.mark.parametrize(("name", "cell", "text"), CORNERS)
def test_known_cells(name: str, cell: int, text: str) -> None:
    """a1 is at the lower left; the other notations count from the upper left."""
    game = game_named(name)
    assert game.names[cell] == text
    assert read_cell(game.start(), f" {text.upper()} ") == cell


@pytest.mark.parametrize(("name", "text"), UNREADABLE)
def test_an_unreadable_move_is_told_how_to_write_one(name: str, text: str) -> None:
    """The error quotes the text and gives the notation with an example."""
    game = game_named(name)
    with pytest.raises(UnreadableMove) as refused:
        read_cell(game.start(), text)
    assert repr(text) in str(refused.value)
    assert f"write {explain(game)}" in str(refused.value)


def test_a_full_column_is_illegal_not_unreadable() -> None:
    """The two errors are different, and neither is the other."""
    position = read_moves(game_named("connect4"), "444444")
    with pytest.raises(IllegalMove, match="column 4 is full"):
        read_cell(position, "4")
    assert not issubclass(IllegalMove, UnreadableMove)
    assert not issubclass(UnreadableMove, IllegalMove)


def test_a_taken_cell_can_be_read_but_not_played() -> None:
    """Reading tells the cell; playing tells why not."""
    position = read_moves(game_named("gomoku"), "h8")
    assert read_cell(position, "h8") == 112
    with pytest.raises(IllegalMove, match="h8 is taken: X has a stone there"):
        position.play(112)


@pytest.mark.parametrize("text", ["h8 i9 h10", "h8,i9,h10", "h8i9h10", " H8;\ti9\nh10 "])
def test_moves_may_stand_apart_or_together(text: str) -> None:
    """All the usual ways to write a list of moves are read."""
    assert read_moves(game_named("gomoku"), text).moves == (112, 98, 82)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("gomoku", "h8 i9 zz h10", "move 3: cannot read 'zz' as a move"),
        ("gomoku", "h8 i9 h8", "move 3: h8 is taken"),
        ("gomoku", "h8 i99", "move 2: cannot read 'i99' as a move"),
        ("connect4", "44444444", "move 7: column 4 is full"),
        ("connect4", "448", "move 3: cannot read '8'"),
        ("nineboard", "71 2", "move 2: cannot read '2' as a move"),
    ],
)
def test_a_wrong_list_of_moves_names_the_move(name: str, text: str, sentence: str) -> None:
    """The error says which move it was."""
    with pytest.raises(Mistake) as refused:
        read_moves(game_named(name), text)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_example_in_the_explanation_can_be_played(name: str) -> None:
    """What we tell people to write, we read."""
    game = game_named(name)
    example = explain(game).rsplit(" ", 1)[-1]
    assert read_moves(game, example).moves


@given(positions())
def test_every_legal_move_reads_back(position: Position) -> None:
    """Any cell that may be played is found again by its text."""
    for cell in position.legal_moves():
        assert read_cell(position, position.game.names[cell]) == cell


@given(positions())
def test_every_game_reads_back(position: Position) -> None:
    """A whole game, written and read, is the same game."""
    text = write_moves(position.game, position.moves)
    assert read_moves(position.game, text) == position


@given(st.sampled_from(EVERY_GAME), st.text(max_size=20))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    """Nothing typed raises anything but our own errors."""
    with suppress(Mistake):
        read_moves(game_named(name), text)
