"""Whether a side can win at all, against one who only breaks its lines (Maker and Breaker).

Who cannot win even where the other's lines count for nothing does not win; and as all that is left
of a position are the cells that each open line still lacks, the same is met again and again. A set
of such cells is a line here. Before a position is searched, it is made simpler, and perhaps judged:

- a line that holds another one is as good as broken when that is, and goes;
- of two cells that lie in the same lines the breaker gets one: both go, with these lines;
- with few and long lines left the breaker wins (the potential of Erdos and Selfridge 1973);
- so it does with a pair of cells in every line, no cell in two pairs.

A win of the maker comes with its zone: the cells that it rests on. All others might as well be the
breaker's. So where one move of the breaker fails, it need try no other that is not in the zone of
that win (relevance zones: Thomsen 2000, Hsu and others 2020).
"""

from typing import NamedTuple

from bot.search.bitboard.board import bit_of, lowest, ones
from bot.search.bitboard.board_record import CELLS, ROOM, Arena, Board
from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.polling import is_cancelled, is_due
from bot.search.core.shared import Shared, table_of

HELD, WON, OPEN = 0, 1, 2  # by the breaker, by the maker, not known without a search
FEW = 1000  # nodes that it may take in the midst of a search that goes to the end of the game
NO_ZONE = 1  # in the table where the breaker wins: wins kept there rest on two cells or more
APART = 64  # what a pair of cells costs, at most, in a line that has but one of them


class Turn(NamedTuple):
    """Where in the arena a position lies, and who is to move."""

    ply: int
    makers: bool


@inlined
def mixed(value: int) -> int:
    value = (value ^ (value >> word(30))) * word(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> word(27))) * word(0x94D049BB133111EB)
    return value ^ (value >> word(31))


@compiled
def maker_wins(arena: Arena, shared: Shared, turn: Turn) -> bool:
    """Whether the maker wins; then its zone tells why. Once stopped, it means nothing."""
    ply, makers = turn
    arena.patience -= 1
    if arena.patience < 0 or (is_due(shared) and is_cancelled(shared)):
        shared.stopped = 1
    if shared.stopped != 0:
        return False
    known = _judged(arena, ply, makers)
    if known != OPEN:
        return known == WON
    key = _key(arena, ply, makers)
    known = _recalled(arena, table_of(shared), key, ply)
    if known == OPEN and makers and _is_paired(arena, ply):
        known = HELD
        _keep(table_of(shared), key, word(NO_ZONE))
    if known != OPEN:
        return known == WON

    won, zone, left = not makers, word(0), ~word(0)
    if not makers and ones(arena.lines[ply * ROOM]) == 1:  # else this line is full at once
        left = zone = word(arena.lines[ply * ROOM])
    _rank(arena, ply)
    while won != makers:
        cell = _best(arena, ply, left)
        if cell < 0:
            break
        _play(arena, ply, cell, makers)
        won = maker_wins(arena, shared, Turn(whole(ply + 1), not makers))
        if shared.stopped != 0:
            return False
        left &= ~bit_of(cell)
        if won:
            zone |= arena.zone[ply + 1]
            if makers:
                zone |= bit_of(cell)
            else:
                left &= arena.zone[ply + 1]
    arena.zone[ply] = zone
    _keep(table_of(shared), key, zone if won else word(NO_ZONE))
    return won


@compiled
def cannot_win(
    board: Board, shared: Shared, own: int, opp: int, moves: bool, to_the_end: bool
) -> bool:
    """Whether it is soon seen that a side cannot win; it moves, or the other does.

    Most wins are found before a search goes to the end; so till then a look has to do.
    """
    arena, count = board.arena, 0
    for at in range(board.count):
        if board.lines[at] & opp == word(0):
            arena.lines[count] = board.lines[at] & ~own
            count += 1
    arena.count[0], arena.patience = count, FEW if to_the_end else 1
    won = maker_wins(arena, shared, Turn(whole(0), moves))
    if arena.patience < 0:
        shared.stopped = 0  # if it is cancelled, too, that is soon seen again
        return False
    return shared.stopped == 0 and not won


