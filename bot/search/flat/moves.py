"""The moves of a flat board: those that threats leave a choice of, and those worth a look."""

from bot.search.core.compiled import compiled, whole, word
from bot.search.core.scores import LIMIT
from bot.search.flat.board import (
    ANSWERS,
    COUNTS,
    FREE,
    KINDS,
    PLACES,
    REACH,
    STEPS,
    TRIAL,
    TURN,
    VALUES,
    WORDS,
    Board,
)
from bot.search.flat.constants import COUNTER, DEFENCE, HISTORY, KILLER, MALUS
from bot.search.flat.evaluation import SCALE, TEMPO, on_move, waiting
from bot.search.flat.patterns import (
    DECISIVE,
    FORCING,
    FORKING,
    FOUR,
    NEAR,
    OPEN_FOUR,
    WINNING,
    shape_for,
    slot_of,
)

RANK = 4096  # moves are kept as rank * RANK + place, so that the largest is the best
HASH_MOVE = 1 << 20  # the rank of the table's move, above all others


@compiled
def count_of(board: Board, side: int, kind: int) -> int:
    """How many free cells are of this kind for a side."""
    return board.state[COUNTS + side * KINDS + kind]


@compiled
def lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    low = bits & (~bits + word(1))
    return whole(
        (word(32) if low & word(0xFFFFFFFF00000000) else word(0))
        + (word(16) if low & word(0xFFFF0000FFFF0000) else word(0))
        + (word(8) if low & word(0xFF00FF00FF00FF00) else word(0))
        + (word(4) if low & word(0xF0F0F0F0F0F0F0F0) else word(0))
        + (word(2) if low & word(0xCCCCCCCCCCCCCCCC) else word(0))
        + (word(1) if low & word(0xAAAAAAAAAAAAAAAA) else word(0))
    )


@compiled
def first_of(board: Board, side: int, kind: int) -> int:
    """The first free cell of this kind for a side; there must be one."""
    words = board.state[WORDS]
    at = (side * KINDS + kind) * words
    for index in range(words):
        if board.bitboards[at + index]:
            return index * 64 + lowest(board.bitboards[at + index])
    return -1


@compiled
def kind_of(board: Board, place: int, side: int) -> int:
    return board.ratings[word(place * 2 + side)] & 15


@compiled
def rating_of(board: Board, place: int, side: int) -> int:
    """How good a free cell looks for a side, by the shapes that it would make there."""
    return (board.ratings[word(place * 2 + side)] >> 4) & 4095


@compiled
def rank_of(board: Board, place: int, side: int) -> int:
    """How good a free cell looks for the side to move, to take it or to deny it."""
    defence = board.tuned[DEFENCE]
    return 6 * rating_of(board, place, side) + defence * rating_of(board, place, 1 - side)


