"""Solving and inverting symmetric positive definite matrices."""

from random import Random

import pytest

from tournament.statistics.linear import Matrix, Vector, cholesky, inverse, solve


def product(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in one
    ]


def positive(size: int) -> Matrix:
    """Some matrix that is symmetric and positive definite."""
    rng = Random(size)
    some = [[rng.gauss(0, 1) for _ in range(size)] for _ in range(size)]
    matrix = product(some, [list(column) for column in zip(*some, strict=True)])
    for at in range(size):
        matrix[at][at] += 1
    return matrix


SIZES = [1, 2, 3, 10, 40]


@pytest.mark.parametrize("size", SIZES)
def test_a_triangle_times_its_transpose_is_the_matrix(size: int) -> None:
    """That is what Cholesky's decomposition means."""
    matrix = positive(size)
    lower: list[Vector] = [row + [0.0] * (size - len(row)) for row in cholesky(matrix)]
    again = product(lower, [list(column) for column in zip(*lower, strict=True)])
    for row, expected in zip(again, matrix, strict=True):
        assert row == pytest.approx(expected)


@pytest.mark.parametrize("size", SIZES)
def test_a_solution_gives_the_right_hand_side(size: int) -> None:
    """When multiplied out again."""
    matrix, right = positive(size), [float(at) - 1 for at in range(size)]
    found = solve(cholesky(matrix), right)
    for row, value in zip(matrix, right, strict=True):
        assert sum(a * b for a, b in zip(row, found, strict=True)) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("size", SIZES)
def test_a_matrix_times_its_inverse_is_the_identity(size: int) -> None:
    """Ones on the diagonal, zeros elsewhere."""
    matrix = positive(size)
    for at, row in enumerate(product(matrix, inverse(cholesky(matrix)))):
        assert row == pytest.approx([float(at == column) for column in range(size)], abs=1e-9)
