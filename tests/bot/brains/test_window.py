"""The window, beside an alpha-beta in plain Python that does what is told of the program it is."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from bot.brain import Budget
from bot.brains.classics import Window
from bot.search.classic.method import VICTORY
from games import Cell, Position, game_named

GAME = game_named("mnk:rows=5,cols=5,k=4")
DEPTH = 3
INFINITY = 2 * VICTORY


class Traits(NamedTuple):
    """What is peculiar to it, each to be left out by itself."""

    area_grows: bool = True  # squares beside stones that the search has put are looked at, too
    last_of_ties: bool = True
    bound_is_tie: bool = True  # a move that may be worse than the best, but was cut off level
    discount: int = 1  # from each window of the side that has just moved


ALL = Traits()
LACKING = [
    Traits(area_grows=False),
    Traits(last_of_ties=False),
    Traits(bound_is_tie=False),
    Traits(discount=0),
]


def worth(position: Position, traits: Traits) -> int:
    """For the side to move: what its windows count, less those of the other side."""
    mine, theirs = (position.stones[side] for side in (position.turn, 1 - position.turn))
    value = 0
    for line in GAME.lines:
        bits = sum(1 << cell for cell in line)
        ours, others = (bits & mine).bit_count(), (bits & theirs).bit_count()
        if ours and not others:
            value += 10 ** (ours - 1)
        if others and not ours:
            value -= 10 ** (others - 1) - traits.discount
    return value


def beside(position: Position, stones: tuple[Cell, ...]) -> Iterator[Cell]:
    places = [divmod(stone, 5) for stone in stones]
    for cell in position.legal_moves():
        row, column = divmod(cell, 5)
        if any(abs(row - up) <= 1 and abs(column - along) <= 1 for up, along in places):
            yield cell


def alpha_beta(
    position: Position, depth: int, alpha: int, beta: int, root: Position, traits: Traits
) -> int:
    if position.outcome:
        return 0 if position.outcome.winner is None else len(position.moves) - VICTORY
    if depth == 0:
        return worth(position, traits)
    best = -INFINITY
    for cell in beside(position, (position if traits.area_grows else root).moves):
        after = position.play(cell)
        value = -alpha_beta(after, depth - 1, -beta, -max(alpha, best), root, traits)
        best = max(best, value)
        if best >= beta:
            break
    return best


def chosen(position: Position, traits: Traits) -> Cell:
    found: list[tuple[int, Cell]] = []  # the best moves so far
    for cell in beside(position, position.moves):
        bar = found[0][0] if found else -INFINITY
        beta = -bar if traits.bound_is_tie else 1 - bar
        value = -alpha_beta(position.play(cell), DEPTH - 1, -INFINITY, beta, position, traits)
        if value > bar:
            found = [(value, cell)]
        elif value == bar:
            found.append((value, cell))
    return found[-1 if traits.last_of_ties else 0][1]


@cache
def positions() -> list[Position]:
    chance, found = Random(7), list[Position]()
    while len(found) < 30:
        position = GAME.start()
        for _ in range(chance.randint(2, 8)):
            if not position.outcome:
                position = position.play(chance.choice(position.legal_moves()))
        if not position.outcome:
            found.append(position)
    return found


def test_it_plays_as_is_told_of_it() -> None:
    window = Window(depth=DEPTH)
    for position in positions():
        assert window.choose(position, Budget()).cell == chosen(position, ALL), position.moves


@pytest.mark.parametrize("traits", LACKING)
def test_each_trait_makes_it_play_otherwise(traits: Traits) -> None:
    """So that the test above would tell if one was missing."""
    assert any(chosen(each, ALL) != chosen(each, traits) for each in positions())
