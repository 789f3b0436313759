"""Hints, with the reason that anybody can see; and the rules of each game in words."""

import pytest

from client.local.analysis import Evaluation
from client.words.hints import hint, winning_cells
from client.words.rules import rules
from games import CATALOGUE, game_named
from games.notation import read_cell, read_moves
from protocol.parts import Verdict
from tests.games.every import EVERY_GAME


def hinted(
    game: str,
    moves: str,
    best: str,
    score: float = 5,
    *line: str,
    verdict: Verdict = Verdict.UNDECIDED,
) -> str:
    position = read_moves(game_named(game), moves)
    cell = read_cell(position, best)
    return hint(position, Evaluation(cell, best, score, verdict, 9, None, (best, *line)))


@pytest.mark.parametrize(
    ("game", "moves", "best", "why"),
    [
        ("connect4", "", "4", "a good place to begin"),
        ("connect4", "414141", "4", "it makes four in a row, and wins"),
        ("connect4", "4141417", "4", "it stops X from four in a row, and it threatens four in a "
         "row at 1"),
        ("gomoku", "h8 a1 h9 a2 h10 b1", "h11", "it threatens five in a row at h12 and h7"),
        ("gomoku", "h8 a1 h9 a2", "o15", "the search finds nothing better"),
        ("nineboard", "71", "15", "it leads X to board 5"),
        ("qubic", "111 222 112 333 113", "114", "it stops X from four in a row"),
    ],
)  # fmt: skip
def test_a_hint_says_why(game: str, moves: str, best: str, why: str) -> None:
    assert hinted(game, moves, best).startswith(f"Play {best}: {why}.")


def test_a_hint_says_how_it_stands_and_what_may_follow() -> None:
    """But for a move that ends the game."""
    told = hinted("connect4", "44", "4", -5, "3", "2")
    assert told.endswith("As far as seen: O stands better (-5, depth 9). Then perhaps 3 2.")
    assert hinted("connect4", "414141", "4", 5, "3").endswith("and wins.")


def test_what_is_proven_is_no_guess() -> None:
    """And is the reason for a move that does nothing else."""
    won = hinted("connect4", "46", "2", verdict=Verdict.WIN)
    assert won == "Play 2: it wins by force. X wins."
    assert hinted("connect4", "46", "2", verdict=Verdict.DRAW).endswith("for a draw. A draw.")
    assert hinted("connect4", "46", "2", verdict=Verdict.LOSS).endswith("the game. O wins.")


def test_a_stone_that_falls_wins_only_where_it_lands() -> None:
    """Three beside each other, over a hole."""
    position = read_moves(game_named("connect4"), "1122337")
    assert [position.game.names[cell] for cell in winning_cells(position, 0)] == ["4"]
    assert winning_cells(read_moves(game_named("connect4"), "4141414"), 0) == []


@pytest.mark.parametrize("name", EVERY_GAME)
def test_each_game_has_rules(name: str) -> None:
    """Who wins, and what such a line looks like."""
    text = rules(game_named(name))
    assert text.startswith(f"THE RULES OF {name}\n")
    assert " in a row" in text
    assert text.isascii()


def test_the_rules_are_those_of_the_game_at_hand() -> None:
    told = {name: rules(game_named(name)) for name in CATALOGUE}
    assert "falls to the lowest free cell" in told["connect4"]
    assert "cell 5 leads to board 5" in told["nineboard"]
    assert "76 lines in all" in told["qubic"]
    assert "Five or more in a row win" in told["gomoku"]
    assert "Exactly five in a row win" in rules(game_named("gomoku:exact=yes"))
    assert "makes it a draw" in rules(game_named("nineboard:full=draw"))
