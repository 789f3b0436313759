"""Openings from which both sides have a chance, as far as the search sees."""

from collections.abc import Callable
from functools import partial

from bot.brain import Budget
from bot.search.driver import Searcher
from games import Cell, Game, Position
from protocol.parts import Verdict
from tournament.openings import choose_openings, default_plies, is_wide

SOLVABLE = 50  # cells; boards of fewer are solved where they can be
GLANCE = 0.1  # seconds that show most of what is lopsided
LOOK = 0.3  # seconds for a look at whether an opening is decided
LOPSIDED = 20_000  # scores beyond are as good as won
BALANCED = 60  # on wide boards, where to be on move is worth about a hundred


def fair_openings(
    game: Game,
    many: int,
    seed: int,
    plies: int | None = None,
    progress: Callable[[int], None] | None = None,
    look: float = LOOK,
) -> list[tuple[Cell, ...]]:
    """Random openings that are neither won nor lost as far as the search sees in so many seconds.

    The tables of the search are those of all looks before: the same seed may give others.
    """
    plies = default_plies(game) if plies is None else plies
    with Searcher(hash_mb=64, games=(game.name,)) as search:
        search.warm_up()
        return choose_openings(game, many, plies, seed, partial(is_open, search, look), progress)


def is_open(search: Searcher, look: float, position: Position) -> bool:
    """Whether nobody can be seen to win: where the game can be solved, whether it is a draw."""
    if position.game.cells < SOLVABLE:
        solved = search.solve(position, Budget(look)).verdict
        if solved is not Verdict.UNDECIDED:
            return solved is Verdict.DRAW
    most = BALANCED if is_wide(position.game) else LOPSIDED
    for seconds, margin in ((GLANCE, 2 * most), (look, most)):
        found = search.choose(position, Budget(seconds))
        if found.verdict is not Verdict.UNDECIDED or abs(found.score or 0) >= margin:
            return False
    return True