@compiled
def _play(arena: Arena, ply: int, cell: int, makers: bool) -> None:
    """Put the lines as they are after a move into the next ply; those of size 0 are full."""
    count, bit = 0, bit_of(cell)
    for at in range(ply * ROOM, ply * ROOM + arena.count[ply]):
        line = arena.lines[at]
        if makers or line & bit == word(0):
            arena.lines[(ply + 1) * ROOM + count] = line & ~bit
            count += 1
    arena.count[ply + 1] = count


@compiled
def _judged(arena: Arena, ply: int, makers: bool) -> int:
    """Make a position simpler, and tell who wins it, with the zone, if that is seen at once."""
    _drop_longer(arena, ply)
    arena.zone[ply] = word(0)
    start, end = ply * ROOM, ply * ROOM + arena.count[ply]
    single, seen = word(0), word(0)
    for at in range(start, end):
        line = arena.lines[at]
        size = ones(line)
        if size == 0:
            return WON
        if size == 1 and (makers or single != word(0)):
            arena.zone[ply] = line | single
            return WON
        if size == 1:
            single = line
        elif size == 2 and makers and seen & line != word(0):
            arena.zone[ply] = line | _sharing(arena, ply, seen & line)
            return WON
        elif size == 2:
            seen |= line
    if single != word(0):  # the breaker must take it; so the potential tells nothing new
        return OPEN
    _drop_twins(arena, ply)
    potential = 0
    for at in range(start, ply * ROOM + arena.count[ply]):
        potential += 1 << (arena.k - ones(arena.lines[at]))
    return HELD if potential < 1 << (arena.k - makers) else OPEN


@compiled
def _sharing(arena: Arena, ply: int, cells: int) -> int:
    """The first line of two cells that has one of these."""
    at = ply * ROOM
    while arena.lines[at] & cells == word(0):
        at += 1
    return word(arena.lines[at])


@compiled
def _drop_longer(arena: Arena, ply: int) -> None:
    """Drop each line that holds another one, and put the shorter ones first."""
    start, count = ply * ROOM, arena.count[ply]
    for at in range(count):
        arena.room[at] = arena.lines[start + at]
        arena.sizes[at] = ones(arena.room[at])
    kept = start
    for size in range(arena.k + 1):
        for at in range(count):
            if arena.sizes[at] == size:
                line, other = arena.room[at], start
                while other < kept and arena.lines[other] & ~line != word(0):
                    other += 1
                if other == kept:
                    arena.lines[kept] = line
                    kept += 1
    arena.count[ply] = kept - start


@compiled
def _drop_twins(arena: Arena, ply: int) -> None:
    """Drop the lines with two cells that lie in the same lines."""
    start = ply * ROOM
    for cell in range(CELLS):
        arena.through[cell] = word(0)
    for at in range(start, start + arena.count[ply]):
        rest, key = arena.lines[at], mixed(arena.lines[at])
        while rest != word(0):
            arena.through[lowest(rest)] ^= key
            rest &= rest - word(1)
    at = start
    while at < start + arena.count[ply]:
        pair = _twins(arena, arena.lines[at])
        at += 1
        if pair == word(0) or not _are_twins(arena, ply, pair):
            continue
        kept = start
        for other in range(start, start + arena.count[ply]):
            line = arena.lines[other]
            if line & pair == word(0):
                arena.lines[kept] = line
                kept += 1
                continue
            key = mixed(line)
            while line != word(0):
                arena.through[lowest(line)] ^= key
                line &= line - word(1)
        arena.count[ply] = kept - start
        at = start


