"""As much linear algebra as a fit needs: symmetric positive definite matrices, as rows of floats.

The standard library has none, and numpy stays with the search. For a hundred players a
decomposition takes some 5 ms and an inverse 45.
"""

from collections.abc import Sequence
from math import sqrt
from operator import mul

Vector = list[float]
Matrix = list[Vector]


def cholesky(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The lower triangle that, times its own transpose, is the matrix; row by row, no zeros."""
    lower: Matrix = []
    for at, row in enumerate(matrix):
        new: Vector = []
        for column in range(at):
            other = lower[column]
            new.append((row[column] - _dot(new, other)) / other[column])
        new.append(sqrt(row[at] - _dot(new, new)))
        lower.append(new)
    return lower


def solve(lower: Matrix, right: Sequence[float]) -> Vector:
    """The solution x of matrix * x = right, of the matrix whose Cholesky triangle is given."""
    halfway: Vector = []
    for row, value in zip(lower, right, strict=True):
        halfway.append((value - _dot(row, halfway)) / row[-1])
    rest, found = halfway, [0.0] * len(halfway)
    for at in reversed(range(len(lower))):
        found[at] = rest[at] / lower[at][at]
        rest = [value - found[at] * factor for value, factor in zip(rest, lower[at], strict=False)]
    return found


def inverse(lower: Matrix) -> Matrix:
    """The inverse of the matrix whose Cholesky triangle is given."""
    size = len(lower)
    return [solve(lower, [float(row == column) for row in range(size)]) for column in range(size)]


def _dot(one: Vector, other: Vector) -> float:
    """Over as many elements as the shorter has."""
    total: float = sum(map(mul, one, other))
    return total
