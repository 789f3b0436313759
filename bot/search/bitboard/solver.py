"""The solving of bitboards: full width, and what is undecided at the depth counts 0.

A bound on the value at one depth tells of others too. A win or a loss that was seen stays what it
is at every greater depth. At a smaller depth, what takes longer counts 0; so 0 holds there as well.
A side wins after an odd number of plies, and loses after an even one, so that the odd depths add
nothing to a bound from below, and the even ones nothing to a bound from above.
"""

from bot.search.bitboard.board import bit_of, lowest, ones, wins_after
from bot.search.bitboard.board_record import AGE, CELLS, MIRRORS, TOUCHED, BitboardNode, Board
from bot.search.bitboard.maker_breaker import cannot_win
from bot.search.bitboard.ordering import HASH_MOVE, expand, is_put_off, list_block, pick
from bot.search.bitboard.vcf import doubles
from bot.search.core.claims import claim, release
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.polling import is_stopped
from bot.search.core.research import is_final
from bot.search.core.scores import INFINITY, WIN
from bot.search.core.shared import Shared, claims_of, table_of
from bot.search.core.transposition_table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    bound_of,
    depth_of,
    move_of,
    pack,
    probe,
    score_of,
    store,
)

SHARED = 10  # the depth, and the empty cells, from which workers share the moves of a position
OPP, OWN = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03  # make a position's stones the key of a claim
FOREVER = 1000  # the depth of what holds at every depth


@compiled
def _canonical(board: Board, own: int, opp: int, side: int) -> int:
    """The symmetry that gives a position its least key.

    The key is of what is left of the position: the lines still open, and the stones in them. Where
    exactly k must be in a row all stones count, because those past an end keep others out.
    """
    mirrors, keys = board.mirrored, board.symmetry_keys
    for mirror in range(mirrors):
        keys[mirror] = keys[MIRRORS] + word(side)
    alive = word(0)
    for line in range(board.count):
        filled, beyond = board.lines[line], board.beyond[line]
        if filled & opp == word(0) and beyond & own == word(0):
            alive |= filled & own
            for mirror in range(mirrors):
                keys[mirror] ^= board.line_keys[(line * 2 + side) * MIRRORS + mirror]
        if filled & own == word(0) and beyond & opp == word(0):
            alive |= filled & opp
            for mirror in range(mirrors):
                keys[mirror] ^= board.line_keys[(line * 2 + 1 - side) * MIRRORS + mirror]
    if board.exact:
        alive = own | opp
    while alive != word(0):
        cell = lowest(alive)
        alive &= alive - word(1)
        whose = side if own & bit_of(cell) != word(0) else 1 - side
        for mirror in range(mirrors):
            keys[mirror] ^= board.cell_keys[(cell * 2 + whose) * MIRRORS + mirror]
    best = 0
    for mirror in range(1, mirrors):
        if keys[mirror] < keys[best]:
            best = mirror
    return best


@compiled
def _wins_in_three(board: Board, own: int, opp: int, own_wins: int, opp_wins: int) -> bool:
    """Whether the side to move, with no win at once, can make two; it must block the other's."""
    if opp_wins != word(0):
        return ones(wins_after(board, own, opp, own_wins, lowest(opp_wins))) > 1
    return doubles(board, own, opp, own_wins) >= 0


@compiled
def _best_of(board: Board, table: Array, own: int, opp: int, side: int) -> int:
    """The best move known of a position, or -1."""
    mirror = _canonical(board, own, opp, side)
    data = probe(table, board.symmetry_keys[mirror])
    if data == word(0) or move_of(data) == NO_MOVE:
        return -1
    return board.back[mirror * CELLS + move_of(data)]