@compiled
def _twins(arena: Arena, line: int) -> int:
    """Two cells of a line that seem to lie in the same lines, or none."""
    while line != word(0):
        one = line & (~line + word(1))
        line ^= one
        rest = line
        while rest != word(0):
            if arena.through[lowest(rest)] == arena.through[lowest(one)]:
                return one | (rest & (~rest + word(1)))
            rest &= rest - word(1)
    return word(0)


@compiled
def _are_twins(arena: Arena, ply: int, pair: int) -> bool:
    """Whether they are in the same lines indeed, and not only by their keys."""
    for at in range(ply * ROOM, ply * ROOM + arena.count[ply]):
        held = arena.lines[at] & pair
        if held != word(0) and held != pair:
            return False
    return True


@compiled
def _is_paired(arena: Arena, ply: int) -> bool:
    """Whether pairs are found at a glance: first for the shortest line, that serves most others."""
    count = arena.count[ply]
    for at in range(count):
        arena.room[at] = arena.lines[ply * ROOM + at]
    while count > 0:
        line = arena.room[0]
        for at in range(count):
            arena.sizes[at] = ones(arena.room[at])
            if arena.sizes[at] < ones(line):
                line = arena.room[at]
        if ones(line) < 2:
            return False
        pair, kept = _best_pair(arena, count, line), 0
        for at in range(count):
            if arena.room[at] & pair != pair:
                arena.room[kept] = arena.room[at] & ~pair
                kept += 1
        count = kept
    return True


@compiled
def _best_pair(arena: Arena, count: int, line: int) -> int:
    """The two cells of a line that serve the most lines, less what they take from others."""
    best, pair, one_left = -(1 << 30), word(0), line
    while one_left != word(0):
        one = one_left & (~one_left + word(1))
        one_left ^= one
        other_left = one_left
        while other_left != word(0):
            both = one | (other_left & (~other_left + word(1)))
            other_left &= other_left - word(1)
            balance = 0
            for at in range(count):
                held = arena.room[at] & both
                if held == both:
                    balance += APART
                elif held != word(0):
                    balance -= APART >> min(whole(6), 2 * (arena.sizes[at] - 2))
            if balance > best:
                best, pair = balance, both
    return pair


@compiled
def _rank(arena: Arena, ply: int) -> None:
    """Weigh the cells by the lines that they are in."""
    at = ply * CELLS
    for cell in range(CELLS):
        arena.worth[at + cell] = 0.0
    for which in range(ply * ROOM, ply * ROOM + arena.count[ply]):
        rest = arena.lines[which]
        worth = arena.worths[ones(rest)]
        while rest != word(0):
            arena.worth[at + lowest(rest)] += worth
            rest &= rest - word(1)


@compiled
def _best(arena: Arena, ply: int, cells: int) -> int:
    """Of some cells that one of most worth, or -1 where none is in a line."""
    best, most = -1, 0.0
    for cell in range(CELLS):
        worth = arena.worth[ply * CELLS + cell]
        if worth > most and cells & bit_of(cell) != word(0):
            best, most = cell, worth
    return best


@compiled
def _key(arena: Arena, ply: int, makers: bool) -> int:
    """What the position is known by, whichever way it came about."""
    key = word(1) if makers else word(2)
    for at in range(ply * ROOM, ply * ROOM + arena.count[ply]):
        key += mixed(arena.lines[at] + word(0x9E3779B97F4A7C15)) * word(0xD1B54A32D192ED03)
    return mixed(key)


@compiled
def _recalled(arena: Arena, table: Array, key: int, ply: int) -> int:
    """Who wins by the table, and the zone of a win: an entry is that, and the key XORed with it."""
    at = whole(key & word(len(table) // 2 - 1)) * 2
    zone = table[at + 1]
    if zone == word(0) or table[at] ^ zone != key:
        return OPEN
    arena.zone[ply] = zone
    return HELD if zone == word(NO_ZONE) else WON


@compiled
def _keep(table: Array, key: int, zone: int) -> None:
    at = whole(key & word(len(table) // 2 - 1)) * 2
    table[at] = key ^ zone
    table[at + 1] = zone
