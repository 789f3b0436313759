"""Names of games: read, made canonical, and refused with a sentence that helps."""

import pytest

from games import CATALOGUE, UnknownGame, game_named
from tests.games.every import EVERY_GAME

CANONICAL = [
    ("tictactoe", "tictactoe"),
    ("mnk:rows=20,cols=20,k=5", "mnk"),
    ("mnk:k=4,cols=6,rows=7", "mnk:rows=7,cols=6,k=4"),
    ("mnk:exact=yes,rows=3,cols=5,k=3", "mnk:rows=3,cols=5,k=3,exact=yes"),
    ("gomoku:size=15,exact=no", "gomoku"),
    ("gomoku:exact=yes,size=19", "gomoku:size=19,exact=yes"),
    ("connect4:height=6,width=7,k=4", "connect4"),
    ("connect4:height=7,width=8", "connect4:width=8,height=7"),
    ("nineboard:full=anywhere", "nineboard"),
    ("nineboard:full=draw", "nineboard:full=draw"),
    ("qubic", "qubic"),
]

WRONG = [
    ("", "no game is called '': choose from tictactoe, mnk"),
    ("conect4", "no game is called 'conect4': did you mean connect4?"),
    ("Gomoku", "did you mean gomoku?"),
    (" gomoku", "did you mean gomoku?"),
    ("chess", "choose from tictactoe, mnk, gomoku, connect4, nineboard, qubic"),
    ("tictactoe:k=3", "tictactoe: it has no parameters, so 'k=3' cannot be set"),
    ("gomoku:", "gomoku: a parameter is written key=value, not ''"),
    ("gomoku:19", "gomoku: a parameter is written key=value, not '19'"),
    ("gomoku:size=15,", "a parameter is written key=value, not ''"),
    ("gomoku:sise=15", "no parameter is called 'sise': did you mean size?"),
    ("gomoku:k=4", "no parameter is called 'k': choose from size, exact"),
    ("gomoku:size=4", "size must be 5 to 25, not 4"),
    ("gomoku:size=26", "size must be 5 to 25, not 26"),
    ("gomoku:size=x", "size must be a whole number, 5..25, not 'x'"),
    ("gomoku:size=-15", "size must be a whole number, 5..25, not '-15'"),
    ("gomoku:size=1e1", "size must be a whole number"),
    ("gomoku:size=\u0661\u0665", "size must be a whole number"),
    ("gomoku:size=99999999999999999999", "size must be a whole number"),
    ("gomoku:size=", "size must be a whole number, 5..25, not ''"),
    ("gomoku:size=025", "size has no leading zeros: write 25, not 025"),
    ("gomoku:size=00", "size has no leading zeros: write 0, not 00"),
    ("gomoku:exact=true", "exact must be no or yes, not 'true'"),
    ("gomoku:size=15,size=16", "size is given twice"),
    ("mnk:rows=3,cols=3", "k must be 3 to 3 (the larger of rows and cols), not 5"),
    ("mnk:k=2", "k must be 3 to 20"),
    ("mnk:rows=30", "rows must be 3 to 25, not 30"),
    ("connect4:width=3", "width must be 4 to 10, not 3"),
    ("connect4:k=8", "k must be 3 to 7 (the larger of width and height), not 8"),
    ("nineboard:full=lose", "full must be anywhere or draw, not 'lose'"),
]


@pytest.mark.parametrize(("name", "canonical"), CANONICAL)
def test_names_are_made_canonical(name: str, canonical: str) -> None:
    """Defaults are left out and keys come in a fixed order."""
    assert game_named(name).name == canonical


@pytest.mark.parametrize(("name", "sentence"), WRONG)
def test_a_wrong_name_is_refused_with_what_would_be_right(name: str, sentence: str) -> None:
    """The error says what was wrong and what to write instead."""
    with pytest.raises(UnknownGame) as refused:
        game_named(name)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_canonical_name_stands_for_itself(name: str) -> None:
    """Reading a canonical name gives a game of that name."""
    assert game_named(name).name == name


def test_a_game_is_built_once() -> None:
    """However its name is written, so that all matches of a server share it."""
    assert game_named("mnk:k=5,rows=20") is game_named("mnk")
    assert game_named("gomoku:exact=no,size=19") is game_named("gomoku:size=19")


def test_other_names_are_other_games() -> None:
    """Even if the board is as large."""
    assert game_named("mnk") != game_named("gomoku:size=20")


def test_every_game_reaches_the_ends_of_its_parameters() -> None:
    """The games that the tests go through include the longest line that fits, too."""
    assert {"mnk:k=20", "connect4:k=7", "gomoku:size=25", "mnk:exact=yes"} <= set(EVERY_GAME)


def test_the_catalogue_is_the_published_one() -> None:
    """The six families, in this order."""
    assert list(CATALOGUE) == ["tictactoe", "mnk", "gomoku", "connect4", "nineboard", "qubic"]
