"""The moves of any game of the family: where the state lists them, and which look best."""

from bot.search.core.claims import is_claimed
from bot.search.core.compiled import Array, compiled, whole
from bot.search.general.board import (
    CELLS,
    HOT,
    LENGTH,
    LINES,
    OWNERS,
    STONES,
    TOUCHES,
    WEIGHTS,
    begin,
    count_at,
    hot_at,
    near_at,
)

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


def size(facts: Array) -> int:
    """How long the state of this search is."""
    cells, lines = int(facts[CELLS]), int(facts[LINES])
    return OWNERS + 8 * cells + 4 * lines + 2 + 2 * cells * (cells + 1)


@compiled
def hot_moves(facts: Array, state: Array, side: int, count: int) -> int:
    """Move to the front of the list those that complete a line of a side; tell how many."""
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
def keep_near(facts: Array, state: Array, count: int, near: int) -> int:
    """Keep of the list only the cells near stones, or with 0 only the others."""
    at = moves_at(facts, state[STONES])
    kept = whole(0)
    for turn in range(count):
        cell = state[at + turn]
        if (state[near_at(facts, cell)] > 0) == (near != 0):
            state[at + kept] = cell
            kept += 1
    return kept


@compiled
def promise(facts: Array, state: Array, cell: int) -> int:
    """How good a move looks: what it adds to our open lines and takes from theirs, and history."""
    stones = state[STONES]
    killers = killers_at(facts) + 2 * stones
    if cell == state[killers]:
        return whole(1 << 39)
    if cell == state[killers + 1]:
        return whole(1 << 38)
    gain = whole(0)
    for at in range(begin(facts, TOUCHES, cell), begin(facts, TOUCHES, cell + 1)):
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
def rank(facts: Array, state: Array, count: int, best: int) -> None:
    """Note behind each move of the list what it promises."""
    at = moves_at(facts, state[STONES])
    for turn in range(count):
        cell = state[at + turn]
        value = whole(1 << 40) if cell == best else promise(facts, state, cell)
        state[at + facts[CELLS] + turn] = value


@compiled
def pick(facts: Array, state: Array, turn: int, count: int) -> int:
    """The most promising of the moves from *turn* on, which changes places with the one there."""
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
def is_put_off(facts: Array, state: Array, claims: Array, turn: int, key: int) -> bool:
    """Whether another worker is at the move that is next; if so, it comes last, and for good."""
    at = moves_at(facts, state[STONES]) + facts[CELLS] + turn
    if state[at] < 0 or not is_claimed(claims, key):
        return False
    state[at] -= PUT_OFF
    return True


@compiled
def reward(facts: Array, state: Array, cell: int, depth: int) -> None:
    """Remember a move that refuted the one before it."""
    killers = killers_at(facts) + 2 * state[STONES]
    if state[killers] != cell:
        state[killers + 1] = state[killers]
        state[killers] = cell
    state[history_at(facts) + (state[STONES] & 1) * facts[CELLS] + cell] += depth * depth
