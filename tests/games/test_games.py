"""Promises that every game keeps."""

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Game, IllegalMove, Outcome, Position, game_named
from games.game import cell_set, members
from games.notation import read_moves
from tests.games.every import EVERY_GAME, positions, walk
from tests.games.reference import Reference


@pytest.mark.parametrize("name", EVERY_GAME)
class TestEveryGame:
    def test_random_play_ends_with_an_outcome(self, name: str) -> None:
        """Random legal play always reaches a win or a draw, and then stops."""
        game = game_named(name)
        for seed in range(5):
            position = walk(game, seed, game.cells)
            assert position.outcome is not None
            assert position.legal_moves() == []
            for cell in range(game.cells):
                with pytest.raises(IllegalMove, match="the game is over"):
                    position.play(cell)

    def test_a_taken_cell_is_refused(self, name: str) -> None:
        """No stone is ever placed on another, and the error says whose stone is there."""
        position = game_named(name).start()
        cell = position.legal_moves()[0]
        after = position.play(cell)
        with pytest.raises(IllegalMove, match="is taken: X has a stone there"):
            after.play(cell)
        assert after.moves == (cell,)

    @pytest.mark.parametrize("cell", [-1, 10**6, -(10**9)])
    def test_a_cell_off_the_board_is_refused(self, name: str, cell: int) -> None:
        """The error names the cells that there are."""
        game = game_named(name)
        assert not game.start().is_legal(cell)
        with pytest.raises(IllegalMove, match=f"the cells are 0 to {game.cells - 1}"):
            game.start().play(cell)

    def test_every_line_wins_for_either_side(self, name: str) -> None:
        """Filling any line of the game wins with that line, whoever fills it."""
        game = game_named(name)
        for line in game.lines:
            for side in (0, 1):
                outcome = fill(game.start(), line, side).outcome
                assert outcome is not None
                assert (outcome.winner, line in outcome.lines) == (side, True)

    def test_the_rules_agree_with_the_slow_ones(self, name: str) -> None:
        """Legal moves and outcomes are those that a look at the whole board gives."""
        game = game_named(name)
        position, reference, chance = game.start(), Reference(game), random.Random(name)
        every = max(1, game.cells // 40)
        while not position.outcome:
            if len(position.moves) % every == 0:
                assert position.legal_moves() == reference.legal()
            cell = chance.choice(position.legal_moves())
            position = position.play(cell)
            reference.play(cell)
        assert reference.legal() == []
        assert position.outcome.winner == reference.winner()
        assert (position.outcome.winner is None) == reference.is_drawn()

    def test_a_position_survives_pickling(self, name: str) -> None:
        """Positions cross to worker processes and stay the same."""
        position = walk(game_named(name), 1, 5)
        copy = pickle.loads(pickle.dumps(position))
        assert (copy, copy.stones, copy.open) == (position, position.stones, position.open)


def test_a_position_is_small_to_send() -> None:
    """Its game travels as a name, and is the same object where the name is known."""
    position = walk(game_named("mnk:k=20"), 1, 400)
    sent = pickle.dumps(position)
    assert len(position.moves) == 400
    assert len(sent) < 2048
    assert pickle.loads(sent).game is position.game


def test_a_game_outside_the_catalogue_travels_whole() -> None:
    """Somebody else's game has no name that we could look up."""
    game = Game("corners", (2, 2), ((0, 3), (1, 2)))
    copy = pickle.loads(pickle.dumps(game))
    assert (copy.name, copy.shape, copy.lines) == (game.name, game.shape, game.lines)


def fill(position: Position, line: tuple[int, ...], side: int) -> Position:
    """The position where *side* takes the last cell of *line*, having all others.

    Stones are set by hand, because alternate legal play would often win elsewhere first.
    """
    *held, last = line
    stones = [0, 0]
    stones[side] = cell_set(tuple(held))
    ready = Position(
        position.game,
        moves=(0,) * side,
        stones=(stones[0], stones[1]),
        open=cell_set(tuple(range(position.game.cells))) & ~cell_set(tuple(held)),
        outcome=None,
    )
    return ready.play(last) if ready.is_legal(last) else _sent(ready, last)


def _sent(ready: Position, last: int) -> Position:
    """The same on nine boards, after a move that sends the reply to where the line is."""
    sender = next(cell for cell, target in enumerate(ready.game.sends) if last in target)
    return Position(ready.game, (sender,), ready.stones, ready.open, None).play(last)


@pytest.mark.parametrize(
    ("name", "lines"),
    [("tictactoe", 8), ("connect4", 69), ("nineboard", 72), ("qubic", 76), ("gomoku", 572)],
)
def test_the_number_of_lines_is_known(name: str, lines: int) -> None:
    """Each line is there once."""
    found = game_named(name).lines
    assert len(found) == len(set(map(frozenset, found))) == lines


def test_qubic_cells_lie_on_seven_or_four_lines() -> None:
    """16 cells of the cube lie on 7 lines, 48 on 4."""
    counts = [len(through) for through in game_named("qubic").through]
    assert (counts.count(7), counts.count(4)) == (16, 48)


SIX = "a1 a9 b1 b9 d1 d9 e1 e9 f1 f8 c1"  # c1 joins two and three to six
FIVE = "a1 a9 b1 b9 d1 d9 e1 e8 c1"


def test_six_in_a_row_wins_freestyle() -> None:
    """Two fives overlap, and both are told."""
    outcome = read_moves(game_named("gomoku"), SIX).outcome
    assert outcome is not None
    assert (outcome.winner, len(outcome.lines), len(outcome.cells)) == (0, 2, 6)


def test_six_in_a_row_does_not_win_where_five_must_be_exact() -> None:
    """The game goes on, and a five elsewhere still wins."""
    exact = game_named("gomoku:exact=yes")
    assert read_moves(exact, SIX).outcome is None
    assert read_moves(exact, FIVE).outcome is not None
    assert read_moves(exact, f"{SIX} g7 k2 a7 k3 c6 k4 e13 k5 h14 k6").outcome is not None


def test_a_stone_can_win_on_two_lines_at_once() -> None:
    """Every line that the last stone fills is told."""
    outcome = read_moves(game_named("tictactoe"), "a1 a2 b1 b3 a3 c3 b2 c2 c1").outcome
    assert outcome is not None
    assert set(map(frozenset, outcome.lines)) == {frozenset({6, 7, 8}), frozenset({0, 4, 8})}


def test_a_full_board_is_a_draw() -> None:
    """Nobody wins, and no line is told."""
    position = read_moves(game_named("tictactoe"), "a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert position.outcome == Outcome(None, ())


# Board 5 fills up without a line on it, and the last move sends to it.
FILLED = "56 65 52 25 57 75 55 54 45 51 15 53 35 59 95 58 85"
FILLED_BY_ITSELF = "54 45 53 36 65 52 25 51 15 57 75 59 95 56 63 35 58 85 55"


class TestSending:
    def test_the_reply_goes_to_the_board_named(self) -> None:
        """Cell 1 of any board sends to board 1."""
        position = read_moves(game_named("nineboard"), "71")
        assert position.legal_moves() == list(range(9))
        with pytest.raises(IllegalMove, match="21 is not where 71 sends the reply: play one of 11"):
            read_moves(game_named("nineboard"), "71 21")

    def test_a_full_board_frees_the_reply(self) -> None:
        """Whoever is sent to a full board plays anywhere."""
        position = read_moves(game_named("nineboard"), FILLED)
        assert position.outcome is None
        assert len(position.legal_moves()) == 81 - len(position.moves)

    def test_a_full_board_draws_by_the_other_rule(self) -> None:
        """Under full=draw, sending to a full board ends the game."""
        game = game_named("nineboard:full=draw")
        assert read_moves(game, FILLED.removesuffix(" 85")).outcome is None
        assert read_moves(game, FILLED).outcome == Outcome(None, ())

    def test_a_move_can_fill_the_board_that_it_sends_to(self) -> None:
        """The middle of the middle board is the last to be filled, and it is drawn at once."""
        game = game_named("nineboard:full=draw")
        assert read_moves(game, FILLED_BY_ITSELF.removesuffix(" 55")).outcome is None
        assert read_moves(game, FILLED_BY_ITSELF).outcome == Outcome(None, ())


def test_a_stone_must_not_hang_in_the_air() -> None:
    """The wire carries cells, so a cell above an empty one must be refused."""
    with pytest.raises(IllegalMove, match="hangs in the air"):
        game_named("connect4").start().play(0)


@given(positions())
def test_random_play_never_leaves_an_illegal_state(position: Position) -> None:
    """Stones alternate and never overlap; open cells are empty; legal moves are the legal ones."""
    first, second = position.stones
    game = position.game
    assert first & second == 0
    assert (first | second) & position.open == 0
    assert [first.bit_count(), second.bit_count()] == [
        (len(position.moves) + 1) // 2,
        len(position.moves) // 2,
    ]
    assert set(position.moves) == set(members(first | second))
    legal = position.legal_moves()
    assert legal == [cell for cell in range(game.cells) if position.is_legal(cell)]
    assert bool(legal) == (position.outcome is None)
    if game.below:
        filled = first | second
        assert all(
            below is None or filled >> below & 1 for below in map(game.below.__getitem__, legal)
        )


@given(positions(), st.data())
def test_playing_changes_nothing_but_the_new_position(
    position: Position, data: st.DataObject
) -> None:
    """A position is a value: the one played from stays as it was."""
    legal = position.legal_moves()
    before = (position.moves, position.stones, position.open, position.outcome)
    if legal:
        cell = data.draw(st.sampled_from(legal))
        after = position.play(cell)
        assert after.moves == (*position.moves, cell)
        assert after.owner(cell) == position.turn
    assert (position.moves, position.stones, position.open, position.outcome) == before


@given(st.sets(st.integers(0, 700)))
def test_sets_of_cells_are_told_in_board_order(cells: set[int]) -> None:
    """What goes into a set comes out, in order."""
    assert members(cell_set(sorted(cells))) == sorted(cells)
