"""VCT, victory by continuous threats: threes as well as fours, so that few replies are left.

A three threatens to become an open four. The side attacked has the answers that spoil that, and
fours of its own. The attack is a win if none of them helps; in doubt, nothing is claimed. The
search is one by proof numbers, depth first (df-pn): see proof_numbers.py.
"""

from bot.search.core.compiled import compiled, whole, word
from bot.search.core.polling import is_stopped
from bot.search.core.shared import Shared
from bot.search.flat.board import (
    BUDGET,
    FREE,
    KINDS,
    PLACES,
    PLIES,
    STONES,
    TURN,
    WORDS,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat.minimax import pick
from bot.search.flat.moves import (
    RANK,
    count_of,
    first_of,
    kind_of,
    list_defences,
    lowest,
    rank_of,
    rating_of,
)
from bot.search.flat.patterns import DECISIVE, THREATENING, WINNING
from bot.search.flat.proof_numbers import (
    INFINITE,
    delta_of,
    keep_numbers,
    numbers,
    phi_of,
    recall_numbers,
    won_of,
)
from bot.search.flat.vcf import LONGEST, note_win, vcf

ATTACK, DEFENCE = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB  # make the keys of what is kept
THREE = 4  # the delta of one who is threatened with a three: some answers must be refuted
WEIGHT = 16  # how much better a three must look for a delta less by one
PATIENCE = 5_000  # threats and fours tried to refute a move that nothing speaks for
FOURS = 40  # tried in a VCF at each step


@compiled
def vct(board: Board, shared: Shared, ply: int) -> int:
    """How many stones there are when the side to move has won by threats alone, or 0.

    It looks on while state[BUDGET] lasts; what it finds need not be the shortest.
    """
    known = recall_numbers(board, board.key[0] ^ word(ATTACK))
    if known and delta_of(known) == 0:
        return whole(0)
    found = _prove(board, shared, whole(1), whole(ply), whole(INFINITE), whole(INFINITE))
    return won_of(found) if phi_of(found) == 0 else whole(0)


@compiled
def others_lose(board: Board, shared: Shared, start: int, end: int, ply: int) -> int:
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
            listed |= board.moves[index] % RANK == place
        if listed:
            continue
        state[BUDGET] = PATIENCE
        place_stone(board, place)
        won = vct(board, shared, whole(ply + 1))
        take_back(board, place)
        if won == 0:
            return whole(0)
        latest = max(latest, won)
    return latest


@compiled
def _prove(
    board: Board, shared: Shared, attacking: int, ply: int, phi_limit: int, delta_limit: int
) -> int:
    """Look into an attack until a number of its reaches a limit; tells the numbers."""
    state = board.state
    side, stones = state[TURN], state[STONES]
    key = board.key[0] ^ word(ATTACK if attacking else DEFENCE)
    won = whole(0)
    if ply >= PLIES - 1:
        return numbers(INFINITE, 0, 0) if attacking else numbers(0, INFINITE, 0)
    start = ply * state[PLACES]
    if attacking:
        won = _won_at_once(board, shared, key)
        listed = whole(0) if won else list_threats(board, start)
    else:
        listed = list_replies(board, start)
        won = whole(stones + (2 if count_of(board, 1 - side, WINNING) else 4))
    if (won > 0 and attacking) or listed < 0:
        found = numbers(0, INFINITE, won)
        keep_numbers(board, key, found)
        return found
    end = start + listed
    _list_numbers(board, start, end, attacking)
    while True:
        phi, delta, best, second, still_open = _tally(board, start, end)
        if phi >= phi_limit or delta >= delta_limit or phi == 0 or delta == 0 or state[BUDGET] <= 0:
            break
        place = board.moves[best] % RANK
        state[BUDGET] = 0 if is_stopped(shared) else state[BUDGET] - 1
        place_stone(board, place)
        board.numbers[best] = _prove(
            board,
            shared,
            whole(1 - attacking),
            whole(ply + 1),
            whole(delta_limit - still_open + 1),
            whole(min(phi_limit, second + second // 4 + 1)),
        )
        take_back(board, place)
    if attacking and phi == 0:
        won = won_of(board.numbers[best])
        note_win(board, shared, board.moves[best] % RANK, won)
    if not attacking and delta == 0:
        for index in range(start, end):
            won = max(won, won_of(board.numbers[index]))
    found = numbers(phi, delta, won)
    keep_numbers(board, key, found)
    return found


@compiled
def _tally(board: Board, start: int, end: int) -> tuple[int, int, int, int, int]:
    """Phi and delta by the moves listed, the best of them, the next phi, how many are open."""
    phi, delta, best, second, still_open = whole(INFINITE), whole(0), start, whole(INFINITE), 0
    for index in range(start, end):
        data = board.numbers[index]
        its_phi, its_delta = phi_of(data), delta_of(data)
        if its_delta < phi:
            second, phi, best = phi, its_delta, index
        elif its_delta < second:
            second = its_delta
        if its_phi > 0:
            still_open += 1
            delta = max(delta, its_phi)
    if phi == 0:
        delta = whole(INFINITE)
    elif delta > 0:
        delta = min(delta + still_open - 1, INFINITE - 1)
    return phi, delta, best, second, still_open


@compiled
def _list_numbers(board: Board, start: int, end: int, attacking: int) -> None:
    """List what is known of the moves, the best first."""
    side = board.state[TURN]
    salt = board.key[0] ^ word(DEFENCE if attacking else ATTACK)
    for index in range(start, end):
        place = pick(board.moves, index, end)
        data = recall_numbers(board, salt ^ board.zobrist[place * 2 + side])
        if data == word(0):
            delta = whole(1)
            if attacking and kind_of(board, place, side) == THREATENING:
                delta = max(2, THREE - rating_of(board, place, side) // WEIGHT)
            data = numbers(1, delta, 0)
        board.numbers[index] = data


@compiled
def _won_at_once(board: Board, shared: Shared, key: int) -> int:
    """How many stones there are when the side to move has won by fours alone, or 0."""
    state = board.state
    side = state[TURN]
    if count_of(board, side, WINNING):
        return whole(state[STONES] + 1)
    if count_of(board, 1 - side, WINNING) == 0 and count_of(board, side, DECISIVE):
        return whole(state[STONES] + 3)
    known = recall_numbers(board, key)
    if known and phi_of(known) > 0:  # then it was tried before
        return whole(0)
    return _short_vcf(board, shared)


@compiled
def _short_vcf(board: Board, shared: Shared) -> int:
    """Look for a win by fours, with a part of what is left to look at."""
    state = board.state
    kept = max(0, state[BUDGET] - FOURS)
    state[BUDGET] -= kept
    won = vcf(board, shared, whole(LONGEST), whole(0))
    state[BUDGET] += kept
    return whole(won)


@compiled
def list_threats(board: Board, start: int) -> int:
    """List the moves that make a three or a four, as far as the other side lets; tells how many."""
    state = board.state
    side, words = state[TURN], state[WORDS]
    if count_of(board, 1 - side, WINNING):
        board.moves[start] = first_of(board, 1 - side, WINNING)
        return whole(1 if count_of(board, 1 - side, WINNING) == 1 else 0)
    end = start
    if count_of(board, 1 - side, DECISIVE):  # then a three comes too late, unless it prevents that
        for index in range(start, start + list_defences(board, start)):
            if kind_of(board, board.moves[index] % RANK, side) >= THREATENING:
                board.moves[end] = board.moves[index]
                end += 1
        return whole(end - start)
    for kind in range(THREATENING, DECISIVE):
        for index in range(words):
            bits = board.bitboards[(side * KINDS + kind) * words + index]
            while bits:
                place = index * 64 + lowest(bits)
                bits &= bits - word(1)
                board.moves[end] = rank_of(board, place, side) * RANK + place
                end += 1
    return whole(end - start)


@compiled
def list_replies(board: Board, start: int) -> int:
    """List the answers to a threat; -1 if the side to move need not answer, or may win itself."""
    side = board.state[TURN]
    if count_of(board, side, WINNING):
        return whole(-1)
    fours = count_of(board, 1 - side, WINNING)
    if fours == 1:
        board.moves[start] = first_of(board, 1 - side, WINNING)
    if fours:
        return whole(1 if fours == 1 else 0)
    if count_of(board, side, DECISIVE) or count_of(board, 1 - side, DECISIVE) == 0:
        return whole(-1)
    return list_defences(board, start)
