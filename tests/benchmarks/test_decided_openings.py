"""Whether a lost game was lost from its opening on."""

from collections.abc import Iterator

import pytest

from benchmarks.games.decided_openings import LOPSIDED, Judge
from bot.brain import Budget, Choice
from bot.search.driver import OnProgress, Searcher
from games import Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict

GAMES = ("tictactoe", "gomoku")


class Shy(Searcher):
    """A search that takes wins and losses for mere looks while there are few stones."""

    few = 0

    def choose(
        self, position: Position, budget: Budget, on_progress: OnProgress | None = None
    ) -> Choice:
        found = super().choose(position, budget, on_progress)
        if len(position.moves) >= self.few or found.verdict is Verdict.DRAW:
            return found
        score = LOPSIDED if found.verdict is Verdict.WIN else -LOPSIDED
        return found._replace(verdict=Verdict.UNDECIDED, distance=None, score=score)


@pytest.fixture(scope="module")
def search() -> Iterator[Shy]:
    with Shy(workers=1, hash_mb=4, games=GAMES) as search:
        search.warm_up()
        yield search


def is_won(search: Searcher, name: str, opening: str, rest: str) -> bool:
    game = game_named(name)
    moves = read_moves(game, f"{opening} {rest}").moves
    return Judge(search, pace=0.02).is_won(game, read_moves(game, opening).moves, moves)


@pytest.mark.parametrize(
    ("game", "opening", "rest", "won"),
    [
        ("tictactoe", "a1", "a2 b2 a3 c3", False),  # the edge was the error, not the corner
        ("tictactoe", "a1 a2", "b2 a3 c3", True),
        ("gomoku", "h8 a1 i8 a9 j8 o1 i7 o9 i6", "g8 k8 l8 i5 i9 i4", True),  # a double three
        ("gomoku", "h8", "a1 i8 a9 j8 o1 g8 o9 k8", False),
    ],
)
def test_who_won_was_bound_to_or_not(
    search: Shy, game: str, opening: str, rest: str, won: bool
) -> None:
    search.few = 0
    assert is_won(search, game, opening, rest) == won


def test_where_the_search_only_has_a_look_every_reply_is_refuted(search: Shy) -> None:
    """As far as there are few enough moves until it knows."""
    search.few = 4
    assert is_won(search, "tictactoe", "a1 a2", "b2 a3 c3")
    search.few = 8
    assert not is_won(search, "tictactoe", "a1 a2", "b2 a3 c3")
