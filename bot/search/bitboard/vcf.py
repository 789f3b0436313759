"""VCF, victory by continuous fours: each move threatens to complete a line, which forces the reply.

In gomoku such a threat is a four; here it is a line that lacks one stone, whatever its length. A
win that is claimed is true; that none is found means nothing.
"""

from bot.search.bitboard.board import bit_of, lowest, ones, wins_after
from bot.search.bitboard.board_record import Board
from bot.search.bitboard.line_counts import next_frame, threats, two_short_cells
from bot.search.core.compiled import compiled, whole, word

FIRST = 0  # in the state of a VCF: the first move of the win that was found
BUDGET = 1  # and how many more positions it may look at
ATTACK, REPLIES = 0, 1  # of its cells: those that either side takes in that win, or might


@compiled
def vcf(board: Board, at: int, side: int, own: int, opp: int, own_wins: int, opp_wins: int) -> int:
    """How many stones the side to move adds to win by threats, with all replies; 0 if it does not.

    The frame of the position is at *at*, and those behind it are made use of.

    Positions that were searched in vain are remembered by a mixture of their stones. Another
    position with the same one is not searched: a win may be missed, but none is made up.
    """
    board.vcf_state[BUDGET] -= 1
    if own_wins != word(0):
        board.vcf_state[FIRST] = lowest(own_wins)
        board.vcf_cells[ATTACK], board.vcf_cells[REPLIES] = own_wins, word(0)
        return 1
    if board.vcf_state[BUDGET] < 0 or ones(opp_wins) > 1:
        return 0
    mixture = _mixed(own, opp)
    place = whole(mixture & word(len(board.no_vcf) - 1))
    if board.no_vcf[place] == mixture:
        return 0
    rest, twice = opp_wins, opp_wins
    if opp_wins == word(0):
        rest, twice = two_short_cells(board, at, side, own)
    while twice != word(0):
        cell = lowest(twice)
        twice &= twice - word(1)
        wins = threats(board, at, side, own, cell)
        if ones(wins) > 1:
            board.vcf_state[FIRST] = cell
            board.vcf_cells[ATTACK], board.vcf_cells[REPLIES] = wins | bit_of(cell), wins
            return 3
    while rest != word(0):
        cell = lowest(rest)
        rest &= rest - word(1)
        wins = threats(board, at, side, own, cell)
        if wins == word(0):
            continue
        reply = lowest(wins)
        next_frame(board, at, side, cell)
        theirs = threats(board, at + 1, 1 - side, opp, reply)
        next_frame(board, at + 1, 1 - side, reply)
        longer = vcf(
            board, whole(at + 2), whole(side), word(own | bit_of(cell)), word(opp | wins), word(0),
            word(theirs),
        )  # fmt: skip
        if longer > 0:
            board.vcf_state[FIRST] = cell
            board.vcf_cells[ATTACK] |= bit_of(cell)
            board.vcf_cells[REPLIES] |= wins
            return longer + 2
    if board.vcf_state[BUDGET] >= 0:
        board.no_vcf[place] = mixture
    return 0


@compiled
def spoilers(board: Board, own: int, opp: int) -> int:
    """The empty cells by which a side may spoil the VCF that was just found against it.

    They are those of the win itself, and those that with the replies in it make threats of its own:
    such a threat must be met at once, even where the win has that move at another time.
    """
    attack, replies = board.vcf_cells[ATTACK], board.vcf_cells[REPLIES]
    found = attack | replies
    for line in range(board.count):
        filled = board.lines[line]
        if filled & opp == word(0) and ones(filled & (own | replies)) >= board.k - 2:
            found |= filled
    return found & ~own & ~opp


@compiled
def doubles(board: Board, own: int, opp: int, own_wins: int) -> int:
    """A cell that makes two wins at once for a side that has none, or -1."""
    once, twice = word(0), word(0)
    for line in range(board.count):
        filled = board.lines[line]
        if (
            filled & opp == word(0)
            and ones(filled & own) == board.k - 2
            and board.beyond[line] & own == word(0)
        ):
            rest = filled & ~own
            twice |= once & rest
            once |= rest
    while twice != word(0):
        cell = lowest(twice)
        twice &= twice - word(1)
        if ones(wins_after(board, own, opp, own_wins, cell)) > 1:
            return cell
    return -1


@compiled
def _mixed(own: int, opp: int) -> int:
    mixture = (own * word(0x9E3779B97F4A7C15)) ^ (
        (opp ^ (opp >> word(31))) * word(0xC2B2AE3D27D4EB4F)
    )
    mixture ^= mixture >> word(32)
    mixture *= word(0xD6E8FEB86659FD93)
    return mixture ^ (mixture >> word(29))
