"""Draws by pairing: a side that has an answer to each stone of the other cannot lose.

Where every line open to a side holds two empty cells that are a pair, and no cell is in two pairs,
the other side takes the second cell of a pair whenever the first is taken, and no line is ever
filled (Hales and Jewett 1963). Lines that overlap may share a pair.
"""

from bot.search.compiled import Array, compiled, whole, word
from bot.search.words_board import Board, ones


@compiled
def paired(board: Board, room: Array, own: int, opp: int) -> bool:
    """Whether pairs were found that keep a side from winning; they are not looked for long.

    The line with the fewest cells to choose from comes first, and takes the pair that serves the
    most lines and that the others need least.
    """
    count = 0
    for line in range(len(board.lines)):
        filled = board.lines[line]
        if filled & opp == word(0) and board.beyond[line] & own == word(0):
            room[count] = filled & ~own
            if room[count] & (room[count] - word(1)) == word(0):
                return False
            count += 1
    while count > 0:
        tightest, fewest = 0, 65
        for at in range(count):
            cells = ones(room[at])
            if cells < fewest:
                tightest, fewest = at, cells
        if fewest < 2:
            return False
        pair = _pair(room, count, room[tightest])
        left = 0
        for at in range(count):
            if room[at] & pair != pair:
                room[left] = room[at] & ~pair
                left += 1
        count = left
    return True


@compiled
def _pair(room: Array, count: int, cells: int) -> int:
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
            both, worth = one | other, 0
            for at in range(count):
                shared = room[at] & both
                if shared == both:
                    worth += 64
                elif shared != word(0):
                    worth -= 16 >> min(whole(4), ones(room[at]) - 2)
            if worth > best:
                best, pair = worth, both
    return pair
