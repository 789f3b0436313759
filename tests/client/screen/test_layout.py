"""Where cells stand on the screen, for every game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.screen.board.layout import BOXED, CLOSE, LARGE, PITCHES, Pitch, landing, largest, layout
from client.screen.board.paint import BoardState, Style, paint
from games import Position, game_named
from games.notation import read_cell, read_moves
from tests.games.every import EVERY_GAME, positions

every_game = pytest.mark.parametrize("name", EVERY_GAME)
every_pitch = pytest.mark.parametrize("pitch", PITCHES)


def text(position: Position, pitch: Pitch = CLOSE, **seen: int | None) -> list[str]:
    lines = paint(layout(position.game, pitch), BoardState(position, **seen))
    return ["".join(run for run, _ in line) for line in lines]


@every_game
@every_pitch
def test_a_cell_is_found_where_it_is_drawn(name: str, pitch: Pitch) -> None:
    """Going from a cell to the screen and back leads to the same cell, and no two share a spot."""
    drawn = layout(game_named(name), pitch)
    width, height = drawn.size
    assert len(set(drawn.spots)) == drawn.game.cells
    for cell, (x, y) in enumerate(drawn.spots):
        assert 0 < x < width - 1
        assert 0 <= y < height
        assert drawn.cell_at(x, y) == cell
        assert drawn.furniture[y][x] == " "


@every_game
@every_pitch
def test_what_is_not_on_the_board_is_no_cell(name: str, pitch: Pitch) -> None:
    drawn = layout(game_named(name), pitch)
    width, height = drawn.size
    assert drawn.cell_at(width + 1, height + 1) is None
    assert drawn.cell_at(-1, 0) is None


@every_game
@every_pitch
def test_the_keys_lead_everywhere_and_back(name: str, pitch: Pitch) -> None:
    """Every cell can be reached by steps, each step can be undone, and at the edge one stays."""
    drawn = layout(game_named(name), pitch)
    possible_actions = ((1, 0), (-1, 0), (0, 1), (0, -1))
    seen, waiting = {0}, [0]
    while waiting:
        cell = waiting.pop()
        for across, down in possible_actions:
            to = drawn.step(cell, across, down)
            assert to == cell or drawn.step(to, -across, -down) == cell
            if to not in seen:
                seen.add(to)
                waiting.append(to)
    assert seen == set(range(drawn.game.cells))


@every_game
@every_pitch
def test_furniture_is_ascii_and_rectangular(name: str, pitch: Pitch) -> None:
    drawn = layout(game_named(name), pitch)
    assert {len(line) for line in drawn.furniture} == {drawn.size[0]}
    assert all(line.isascii() for line in drawn.furniture)


def test_the_sizes_that_were_promised() -> None:
    """20x20 takes 43x21 characters, Qubic's four layers at most 60x6."""
    assert layout(game_named("mnk"), CLOSE).size == (43, 21)
    width, height = layout(game_named("qubic"), CLOSE).size
    assert width <= 60
    assert height == 6


def test_the_largest_drawing_that_fits_is_taken() -> None:
    game = game_named("tictactoe")
    assert [largest(game, room) for room in ((80, 24), (20, 10), (9, 4), (8, 4))] == [
        layout(game, LARGE), layout(game, BOXED), layout(game, CLOSE), None,
    ]  # fmt: skip


@settings(max_examples=40)
@given(positions(), st.sampled_from(PITCHES))
def test_every_stone_is_drawn_on_its_spot(position: Position, pitch: Pitch) -> None:
    lines = text(position, pitch)
    for cell, (x, y) in enumerate(layout(position.game, pitch).spots):
        owner = position.owner(cell)
        shown = lines[y][x]
        if owner is None:
            assert shown in "._ "
        elif pitch != LARGE:
            assert shown == "XO"[owner]
        else:
            assert shown == "X "[owner]


@settings(max_examples=40)
@given(positions(), st.data())
def test_stones_land_where_typing_the_column_puts_them(
    position: Position, data: st.DataObject
) -> None:
    """The ghost is where the rules put the stone."""
    cell = data.draw(st.integers(0, position.game.cells - 1))
    lands = landing(position, cell)
    if not position.game.below:
        assert lands == cell
    elif position.open >> lands & 1:
        assert lands == read_cell(position, position.game.names[cell])
    else:
        assert position.owner(lands) is not None


def test_the_last_move_and_a_win_are_marked_without_colour() -> None:
    game = game_named("tictactoe")
    assert text(read_moves(game, "a1 b2"), BOXED)[3] == " 2|   |>O<|   |"
    assert text(read_moves(game, "a1 b2"))[1] == " 2 .>O . "
    won = read_moves(game, "a1 b2 a2 b3 a3")
    assert [line[2] for line in text(won)[:3]] == ["*"] * 3
    assert [line[3:6] for line in text(won, BOXED)[1:6:2]] == ["*X*"] * 3


def test_the_cursor_shows_what_it_would_play() -> None:
    position = read_moves(game_named("tictactoe"), "b2")
    assert text(position, cursor=0, ghost=1)[0] == " 3[o]. . "
    assert text(position, cursor=4, ghost=1)[1] == " 2 .>X]. "
    assert text(position, cursor=0)[0] == " 3 . . . "


def test_a_falling_stone_is_shown_over_its_column_and_where_it_lands() -> None:
    position = read_moves(game_named("connect4"), "44")
    lines = text(position, cursor=3, ghost=0)
    assert lines[0] == "       v       "
    assert lines[4] == " . . .[x]. . . "


def test_the_board_of_the_reply_is_marked() -> None:
    """After 71 the reply goes to board 1, and only there."""
    lines = text(read_moves(game_named("nineboard"), "71"))
    assert [line[:8] for line in lines[1:4]] == [" _ _ _  "] * 3
    assert sum(line.count("_") for line in lines) == 9


def test_a_premove_is_marked() -> None:
    position = read_moves(game_named("tictactoe"), "b2")
    assert text(position, premove=8)[2] == " 1 . .(?)"


def test_styles_follow_the_owner() -> None:
    position = read_moves(game_named("tictactoe"), "a3 b3")
    top = paint(layout(position.game, CLOSE), BoardState(position))[0]
    assert ("X", Style.FIRST) in top
    assert (">O", Style.SECOND_LAST) in top
