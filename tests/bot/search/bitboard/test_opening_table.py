"""The openings of Qubic: a table that is as the rules say, and a first player that wins by it."""

import random
from pathlib import Path

import pytest

from benchmarks.qubic.walk import Walk
from bot.brain import Budget
from bot.search.bitboard.kernel import BitboardKernel
from bot.search.bitboard.opening_table import OpeningTable, Stones, opening_table_of, read, write
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.mode import Mode
from bot.search.driver import Searcher
from games import Position, game_named
from games.game import cell_set
from games.notation import read_moves
from games.symmetry import symmetries
from protocol.parts import Verdict
from tests.bot.search.bitboard.test_kernel import kernel

GAME = game_named("qubic")
LINES = [cell_set(line) for line in GAME.lines]
WON, LOST = Range(1, 1), Range(-1, -1)


@pytest.fixture(scope="module")
def openings() -> OpeningTable:
    found = opening_table_of(GAME)
    assert found
    return found


@pytest.fixture(scope="module")
def moves() -> dict[Stones, int]:
    [path] = Path(__file__).parents[4].glob("bot/search/bitboard/qubic.openings")
    return read(path)


def completing(own: int, opp: int) -> set[int]:
    """The sets of one empty cell that completes a line of a side."""
    return {line & ~own for line in LINES if not line & opp and (line & ~own).bit_count() == 1}


def test_every_entry_is_a_move_of_the_first_player(
    moves: dict[Stones, int], openings: OpeningTable
) -> None:
    """In a position that nobody has won, to a cell that is empty; what threatens is met."""
    assert (0, 0) in moves
    for (first, second), cell in moves.items():
        assert first.bit_count() == second.bit_count()
        assert not first & second
        assert not (first | second) >> cell & 1
        assert not any(line & first == line or line & second == line for line in LINES)
        assert not completing(first, second)
        assert completing(second, first) <= {1 << cell}
        assert openings.canonical(first, second)[0] == (first, second)


def test_an_image_of_a_position_has_the_image_of_its_move(openings: OpeningTable) -> None:
    """Or a move that comes to the same, under each of the 192 symmetries."""
    first, second = cell_set((0,)), cell_set((21,))
    move = openings.move(first, second)
    assert move is not None
    wanted = openings.canonical(first | 1 << move, second)
    images = [(1 << to[0], 1 << to[21]) for to in symmetries(GAME)]
    assert len(images) == 192
    for ours, theirs in images:
        found = openings.move(ours, theirs)
        assert found is not None
        assert openings.canonical(ours | 1 << found, theirs)[0] == wanted[0]


@pytest.mark.parametrize("seed", range(4))
def test_the_first_player_wins_whatever_the_second_does(openings: OpeningTable, seed: int) -> None:
    """By table, VCF and what completes a line, in games that the rules referee.

    The second player meets what threatens if it can; else it threatens itself, or plays anywhere.
    """
    source = random.Random(seed)
    for _ in range(40):
        position = GAME.start()
        while not position.outcome:
            play = answered if position.turn == 0 else opposed
            position = position.play(play(position, openings, source))
        assert position.outcome.winner == 0


def answered(position: Position, openings: OpeningTable, _: random.Random) -> int:
    if wins := completing(*position.stones):
        return min(wins).bit_length() - 1
    cell = openings.move(*position.stones)
    found = openings.vcf(*position.stones) if cell is None else (cell, 0)
    assert found
    return found[0]


def opposed(position: Position, _: OpeningTable, source: random.Random) -> int:
    first, second = position.stones
    if urgent := completing(second, first) or completing(first, second):
        return min(urgent).bit_length() - 1
    cells = position.legal_moves()
    threats = [cell for cell in cells if completing(second | 1 << cell, first)]
    return source.choice(threats if threats and source.random() < 0.5 else cells)


