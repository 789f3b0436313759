"""VCF, victory by continuous fours: every move threatens to win at once, so the reply is forced.

A win that it claims is true; that it finds none means nothing, as its length and its budget of
fours are limited.
"""

from bot.search.core.compiled import compiled, whole, word
from bot.search.core.polling import is_stopped
from bot.search.core.scores import WIN
from bot.search.core.shared import Shared, table_of
from bot.search.core.transposition_table import EXACT, UPPER, depth_of, pack, probe, store
from bot.search.flat.board import (
    BUDGET,
    KINDS,
    REACH,
    STEPS,
    STONES,
    TURN,
    WORDS,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat.moves import count_of, first_of, kind_of, lowest
from bot.search.flat.patterns import DECISIVE, FORCING, FORKING, WINNING

LONGEST = 24  # fours in a row that are looked for
NO_VCF = 0x9E3779B97F4A7C15  # makes the key of what is known to hold no win by fours


@compiled
def in_line(board: Board, one: int, other: int) -> bool:
    """Whether two places are within reach on a line."""
    state = board.state
    apart = abs(one - other)
    for direction in range(4):
        step = state[STEPS + direction]
        if apart % step == 0 and apart // step <= state[REACH]:
            return True
    return False


@compiled
def note_win(board: Board, shared: Shared, place: int, won: int) -> None:
    """Remember that the side to move wins with a move to this place, with so many stones then."""
    cell, stones = whole(board.cell_of[place]), board.state[STONES]
    data = pack(whole(WIN - won), cell, whole(EXACT), whole(0), stones)
    store(table_of(shared), board.key[0], data)


@compiled
def note_none(board: Board, shared: Shared, key: int, depth: int) -> None:
    """Remember under a key that so many threats in a row win nothing, if all were looked at."""
    if board.state[BUDGET] > 0:
        data = pack(whole(0), whole(0), whole(UPPER), whole(depth), board.state[STONES])
        store(table_of(shared), key, data)


@compiled
def vcf(board: Board, shared: Shared, depth: int, last: int) -> int:
    """How many stones there are when the side to move has won by fours alone, or 0.

    It looks for at most *depth* fours, while state[BUDGET] lasts; the win need not be the shortest.
    With a *last* four, the next must be in line with it: others could have come before.
    """
    state = board.state
    side, stones, words = state[TURN], state[STONES], state[WORDS]
    if count_of(board, side, WINNING):
        return whole(stones + 1)
    threats = count_of(board, 1 - side, WINNING)
    if threats > 1:
        return whole(0)
    forced = whole(-1)
    if threats == 1:
        forced = first_of(board, 1 - side, WINNING)
        kind = kind_of(board, forced, side)
        if kind == DECISIVE:
            return whole(stones + 3)
        if kind < FORCING:
            return whole(0)
    elif count_of(board, side, DECISIVE):
        return whole(stones + 3)
    if depth <= 0 or count_of(board, side, FORCING) + count_of(board, side, FORKING) == 0:
        return whole(0)
    key = board.key[0] ^ word(NO_VCF)
    if last >= 0:  # what holds for the fours in line with it is another fact
        key ^= board.zobrist[last * 2]
    if depth_of(probe(table_of(shared), key)) >= depth:
        return whole(0)
    for kind in (FORKING, FORCING):
        for index in range(words):
            bits = board.bitboards[(side * KINDS + kind) * words + index]
            while bits:
                four = index * 64 + lowest(bits)
                bits &= bits - word(1)
                if forced >= 0 and four != forced:
                    continue
                if last > 0 and forced < 0 and not in_line(board, last, four):
                    continue
                if state[BUDGET] <= 0:
                    return whole(0)
                state[BUDGET] = 0 if is_stopped(shared) else state[BUDGET] - 1
                place_stone(board, four)
                block = first_of(board, side, WINNING)
                place_stone(board, block)
                won = vcf(board, shared, whole(depth - 1), whole(four if last >= 0 else last))
                take_back(board, block)
                take_back(board, four)
                if won:
                    note_win(board, shared, four, won)
                    return whole(won)
    note_none(board, shared, key, depth)
    return whole(0)
