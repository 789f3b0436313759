"""Wins by continuous threats: found where there are some, true, and of the length they tell."""

import pytest

from bot.search.bitboard.board import board_of, survey
from bot.search.bitboard.board_record import Board
from bot.search.bitboard.line_counts import first_frame
from bot.search.bitboard.vcf import BUDGET, FIRST, doubles, spoilers, vcf
from bot.search.core.compiled import unsigned
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN, plies_to_end
from games.catalogue import game_named
from games.game import Position
from tests.bot.search.bitboard.test_kernel import kernel, root_score, strolls
from tests.bot.search.minimax import minimax


def vcf_score(position: Position, limit: int = 10_000) -> tuple[int, int]:
    """The stones that a win by threats takes, 0 for none, and its first move."""
    board = board_of(position.game, 2)
    own, opp = (unsigned(position.stones[position.turn ^ side]) for side in (0, 1))
    own_wins, opp_wins = (unsigned(survey(board, *each)[0]) for each in ((own, opp), (opp, own)))
    board.vcf_state[BUDGET] = limit
    first_frame(board, 0, *map(unsigned, position.stones))
    longer = vcf(board, 0, position.turn, own, opp, own_wins, opp_wins)
    return longer, int(board.vcf_state[FIRST])


def played(name: str, *cells: int) -> Position:
    position = game_named(name).start()
    for cell in cells:
        position = position.play(cell)
    return position


def test_a_win_at_once_is_one_stone() -> None:
    """Three on an edge of the cube and the fourth free."""
    assert vcf_score(played("qubic", 0, 16, 1, 17, 2, 21)) == (1, 3)


def test_two_lines_that_cross_win_in_three() -> None:
    """Two stones on each of two edges: the corner makes two threats, and one is blocked."""
    assert vcf_score(played("qubic", 1, 21, 2, 22, 4, 41, 8, 43)) == (3, 0)


def test_no_threats_no_win() -> None:
    """Stones that share no line threaten nothing; nor does an empty board."""
    assert vcf_score(played("qubic"))[0] == 0
    assert vcf_score(played("qubic", 0, 63, 6, 41))[0] == 0


def test_a_threat_of_the_other_side_has_to_be_met_first() -> None:
    """The corner would make two threats, but the other side wins before they count."""
    assert vcf_score(played("qubic", 1, 20, 2, 21, 4, 22, 8))[0] == 1
    assert vcf_score(played("qubic", 1, 20, 2, 21, 4, 22, 8, 40))[0] == 0


@pytest.mark.parametrize(
    ("name", "stones"),
    [("mnk:rows=5,cols=5,k=3,exact=yes", 6), ("mnk:rows=6,cols=5,k=4", 12), ("qubic", 20)],
)
def test_what_threats_win_a_full_search_wins_as_soon(name: str, stones: int) -> None:
    """Each win is confirmed by solving to its length, and its first move by the rules."""
    searcher, confirmed = kernel(name), 0
    for position in strolls(name, stones, 25):
        longer, first = vcf_score(position)
        if not 0 < longer <= 7:
            continue
        confirmed += 1
        score = root_score(searcher, position, Mode.SOLVE, longer)
        assert score >= PROVEN
        assert plies_to_end(score, len(position.moves)) <= longer
        after = position.play(first)
        assert after.outcome or longer > 1
        if longer == 3:
            assert minimax(after, 2, lambda _: 0) < -PROVEN
    assert confirmed >= 3


@pytest.mark.parametrize("name", ["mnk:rows=5,cols=5,k=4", "mnk:rows=4,cols=5,k=3,exact=yes"])
def test_a_cell_that_makes_two_wins_is_found_if_there_is_one(name: str) -> None:
    """Then and only then three plies win, when nobody has a win at once."""
    board = board_of(game_named(name), 2)
    for position in strolls(name, 6, 20):
        own, opp = (unsigned(position.stones[position.turn ^ side]) for side in (0, 1))
        if survey(board, own, opp)[0] or survey(board, opp, own)[0]:
            continue
        wins = minimax(position, 3, lambda _: 0) >= PROVEN
        assert (doubles(board, own, opp, unsigned(0)) >= 0) is wins


def test_play_wins_by_threats_with_the_length_it_tells() -> None:
    """Played out, with blocks for replies, the win comes no later than it was told."""
    searcher = kernel("qubic")
    won = 0
    for start in strolls("qubic", 22, 12):
        searcher.load(start, Mode.PLAY)
        cells = searcher.moves()
        told = searcher.search(cells[0], 1, -INFINITY, INFINITY, 0)
        if len(cells) > 1 or told is None or told < PROVEN:
            continue
        position, due = start, len(start.moves) + plies_to_end(told, len(start.moves))
        while not position.outcome:
            searcher.load(position, Mode.PLAY)
            position = position.play(searcher.moves()[0])
        assert position.outcome.winner == start.turn
        assert len(position.moves) <= due
        won += 1
    assert won >= 3


@pytest.mark.parametrize(("name", "stones"), [("qubic", 17), ("mnk:rows=6,cols=6,k=4", 13)])
def test_what_does_not_spoil_a_vcf_leaves_one(name: str, stones: int) -> None:
    """Also what threatens where the VCF has a move itself, but at another time."""
    board, left = board_of(game_named(name), 2), 0
    for position in strolls(name, stones, 150):
        side = position.turn
        own, opp = (unsigned(position.stones[side ^ other]) for other in (0, 1))
        if survey(board, own, opp)[0] or not has_vcf(board, position, 1 - side):
            continue
        spoiling = int(spoilers(board, own, opp))
        for cell in position.legal_moves():
            if not spoiling >> cell & 1:
                assert has_vcf(board, position.play(cell), 1 - side)
                left += 1
    assert left > 100


def has_vcf(board: Board, position: Position, side: int) -> bool:
    """Whether a side wins by threats if it is to move."""
    own, opp = (unsigned(position.stones[side ^ other]) for other in (0, 1))
    wins = (unsigned(survey(board, *each)[0]) for each in ((own, opp), (opp, own)))
    board.vcf_state[BUDGET] = 100_000
    first_frame(board, 0, *map(unsigned, position.stones))
    return vcf(board, 0, side, own, opp, *wins) > 0
