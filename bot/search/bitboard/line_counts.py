"""How full the lines of a bitboard are: all lines at a stroke, and ply by ply.

Lines are bits of a few words. A frame holds, for each side, how many stones it has in every line,
as binary numbers with a word for each digit, so that a stone is added to all of its lines at once;
and which lines are closed to it. What a stone changes goes to the frame of the next ply, and so
nothing needs to be taken back.

    of a side, so many words each   the digits, the lowest first   the closed lines
"""

from bot.search.bitboard.board import bit_of, lowest
from bot.search.bitboard.board_record import CELLS, Board
from bot.search.core.compiled import compiled, inlined, word


@inlined
def wide(board: Board) -> int:
    """The words of a set of lines; known when it is compiled."""
    return len(board.through_sets) // CELLS


@inlined
def _side(board: Board) -> int:
    """The words of a side in a frame."""
    return (len(board.two_short) + 1) * wide(board)


@compiled
def first_frame(board: Board, at: int, first: int, second: int) -> None:
    """Make a frame of the stones of both sides."""
    start = 2 * _side(board) * at
    for each in range(2 * _side(board)):
        board.frames[start + each] = word(0)
    for side in range(2):
        rest = first if side == 0 else second
        while rest != word(0):
            _add(board, start, side, lowest(rest))
            rest &= rest - word(1)


@inlined
def next_frame(board: Board, at: int, side: int, cell: int) -> None:
    """Make the frame behind this one: what it holds, and a stone."""
    size = 2 * _side(board)
    start = size * at
    for each in range(size):
        board.frames[start + size + each] = board.frames[start + each]
    _add(board, start + size, side, cell)


@inlined
def _add(board: Board, start: int, side: int, cell: int) -> None:
    mine, theirs = start + side * _side(board), start + (1 - side) * _side(board)
    closed = len(board.two_short) * wide(board)
    for at in range(wide(board)):
        lines = board.through_sets[cell * wide(board) + at]
        board.frames[theirs + closed + at] |= lines
        board.frames[mine + closed + at] |= board.beside_sets[cell * wide(board) + at]
        for digit in range(len(board.two_short)):
            place = mine + digit * wide(board) + at
            kept = board.frames[place]
            board.frames[place] = kept ^ lines
            lines &= kept


@inlined
def _two_short(board: Board, at: int, side: int, which: int) -> int:
    """The lines, of one word of them, that a side completes with two more stones."""
    start = (2 * at + side) * _side(board) + which
    found = ~board.frames[start + len(board.two_short) * wide(board)]
    for digit in range(len(board.two_short)):
        found &= ~(board.frames[start + digit * wide(board)] ^ board.two_short[digit])
    return found


@inlined
def two_short_cells(board: Board, at: int, side: int, own: int) -> tuple[int, int]:
    """The empty cells of lines that lack two stones, and those that are in several such lines."""
    once, twice = word(0), word(0)
    for which in range(wide(board)):
        rest = _two_short(board, at, side, which)
        while rest != word(0):
            cells = board.lines[64 * which + lowest(rest)] & ~own
            rest &= rest - word(1)
            twice |= once & cells
            once |= cells
    return once, twice


@inlined
def threats(board: Board, at: int, side: int, own: int, cell: int) -> int:
    """The wins that a stone in a cell makes."""
    wins = word(0)
    for which in range(wide(board)):
        rest = _two_short(board, at, side, which)
        rest &= board.through_sets[cell * wide(board) + which]
        while rest != word(0):
            wins |= board.lines[64 * which + lowest(rest)]
            rest &= rest - word(1)
    return wins & ~own & ~bit_of(cell)
