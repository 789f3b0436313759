"""Which games are the same game again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import CATALOGUE, Cell, game_named
from games.symmetry import symmetries
from tests.tournament.statistics.simulated import LINE
from tournament.results import Result, ScheduledGame
from tournament.statistics.repeats import canonical, repeats

TICTACTOE = game_named("tictactoe")


def played(*games: tuple[Cell, ...], opening: tuple[Cell, ...] = ()) -> list[Result]:
    return [
        Result(ScheduledGame(at, 1, ("a", "b"), at), 0, "line", opening=opening, moves=moves)
        for at, moves in enumerate(games, 1)
    ]


@pytest.mark.parametrize("name", CATALOGUE)
@given(data=st.data())
def test_a_game_is_the_same_whichever_way_the_board_is_turned(
    name: str, data: st.DataObject
) -> None:
    """In every game, by each of its symmetries; and the form found is one of them."""
    game = game_named(name)
    moves = data.draw(st.lists(st.integers(0, game.cells - 1), unique=True, max_size=12))
    turns = symmetries(game)
    to = data.draw(st.sampled_from(turns))
    assert canonical(game, [to[cell] for cell in moves]) == canonical(game, moves)
    assert canonical(game, moves) == min(tuple(way[cell] for cell in moves) for way in turns)


def test_games_with_other_moves_repeat_nothing() -> None:
    """The order of moves counts too."""
    assert repeats(TICTACTOE, played(LINE, (1, 3, 0, 4, 2))) == 0


def test_each_game_after_the_first_of_its_kind_repeats_it() -> None:
    """Turned upside down or not."""
    turned = tuple(8 - cell for cell in LINE)
    assert repeats(TICTACTOE, played(LINE, LINE, turned)) == 2


def test_games_without_a_move_are_like_no_other() -> None:
    """They were not played, or lost on time at once; moves of an opening are not anybody's."""
    assert repeats(TICTACTOE, played((), ())) == 0
    assert repeats(TICTACTOE, played((4, 0), (4, 0), opening=(4, 0))) == 0
