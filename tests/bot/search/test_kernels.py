"""What every kernel promises, on every kind of game, through the pool of worker processes.

A game added to the catalogue is picked up by itself, with the kernel that is chosen for it.
"""

from collections.abc import Iterator
from math import log

import numpy as np
import pytest

from bot.brain import Budget
from bot.search.core.mode import Mode
from bot.search.core.scores import WIN
from bot.search.driver import Searcher
from bot.search.kernels import kernel_for
from games import CATALOGUE, Game, Position, game_named
from protocol.parts import Verdict
from tests.bot.search.minimax import minimax
from tests.games.every import walk

SMALL = [
    "mnk:rows=3,cols=4,k=3",
    "mnk:rows=5,cols=5,k=4,exact=yes",
    "mnk:rows=8,cols=9,k=4",
    "mnk:rows=9,cols=9,k=5,exact=yes",
    "mnk:rows=9,cols=9,k=3",
    "connect4:width=5,height=4",
    "connect4:k=5",
    "nineboard:full=draw",
]
GAMES = [*CATALOGUE, *SMALL]
LEAVES = 700  # of the plain minimax that a search is held against
TO_THE_END = 7  # plies from the end, plain minimax sees all of it


@pytest.fixture(scope="module")
def search() -> Iterator[Searcher]:
    with Searcher(workers=3, hash_mb=16) as searcher:
        yield searcher


@pytest.fixture(scope="module")
def alone() -> Iterator[Searcher]:
    with Searcher(workers=1, hash_mb=16) as searcher:
        yield searcher


def undecided(game: Game, plies: list[int]) -> list[Position]:
    """A random position after each of these numbers of plies, as far as the game goes on."""
    walks = [walk(game, seed, count) for seed, count in enumerate(plies)]
    return [position for position in walks if not position.outcome]


def depth_for(position: Position) -> int:
    """How deep plain minimax can look in a moment."""
    width = max(2, len(position.legal_moves()))
    return max(1, min(5, int(log(LEAVES) / log(width))))


@pytest.mark.parametrize("name", GAMES)
def test_a_strict_search_is_minimax(search: Searcher, alone: Searcher, name: str) -> None:
    """With pruning, table, ordering and any number of workers: the same score."""
    game = game_named(name)
    kernel = kernel_for(game)(game, np.zeros(1 << 12, np.uint64), np.zeros(8, np.int64))

    def evaluate(position: Position) -> int:
        kernel.load(position, Mode.STRICT)
        return kernel.evaluate()

    cells = game.cells
    for position in undecided(game, [0, cells // 4, cells // 2, cells * 3 // 4]):
        depth = depth_for(position)
        true = minimax(position, depth, evaluate)
        for each in (search, alone):
            found = each.search(position, Mode.STRICT, Budget(depth=depth), None)
            assert found.score == true, position.moves


@pytest.mark.parametrize("name", GAMES)
def test_solving_finds_the_value(search: Searcher, name: str) -> None:
    """Near the end of a game: who wins, and in how many plies."""
    game = game_named(name)
    near_the_end = [game.cells - each for each in (2, 4, TO_THE_END)]
    for position in undecided(game, [count for count in near_the_end if count >= 0]):
        if len(position.legal_moves()) ** 2 > LEAVES:
            continue
        true = minimax(position, game.cells, lambda _: 0)
        found = search.solve(position, Budget())
        assert found.score == true, position.moves
        verdict = Verdict.DRAW if true == 0 else Verdict.WIN if true > 0 else Verdict.LOSS
        assert found.verdict is verdict
        if true:
            assert found.distance == WIN - abs(true) - len(position.moves)


@pytest.mark.parametrize("name", GAMES)
def test_what_play_calls_proven_is_proven(search: Searcher, name: str) -> None:
    """With reductions and threats on: nothing is called won or lost that is not."""
    game = game_named(name)
    plies = [game.cells - TO_THE_END, game.cells - TO_THE_END - 2, game.cells - TO_THE_END + 1]
    for position in undecided(game, [count for count in plies if count >= 0]):
        found = search.choose(position, Budget(depth=6))
        if found.verdict is Verdict.UNDECIDED:
            continue
        true = minimax(position, game.cells, lambda _: 0)
        assert (found.verdict is Verdict.WIN) == (true > 0), position.moves
        assert (found.verdict is Verdict.LOSS) == (true < 0), position.moves


@pytest.mark.parametrize("name", GAMES)
def test_the_expected_play_is_legal(search: Searcher, name: str) -> None:
    """From the best move on, as far as the table knows."""
    position = game_named(name).start()
    for cell in search.choose(position, Budget(depth=4)).line:
        position = position.play(cell)


@pytest.mark.parametrize("name", GAMES)
def test_a_win_at_hand_is_taken(search: Searcher, name: str) -> None:
    """On every board, at once, and as a win in one."""
    game = game_named(name)
    found = 0
    for seed in range(60):
        before = walk(game, seed, game.cells)
        if before.outcome is None or before.outcome.winner is None:
            continue
        position = game.start()
        for cell in before.moves[:-1]:
            position = position.play(cell)
        choice = search.choose(position, Budget(depth=3))
        assert (choice.verdict, choice.distance) == (Verdict.WIN, 1)
        after = position.play(choice.cell)
        assert after.outcome is not None
        assert after.outcome.winner == position.turn
        found += 1
        if found == 2:
            return
