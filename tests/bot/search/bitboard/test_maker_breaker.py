"""Maker and Breaker against plain trying of all moves, with the zones that wins rest on."""

from functools import cache
from random import Random

import numpy as np
import pytest

from bot.search.bitboard.board_record import ARENA, Arena, lay_out
from bot.search.bitboard.draw_proof import DrawProof
from bot.search.bitboard.maker_breaker import Turn, maker_wins
from bot.search.core.claims import nobody
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.memory_layout import NEVER
from bot.search.core.shared import Shared, begin, shared_by
from games import game_named
from games.game import members

CELLS = 8
MANY = 1 << 30  # nodes
Lines = frozenset[int]


@pytest.fixture
def shared() -> Shared:
    words = np.zeros(1 << 12, np.uint64), np.zeros(16, np.int64), nobody()
    made = shared_by(*words)
    made_by.append(words)
    begin(made, NEVER)
    return made


made_by: list[tuple[object, ...]] = []  # what the records point at must stay


def arena_for(k: int) -> Arena:
    arena = np.zeros(1, ARENA).view(np.recarray)[0]
    lay_out(arena, k)
    return arena


@cache
def truth(lines: Lines, free: int, makers: bool) -> bool:
    """Who wins, by all moves on the free cells."""
    if 0 in lines:
        return True
    if not lines or not free:
        return False
    after = (
        frozenset(line & ~(1 << cell) for line in lines if makers or not line >> cell & 1)
        for cell in members(free)
    )
    ways = zip(after, (free & ~(1 << cell) for cell in members(free)), strict=True)
    answers = (truth(each, left, not makers) for each, left in ways)
    return any(answers) if makers else all(answers)


@pytest.mark.parametrize("seed", range(60))
def test_it_agrees_with_all_moves(shared: Shared, seed: int) -> None:
    """And the maker wins though all cells out of the zone be the breaker's."""
    chance = Random(seed)
    for _ in range(5):
        sizes = [chance.randint(1, 4) for _ in range(chance.randint(1, 12))]
        lines = [sum(1 << cell for cell in chance.sample(range(CELLS), n)) for n in sizes]
        for makers in (False, True):
            arena = arena_for(4)
            arena.lines[: len(lines)], arena.count[0], arena.patience = lines, len(lines), MANY
            won = maker_wins(arena, shared, Turn(0, makers))
            zone = int(arena.zone[0])
            assert won == truth(frozenset(lines), (1 << CELLS) - 1, makers), lines
            if won:
                within = frozenset(line for line in lines if not line & ~zone)
                assert truth(within, zone, makers), lines


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("tictactoe", Range(0, 1)),  # who makes only wins, for three in a row
        ("mnk:rows=4,cols=4,k=4", Range(0, 0)),
        ("mnk:rows=5,cols=5,k=4", Range(0, 1)),
        ("mnk:rows=6,cols=6,k=5", Range(0, 0)),
        ("mnk:rows=7,cols=5,k=5", Range(0, 0)),
        ("mnk:rows=4,cols=3,k=3", UNKNOWN),
    ],
)
def test_what_it_proves_of_empty_boards(shared: Shared, name: str, known: Range) -> None:
    proof = DrawProof(game_named(name).start(), arena_for(game_named(name).shortest), shared)
    proof.go_on(MANY)
    assert proof.range == known
    assert (proof.safe is None) == (known.low < 0)


def test_a_proof_goes_on_where_it_was_stopped(shared: Shared) -> None:
    """However few nodes it gets at a time."""
    start = game_named("mnk:rows=6,cols=4,k=4").start()
    proof = DrawProof(start, arena_for(4), shared)
    rounds = 0
    while proof.range != Range(0, 0):
        begin(shared, NEVER)
        proof.go_on(1024)
        rounds += 1
        assert rounds < 1000
    assert rounds > 1
