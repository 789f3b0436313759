"""What threats tell of a flat board before any choice of moves: scores at sight, VCF and VCT."""

from bot.search.core.compiled import compiled, whole
from bot.search.core.scores import INFINITY, LIMIT, PROVEN, WIN
from bot.search.core.shared import Shared
from bot.search.flat.board import BUDGET, PLIES, STONES, TURN, Board
from bot.search.flat.constants import VCF_DEPTH, VCF_FOURS, VCT_DEPTH, VCT_THREATS
from bot.search.flat.moves import count_of
from bot.search.flat.patterns import DECISIVE, FORCING, FORKING, WINNING
from bot.search.flat.vcf import LONGEST, vcf
from bot.search.flat.vct import vct

OPEN = 2 * INFINITY  # no value


@compiled
def unproven(score: int) -> int:
    """A loss that was not seen in full, as a score that claims no proof."""
    return whole(score + WIN - LIMIT) if score <= -PROVEN else whole(score)


@compiled
def threat_score(board: Board, alpha: int, beta: int) -> int:
    """The value where the threats on the board tell it, or no search could change it; or OPEN."""
    side, stones = board.state[TURN], board.state[STONES]
    if count_of(board, side, WINNING):
        return whole(WIN - stones - 1)
    threats = count_of(board, 1 - side, WINNING)
    if threats > 1:
        return whole(stones + 2 - WIN)
    if threats == 1:
        return whole(OPEN)
    if count_of(board, side, DECISIVE):
        return whole(WIN - stones - 3)
    if alpha >= WIN - stones - 5:
        return whole(WIN - stones - 5)
    if beta <= stones + 4 - WIN:
        return whole(stones + 4 - WIN)
    return whole(OPEN)


@compiled
def has_fours(board: Board, side: int) -> bool:
    return count_of(board, side, FORCING) + count_of(board, side, FORKING) > 0


@compiled
def won_by_fours(board: Board, shared: Shared, budget: int, ply: int) -> int:
    """How many stones there are when the side to move has won by fours, or 0."""
    if not has_fours(board, board.state[TURN]):
        return whole(0)
    board.state[BUDGET] = budget
    return whole(vcf(board, shared, whole(LONGEST), whole(-1 if ply <= 2 else 0)))


@compiled
def forced_win(board: Board, shared: Shared, depth: int, ply: int, threatened: bool) -> int:
    """How many stones there are when the side to move has won by fours or threats, or 0."""
    state, tuned = board.state, board.tuned
    if depth >= tuned[VCF_DEPTH]:
        fours = 2000 if ply <= 2 else tuned[VCF_FOURS] * depth
        won = won_by_fours(board, shared, whole(fours), whole(ply))
        if won:
            return whole(won)
    if not threatened and depth >= tuned[VCT_DEPTH] and ply < PLIES // 2:
        state[BUDGET] = tuned[VCT_THREATS] * depth
        return whole(vct(board, shared, whole(ply)))
    return whole(0)
