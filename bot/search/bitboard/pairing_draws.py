"""Draws by pairing: a side that has an answer to each stone of the other cannot lose.

Where every line open to a side holds two empty cells that are a pair, and no cell is in two pairs,
the other side takes the second cell of a pair whenever the first is taken, and no line is ever
filled (Hales and Jewett 1963). Lines that overlap may share a pair.
"""

from bot.search.bitboard.board import bit_of, full, lowest, ones, weights_after
from bot.search.bitboard.board_record import ROOM, Board
from bot.search.core.compiled import Array, compiled, whole, word

TRIES = 3


@compiled
def paired(board: Board, room: Array, own: int, opp: int, ahead: bool) -> bool:
    """Whether pairs were found that keep a side from winning; they are not looked for long.

    With *ahead*, the other side has the move, and takes the cell that closes the most before it
    pairs the rest. Where it fails, it begins again with the line that was left without a pair.
    """
    lines, urgent, now = room[:ROOM], room[ROOM : 2 * ROOM], room[2 * ROOM :]
    if ahead:
        opp |= _closer(board, own, opp)
    count = 0
    for line in range(board.count):
        filled = board.lines[line]
        if filled & opp == word(0) and board.beyond[line] & own == word(0):
            lines[count], urgent[count] = filled & ~own, word(0)
            if lines[count] & (lines[count] - word(1)) == word(0):
                return False
            count += 1
    for _ in range(TRIES):
        for at in range(count):  # a slice would compile numba's errors about shapes as well
            now[at] = lines[at]
        failed = _pair_off(now, urgent, count)
        if failed < 0:
            return True
        urgent[failed] += word(1)
    return False


@compiled
def _pair_off(now: Array, urgent: Array, count: int) -> int:
    """The line that is left without a pair, or -1 when all have one.

    The line with the fewest cells to choose from comes first, and takes the pair that serves the
    most lines and that the others need least. A line with its pair is left without cells.
    """
    while True:
        tightest, fewest = -1, 65
        for at in range(count):
            if now[at] != word(0):
                cells = ones(now[at])
                if cells < 2:
                    return at
                cells -= 4 * whole(urgent[at])
                if cells < fewest:
                    tightest, fewest = at, cells
        if tightest < 0:
            return -1
        pair = _pair(now, count, now[tightest])
        for at in range(count):
            if now[at] & pair == pair:
                now[at] = word(0)
            elif now[at] != word(0):
                now[at] &= ~pair
                if now[at] == word(0):
                    return at


@compiled
def _closer(board: Board, own: int, opp: int) -> int:
    """The empty cell, as a set, whose loss takes the most weight from a side."""
    best, bit = 0, word(0)
    rest = full(board) & ~own & ~opp
    while rest != word(0):
        cell = lowest(rest)
        rest &= rest - word(1)
        _, harm = weights_after(board, opp, own, cell)
        if harm > best:
            best, bit = harm, bit_of(cell)
    return bit


@compiled
def _pair(now: Array, count: int, cells: int) -> int:
    """The two of these cells that serve the most lines, less what they take from others."""
    best, pair = -(1 << 30), word(0)
    one_left = cells
    while one_left != word(0):
        one = one_left & (~one_left + word(1))
        one_left &= ~one
        other_left = one_left
        while other_left != word(0):
            other = other_left & (~other_left + word(1))
            other_left &= ~other
            both, balance = one | other, 0
            for at in range(count):
                shared = now[at] & both
                if shared == both:
                    balance += 64
                elif shared != word(0):
                    balance -= 16 >> min(whole(4), ones(now[at]) - 2)
            if balance > best:
                best, pair = balance, both
    return pair
