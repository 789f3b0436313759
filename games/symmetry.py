"""The symmetries of a game: ways to renumber its cells that leave every rule as it is."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product

from games.game import Game
from games.lines import Cell, places

Symmetry = tuple[Cell, ...]  # where each cell goes
Win = tuple[frozenset[Cell], frozenset[Cell]]  # a line and the cells beyond it


@lru_cache(maxsize=64)
def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Every symmetry that swaps axes and renumbers along them; the identity comes first."""
    wins = frozenset(_wins(game, tuple(range(game.cells))))
    return tuple(to for to in _candidates(game.shape) if _keeps_the_rules(game, to, wins))


def _keeps_the_rules(game: Game, to: Symmetry, wins: frozenset[Win]) -> bool:
    return (
        all(win in wins for win in _wins(game, to))
        and all(
            game.below[to[cell]] == (None if below is None else to[below])
            for cell, below in enumerate(game.below)
        )
        and all(
            set(game.sends[to[cell]]) == {to[each] for each in target}
            for cell, target in enumerate(game.sends)
        )
    )


def _wins(game: Game, to: Symmetry) -> Iterator[Win]:
    for line, beyond in zip(game.lines, game.beyond or ((),) * len(game.lines), strict=True):
        yield frozenset(to[cell] for cell in line), frozenset(to[cell] for cell in beyond)


def _candidates(shape: tuple[int, ...]) -> Iterator[Symmetry]:
    index = places(shape)
    for order in permutations(range(len(shape))):
        if tuple(shape[axis] for axis in order) != shape:
            continue
        for along in product(*map(_renumberings, shape)):
            yield tuple(index[tuple(along[axis][place[axis]] for axis in order)] for place in index)


def _renumberings(length: int) -> list[tuple[int, ...]]:
    """Ways along one axis: as it is, reversed; on a short axis all that keep opposites opposite.

    The short ones matter where lines run from edge to edge: Qubic has 4 x 48 symmetries by them.
    """
    forward = tuple(range(length))
    if length > 5:
        return [forward, forward[::-1]]
    return [
        order
        for order in permutations(forward)
        if all(order[at] + order[-1 - at] == length - 1 for at in forward)
    ]