@compiled
def solve(
    board: Board, shared: Shared, node: BitboardNode, depth: int, alpha: int, beta: int, ply: int
) -> int:
    """The value for the side to move. The node's key is not used: symmetries need their own.

    In the table, scores are of a position without stones: what is left may come with some more.
    """
    if is_stopped(shared):
        return 0
    own, opp, own_wins, opp_wins, own_weight, opp_weight, side, _ = node
    stones = ones(own | opp)
    hopeless = own_weight < 1 << (board.k - 1)
    harmless = opp_weight < 1 << board.k
    if stones == board.cells or (hopeless and harmless):
        return 0
    if depth >= 1 and own_wins != word(0):
        return WIN - stones - 1
    threats = ones(opp_wins)
    if depth >= 2 and threats > 1:
        return stones + 2 - WIN
    empty = board.cells - stones
    if depth < 4:
        if depth == 3 and _wins_in_three(board, own, opp, own_wins, opp_wins):
            return WIN - stones - 3
        board.state[TOUCHED] += depth < empty
        return 0

    # What is known of the value, before the moves are looked at.
    low, high = stones + 4 - WIN, WIN - stones - 3
    if hopeless:
        high = 0
    if harmless:
        low = 0
    touched = board.state[TOUCHED]
    mirror = _canonical(board, own, opp, side)
    key = board.symmetry_keys[mirror]
    first, data = -1, probe(table_of(shared), key)
    if data != word(0):
        score, bound, kept = score_of(data), bound_of(data), depth_of(data)
        if move_of(data) != NO_MOVE:
            first = board.back[mirror * CELLS + move_of(data)]
        if score != 0:
            score += -stones if score > 0 else stones
        ended = score != 0 and WIN - abs(score) - stones <= kept
        now = score if score != 0 and WIN - abs(score) - stones <= depth else 0
        if bound != UPPER and now > low and (ended or score > 0 or kept >= depth & ~1):
            low = now
            board.state[TOUCHED] += score <= 0 and not ended and kept < FOREVER
        if bound != LOWER and now < high and (ended or score < 0 or kept >= (depth - 1) | 1):
            high = now
            board.state[TOUCHED] += score >= 0 and not ended and kept < FOREVER
    if low >= beta or low >= high:
        return low
    if high <= alpha:
        return high

    to_the_end = 2 * depth >= empty  # also behind a pass; see the kernel's deeper
    if high > 0 and alpha >= 0 and cannot_win(board, shared, own, opp, True, to_the_end):
        return 0
    if (
        low < 0
        and beta <= 0
        and threats == 0
        and cannot_win(board, shared, opp, own, False, to_the_end)
    ):
        return 0

    base, count = ply * CELLS, 1
    if threats == 1:
        list_block(board, ply, own, opp, lowest(opp_wins))
    else:
        if high > 0 and doubles(board, own, opp, own_wins) >= 0:
            return WIN - stones - 3
        # A stone of one's own does no harm, unless exactly k must be in a row. So who can pass and
        # not lose does not lose. Against many lines that is rarely so, and costly to find out.
        if not board.exact and alpha < 0 and low < 0 and opp_weight < 2 << board.k:
            passed = BitboardNode(
                word(opp), word(own), word(opp_wins), word(own_wins), whole(opp_weight),
                whole(own_weight), whole(1 - side), word(0),
            )  # fmt: skip
            score = -solve(
                board, shared, passed, whole(depth - 1), whole(0), whole(1), whole(ply + 1)
            )
            if shared.stopped != 0:
                return 0
            if score >= 0:
                low = 0
                if low >= beta or low >= high:
                    return low
            elif first < 0:
                first = _best_of(board, table_of(shared), opp, own, 1 - side)
        count = expand(board, ply, own, opp, ~word(0))
        for at in range(base, base + count):
            if board.moves[at] & whole(CELLS - 1) == first:
                board.moves[at] = whole(HASH_MOVE) * CELLS + first

    floor, ceiling = max(alpha, low), min(beta, high)
    best, move = -INFINITY, NO_MOVE
    alpha = floor
    together = depth >= SHARED and empty >= SHARED
    at, end = base, base + count
    while at < end:
        cell = pick(board, at, end)
        gain, harm = board.gains[base + cell], board.harms[base + cell]
        wins, bit = board.wins[base + cell], bit_of(cell)
        if gain == 0 and harm == 0 and threats == 0 and not board.exact and at > base:
            at += 1  # as good as passing, which no other move is worse than
            continue
        after = word(0)
        if together:
            after = (opp * word(OPP) + (own | bit)) * word(OWN)
            if is_put_off(board, shared, at, at == base, after):
                continue
            claim(claims_of(shared), after)
        edge = ceiling if at == base else alpha + 1
        child = BitboardNode(
            word(opp), word(own | bit), word(opp_wins & ~bit), word(wins),
            whole(opp_weight - harm), whole(own_weight + gain), whole(1 - side), word(0),
        )  # fmt: skip
        while True:
            score = -solve(
                board, shared, child, whole(depth - 1), whole(-edge), whole(-alpha), whole(ply + 1)
            )
            if is_final(score, alpha, ceiling, edge, 0):
                break
            edge = ceiling
        at += 1
        if together:
            release(claims_of(shared), after)
        if shared.stopped != 0:
            return 0
        if score > best:
            best, move = score, cell
            alpha = max(alpha, score)
            if score >= ceiling:
                break
    if best >= ceiling:
        bound = EXACT if best >= high else LOWER
    elif best <= floor:
        best = max(best, low)
        bound = EXACT if best == low else UPPER
    else:
        bound = EXACT
    if board.state[TOUCHED] == touched:
        depth = FOREVER
    if move != NO_MOVE:
        move = board.mirrors[mirror * CELLS + move]
    score = best
    if best != 0:
        score += stones if best > 0 else -stones
    store(table_of(shared), key, pack(score, move, bound, depth, board.state[AGE]))
    return best