def test_a_walk_tells_where_the_table_has_a_hole(moves: dict[Stones, int]) -> None:
    """The position whose move is missing, be it the first or one that comes later."""
    first, *_, last = sorted(moves, key=lambda stones: stones[0].bit_count())
    for missing in (first, last):
        rest = {stones: cell for stones, cell in moves.items() if stones != missing}
        assert Walk(GAME, OpeningTable(GAME, rest), missing).go_on(10) == missing
    assert Walk(GAME, OpeningTable(GAME, moves), last).go_on(10) is None


def test_a_walk_does_not_take_a_losing_move_for_a_winning_one(moves: dict[Stones, int]) -> None:
    """One that lets the second player complete a line."""
    met = next(stones for stones in moves if completing(stones[1], stones[0]))
    other = next(cell for cell in range(64) if not (met[0] | met[1] | 1 << moves[met]) >> cell & 1)
    assert Walk(GAME, OpeningTable(GAME, moves | {met: other}), met).go_on(10) == met


def test_a_walk_through_late_openings_comes_to_its_end(moves: dict[Stones, int]) -> None:
    """Every reply to them, to the last."""
    late = [stones for stones in sorted(moves) if stones[0].bit_count() == 14]
    for start in late[::20]:
        walk, openings = Walk(GAME, OpeningTable(GAME, moves), start), OpeningTable(GAME, moves)
        assert walk.go_on(100_000) is None
        assert openings.move(*start) is not None
        assert walk.counts["table"] >= 1


@pytest.mark.slow
def test_the_first_player_wins_qubic(moves: dict[Stones, int]) -> None:
    """Proven: the walk through all that the second player can do finds no hole."""
    walk = Walk(GAME, OpeningTable(GAME, moves))
    while not walk.is_over:
        assert walk.go_on(10_000) is None
    assert walk.counts["table"] == len(moves)


def test_what_is_written_is_read(tmp_path: Path, moves: dict[Stones, int]) -> None:
    write(tmp_path / "qubic.openings", moves)
    assert read(tmp_path / "qubic.openings") == moves


def loaded(text: str, mode: Mode) -> BitboardKernel:
    searcher = kernel("qubic")
    searcher.load(read_moves(GAME, text), mode)
    return searcher


def test_the_kernel_knows_who_wins_by_the_openings(openings: OpeningTable) -> None:
    """To move, the first player and by which move; after that move, that the second has lost."""
    cell = openings.move(0, 0)
    assert cell is not None
    assert loaded("", Mode.PLAY).known_win() == (WON, cell)
    opened = GAME.names[cell]
    assert loaded(opened, Mode.PLAY).known_win() == (LOST, None)
    assert loaded("112", Mode.PLAY).known_win() == (UNKNOWN, None)
    assert kernel("mnk:rows=4,cols=4,k=4")._openings is None


def test_play_knows_and_weaker_play_does_not() -> None:
    """Who sees less than the whole game searches, as where there are no openings."""
    with Searcher(workers=2, hash_mb=1, games=("qubic",)) as search:
        search.warm_up()
        known = search.choose(GAME.start(), Budget(5.0))
        assert (known.verdict, known.distance, known.within) == (Verdict.WIN, None, None)
        assert search.choose(GAME.start(), Budget(5.0, 2)).verdict is Verdict.UNDECIDED
        assert search.choose(read_moves(GAME, "112"), Budget(0.1)).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(("moves", "verdict"), [("", Verdict.WIN), ("111", Verdict.LOSS)])
def test_what_the_openings_know_is_solved(moves: str, verdict: Verdict) -> None:
    """At once, and without a word about how soon."""
    with Searcher(workers=1, hash_mb=1, games=("qubic",)) as search:
        search.warm_up()
        position = read_moves(GAME, moves)
        choice = search.solve(position, Budget(60.0))
        assert (choice.verdict, choice.distance, choice.within) == (verdict, None, None)
        assert position.is_legal(choice.cell)
        assert search.verdict(position, Budget(60.0)) is verdict
