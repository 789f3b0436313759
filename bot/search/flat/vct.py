"""The search of continuous threats: threes as well as fours, so that few replies are left.

A three threatens to become an open four. The side attacked has the answers that spoil that, and
fours of its own. The attack is a win if none of them helps; in doubt, nothing is claimed.
"""

from bot.search.core.compiled import compiled, whole, word
from bot.search.flat.board import (
    FREE,
    KINDS,
    LEFT,
    PLACES,
    PLIES,
    STONES,
    TURN,
    WORDS,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat.minimax import Work, pick, stopped
from bot.search.flat.moves import RANK, amount, answers, first_of, kind_of, look_of, lowest, rank_of
from bot.search.flat.patterns import DECISIVE, FORCING, TEMPTING, WINNING
from bot.search.flat.proof_numbers import (
    ENDLESS,
    fear_of,
    hope_of,
    keep,
    looked_up,
    numbers,
    won_of,
)
from bot.search.flat.vcf import LONGEST, note_win, won_by_fours

ATTACK, DEFENCE = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB  # make the keys of what is kept
THREE = 4  # the fear of one who is threatened with a three: some answers must be refuted
WEIGHT = 16  # how much better a three must look to be feared less by one
PATIENCE = 5_000  # threats and fours tried to refute a move that nothing speaks for
FOURS = 40  # tried for a win by fours alone at each step


@compiled
def won_by_threats(board: Board, work: Work, ply: int) -> int:
    """How many stones there are when the side to move has won by threats alone, or 0.

    It looks on while state[LEFT] lasts; what it finds need not be the shortest.
    """
    known = looked_up(board, board.key[0] ^ word(ATTACK))
    if known and fear_of(known) == 0:
        return whole(0)
    found = _prove(board, work, whole(1), whole(ply), whole(ENDLESS), whole(ENDLESS))
    return won_of(found) if hope_of(found) == 0 else whole(0)


@compiled
def others_lose(board: Board, work: Work, start: int, end: int, ply: int) -> int:
    """How many stones there are at most when all moves that are not listed have lost, or 0.

    The other side must be found to win by threats after each of them.
    """
    state = board.state
    latest = whole(1)
    for place in range(state[PLACES]):
        if board.stones[place] != FREE:
            continue
        listed = False
        for index in range(start, end):
            listed |= work.moves[index] % RANK == place
        if listed:
            continue
        state[LEFT] = PATIENCE
        place_stone(board, place)
        won = won_by_threats(board, work, whole(ply + 1))
        take_back(board, place)
        if won == 0:
            return whole(0)
        latest = max(latest, won)
    return latest


@compiled
def _prove(
    board: Board, work: Work, attacking: int, ply: int, hope_limit: int, fear_limit: int
) -> int:
    """Look into an attack until a number of its reaches a limit; tells the numbers."""
    state = board.state
    side, stones = state[TURN], state[STONES]
    key = board.key[0] ^ word(ATTACK if attacking else DEFENCE)
    won = whole(0)
    if ply >= PLIES - 1:
        return numbers(ENDLESS, 0, 0) if attacking else numbers(0, ENDLESS, 0)
    start = ply * state[PLACES]
    if attacking:
        won = _won_at_once(board, work, key)
        listed = whole(0) if won else list_threats(board, work, start)
    else:
        listed = list_answers(board, work, start)
        won = whole(stones + (2 if amount(board, 1 - side, WINNING) else 4))
    if (won > 0 and attacking) or listed < 0:
        found = numbers(0, ENDLESS, won)
        keep(board, key, found)
        return found
    end = start + listed
    _list_numbers(board, work, start, end, attacking)
    while True:
        hope, fear, best, second, still_open = _tally(board, start, end)
        if hope >= hope_limit or fear >= fear_limit or hope == 0 or fear == 0 or state[LEFT] <= 0:
            break
        place = work.moves[best] % RANK
        state[LEFT] = 0 if stopped(board, work) else state[LEFT] - 1
        place_stone(board, place)
        board.numbers[best] = _prove(
            board,
            work,
            whole(1 - attacking),
            whole(ply + 1),
            whole(fear_limit - still_open + 1),
            whole(min(hope_limit, second + second // 4 + 1)),
        )
        take_back(board, place)
    if attacking and hope == 0:
        won = won_of(board.numbers[best])
        note_win(board, work, work.moves[best] % RANK, won)
    if not attacking and fear == 0:
        for index in range(start, end):
            won = max(won, won_of(board.numbers[index]))
    found = numbers(hope, fear, won)
    keep(board, key, found)
    return found


@compiled
def _tally(board: Board, start: int, end: int) -> tuple[int, int, int, int, int]:
    """Hope and fear by the moves listed, the best of them, the next hope, how many are open."""
    hope, fear, best, second, still_open = whole(ENDLESS), whole(0), start, whole(ENDLESS), 0
    for index in range(start, end):
        data = board.numbers[index]
        its_hope, its_fear = hope_of(data), fear_of(data)
        if its_fear < hope:
            second, hope, best = hope, its_fear, index
        elif its_fear < second:
            second = its_fear
        if its_hope > 0:
            still_open += 1
            fear = max(fear, its_hope)
    if hope == 0:
        fear = whole(ENDLESS)
    elif fear > 0:
        fear = min(fear + still_open - 1, ENDLESS - 1)
    return hope, fear, best, second, still_open


@compiled
def _list_numbers(board: Board, work: Work, start: int, end: int, attacking: int) -> None:
    """List what is known of the moves, the best first."""
    side = board.state[TURN]
    salt = board.key[0] ^ word(DEFENCE if attacking else ATTACK)
    for index in range(start, end):
        place = pick(work.moves, index, end)
        data = looked_up(board, salt ^ board.zobrist[place * 2 + side])
        if data == word(0):
            fear = whole(1)
            if attacking and kind_of(board, place, side) == TEMPTING:
                fear = max(2, THREE - look_of(board, place, side) // WEIGHT)
            data = numbers(1, fear, 0)
        board.numbers[index] = data


@compiled
def _won_at_once(board: Board, work: Work, key: int) -> int:
    """How many stones there are when the side to move has won by fours alone, or 0."""
    state = board.state
    side = state[TURN]
    if amount(board, side, WINNING):
        return whole(state[STONES] + 1)
    if amount(board, 1 - side, WINNING) == 0 and amount(board, side, DECISIVE):
        return whole(state[STONES] + 3)
    known = looked_up(board, key)
    if known and hope_of(known) > 0:  # then it was tried before
        return whole(0)
    return _won_by_some_fours(board, work)


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
        work.moves[start] = first_of(board, 1 - side, WINNING)
        return whole(1 if amount(board, 1 - side, WINNING) == 1 else 0)
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
