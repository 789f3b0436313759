"""Boards in lines and discs: every character in its column, every line joined to the next."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from client.screen.board.glyphs import ASCII, LINES, Glyphs
from client.screen.board.layout import BOXED, CLOSE, LARGE, MEDIUM, Pitch, layout
from client.screen.board.paint import BoardState, Style, paint
from client.screen.board.ruling import DOWN, JOINTS, LEFT, RIGHT, STEPS, UP
from games import Position, game_named
from games.notation import read_moves
from tests.games.every import EVERY_GAME, positions

ARMS = {"UP": (UP,), "RIGHT": (RIGHT,), "DOWN": (DOWN,), "LEFT": (LEFT,),
        "VERTICAL": (UP, DOWN), "HORIZONTAL": (LEFT, RIGHT)}  # fmt: skip
WEIGHTS = {"LIGHT": 1, "HEAVY": 2}


def lines_of(
    position: Position, pitch: Pitch, glyphs: Glyphs = LINES, **seen: int | None
) -> list[str]:
    painted = paint(layout(position.game, pitch), BoardState(position, **seen), glyphs)
    return ["".join(run for run, _ in line) for line in painted]


def named(char: str) -> tuple[int, ...]:
    """The arms that the standard's name of a character tells.

    Where only the first of two parts names a weight, both have it.
    """
    arms = [0, 0, 0, 0]
    if char != " ":
        words = unicodedata.name(char).removeprefix("BOX DRAWINGS ").split()
        weight = WEIGHTS.get(words[0], 0)
        for part in " ".join(words).split(" AND "):
            told = [WEIGHTS[word] for word in part.split() if word in WEIGHTS]
            weight = told[0] if told else weight
            for word in part.split():
                for arm in ARMS.get(word, ()):
                    arms[arm] = weight
    return tuple(arms)


def test_the_joints_are_what_their_names_say() -> None:
    """In the order of the weights of their arms, each of which is missing, light or heavy."""
    weights = [
        (up, right, down, left)
        for up in range(3) for right in range(3) for down in range(3) for left in range(3)
    ]  # fmt: skip
    assert [named(char) for char in JOINTS] == weights
    assert all(cell_len(char) == 1 for char in JOINTS)


@pytest.mark.parametrize("glyphs", [ASCII, LINES], ids=["ascii", "lines"])
def test_each_glyph_takes_one_column(glyphs: Glyphs) -> None:
    """And the terminal may take none of them for a picture, which is wider."""
    chars = "".join((*glyphs.stones, glyphs.empty, glyphs.target, glyphs.last, glyphs.won))
    chars += glyphs.hint + glyphs.drop
    chars += "".join(line for pair in glyphs.art.values() for art in pair for line in art)
    assert all(cell_len(char) == 1 for char in chars)
    assert not [char for char in chars if unicodedata.east_asian_width(char) in "WF"]
    assert (glyphs is ASCII) == chars.isascii()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_all_lines_of_an_empty_board_meet(name: str) -> None:
    """No line ends in the open but where the number of a board interrupts it."""
    for pitch in LINES.pitches:
        rows = lines_of(game_named(name).start(), pitch)
        for y, row in enumerate(rows):
            for x, char in enumerate(row):
                if char not in JOINTS or char == " ":
                    continue
                for arm, weight in enumerate(named(char)):
                    across, down = x + STEPS[arm][0], y + STEPS[arm][1]
                    if weight:
                        there = rows[down][across]
                        assert there == " " or named(there)[(arm + 2) % 4] == weight, (pitch, row)


@settings(max_examples=60)
@given(positions(), st.sampled_from(LINES.pitches), st.sampled_from([ASCII, LINES]))
def test_every_stone_keeps_its_column(position: Position, pitch: Pitch, glyphs: Glyphs) -> None:
    """All lines are as wide as the board, and each stone is drawn around its spot."""
    drawn = layout(position.game, pitch)
    rows = lines_of(position, pitch, glyphs)
    assert {(len(row), cell_len(row)) for row in rows} == {(drawn.size[0], drawn.size[0])}
    art = glyphs.art.get(pitch)
    for cell, (x, y) in enumerate(drawn.spots):
        owner = position.owner(cell)
        if owner is None:
            continue
        if art is None:
            assert rows[y][x] == glyphs.stones[owner]
            continue
        top = y + pitch.inside[1].start
        for line, chars in enumerate(art[owner]):
            left = x - len(chars) // 2
            assert rows[top + line][left : left + len(chars)] == chars


def test_a_winning_line_has_heavy_lines_around_it() -> None:
    """As one shape where its cells touch; closely drawn, each stone has a mark of its own."""
    won = read_moves(game_named("tictactoe"), "a1 b2 a2 b3 a3")
    assert [row[2:7] for row in lines_of(won, BOXED)[:7]] == [
        "┏━━━┱", "┃ X ┃", "┠───╂", "┃ X ┃", "┠───╂", "┃ X ┃", "┗━━━┹",
    ]  # fmt: skip
    assert [row[2:5] for row in lines_of(won, CLOSE)[:3]] == ["▐X▌"] * 3


def test_the_board_of_the_reply_has_heavy_lines_around_it() -> None:
    """The whole board, also where it is taken in part."""
    rows = lines_of(read_moves(game_named("nineboard"), "55 59 95"), BOXED)
    assert [char for row in rows for char in row if char in "┏┓┗┛"] == ["┏", "┓", "┗", "┛"]
    assert [row[14:27] for row in rows[7:14:6]] == ["┏━━━┑ 5 ┍━━━┓", "┗━━━┷━━━┷━━━┛"]


def test_the_last_move_is_marked_at_every_size() -> None:
    position = read_moves(game_named("connect4"), "44")
    for pitch in (CLOSE, BOXED, MEDIUM, LARGE):
        assert "".join(lines_of(position, pitch)).count("▸") == 1
    painted = paint(layout(position.game, BOXED), BoardState(position), LINES)
    assert any(("▸●◂", Style.SECOND_LAST) in line for line in painted)


def test_a_falling_stone_has_an_arrow_over_it() -> None:
    rows = lines_of(read_moves(game_named("connect4"), "44"), BOXED, cursor=3, ghost=0)
    assert re.fullmatch(" {14}▼ {14}", rows[0])
