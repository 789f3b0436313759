"""The search of continuous threats: threes as well as fours, so that few replies are left.

A three threatens to become an open four. The side attacked has the answers that spoil that, and
fours of its own. The attack is a win if none of them helps; in doubt, nothing is claimed.
"""

from bot.search.compiled import compiled, whole, word
from bot.search.flat_board import (
    KINDS,
    LEFT,
    PLACES,
    STONES,
    TURN,
    WORDS,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat_fours import LONGEST, note_none, note_win, won_by_fours
from bot.search.flat_moves import RANK, amount, answers, first_of, kind_of, lowest, rank_of
from bot.search.flat_patterns import DECISIVE, FORCING, TEMPTING, WINNING
from bot.search.flat_strict import Work, pick, stopped
from bot.search.table import depth_of, probe

BARREN = 0xA0761D6478BD642F  # makes the key of what is known to hold no win by threats
MOST = 16  # threats in a row that are looked for; each takes two plies of the room for moves
FOURS = 40  # tried for a win by fours alone at each step


@compiled
def won_by_threats(board: Board, work: Work, deepest: int, ply: int) -> int:
    """How many stones there are when the side to move has won by threats alone, or 0.

    It looks for more and more threats, up to so many, while state[LEFT] lasts.
    """
    for depth in range(1, min(deepest, MOST) + 1):
        won = _won_within(board, work, whole(depth), whole(ply))
        if won or board.state[LEFT] <= 0:
            return whole(won)
    return whole(0)


@compiled
def _won_within(board: Board, work: Work, depth: int, ply: int) -> int:
    """The same with at most so many threats; what it finds need not be the shortest."""
    state = board.state
    side, stones = state[TURN], state[STONES]
    if amount(board, side, WINNING):
        return whole(stones + 1)
    if amount(board, 1 - side, WINNING) == 0 and amount(board, side, DECISIVE):
        return whole(stones + 3)
    won = _won_by_some_fours(board, work)
    key = board.key[0] ^ word(BARREN)
    if won or depth <= 0 or depth_of(probe(work.table, key)) >= depth:
        return whole(won)
    start = ply * state[PLACES]
    end = start + list_threats(board, work, start)
    for index in range(start, end):
        if state[LEFT] <= 0:
            return whole(0)
        place = pick(work.moves, index, end)
        place_stone(board, place)
        # What is left to the other side: one of its answers must do, or the threat wins.
        first = whole((ply + 1) * state[PLACES])
        last = first + list_answers(board, work, first)
        won = whole(0)
        if last >= first:
            won = whole(stones + (3 if amount(board, side, WINNING) else 5))
        for other in range(first, last):
            answer = pick(work.moves, other, last)
            state[LEFT] = 0 if stopped(board, work) else state[LEFT] - 1
            place_stone(board, answer)
            longer = _won_within(board, work, whole(depth - 1), whole(ply + 2))
            take_back(board, answer)
            won = max(won, longer) if longer else whole(0)
            if longer == 0:
                break
        take_back(board, place)
        if won:
            note_win(board, work, place, won)
            return whole(won)
    note_none(board, work, key, depth)
    return whole(0)


@compiled
def _won_by_some_fours(board: Board, work: Work) -> int:
    """Look for a win by fours, with a part of what is left to look at."""
    state = board.state
    kept = max(0, state[LEFT] - FOURS)
    state[LEFT] -= kept
    won = won_by_fours(board, work, whole(LONGEST), whole(0))
    state[LEFT] += kept
    return whole(won)


@compiled
def list_threats(board: Board, work: Work, start: int) -> int:
    """List the moves that make a three or a four, as far as the other side lets; tells how many."""
    state = board.state
    side, words = state[TURN], state[WORDS]
    if amount(board, 1 - side, WINNING):
        place = first_of(board, 1 - side, WINNING)
        work.moves[start] = place
        alone = amount(board, 1 - side, WINNING) == 1
        return whole(1 if alone and kind_of(board, place, side) >= TEMPTING else 0)
    pressed = amount(board, 1 - side, DECISIVE) > 0  # then a three would come too late
    end = start
    for kind in range(FORCING if pressed else TEMPTING, DECISIVE):
        for index in range(words):
            bits = board.sets[(side * KINDS + kind) * words + index]
            while bits:
                place = index * 64 + lowest(bits)
                bits &= bits - word(1)
                work.moves[end] = rank_of(board, place, side) * RANK + place
                end += 1
    return whole(end - start)


@compiled
def list_answers(board: Board, work: Work, start: int) -> int:
    """List the answers to a threat; -1 if the side to move need not answer, or may win itself."""
    side = board.state[TURN]
    if amount(board, side, WINNING):
        return whole(-1)
    fours = amount(board, 1 - side, WINNING)
    if fours == 1:
        work.moves[start] = first_of(board, 1 - side, WINNING)
    if fours:
        return whole(1 if fours == 1 else 0)
    if amount(board, side, DECISIVE) or amount(board, 1 - side, DECISIVE) == 0:
        return whole(-1)
    return answers(board, work.moves, start)
