"""The moves of a flat board: those that threats leave a choice of, and those worth a look."""

from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.scores import LIMIT
from bot.search.flat.board import (
    ANSWERS,
    COUNTS,
    FREE,
    KINDS,
    PLACES,
    PLIES,
    REACH,
    STEPS,
    TRIAL,
    TURN,
    WORDS,
    WORTH,
    Board,
)
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
FIRST = RANK * RANK  # the rank of the table's move, above all others
KILLER = 60 * RANK
HISTORY = 2 * PLIES  # where the history begins in the memory


@compiled
def amount(board: Board, side: int, kind: int) -> int:
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
        if board.sets[at + index]:
            return index * 64 + lowest(board.sets[at + index])
    return -1


@compiled
def kind_of(board: Board, place: int, side: int) -> int:
    return board.looks[word(place * 2 + side)] & 15


@compiled
def look_of(board: Board, place: int, side: int) -> int:
    """How good a free cell looks for a side, by the shapes that it would make there."""
    return (board.looks[word(place * 2 + side)] >> 4) & 4095


@compiled
def rank_of(board: Board, place: int, side: int) -> int:
    """How good a free cell looks for the side to move, to take it or to deny it."""
    return 6 * look_of(board, place, side) + 5 * look_of(board, place, 1 - side)


@compiled
def evaluate(board: Board) -> int:
    """The value for the side to move without search."""
    side = board.state[TURN]
    value = TEMPO + on_move(board.state[WORTH + side]) + waiting(board.state[WORTH + 1 - side])
    return min(max(value // SCALE, -LIMIT), LIMIT)


@compiled
def every_move(board: Board, moves: Array, at: int) -> int:
    """List all free cells from a place in *moves* on; tells how many."""
    side = board.state[TURN]
    end = at
    for place in range(board.state[PLACES]):
        if board.stones[place] == FREE:
            moves[end] = rank_of(board, place, side) * RANK + place
            end += 1
    return end - at


@compiled
def likely_moves(board: Board, moves: Array, at: int) -> int:
    """List the free cells where one side or the other could build on its stones."""
    side, words = board.state[TURN], board.state[WORDS]
    end = at
    for index in range(words):
        bits = word(0)
        for kind in range(NEAR, WINNING + 1):
            bits |= board.sets[kind * words + index] | board.sets[(KINDS + kind) * words + index]
        while bits:
            place = index * 64 + lowest(bits)
            bits &= bits - word(1)
            moves[end] = rank_of(board, place, side) * RANK + place
            end += 1
    return end - at


@compiled
def arrange(board: Board, moves: Array, start: int, end: int, ply: int, known: int) -> None:
    """Rank the moves listed by what was learnt of them elsewhere, too."""
    side = board.state[TURN]
    first, second = board.memory[2 * ply], board.memory[2 * ply + 1]
    history = HISTORY + side * board.state[PLACES]
    for index in range(start, end):
        place = moves[index] % RANK
        bonus = whole(board.memory[history + place]) * RANK
        if place == known:
            bonus += FIRST
        elif place in (first, second):
            bonus += KILLER
        moves[index] += bonus


@compiled
def praise(board: Board, place: int, ply: int, depth: int) -> None:
    """Remember a quiet move that refuted the one before it."""
    if board.memory[2 * ply] != place:
        board.memory[2 * ply + 1] = board.memory[2 * ply]
        board.memory[2 * ply] = place
    at = HISTORY + board.state[TURN] * board.state[PLACES] + place
    board.memory[at] += (400 - board.memory[at]) * min(depth, 16) // 64


@compiled
def answers(board: Board, moves: Array, at: int) -> int:
    """List the moves that do not lose to an open or a double four at once, and maybe some that do.

    They are the cells that spoil every such threat of the other side, and fours of one's own. All
    other moves lose in four plies, provided that nobody can win at once.
    """
    side, words = board.state[TURN], board.state[WORDS]
    answer, threat = (2 * KINDS + ANSWERS) * words, ((1 - side) * KINDS + DECISIVE) * words
    for index in range(words):
        board.sets[answer + index] = ~word(0)
    for index in range(words):
        bits = board.sets[threat + index]
        while bits:
            spoil(board, index * 64 + lowest(bits), 1 - side)
            bits &= bits - word(1)
    end = at
    for index in range(words):
        bits = board.sets[answer + index]
        for kind in (FORCING, FORKING):
            bits |= board.sets[(side * KINDS + kind) * words + index]
        while bits:
            place = index * 64 + lowest(bits)
            bits &= bits - word(1)
            moves[end] = rank_of(board, place, side) * RANK + place
            end += 1
    return end - at


@compiled
def spoil(board: Board, place: int, side: int) -> None:
    """Keep of the answers those that leave a decisive cell of *side* decisive no longer."""
    words, reach = board.state[WORDS], board.state[REACH]
    trial, answer = (2 * KINDS + TRIAL) * words, (2 * KINDS + ANSWERS) * words
    for index in range(words):
        board.sets[trial + index] = word(0)
    board.sets[trial + (place >> 6)] |= word(1) << word(place & 63)
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
                board.sets[trial + (other >> 6)] |= word(1) << word(other & 63)
    for index in range(words):
        board.sets[answer + index] &= board.sets[trial + index]
