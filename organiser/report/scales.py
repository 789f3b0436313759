"""Where on an axis its marks stand, and how labels are kept from lying over one another."""

from collections.abc import Sequence
from math import ceil, floor, log10

Point = tuple[int, float]


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers that enclose the range: multiples of 1, 2 or 5 times a power of ten."""
    step = _step((high - low) / about if high > low else 1.0)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _step(rough: float) -> float:
    power: float = 10.0 ** floor(log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if rough <= power * factor * 1.0001)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """The places nearest to those wanted that are this far apart, between low and high if they fit.

    From the top down each is pushed below the one before it; then, from the bottom up, back inside.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    at = list(wanted)
    floor_here = low
    for index in order:
        at[index] = floor_here = max(at[index], floor_here)
        floor_here += gap
    ceiling_here = high
    for index in reversed(order):
        at[index] = ceiling_here = min(at[index], ceiling_here)
        ceiling_here -= gap
    return at


def thinned(items: Sequence[Point], most: int) -> list[Point]:
    """No more than so many of them, evenly, the first and the last always."""
    if len(items) <= most:
        return list(items)
    return [items[round(n * (len(items) - 1) / (most - 1))] for n in range(most)]
