"""The proof search of nine-board: who wins, whatever is played; depth first, by proof numbers.

It looks where least work seems to be left (df-pn: Nagai 2002), and so proves in the middle of a
game what alpha-beta sees some plies later. How soon a side wins it does not tell; and where it is
sure that a side does not win, it may leave open whether the other does, or the game is drawn.
"""

from typing import NamedTuple

from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.polling import is_stopped
from bot.search.core.shared import Shared
from bot.search.core.transposition_table import NO_MOVE
from bot.search.nineboard.lookup_tables import ANYWHERE, CELLS, FULL, STONES, TARGETS
from bot.search.nineboard.moves import Boards, NineboardNode, index_of, list_moves, with_threat
from bot.search.nineboard.proof_numbers import (
    BITS,
    INFINITE,
    delta_of,
    estimate,
    keep_numbers,
    numbers,
    phi_of,
    recall_numbers,
)

SLACK = 3  # a move is followed until it seems more work than the next, and a 2**SLACK-th of that


class Summary(NamedTuple):
    """Of a position: which move to look at next, and what bounds the look."""

    slot: int
    second: int  # the least delta of the others
    others: int  # how many others are open
    numbers: int  # of the position


@inlined
def is_drawn(boards: Boards, node: NineboardNode) -> bool:
    """Whether the game has ended without a line."""
    return node.stones == CELLS or (node.target == ANYWHERE and boards.draws != 0)


@compiled
def play(boards: Boards, node: NineboardNode, move: int) -> NineboardNode:
    """Lay a stone on the boards; tell the position after it."""
    key, _, stones, mine, theirs, value = node
    side, board, cell = stones & 1, move // 9, move % 9
    before = boards.values[index_of(boards, board)]
    boards.masks[9 * side + board] |= 1 << cell
    gain = boards.values[index_of(boards, board)] - before
    full = (boards.masks[cell] | boards.masks[9 + cell]) == FULL
    return NineboardNode(
        word(key ^ STONES[side * CELLS + move]),
        whole(ANYWHERE if full else cell),
        whole(stones + 1),
        whole(with_threat(boards, theirs, 1 - side, board)),
        whole(with_threat(boards, mine, side, board)),
        whole(gain - value if side else -value - gain),
    )


@compiled
def numbers_after(boards: Boards, table: Array, node: NineboardNode, move: int) -> int:
    """The numbers of the position after a move, as far as they are known."""
    below = play(boards, node, move)
    if is_drawn(boards, below):
        found = numbers(INFINITE, INFINITE)
    else:
        found = recall_numbers(table, word(below.key ^ TARGETS[below.target]))
        if found == word(0):
            found = estimate(boards, below)
    boards.masks[9 * (node.stones & 1) + move // 9] ^= 1 << move % 9
    return found & word((1 << 2 * BITS) - 1)


@compiled
def sum_up(boards: Boards, at: int, count: int) -> Summary:
    """What the numbers of the listed moves tell of their position."""
    best, least, second, greatest, still_open = at, INFINITE, INFINITE, 0, 0
    for slot in range(at, at + 2 * count, 2):
        data = word(boards.moves[slot + 1])
        phi, delta = phi_of(data), delta_of(data)
        greatest = max(greatest, phi)
        still_open += phi > 0
        if delta < least:
            best, least, second = slot, delta, least
        else:
            second = min(second, delta)
    others = max(still_open - 1, 0)
    most = INFINITE if least == 0 or greatest == INFINITE else greatest + others
    return Summary(whole(best), whole(second), whole(others), numbers(least, most))


@compiled
def prove(
    boards: Boards, shared: Shared, table: Array, node: NineboardNode, phi: int, delta: int
) -> int:
    """The numbers of a position that is not won at once, when one of them reaches its limit.

    It ends before if it is stopped, or out of patience. Each listed move keeps the numbers of the
    position after it.
    """
    is_stopped(shared)
    boards.patience -= 1
    before, at, side = boards.patience, 2 * CELLS * node.stones, node.stones & 1
    count = list_moves(boards, node.stones, node.target, node.opp_threats, NO_MOVE)
    for slot in range(at, at + 2 * count, 2):
        boards.moves[slot + 1] = whole(numbers_after(boards, table, node, boards.moves[slot]))
    while True:
        slot, second, others, found = sum_up(boards, at, count)
        reached = phi_of(found) >= phi or delta_of(found) >= delta
        if reached or boards.patience <= 0 or shared.stopped != 0:
            break
        move = boards.moves[slot]
        below = prove(
            boards,
            shared,
            table,
            play(boards, node, move),
            whole(delta - others),
            whole(min(phi, second + (second >> SLACK) + 1)),
        )
        boards.masks[9 * side + move // 9] ^= 1 << move % 9
        boards.moves[slot + 1] = whole(below)
    keep_numbers(table, word(node.key ^ TARGETS[node.target]), found, before - boards.patience)
    return found
