"""What a stone would make of a line: the shapes of flat boards, in a table for every neighbourhood.

A neighbourhood is what lies on one line within reach of a cell, the farthest before it first. On a
board each neighbour has two bits: free, a stone of either side, or the edge. Seen by one side it is
a digit to the base of three. Shapes are named as in gomoku; with another k they are counted by what
is still missing, so that a four lacks one stone.
"""

from itertools import product

import numpy as np

from bot.search.core.compiled import Array, compiled, inlined, whole
from bot.search.flat.evaluation import cell_value

EMPTY, MINE, BLOCKED = 0, 1, 2  # digits: blocked is a stone of the other side, or the edge
# By side: what it sees in a place that is free, with a stone of the first or the second, or edge.
SEEN = ((EMPTY, MINE, BLOCKED, BLOCKED), (EMPTY, BLOCKED, MINE, BLOCKED))

NONE, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(10)

# What the four shapes through a cell make of it for one side, the strongest last.
DULL, NEAR, THREATENING, FORCING, FORKING, DECISIVE, WINNING = range(7)

# How good a move looks for each shape that it would make.
RANKS = (0, 0, 1, 2, 5, 6, 18, 14, 90, 200)
FORK = 60  # on top: a four and an open three at once
CROSSING = 30  # on top: two open threes at once
DOUBLE = 40  # on top: two fours at once


def reach_of(k: int, exact: bool) -> int:
    """How far a stone matters: with *exact* also where it makes a line too long."""
    return k if exact else k - 1


@compiled
def shape_table(k: int, exact: bool, reach: int) -> Array:
    """The shape that a stone makes in each neighbourhood seen by its side; none if it stands alone.

    Another stone of mine makes a larger number, so going down every successor is known.
    """
    slots = 2 * reach
    size = 3**slots
    table = np.zeros(size, np.uint8)
    digits = np.zeros(slots, np.int64)
    wins = np.zeros(10, np.int64)
    for code in range(size - 1, -1, -1):
        rest = code
        for slot in range(slots):
            digits[slot] = rest % 3
            rest //= 3
        run = 1
        slot = reach
        while slot < slots and digits[slot] == MINE:
            run += 1
            slot += 1
        slot = reach - 1
        while slot >= 0 and digits[slot] == MINE:
            run += 1
            slot -= 1
        if run == k or (run > k and not exact):
            table[code] = FIVE
            continue
        wins[:] = 0
        power = 1
        for slot in range(slots):
            if digits[slot] == EMPTY:
                wins[table[code + power]] += 1
            power *= 3
        if wins[FIVE] > 0:
            table[code] = OPEN_FOUR if wins[FIVE] > 1 else FOUR
            continue
        for shape in range(OPEN_FOUR, OPEN_ONE, -1):
            if wins[shape] > 0:
                table[code] = shape - 2
                break
    lone = table[0]
    for code in range(size):
        if table[code] <= lone:
            table[code] = NONE
    return table


@compiled
def fill_shapes(found: Array, k: int, exact: bool, reach: int) -> None:
    """By neighbourhood on a board: the shapes that stones of the two sides make in the middle."""
    table = shape_table(k, exact, reach)
    for line in range(4 ** (2 * reach)):
        first, second, power, rest = 0, 0, 1, line
        for _ in range(2 * reach):
            stone = rest & 3
            first += power * SEEN[0][stone]
            second += power * SEEN[1][stone]
            power *= 3
            rest >>= 2
        found[line] = table[first] | table[second] << 4


@inlined
def slot_of(reach: int, offset: int) -> int:
    """The lower of the two bits that a neighbour has, so many cells on."""
    return whole(2 * (reach + offset - (offset > 0)))


@inlined
def shape_for(shapes: int, side: int) -> int:
    """Of the shapes of both sides, that of one."""
    return (whole(shapes) >> (4 * side)) & 15


def combination_table(k: int) -> Array:
    """What the shapes in four directions, as decimal digits, make of a cell.

    bits   0-3 its kind   4-15 its rank among moves   16- what it is worth in an evaluation
    """
    pair = OPEN_FOUR - 2 * (k - 3)  # the shape of two stones with room around them
    table = np.zeros(10_000, np.int64)
    for shapes in product(range(10), repeat=4):
        code = shapes[0] + 10 * shapes[1] + 100 * shapes[2] + 1000 * shapes[3]
        first, second, *others = sorted(shapes, reverse=True)
        rank = sum(RANKS[shape] for shape in shapes)
        if first == FIVE:
            kind = WINNING
        elif first == OPEN_FOUR:
            kind = DECISIVE
        elif first == second == FOUR:
            kind = DECISIVE
            rank += DOUBLE
        elif first == FOUR and second == OPEN_THREE:
            kind = FORKING
            rank += FORK
        elif first == FOUR:
            kind = FORCING
        elif first == OPEN_THREE:
            kind = THREATENING
            rank += CROSSING if second == OPEN_THREE else 0
        else:
            kind = NEAR if first >= pair else DULL
        table[code] = (cell_value(first, second, others) << 16) + rank * 16 + kind
    return table
