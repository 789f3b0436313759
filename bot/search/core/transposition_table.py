"""The transposition table: shared by all workers, without a lock.

An entry is two words: the data, and the key XORed with that data. A word is written whole, but two
workers may write the two words of one entry at once and leave a mixture. Its XOR is then not the
key that it is looked up with, so that a torn entry is never used; it looks like another position's.

Entries lie in pairs. Of a pair, the one searched less deeply or in an earlier search gives way.

    bits of data   0-15 score + 32768   16-25 move   26-27 bound   28-37 depth   38-45 age
"""

from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.scores import PROVEN

NO_MOVE = 1023
EXACT, LOWER, UPPER = 1, 2, 3  # what the score is of the true one; 0 does not occur


@inlined
def pack(score: int, move: int, bound: int, depth: int, age: int) -> int:
    return (
        word(score + 32768)
        | (word(move) << word(16))
        | (word(bound) << word(26))
        | (word(depth) << word(28))
        | (word(age & 255) << word(38))
    )


@inlined
def score_of(data: int) -> int:
    return whole(data & word(0xFFFF)) - 32768


@inlined
def move_of(data: int) -> int:
    return whole((data >> word(16)) & word(1023))


@inlined
def bound_of(data: int) -> int:
    return whole((data >> word(26)) & word(3))


@inlined
def depth_of(data: int) -> int:
    return whole((data >> word(28)) & word(1023))


@inlined
def age_of(data: int) -> int:
    return whole((data >> word(38)) & word(255))


@inlined
def answers(data: int, strict: bool, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry answers a search to this depth within these bounds.

    What was searched more deeply is better still, but a *strict* search wants the value at its own
    depth. A win or loss that was proven holds at any depth, but less deeply none that comes sooner
    may have been seen: so there it is a bound.
    """
    score, bound, known = score_of(data), bound_of(data), depth_of(data)
    if known != depth and strict:
        return False
    if known < depth:
        won = score >= PROVEN and bound != UPPER
        lost = score <= -PROVEN and bound != LOWER
        return (won and score >= beta) or (lost and score <= alpha)
    return (
        bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
    )


@compiled
def probe(table: Array, key: int) -> int:
    """The data stored under a key, or 0."""
    at = whole(key & word(len(table) // 4 - 1)) * 4
    data = table[at + 1]
    if table[at] ^ data == key:
        return data
    data = table[at + 3]
    if table[at + 2] ^ data == key:
        return data
    return word(0)


@compiled
def store(table: Array, key: int, data: int) -> None:
    """Keep data under a key. The table's length is a power of two, of at least four words."""
    at = whole(key & word(len(table) // 4 - 1)) * 4
    first, second = table[at + 1], table[at + 3]
    if table[at] ^ first != key and (
        table[at + 2] ^ second == key or _worth(second, data) < _worth(first, data)
    ):
        at += 2
    table[at] = key ^ data
    table[at + 1] = data


@inlined
def _worth(data: int, newer: int) -> int:
    """How much an entry is worth keeping: those of this search above all others, deep ones most."""
    if data == word(0):
        return -1
    return depth_of(data) + (1024 if age_of(data) == age_of(newer) else 0)


def recalled(table: Array, key: int) -> int | None:
    """The move stored under a key, as those who are not compiled ask for it."""
    data = word(probe(table, word(key)))
    move = int(move_of(data))
    return None if data == 0 or move == NO_MOVE else move
