"""Openings from which both sides have a chance, as far as the search sees."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from bot.brain import Budget
from bot.search.driver import Searcher
from bot.search.installed import is_installed
from client.console import talk
from games import Cell, Game, Position
from protocol.parts import Verdict
from tournament.formats.openings import choose_openings, default_plies, read_openings

OnFound = Callable[[int], None]  # hears how many there are by now
SOLVABLE = 50  # cells; boards of fewer are solved where they can be
GLANCE = 0.1  # seconds that show most of what is lopsided
LOOK = 0.3  # seconds for a look at whether an opening is decided
LOPSIDED = 20_000  # scores beyond are as good as won
PLIES = 3  # that show what the first move is worth


def fair_openings(
    game: Game,
    many: int,
    seed: int,
    plies: int | None = None,
    progress: OnFound | None = None,
) -> list[tuple[Cell, ...]]:
    """So many openings that leave neither side more of an edge than the first move gives.

    Those of the usual games were looked for once and for all; others are found by the search now.
    """
    usual = default_plies(game)
    if plies in (None, usual) and (known := known_openings(game)):
        return Random(f"{game.name} {seed}").sample(known, min(many, len(known)))
    return looked_for(game, many, seed, plies or usual, progress)


def known_openings(game: Game) -> list[tuple[Cell, ...]]:
    """Those that `python -m benchmarks.games.usual_openings` has found for a game."""
    file = file_of(game)
    return read_openings(game, file.read_text(encoding="utf-8")) if file.exists() else []


def file_of(game: Game) -> Path:
    """Where they stand, if there are any."""
    return Path(__file__).parent / "openings" / f"{game.name.replace(':', '-')}.txt"


def looked_for(
    game: Game,
    many: int,
    seed: int,
    plies: int,
    progress: OnFound | None = None,
    look: float = LOOK,
) -> list[tuple[Cell, ...]]:
    """Random openings that are balanced as far as the search sees in so many seconds.

    Its tables are those of all looks before: the same seed may give others.
    """
    if not is_installed():
        talk().print("the search is not installed: openings are random, each played by both sides")
        return choose_openings(game, many, plies, seed, lambda position: True, progress)
    with Searcher(hash_mb=64, games=(game.name,)) as search:
        search.warm_up()
        fair = partial(is_fair, search, look, first_move(search, game))
        return choose_openings(game, many, plies, seed, fair, progress)


def first_move(search: Searcher, game: Game) -> int:
    """What it is worth to begin on the empty board, by the search's count."""
    return min(abs(search.choose(game.start(), Budget(None, PLIES)).score or 0), LOPSIDED)


def is_fair(search: Searcher, look: float, edge: int, position: Position) -> bool:
    """Whether neither side has more than this edge; where it can be solved, whether it is drawn."""
    if position.game.cells < SOLVABLE:
        solved = search.verdict(position, Budget(look))
        if solved is not Verdict.UNDECIDED:
            return solved is Verdict.DRAW
    for seconds, margin in ((GLANCE, 2 * edge), (look, edge)):
        found = search.choose(position, Budget(seconds))
        if found.verdict is not Verdict.UNDECIDED or abs(found.score or 0) > margin:
            return False
    return True
