"""Principal variation search on flat boards, led by threats: as strong as possible.

A score beyond PROVEN is always true: where a choice of moves was made by looks alone, a loss by all
of them counts as LIMIT rather than WIN less the stones.
"""

from bot.search.core.claims import claim, is_claimed, release
from bot.search.core.compiled import compiled, whole, word
from bot.search.core.scores import INFINITY, LIMIT, PROVEN, WIN
from bot.search.core.table import NO_MOVE, move_of, probe, score_of
from bot.search.core.table import answers as suffices
from bot.search.core.trail import ask, enter, found_out, is_back, leave
from bot.search.flat.board import (
    CELLS,
    HELD,
    LEFT,
    PLACES,
    PLIES,
    STONES,
    STOPPED,
    TURN,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat.minimax import Work, pick, remember, stopped
from bot.search.flat.moves import (
    RANK,
    amount,
    answers,
    arrange,
    evaluate,
    every_move,
    first_of,
    kind_of,
    likely_moves,
    praise,
)
from bot.search.flat.patterns import DECISIVE, FORCING, FORKING, TEMPTING, WINNING
from bot.search.flat.vcf import LONGEST, won_by_fours
from bot.search.flat.vct import others_lose, won_by_threats

OPEN = 2 * INFINITY  # no value
SURE = 6  # plies from the root up to which a loss is to be proven against every move
SHARED = 4  # the depth from which workers share the moves of a position
PUT_OFF = RANK << 40  # taken from the rank of a move: after all others
DEEPEST = -4  # how far past its depth a search goes on answering threats
MARGIN = 150  # what a quiet move gains at most, by and large
PASSED = 0xD1B54A32D192ED03  # makes the key of a position where a side has passed


@compiled
def undecided(score: int) -> int:
    """A loss that was not seen in full, as a score that claims no proof."""
    return whole(score + WIN - LIMIT) if score <= -PROVEN else whole(score)


@compiled
def at_sight(board: Board, alpha: int, beta: int) -> int:
    """The value where the threats on the board tell it, or no search could change it; or OPEN."""
    side, stones = board.state[TURN], board.state[STONES]
    if amount(board, side, WINNING):
        return whole(WIN - stones - 1)
    threats = amount(board, 1 - side, WINNING)
    if threats > 1:
        return whole(stones + 2 - WIN)
    if threats == 1:
        return whole(OPEN)
    if amount(board, side, DECISIVE):
        return whole(WIN - stones - 3)
    if alpha >= WIN - stones - 5:
        return whole(WIN - stones - 5)
    if beta <= stones + 4 - WIN:
        return whole(stones + 4 - WIN)
    return whole(OPEN)


@compiled
def won_by_force(board: Board, work: Work, depth: int, ply: int, threatened: bool) -> int:
    """How many stones there are when the side to move has won by fours or threats, or 0."""
    state = board.state
    side = state[TURN]
    if amount(board, side, FORCING) + amount(board, side, FORKING):
        state[LEFT] = 2000 if ply <= 2 else 50 * depth if depth > 1 else 30
        won = won_by_fours(board, work, whole(LONGEST), whole(-1 if ply <= 2 else 0))
        if won:
            return whole(won)
    if not threatened and depth >= 4 and ply < PLIES // 2:
        state[LEFT] = 60 * depth
        return whole(won_by_threats(board, work, whole(ply)))
    return whole(0)


@compiled
def play(board: Board, work: Work, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value for the side to move."""
    state = board.state
    stones, side = state[STONES], state[TURN]
    if stones == state[CELLS] or stopped(board, work):
        return whole(0)
    score = at_sight(board, alpha, beta)
    if score != OPEN:
        return whole(score)
    if ply >= PLIES - 1:
        return whole(evaluate(board))
    if amount(board, 1 - side, WINNING):
        place = first_of(board, 1 - side, WINNING)
        place_stone(board, place)
        score = -play(board, work, whole(depth), whole(-beta), whole(-alpha), whole(ply + 1))
        take_back(board, place)
        return whole(score)
    known = whole(-1)
    entry = probe(work.table, board.key[0])
    if entry:
        if move_of(entry) != NO_MOVE:
            known = whole(board.place_of[move_of(entry)])
        if suffices(entry, False, depth, alpha, beta):
            return score_of(entry)
    threatened = amount(board, 1 - side, DECISIVE) > 0
    won = won_by_force(board, work, depth, ply, threatened)
    if won:
        return whole(WIN - won)
    if depth <= (DEEPEST if threatened else 0):
        return whole(evaluate(board))
    futile = False
    if not threatened and beta - alpha == 1 and abs(beta) < LIMIT // 2:
        static = evaluate(board)
        if depth <= 4 and static - MARGIN * depth >= beta and amount(board, 1 - side, FORKING) == 0:
            return whole(static)
        futile = depth <= 3 and static + MARGIN * depth <= alpha
        if depth >= 3 and static >= beta and state[HELD] == 0:
            state[HELD] = 1
            board.key[0] ^= word(PASSED)
            state[TURN] = 1 - side
            score = -play(
                board, work, whole(depth - 4), whole(-beta), whole(-alpha), whole(ply + 1)
            )
            state[TURN] = side
            board.key[0] ^= word(PASSED)
            state[HELD] = 0
            if state[STOPPED]:
                return whole(0)
            if score >= beta:
                return whole(beta)
    if known < 0 and depth >= 4 and not threatened:
        depth -= 1
    start = ply * board.state[PLACES]
    best = whole(-INFINITY)
    sure = True
    if threatened:
        listed = answers(board, work.moves, start)
        if state[CELLS] - stones > listed:
            best = whole(stones + 4 - WIN)
    else:
        listed = likely_moves(board, work.moves, start)
        sure = False
        if listed == 0:
            listed = every_move(board, work.moves, start)
            sure = not futile
    end = start + listed
    arrange(board, work.moves, start, end, ply, known)
    width = end if sure else min(end, start + 8 + 2 * depth)
    shared, level = depth >= SHARED, whole(0)
    if shared:  # what is put off must not make room for moves that would not be searched
        for index in range(start, width):
            pick(work.moves, index, end)
        end = width
        level = enter(work.trail, board.key[0], depth, beta)
    chosen, child = whole(-1), word(0)
    index = start
    while index < width and best < beta:
        place = pick(work.moves, index, end)
        if shared:
            child = board.key[0] ^ board.zobrist[place * 2 + side]
            if index > start and work.moves[index] >= 0 and is_claimed(work.claims, child):
                work.moves[index] -= PUT_OFF
                continue
        index += 1
        quiet = (
            not threatened
            and kind_of(board, place, side) < TEMPTING
            and kind_of(board, place, 1 - side) < FORKING
        )
        number = index - start
        if futile and quiet and number > 1:
            continue
        floor = max(alpha, best)
        if shared:
            claim(work.claims, child)
            ask(work.trail, level, floor)
        place_stone(board, place)
        less = whole(0)
        if quiet and depth >= 3 and number > 3:
            less = whole(board.less[min(depth, 31) * 64 + min(number - 1, 63)])
        score = whole(beta)
        if number > 1:
            score = -play(
                board,
                work,
                whole(depth - 1 - less),
                whole(-floor - 1),
                whole(-floor),
                whole(ply + 1),
            )
            if less and score > floor and not state[STOPPED]:
                score = -play(
                    board, work, whole(depth - 1), whole(-floor - 1), whole(-floor), whole(ply + 1)
                )
        if number == 1 or (floor < score < beta and not state[STOPPED]):
            score = -play(
                board, work, whole(depth - 1), whole(-beta), whole(-floor), whole(ply + 1)
            )
        take_back(board, place)
        if shared:
            release(work.claims, child)
        entry = word(0)
        if state[STOPPED]:
            if not shared or not is_back(work.trail, level):
                return whole(0)
            state[STOPPED] = 0
            entry = found_out(work.trail)
        elif score > best:
            best, chosen = score, place
            if score >= beta and quiet:
                praise(board, place, ply, depth)
        if shared and best < beta and entry == word(0):
            entry = probe(work.table, board.key[0])
        if entry != word(0) and suffices(entry, False, depth, max(alpha, best), beta):
            if alpha < best and score_of(entry) <= best:
                break  # no other move is better
            leave(work.trail, level)
            return score_of(entry)
    if shared:
        leave(work.trail, level)
    if not sure and ply <= SURE and best <= -PROVEN and not futile:
        latest = others_lose(board, work, start, index, whole(ply))
        sure = latest > 0
        best = max(best, latest - WIN)
    if not sure:
        best = undecided(best)
    remember(board, work, best, chosen, alpha, beta, depth)
    return whole(best)
