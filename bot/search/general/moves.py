"""The moves of any game of the family: where the state lists them, and which look best."""

from bot.search.core.compiled import Array, compiled, whole
from bot.search.core.shared import Shared
from bot.search.core.sharing import is_taken
from bot.search.general.board import (
    HOT,
    OWNERS,
    STONES,
    Board,
    count_at,
    facts_in,
    hot_at,
    near_at,
    state_in,
)
from bot.search.general.facts import CELLS, LENGTH, LINES, TOUCHES, WEIGHTS, row_begin

PUT_OFF = 1 << 60  # taken from what a move promises: after all others


@compiled
def killers_at(facts: Array) -> int:
    """Where the state keeps two killers for each number of stones."""
    return OWNERS + 4 * facts[CELLS] + 4 * facts[LINES]


@compiled
def history_at(facts: Array) -> int:
    """Where the state keeps how well each cell did, by side."""
    return killers_at(facts) + 2 * (facts[CELLS] + 1)


@compiled
def moves_at(facts: Array, stones: int) -> int:
    """Where the state lists the moves of the position with so many stones."""
    return history_at(facts) + 2 * facts[CELLS] + 2 * facts[CELLS] * stones


def search_state_size(facts: Array) -> int:
    """How long the state of this search is."""
    cells, lines = int(facts[CELLS]), int(facts[LINES])
    return OWNERS + 8 * cells + 4 * lines + 2 + 2 * cells * (cells + 1)


@compiled
def hot_moves(board: Board, side: int, count: int) -> int:
    """Move to the front of the list those that complete a line of a side; tell how many."""
    facts, state = facts_in(board), state_in(board)
    at = moves_at(facts, state[STONES])
    found = whole(0)
    if state[HOT + side] == 0:
        return found
    for turn in range(count):
        cell = state[at + turn]
        if state[hot_at(facts, side, cell)] > 0:
            state[at + turn] = state[at + found]
            state[at + found] = cell
            found += 1
    return found


@compiled
def keep_near(board: Board, count: int, near: int) -> int:
    """Keep of the list only the cells near stones, or with 0 only the others."""
    facts, state = facts_in(board), state_in(board)
    at = moves_at(facts, state[STONES])
    kept = whole(0)
    for turn in range(count):
        cell = state[at + turn]
        if (state[near_at(facts, cell)] > 0) == (near != 0):
            state[at + kept] = cell
            kept += 1
    return kept


@compiled
def promise(board: Board, cell: int) -> int:
    """How good a move looks: what it adds to our open lines and takes from theirs, and history."""
    facts, state = facts_in(board), state_in(board)
    stones = state[STONES]
    killers = killers_at(facts) + 2 * stones
    if cell == state[killers]:
        return whole(1 << 39)
    if cell == state[killers + 1]:
        return whole(1 << 38)
    gain = whole(0)
    for at in range(row_begin(facts, TOUCHES, cell), row_begin(facts, TOUCHES, cell + 1)):
        if facts[at] & 1:
            break  # lines that the cell lies beyond come last
        ours = state[count_at(facts, stones & 1, facts[at] >> 1)]
        theirs = state[count_at(facts, 1 - (stones & 1), facts[at] >> 1)]
        if theirs == 0 and ours < facts[LENGTH] - 1:
            gain += 2 * facts[facts[WEIGHTS] + ours + 1]
        elif ours == 0 and theirs < facts[LENGTH] - 1:
            gain += facts[facts[WEIGHTS] + theirs + 1]
    return gain * 16 + min(state[history_at(facts) + (stones & 1) * facts[CELLS] + cell], 1 << 20)


@compiled
def rank(board: Board, count: int, best: int) -> None:
    """Note behind each move of the list what it promises."""
    facts, state = facts_in(board), state_in(board)
    at = moves_at(facts, state[STONES])
    for turn in range(count):
        cell = state[at + turn]
        value = whole(1 << 40) if cell == best else promise(board, cell)
        state[at + facts[CELLS] + turn] = value


@compiled
def pick(board: Board, turn: int, count: int) -> int:
    """The most promising of the moves from *turn* on, which changes places with the one there."""
    facts, state = facts_in(board), state_in(board)
    at = moves_at(facts, state[STONES])
    values = at + facts[CELLS]
    top = turn
    for each in range(turn + 1, count):
        if state[values + each] > state[values + top]:
            top = each
    state[at + turn], state[at + top] = state[at + top], state[at + turn]
    state[values + turn], state[values + top] = state[values + top], state[values + turn]
    return whole(state[at + turn])


@compiled
def is_put_off(board: Board, shared: Shared, turn: int, key: int) -> bool:
    """Whether another worker is at the move that is next; if so, it comes last, and for good."""
    facts, state = facts_in(board), state_in(board)
    at = moves_at(facts, state[STONES]) + facts[CELLS] + turn
    if state[at] < 0 or not is_taken(shared, key):
        return False
    state[at] -= PUT_OFF
    return True


@compiled
def note_cutoff(board: Board, cell: int, depth: int) -> None:
    """Remember a move that refuted the one before it: as a killer, and in the history."""
    facts, state = facts_in(board), state_in(board)
    killers = killers_at(facts) + 2 * state[STONES]
    if state[killers] != cell:
        state[killers + 1] = state[killers]
        state[killers] = cell
    state[history_at(facts) + (state[STONES] & 1) * facts[CELLS] + cell] += depth * depth
