"""Wins by continuous threats: each move threatens to complete a line, and so forces its reply."""

from bot.search.compiled import Array, compiled, whole, word
from bot.search.words_board import Board, bit_of, lowest, ones, wins_after

FIRST = 0  # in a hunt's state: the first move of the win that was found
LEFT = 1  # in a hunt's state: how many more positions it may look at


@compiled
def hunt(
    board: Board, memo: Array, state: Array, own: int, opp: int, own_wins: int, opp_wins: int
) -> int:
    """How many stones the side to move adds to win by threats, with all replies; 0 if it does not.

    The memo holds positions that were searched in vain, by a mixture of their stones. Another
    position with the same one is not searched: a win may be missed, but none is made up.
    """
    state[LEFT] -= 1
    if own_wins != word(0):
        state[FIRST] = lowest(own_wins)
        return 1
    if state[LEFT] < 0 or ones(opp_wins) > 1:
        return 0
    mixture = _mixed(own, opp)
    place = whole(mixture & word(len(memo) - 1))
    if memo[place] == mixture:
        return 0
    chances = opp_wins if opp_wins != word(0) else _chances(board, own, opp)
    rest = chances
    while rest != word(0):
        cell = lowest(rest)
        rest &= rest - word(1)
        if ones(wins_after(board, own, opp, word(0), cell)) > 1:
            state[FIRST] = cell
            return 3
    rest = chances
    while rest != word(0):
        cell = lowest(rest)
        rest &= rest - word(1)
        wins = wins_after(board, own, opp, word(0), cell)
        if wins == word(0):
            continue
        mine = own | bit_of(cell)
        theirs = wins_after(board, opp, mine, word(0), lowest(wins))
        longer = hunt(
            board, memo, state, word(mine), word(opp | wins), word(0), word(theirs)
        )  # fmt: skip
        if longer > 0:
            state[FIRST] = cell
            return longer + 2
    if state[LEFT] >= 0:
        memo[place] = mixture
    return 0


@compiled
def _chances(board: Board, own: int, opp: int) -> int:
    """The empty cells of the lines that two more stones of the side complete."""
    chances = word(0)
    for line in range(len(board.lines)):
        filled = board.lines[line]
        if (
            filled & opp == word(0)
            and ones(filled & own) == board.k - 2
            and board.beyond[line] & own == word(0)
        ):
            chances |= filled & ~own
    return chances


@compiled
def doubles(board: Board, own: int, opp: int, own_wins: int) -> int:
    """A cell that makes two wins at once for a side that has none, or -1."""
    once, twice = word(0), word(0)
    for line in range(len(board.lines)):
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
