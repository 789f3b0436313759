"""The straight lines of a board in any number of dimensions."""

from collections.abc import Iterator
from itertools import product

Cell = int
Line = tuple[Cell, ...]
Place = tuple[int, ...]  # the coordinates of a cell, one for each axis of the board


def places(shape: tuple[int, ...]) -> dict[Place, Cell]:
    """The cell at each place. Cells are numbered in reading order: the last axis runs fastest."""
    return {place: cell for cell, place in enumerate(product(*map(range, shape)))}


def straight_lines(shape: tuple[int, ...], length: int) -> tuple[Line, ...]:
    """Every run of *length* cells along an axis or a diagonal."""
    index = places(shape)
    return tuple(
        tuple(index[_along(start, step, n)] for n in range(length))
        for start, step in _runs(index, length)
    )


def cells_beyond(shape: tuple[int, ...], length: int) -> tuple[Line, ...]:
    """For each of the straight lines, in the same order, the cells just past its two ends."""
    index = places(shape)
    return tuple(
        tuple(index[at] for n in (-1, length) if (at := _along(start, step, n)) in index)
        for start, step in _runs(index, length)
    )


def _runs(index: dict[Place, Cell], length: int) -> Iterator[tuple[Place, Place]]:
    """The start and the step of every line, each line once."""
    axes = len(next(iter(index)))
    here = (0,) * axes
    steps = [step for step in product((-1, 0, 1), repeat=axes) if step > here]
    for start, step in product(index, steps):
        if _along(start, step, length - 1) in index:
            yield start, step


def _along(start: Place, step: Place, count: int) -> Place:
    return tuple(at + count * by for at, by in zip(start, step, strict=True))
