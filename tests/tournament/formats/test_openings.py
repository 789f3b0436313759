"""Openings: random ones that differ and leave the game open, and those read from text."""

import re
from collections.abc import Iterable
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Cell, Mistake, Position, game_named
from games.notation import write_moves
from games.symmetry import symmetries
from tests.games.every import EVERY_GAME, positions
from tournament.formats.openings import (
    candidates,
    canonical,
    choose_openings,
    default_plies,
    is_wide,
    read_openings,
)

SAMPLE = ["tictactoe", "mnk:rows=3,cols=4,k=3", "gomoku", "connect4", "nineboard", "qubic"]


def after(game: str, moves: Iterable[Cell]) -> Position:
    return game_named(game).after(moves)


class TestCandidates:
    @pytest.mark.parametrize("name", EVERY_GAME)
    def test_every_game_has_some(self, name: str) -> None:
        """Of as many plies as usual, with the game not over, and no two alike."""
        game = game_named(name)
        plies = default_plies(game)
        found = [after(name, each) for each in islice(candidates(game, plies, 1), 5)]
        assert found
        assert all(len(each.moves) == plies and not each.outcome for each in found)
        assert len({canonical(each) for each in found}) == len(found)

    @pytest.mark.parametrize(
        ("plies", "many"), [(0, 1), (1, 3), (2, 12), (3, 38), (4, 108), (5, 153), (9, 0)]
    )
    def test_a_small_board_is_used_up(self, plies: int, many: int) -> None:
        """Tic-tac-toe has so many positions that differ and are not over: a count known well."""
        assert len(list(candidates(game_named("tictactoe"), plies, 1))) == many

    def test_stones_are_near_each_other_on_wide_boards(self) -> None:
        """Far from each other they would not matter."""
        game = game_named("gomoku")
        assert is_wide(game)
        for moves in islice(candidates(game, 5, 1), 20):
            rows, columns = {cell // 15 for cell in moves}, {cell % 15 for cell in moves}
            assert all(max(each) - min(each) <= 4 for each in (rows, columns))
            assert {5, 6, 7, 8, 9} >= {moves[0] // 15, moves[0] % 15}

    def test_the_seed_decides(self) -> None:
        """The same gives the same, another gives others."""
        game = game_named("connect4")
        one, again, other = (list(islice(candidates(game, 8, seed), 9)) for seed in (1, 1, 2))
        assert one == again
        assert not set(one) & set(other)

    @given(positions(SAMPLE), st.data())
    def test_symmetric_positions_count_as_one(
        self, position: Position, data: st.DataObject
    ) -> None:
        """Turned or mirrored they are the same."""
        to = data.draw(st.sampled_from(symmetries(position.game)))
        turned = after(position.game.name, [to[cell] for cell in position.moves])
        assert canonical(turned) == canonical(position)

    def test_the_order_of_moves_does_not_count(self) -> None:
        """But in nine-board the last move does, because it sends the reply."""
        one, two = after("connect4", (38, 37, 36)), after("connect4", (36, 37, 38))
        assert canonical(one) == canonical(two)
        sent = [after("nineboard", moves) for moves in ((0, 1, 10, 11), (0, 1, 9, 2))]
        assert canonical(sent[0]) != canonical(sent[1])


class TestChoosing:
    def test_fair_ones_are_taken(self) -> None:
        """In the order of the candidates, and each is told of."""
        game, told = game_named("tictactoe"), list[int]()
        fair = choose_openings(
            game, 3, 2, 1, lambda position: position.owner(4) is None, told.append
        )
        wanted = [each for each in candidates(game, 2, 1) if 4 not in each]
        assert fair == wanted[:3]
        assert told == [1, 2, 3]

    def test_a_board_may_have_fewer(self) -> None:
        """Then those are all."""
        assert len(choose_openings(game_named("tictactoe"), 50, 2, 1, lambda _: True)) == 12

    def test_looking_ends(self) -> None:
        """On a wide board where nothing is fair."""
        looks = count()
        found = choose_openings(game_named("gomoku"), 1, 5, 1, lambda _: next(looks) < 0)
        assert found == []
        assert next(looks) == 200


class TestReading:
    @given(positions(SAMPLE))
    def test_what_is_written_is_read(self, position: Position) -> None:
        """In the notation of the game."""
        if position.moves and not position.outcome:
            text = write_moves(position.game, position.moves)
            assert read_openings(position.game, f"# one\n\n{text}  # of them\n") == [position.moves]

    def test_there_may_be_none(self) -> None:
        """A text of comments has no openings."""
        assert read_openings(game_named("tictactoe"), "# nothing\n \n") == []

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("b2\nb9", "line 2: move 1: cannot read 'b9' as a move: write a letter from a to c"),
            ("b2 b2", "line 1: move 2: b2 is taken: X has a stone there"),
            ("# one\na1 b1 a2 b2 a3", "line 2: the game is over (X has won): leave out the last"),
            ("a1 b1\n\na1 b1", "line 3: the same position as line 1: leave one of them out"),
            ("a1 b1 c1\nc1 b1 a1", "line 2: the same position as line 1"),
        ],
    )
    def test_a_mistake_names_its_line(self, text: str, said: str) -> None:
        """And says what would be right."""
        with pytest.raises(Mistake, match=re.escape(said)):
            read_openings(game_named("tictactoe"), text)

    def test_symmetric_openings_may_be_asked_for(self) -> None:
        """Who writes them down wants them."""
        assert len(read_openings(game_named("tictactoe"), "a1 b2\nc3 b2")) == 2
