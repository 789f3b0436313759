"""Root moves of a flat board: each searched, the late ones less deeply, and looked at with care."""

from bot.search.core.compiled import Array, compiled, whole
from bot.search.core.memory_layout import NODES
from bot.search.core.scores import PROVEN, WIN
from bot.search.core.shared import Shared, signal_of, table_of
from bot.search.core.transposition_table import NO_MOVE, move_of, probe
from bot.search.flat.board import (
    BUDGET,
    DOUBTED,
    FIRST_NODE,
    SOUGHT,
    STONES,
    TURN,
    WON,
    WON_BY,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat.constants import AMBITIOUS, CAREFUL, CAREFUL_SHARE
from bot.search.flat.moves import evaluate, kind_of
from bot.search.flat.patterns import WINNING
from bot.search.flat.search import late_move_reduction, search
from bot.search.flat.vct import vct


@compiled
def try_move(
    board: Board, shared: Shared, place: int, depth: int, alpha: int, beta: int, number: int
) -> int:
    """The value of a root move for who makes it; *number* is its place in the order, from 1.

    One that seems better than alpha is believed only if no win by threats is found against it.
    """
    state = board.state
    if kind_of(board, place, state[TURN]) == WINNING:
        return whole(WIN - state[STONES] - 1)
    if number == 1 and state[WON] == 0:
        seek_win(board, shared)
    if state[WON] and place == state[WON_BY]:
        return whole(WIN - state[WON])
    scouting = beta - alpha == 1
    reduction = whole(0)
    if scouting:
        reduction = whole(late_move_reduction(board, whole(depth), whole(number), whole(4)))
    board.statics[0], board.path[0] = evaluate(board), place
    place_stone(board, place)
    cut = whole(1 if scouting else 0)
    while True:
        plies = whole(depth - 1 - reduction)
        score = -search(board, shared, plies, whole(-beta), whole(-alpha), whole(1), cut)
        if shared.stopped or reduction == 0 or score <= alpha:
            break
        reduction = whole(0)
    if score > alpha and abs(score) < PROVEN and not shared.stopped:
        share, least = board.tuned[CAREFUL_SHARE], board.tuned[CAREFUL] * depth
        lost = threaten(board, shared, whole(1), whole(DOUBTED), share, whole(least))
        score = lost - WIN if lost else score
    take_back(board, place)
    return whole(score)


@compiled
def searched(board: Board, shared: Shared) -> int:
    """How many nodes were searched since the position was loaded."""
    return whole(signal_of(shared)[NODES]) + shared.nodes - board.state[FIRST_NODE]


@compiled
def threaten(board: Board, shared: Shared, ply: int, account: int, share: int, least: int) -> int:
    """How many stones there are when the side to move has won by threats, or 0.

    It may try so many in a hundred of the nodes searched till now, less what was tried before on
    the same account, but never less than it is granted at least.
    """
    state = board.state
    budget = max(least, searched(board, shared) * share // 100 - state[account])
    if budget <= 0:
        return whole(0)
    state[BUDGET] = budget
    won = vct(board, shared, whole(ply))
    state[account] += budget - state[BUDGET]
    return whole(won)


@compiled
def seek_win(board: Board, shared: Shared) -> None:
    """Look for a win by threats, the longer the more has been searched; what is found is kept."""
    state = board.state
    won = threaten(board, shared, whole(0), whole(SOUGHT), board.tuned[AMBITIOUS], whole(0))
    entry = probe(table_of(shared), board.key[0])
    if won and entry and move_of(entry) != NO_MOVE:
        state[WON], state[WON_BY] = won, board.place_of[move_of(entry)]


@compiled
def try_moves(
    board: Board,
    shared: Shared,
    places: Array,
    numbers: Array,
    depth: int,
    alpha: int,
    scores: Array,
) -> int:
    """Ask of moves whether they are better than alpha, until one is; tells how many were asked."""
    for index in range(len(places)):
        place, number = whole(places[index]), whole(numbers[index])
        score = try_move(board, shared, place, whole(depth), whole(alpha), whole(alpha + 1), number)
        if shared.stopped:
            return whole(index)
        scores[index] = score
        if score > alpha:
            return whole(index + 1)
    return whole(len(places))
