"""Proof numbers of nine-board: how much is yet to be shown until a position is won, or lost.

Both numbers of a node are seen by the side to move: *phi* of that it wins, *delta* of that it
loses. Shown is what is 0, and what cannot be shown INFINITE; a draw is neither, and both are. A
position is won by one move that leaves a lost one, so its phi is the least delta of its children.
It is lost if all moves leave won ones: its delta is the greatest phi of them, and one for each
other that is open. A sum would count the same work again for each order of the same moves.

Numbers that are not known are estimates: a move that must be answered costs work, and what is worth
little is hard to win. What the boards are worth tells so much that the search does a seventh of the
work that it does if all positions are alike.

The table is a worker's own. Its entries lie in fours, of which that one gives way which cost least.

    bits of numbers   0-23 phi   24-47 delta   48-63 what they cost, in 64 nodes
"""

import numpy as np

from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.nineboard.evaluation import TEMPO
from bot.search.nineboard.lookup_tables import ANYWHERE, FULL
from bot.search.nineboard.moves import Boards, NineboardNode

INFINITE = 1 << 22
BITS = 24
COSTLIEST = (1 << 16) - 1
WAYS = 4  # entries that lie together
EASY, DOUBLING = 16, 40  # the work of an even position, and the points that make it twice as much
FARTHEST = 400  # points; what is worth more counts no more
WIDE = 5  # moves to be answered where every board is open
WORK = np.array(
    [max(1, round(EASY * 2 ** (each / DOUBLING))) for each in range(-FARTHEST, FARTHEST + 1)]
)
MANY = np.array([mask.bit_count() for mask in range(FULL + 1)])


@inlined
def numbers(phi: int, delta: int) -> int:
    return word(phi) | (word(delta) << word(BITS))


@inlined
def phi_of(data: int) -> int:
    return whole(data & word((1 << BITS) - 1))


@inlined
def delta_of(data: int) -> int:
    return whole((data >> word(BITS)) & word((1 << BITS) - 1))


@compiled
def estimate(boards: Boards, node: NineboardNode) -> int:
    """The numbers of a position of which nothing is known, and that is not won at once."""
    many = WIDE
    if node.target != ANYWHERE:
        free = FULL & ~(boards.masks[node.target] | boards.masks[9 + node.target])
        many = MANY[free & ~node.opp_threats]
        if many == 0:
            if free >> node.target & 1 == 0:  # no move can fill the board that it sends to
                return numbers(INFINITE, 0)
            many = 1
    points = min(max(node.value + TEMPO, -FARTHEST), FARTHEST)
    return numbers(WORK[FARTHEST - points], many * WORK[FARTHEST + points])


@compiled
def recall_numbers(table: Array, key: int) -> int:
    """The numbers kept under a key, or 0."""
    at = whole(key & word(len(table) // (2 * WAYS) - 1)) * 2 * WAYS
    for slot in range(at, at + 2 * WAYS, 2):
        if table[slot] == key:
            return table[slot + 1]
    return word(0)


@compiled
def keep_numbers(table: Array, key: int, data: int, cost: int) -> None:
    """Keep numbers that cost so many nodes. The table's length is a power of two."""
    at = whole(key & word(len(table) // (2 * WAYS) - 1)) * 2 * WAYS
    cheapest = at
    for slot in range(at, at + 2 * WAYS, 2):
        if table[slot] == key:
            cheapest = slot
            break
        if table[slot + 1] >> word(2 * BITS) < table[cheapest + 1] >> word(2 * BITS):
            cheapest = slot
    table[cheapest] = key
    table[cheapest + 1] = data | (word(min(cost >> 6, COSTLIEST)) << word(2 * BITS))
