"""The shared table: what is stored is found, and what is torn is never used."""

import multiprocessing
from multiprocessing.shared_memory import SharedMemory
from multiprocessing.synchronize import Barrier

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.core import transposition_table as table
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.scores import INFINITY
from bot.search.memory import buffer

CONTEXT = multiprocessing.get_context("spawn")
WORDS = 64  # so few that all processes write to the same entries all the time
ROUNDS = 5_000_000


@given(
    score=st.integers(-32500, 32500),
    move=st.integers(0, table.NO_MOVE),
    bound=st.sampled_from([table.EXACT, table.LOWER, table.UPPER]),
    depth=st.integers(0, 1023),
    age=st.integers(0, 255),
    key=st.integers(0, 2**64 - 1),
)
def test_it_gives_back_what_was_stored(
    score: int, move: int, bound: int, depth: int, age: int, key: int
) -> None:
    """Every field in its full range, under any key."""
    words = np.zeros(WORDS, np.uint64)
    table.store(words, word(key), word(table.pack(score, move, bound, depth, age)))
    data = word(table.probe(words, word(key)))
    assert table.score_of(data) == score
    assert table.move_of(data) == move
    assert table.bound_of(data) == bound
    assert table.depth_of(data) == depth
    assert table.age_of(data) == age
    assert table.recalled(words, key) == (None if move == table.NO_MOVE else move)


def test_an_unknown_key_finds_nothing() -> None:
    """Also one that lies in the same place."""
    words = np.zeros(WORDS, np.uint64)
    table.store(words, word(5), word(table.pack(1, 2, table.EXACT, 3, 4)))
    assert table.probe(words, word(5 + WORDS)) == 0
    assert table.recalled(words, 6) is None


def test_the_deeper_entry_of_a_search_stays() -> None:
    """Of a pair, a newer entry takes the place of an older search's, or else of a shallower one."""
    words = np.zeros(4, np.uint64)

    def store(key: int, depth: int, age: int) -> None:
        table.store(words, word(key), word(table.pack(0, key, table.EXACT, depth, age)))

    def stored() -> set[int]:
        return {key for key in range(1, 6) if table.recalled(words, key) is not None}

    store(1, 9, 1)
    store(2, 3, 1)
    assert stored() == {1, 2}
    store(3, 1, 1)
    assert stored() == {1, 3}
    store(4, 1, 2)
    assert len(stored()) == 2
    store(5, 1, 2)
    assert stored() == {4, 5}


@compiled
def hammer(words: Array, seed: int, rounds: int) -> int:
    """Store and look up under a few keys; every entry must hold what belongs to its key."""
    wrong = 0
    random = word(seed) * word(0x9E3779B97F4A7C15) + word(1)
    for _ in range(rounds):
        random ^= random << word(13)
        random ^= random >> word(7)
        random ^= random << word(17)
        key = (random >> word(20)) % word(97) * word(0xD1342543DE82EF95)
        move = whole(key >> word(54))
        if random & word(1):
            age = whole(random >> word(40)) & 255
            table.store(words, key, table.pack(move - 512, move, 1 + move % 3, age * 2, age))
        else:
            data = table.probe(words, key)
            if data != word(0) and (
                table.move_of(data) != move
                or table.score_of(data) != move - 512
                or table.bound_of(data) != 1 + move % 3
                or table.depth_of(data) != table.age_of(data) * 2
            ):
                wrong += 1
    return wrong


def hammer_shared(name: str, seed: int, together: Barrier) -> None:
    """What each process of the test does; the exit code tells whether all was well."""
    memory = SharedMemory(name)
    words = np.frombuffer(buffer(memory), np.uint64)
    hammer(words, seed, 1)  # compiled before it counts
    together.wait()
    wrong = hammer(words, seed, ROUNDS)
    raise SystemExit(1 if wrong else 0)


def test_processes_that_write_at_once_never_read_a_mixture() -> None:
    """Four processes hammer the same few entries."""
    memory = SharedMemory(create=True, size=WORDS * 8)
    try:
        together = CONTEXT.Barrier(4)
        crowd = [
            CONTEXT.Process(target=hammer_shared, args=(memory.name, seed, together))
            for seed in range(4)
        ]
        for process in crowd:
            process.start()
        for process in crowd:
            process.join()
        assert [process.exitcode for process in crowd] == [0] * 4
    finally:
        memory.close()
        memory.unlink()


def test_a_torn_entry_is_taken_for_another_position() -> None:
    """Whichever of the two words is from another write."""
    key = word(77)
    for torn in (0, 1):
        words = np.zeros(4, np.uint64)
        table.store(words, key, word(table.pack(5, 6, table.EXACT, 7, 8)))
        before = int(words[torn])
        table.store(words, key, word(table.pack(-5, 60, table.LOWER, 7, 9)))
        words[torn] = before
        assert table.probe(words, key) == 0


WON = 31_980


@pytest.mark.parametrize(
    ("score", "bound", "window", "answered"),
    [
        (WON, table.EXACT, (-INFINITY, WON), True),
        (WON, table.EXACT, (-INFINITY, INFINITY), False),  # a win may come sooner than it says
        (WON, table.LOWER, (0, 1), True),
        (WON, table.UPPER, (-INFINITY, WON), False),
        (-WON, table.EXACT, (-WON, INFINITY), True),
        (-WON, table.EXACT, (-INFINITY, INFINITY), False),
        (-WON, table.LOWER, (-WON, INFINITY), False),
        (50, table.EXACT, (0, 1), False),
    ],
)
def test_what_is_proven_less_deeply_is_a_bound(
    score: int, bound: int, window: tuple[int, int], answered: bool
) -> None:
    """At its own depth and at lesser ones, what is exact answers everything."""
    data = word(table.pack(score, 7, bound, 5, 1))
    assert table.answers(data, False, 8, *window) == answered
    assert not table.answers(data, True, 8, *window)
    for depth in (4, 5) if bound == table.EXACT else ():
        assert table.answers(data, False, depth, *window)
