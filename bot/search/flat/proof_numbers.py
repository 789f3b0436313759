"""Proof numbers: where a VCT looks next, so that it finds a win with least effort.

A node has two numbers, seen by the side to move, as in df-pn: *phi*, how many more positions must
be settled at the least to prove that it gets what it wants, and *delta*, how many to prove that it
does not. The attacker wants to win by threats alone, the defender to be rid of them. A node's phi
is the least delta of its children; its delta is taken from their phis: from the largest, and one
for each other that is open, since the same threats in another order are mostly the same work.

What is known of a node is kept in a small table of the worker's own. Numbers there are estimates
until one of them is 0; then the other is INFINITE, and for a win by the attacker the number of
stones at its end is kept, too.

    bits of numbers   0-23 phi   24-47 delta   48-63 stones at the end of a win
"""

from bot.search.core.compiled import compiled, inlined, whole, word
from bot.search.flat.board import PROOFS, Board

INFINITE = 1 << 20
BITS = 24


@inlined
def numbers(phi: int, delta: int, won: int) -> int:
    return word(phi) | (word(delta) << word(BITS)) | (word(won) << word(2 * BITS))


@inlined
def phi_of(data: int) -> int:
    return whole(data & word((1 << BITS) - 1))


@inlined
def delta_of(data: int) -> int:
    return whole((data >> word(BITS)) & word((1 << BITS) - 1))


@inlined
def won_of(data: int) -> int:
    return whole(data >> word(2 * BITS))


@compiled
def recall_numbers(board: Board, key: int) -> int:
    """The numbers kept under a key, or 0."""
    at = whole(key & word(PROOFS - 1)) * 2
    return board.proofs[at + 1] if board.proofs[at] == key else word(0)


@compiled
def keep_numbers(board: Board, key: int, data: int) -> None:
    at = whole(key & word(PROOFS - 1)) * 2
    board.proofs[at], board.proofs[at + 1] = key, data
