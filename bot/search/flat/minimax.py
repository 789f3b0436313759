"""Full-width alpha-beta on flat boards: plain minimax to a depth, only faster.

Threats are used as far as the depth sees them: to any depth that is enough to carry them out, what
they tell is what minimax would find.
"""

from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.polling import is_stopped
from bot.search.core.scores import INFINITY, PROVEN, WIN
from bot.search.core.shared import Shared, table_of
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
from bot.search.flat.board import (
    CELLS,
    PLACES,
    STONES,
    TURN,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat.moves import RANK, count_of, evaluate, first_of, list_all, list_defences
from bot.search.flat.patterns import DECISIVE, WINNING


@compiled
def remember(
    board: Board, shared: Shared, best: int, move: int, alpha: int, beta: int, depth: int
) -> None:
    """Store what a node was worth within its window."""
    bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
    cell = board.cell_of[move] if move >= 0 else NO_MOVE
    data = pack(whole(best), whole(cell), whole(bound), whole(max(depth, 0)), board.state[STONES])
    store(table_of(shared), board.key[0], data)


@compiled
def pick(moves: Array, index: int, end: int) -> int:
    """Bring the best of the moves that are left to the front; tells its place."""
    best, most = index, moves[index]
    for other in range(index + 1, end):
        rank = moves[word(other)]
        if rank > most:
            best, most = other, rank
    moves[best], moves[index] = moves[index], most
    return whole(most % RANK)


@compiled
def minimax(
    board: Board, shared: Shared, depth: int, alpha: int, beta: int, ply: int, solving: int
) -> int:
    """The minimax value for the side to move; with *solving*, what is undecided counts 0."""
    state = board.state
    stones, side = state[STONES], state[TURN]
    if stones == state[CELLS] or is_stopped(shared):
        return whole(0)
    if depth == 0:
        return whole(0) if solving else whole(evaluate(board))
    if count_of(board, side, WINNING):
        return whole(WIN - stones - 1)
    threats = count_of(board, 1 - side, WINNING)
    if threats > 1 and depth >= 2:
        return whole(stones + 2 - WIN)
    if threats == 0 and depth >= 3 and count_of(board, side, DECISIVE):
        return whole(WIN - stones - 3)
    hash_move = whole(NO_MOVE)
    entry = probe(table_of(shared), board.key[0])
    if entry:
        score, bound = score_of(entry), bound_of(entry)
        hash_move = move_of(entry)
        seen = solving and abs(score) >= PROVEN and WIN - abs(score) - stones <= depth
        if (depth_of(entry) == depth or seen) and (
            bound == EXACT
            or (bound == LOWER and score >= beta)
            or (bound == UPPER and score <= alpha)
        ):
            return score
    start = ply * board.state[PLACES]
    best = whole(-INFINITY)
    if threats == 1 and depth >= 2:
        board.moves[start] = first_of(board, 1 - side, WINNING)
        listed = 1
        if state[CELLS] - stones > 1:
            best = whole(stones + 2 - WIN)
    elif threats == 0 and depth >= 4 and count_of(board, 1 - side, DECISIVE):
        listed = list_defences(board, start)
        if state[CELLS] - stones > listed:
            best = whole(stones + 4 - WIN)
    else:
        listed = list_all(board, start)
    end = start + listed
    if hash_move != NO_MOVE:
        for index in range(start, end):
            if board.moves[index] % RANK == board.place_of[hash_move]:
                board.moves[index] += RANK * RANK
    floor, chosen = alpha, whole(-1)
    for index in range(start, end):
        if best >= beta:
            break
        place = pick(board.moves, index, end)
        place_stone(board, place)
        score = -minimax(
            board,
            shared,
            whole(depth - 1),
            whole(-beta),
            whole(-max(floor, best)),
            whole(ply + 1),
            whole(solving),
        )
        take_back(board, place)
        if shared.stopped:
            return whole(0)
        if score > best:
            best, chosen = score, place
    remember(board, shared, best, chosen, alpha, beta, depth)
    return whole(best)
