"""What is played where there is no time to search."""

from random import Random

import pytest

from bot.instinct import instinct
from games import CATALOGUE, Cell, Game, Position, game_named
from games.notation import read_moves

WIDE = ("gomoku:size=20", "gomoku:size=25,exact=yes", "mnk:rows=7,cols=9")


def played(name: str, moves: str) -> str:
    """The move that is played, by its name."""
    position = read_moves(game_named(name), moves)
    return position.game.names[instinct(position)]


def outcome(game: Game, side: int, seed: int) -> Position:
    """A whole game against chance."""
    random, position = Random(seed), game.start()
    while not position.outcome:
        ours = position.turn == side
        cell = instinct(position) if ours else random.choice(position.legal_moves())
        position = position.play(cell)
    return position


@pytest.mark.parametrize("name", [*CATALOGUE, *WIDE])
def test_a_glance_is_better_than_chance(name: str) -> None:
    """In every game, on either side."""
    ended = [outcome(game_named(name), seed % 2, seed).outcome for seed in range(10)]
    won = [each is not None and each.winner == seed % 2 for seed, each in enumerate(ended)]
    assert sum(won) >= 7


@pytest.mark.parametrize(
    ("name", "move"),
    [("tictactoe", "b2"), ("gomoku", "h8"), ("connect4", "4"), ("nineboard", "55")],
)
def test_it_begins_in_the_middle(name: str, move: str) -> None:
    assert played(name, "") == move


def test_it_stays_with_the_stones() -> None:
    """On a wide board the middle is only for those who are there."""
    position = read_moves(game_named("gomoku:size=20"), "c3")
    row, column = divmod(instinct(position), 20)
    stone = divmod(position.moves[0], 20)
    assert max(abs(row - stone[0]), abs(column - stone[1])) <= 2


@pytest.mark.parametrize(
    ("name", "moves", "right"),
    [
        ("gomoku", "h8 a1 h9 a2 h10 a3 h11 a4", ("h7", "h12")),  # it wins rather than it defends
        ("gomoku", "h8 a1 h9 a3 h10 a5 h11", ("h7", "h12")),  # it defends
        ("gomoku", "h8 a1 h9 a5 h10", ("h7", "h11")),  # before it is too late
        ("connect4", "414242", ("4",)),
        ("connect4", "41414", ("4",)),
        ("tictactoe", "a1 b2 a2", ("a3",)),
    ],
)
def test_it_sees_the_last_stone_of_a_line(name: str, moves: str, right: tuple[str, ...]) -> None:
    assert played(name, moves) in right


def test_it_makes_no_six_where_five_are_asked_for() -> None:
    """A line that is too long is worth nothing."""
    moves = "c8 a1 d8 a15 e8 o1 g8 o15 h8 c1"
    assert played("gomoku", moves) == "f8"
    assert played("gomoku:exact=yes", moves) != "f8"


def wins(position: Position) -> list[Cell]:
    """The moves that win at once."""
    after = {cell: position.play(cell).outcome for cell in position.legal_moves()}
    return [cell for cell, outcome in after.items() if outcome and outcome.winner is not None]


@pytest.mark.parametrize("name", ["connect4", "nineboard"])
def test_it_opens_no_cell_that_wins_for_the_other(name: str) -> None:
    """As long as there is another move."""
    random, met = Random(1), 0
    for _ in range(40):
        position = game_named(name).start()
        while not position.outcome:
            safe = [cell for cell in position.legal_moves() if not wins(position.play(cell))]
            if not wins(position) and safe:
                assert instinct(position) in safe
                met += len(safe) < len(position.legal_moves())
            position = position.play(random.choice(safe or position.legal_moves()))
    assert met > 100