@compiled
def evaluate(board: Board) -> int:
    """The value for the side to move without search."""
    side = board.state[TURN]
    value = TEMPO + on_move(board.state[VALUES + side]) + waiting(board.state[VALUES + 1 - side])
    return min(max(value // SCALE, -LIMIT), LIMIT)


@compiled
def list_all(board: Board, at: int) -> int:
    """List all free cells in the board's moves, from there on; tells how many."""
    side = board.state[TURN]
    end = at
    for place in range(board.state[PLACES]):
        if board.stones[place] == FREE:
            board.moves[end] = rank_of(board, place, side) * RANK + place
            end += 1
    return end - at


@compiled
def list_likely(board: Board, at: int) -> int:
    """List the free cells where one side or the other could build on its stones."""
    side, words = board.state[TURN], board.state[WORDS]
    end = at
    for index in range(words):
        bits = word(0)
        for kind in range(NEAR, WINNING + 1):
            bits |= (
                board.bitboards[kind * words + index]
                | board.bitboards[(KINDS + kind) * words + index]
            )
        while bits:
            place = index * 64 + lowest(bits)
            bits &= bits - word(1)
            board.moves[end] = rank_of(board, place, side) * RANK + place
            end += 1
    return end - at


@compiled
def arrange(board: Board, start: int, end: int, ply: int, hash_move: int) -> None:
    """Rank the moves listed by what was learnt of them elsewhere, too."""
    side, tuned = board.state[TURN], board.tuned
    first, second = board.killers[2 * ply], board.killers[2 * ply + 1]
    before = board.path[ply - 1]
    counter = board.counters[side * board.state[PLACES] + before] if before >= 0 else whole(-1)
    history = side * board.state[PLACES]
    for index in range(start, end):
        place = board.moves[index] % RANK
        bonus = whole(board.history[history + place])
        if place == hash_move:
            bonus += HASH_MOVE
        elif place in (first, second):
            bonus += tuned[KILLER]
        if place == counter:
            bonus += tuned[COUNTER]
        board.moves[index] += bonus * RANK


@compiled
def note_cutoff(board: Board, place: int, ply: int, depth: int) -> None:
    """Remember a quiet move that refuted the one before it: as a killer, and in the history."""
    if board.killers[2 * ply] != place:
        board.killers[2 * ply + 1] = board.killers[2 * ply]
        board.killers[2 * ply] = place
    side, before = board.state[TURN], board.path[ply - 1]
    if before >= 0:
        board.counters[side * board.state[PLACES] + before] = place
    at = side * board.state[PLACES] + place
    board.history[at] += (board.tuned[HISTORY] - board.history[at]) * min(depth, 16) // 64


@compiled
def note_failures(board: Board, start: int, end: int, depth: int) -> None:
    """Note in the history the moves that were tried before one that refuted."""
    if board.tuned[MALUS] == 0:
        return
    history = board.state[TURN] * board.state[PLACES]
    share = min(depth, 16) * board.tuned[MALUS]
    for index in range(start, end):
        at = history + board.moves[index] % RANK
        board.history[at] -= (board.tuned[HISTORY] + board.history[at]) * share // 4096


@compiled
def list_defences(board: Board, at: int) -> int:
    """List the moves that do not lose to an open or a double four at once, and maybe some that do.

    They are the cells that spoil every such threat of the other side, and fours of one's own. All
    other moves lose in four plies, provided that nobody can win at once.
    """
    side, words = board.state[TURN], board.state[WORDS]
    answer, threat = (2 * KINDS + ANSWERS) * words, ((1 - side) * KINDS + DECISIVE) * words
    for index in range(words):
        board.bitboards[answer + index] = ~word(0)
    for index in range(words):
        bits = board.bitboards[threat + index]
        while bits:
            keep_spoilers(board, index * 64 + lowest(bits), 1 - side)
            bits &= bits - word(1)
    end = at
    for index in range(words):
        bits = board.bitboards[answer + index]
        for kind in (FORCING, FORKING):
            bits |= board.bitboards[(side * KINDS + kind) * words + index]
        while bits:
            place = index * 64 + lowest(bits)
            bits &= bits - word(1)
            board.moves[end] = rank_of(board, place, side) * RANK + place
            end += 1
    return end - at


@compiled
def keep_spoilers(board: Board, place: int, side: int) -> None:
    """Keep of the answers those that leave a decisive cell of *side* decisive no longer."""
    words, reach = board.state[WORDS], board.state[REACH]
    trial, answer = (2 * KINDS + TRIAL) * words, (2 * KINDS + ANSWERS) * words
    for index in range(words):
        board.bitboards[trial + index] = word(0)
    board.bitboards[trial + (place >> 6)] |= word(1) << word(place & 63)
    opens, fours = 0, 0
    for direction in range(4):
        shape = shape_for(board.shapes[place * 4 + direction], side)
        opens += shape == OPEN_FOUR
        fours += shape == FOUR
    for direction in range(4):
        at = place * 4 + direction
        shape, line = shape_for(board.shapes[at], side), whole(board.lines[at])
        if shape < FOUR:
            continue
        for offset in range(-reach, reach + 1):
            slot = slot_of(reach, offset)
            other = place + offset * board.state[STEPS + direction]
            if offset == 0 or (line >> slot) & 3 != FREE:
                continue
            now = shape_for(board.shapes_of[line | (2 - side) << slot], side)
            left = opens - (shape == OPEN_FOUR) + (now == OPEN_FOUR)
            if left == 0 and fours - (shape == FOUR) + (now == FOUR) < 2:
                board.bitboards[trial + (other >> 6)] |= word(1) << word(other & 63)
    for index in range(words):
        board.bitboards[answer + index] &= board.bitboards[trial + index]
