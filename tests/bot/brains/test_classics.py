"""The five classics: what each sees, how deep it looks, and how it values a position."""

import random
from functools import cache
from typing import Any

import pytest

from bot.brain import Budget, Choice
from bot.brains.classic_brain import ClassicBrain
from bot.brains.classics import CLASSICS
from bot.search.classic.search import ClassicSearch
from games.catalogue import CATALOGUE, game_named
from games.errors import Mistake
from games.game import Game, Position
from games.notation import read_cell, read_moves
from protocol.parts import Verdict

NO_LIMIT = Budget()
PLAYS = {
    "window": {"tictactoe", "mnk", "gomoku"},
    "deepener": {"tictactoe", "mnk", "gomoku"},
    "dictionary": {"tictactoe", "mnk", "gomoku"},
    "dropper": {"connect4"},
    "grader": {"tictactoe", "nineboard", "qubic"},
}
# A position where the mover wins at once, and one where it must stop the opponent from that.
WINS = [
    ("window", "gomoku", "h8 a1 h9 a2 h10 a3 h11 a15", {"h7", "h12"}),
    ("window", "tictactoe", "a1 b1 a2 b2", {"a3"}),
    ("deepener", "mnk:k=4", "h8 a1 h9 a2 h10 a4", {"h7", "h11"}),
    ("dictionary", "tictactoe", "a1 b1 a2 b2", {"a3"}),
    ("dictionary", "gomoku:size=8", "d1 a2 d2 a3 d3 a4 d4 a8", {"d5"}),
    ("dropper", "connect4", "414141", {"4"}),
    ("grader", "tictactoe", "a1 b1 a2 b2", {"a3"}),
    ("grader", "nineboard", "11 12 21 13 31 15 51", {"17", "18"}),
    ("grader", "qubic", "111 211 112 212 113 213", {"114"}),
]
BLOCKS = [
    ("window", "gomoku", "a15 h8 a1 h9 g12 h10 h7 h11", {"h12"}),
    ("deepener", "gomoku", "a15 h8 a1 h9 g12 h10 h7 h11", {"h12"}),
    ("dictionary", "tictactoe", "a1 b2 a2", {"a3"}),
    ("dropper", "connect4", "41424", {"4"}),
    ("grader", "tictactoe", "a1 b2 a2", {"a3"}),
    ("grader", "qubic", "111 222 112 333 113", {"114"}),
]


@cache
def brain(name: str, **options: Any) -> Any:
    return CLASSICS[name](**options)


def choice(name: str, game: str, moves: str, budget: Budget = NO_LIMIT, **options: Any) -> Choice:
    chosen = brain(name, **options).choose(read_moves(game_named(game), moves), budget)
    assert isinstance(chosen, Choice)
    return chosen


def cells(position: Position, names: set[str]) -> set[int]:
    return {read_cell(position, name) for name in names}


def worth(name: str, game: Game, moves: str) -> int:
    """The value of a position without search, for the side to move."""
    trial = ClassicSearch(game, brain(name).method(game))
    trial.load(read_moves(game, moves))
    return trial.evaluate()


@pytest.mark.parametrize("name", CLASSICS)
def test_each_says_which_games_it_plays(name: str) -> None:
    """Without being built, and it refuses the others with a reason."""
    assert {each for each in CATALOGUE if CLASSICS[name].plays(game_named(each))} == PLAYS[name]
    other = next(each for each in CATALOGUE if each not in PLAYS[name])
    with pytest.raises(Mistake, match=f"{name} plays .*, not {other}"):
        brain(name).choose(game_named(other).start(), NO_LIMIT)


def test_some_play_only_a_part_of_a_family() -> None:
    """The dictionary needs a square board, the dropper four in a row."""
    assert not CLASSICS["dictionary"].plays(game_named("mnk:rows=5,cols=6,k=4"))
    assert not CLASSICS["dropper"].plays(game_named("connect4:k=5"))


@pytest.mark.parametrize(("name", "game", "moves", "right"), WINS)
def test_it_takes_a_win(name: str, game: str, moves: str, right: set[str]) -> None:
    """And knows that it is one."""
    position = read_moves(game_named(game), moves)
    chosen = choice(name, game, moves)
    assert chosen.cell in cells(position, right)
    assert chosen.verdict is Verdict.WIN


@pytest.mark.parametrize(("name", "game", "moves", "right"), BLOCKS)
def test_it_stops_a_loss(name: str, game: str, moves: str, right: set[str]) -> None:
    """By the one cell that does."""
    position = read_moves(game_named(game), moves)
    assert choice(name, game, moves).cell in cells(position, right)


@pytest.mark.parametrize(
    ("moves", "depth"),
    [("a1", 5), ("h8", 5), ("h8 j10", 4), ("f6 j10", 3), ("a1 o15", 2), ("a1 a15", 4)],
)
def test_the_window_looks_less_deep_the_more_squares_are_free(moves: str, depth: int) -> None:
    """In the box around the stones, grown by one: 5, 4, 3 and 2 plies."""
    assert choice("window", "gomoku", moves).depth == depth


def test_the_window_plays_beside_stones_only() -> None:
    """A lone stone in the corner has three neighbours."""
    game = game_named("gomoku")
    trial = ClassicSearch(game, brain("window").method(game))
    trial.load(read_moves(game, "a1"))
    assert set(trial.moves()) == cells(game.start(), {"a2", "b2", "b1"})


def test_the_window_values_each_stone_of_a_window_tenfold() -> None:
    """And takes one from each window of the side that has just moved.

    A stone in the corner lies in three windows of five, two in a row in one more than that.
    """
    game = game_named("gomoku")
    assert worth("window", game, "a1") == -3 + 3
    assert worth("window", game, "a1 o15") == 3 - 3 + 3
    # Along the edge one window has both stones; the others have a1 or b1 alone: 2, and 1 + 1 + 1.
    assert worth("window", game, "a1 o15 b1 o14") == 6
    assert worth("window", game, "a1 o15 b1") == -(10 + 2 + 3) + 6 + 3


def test_of_moves_that_seem_equal_the_window_plays_the_last() -> None:
    """Others play the first. On an empty line of five cells all but the middle are alike."""
    game = game_named("mnk:rows=3,cols=5,k=5")
    trial = ClassicSearch(game, brain("window").method(game))
    position = read_moves(game, "c2")
    trial.load(position)
    chosen = choice("window", game.name, "c2", depth=1)
    worths = {cell: worth("window", game, f"c2 {game.names[cell]}") for cell in trial.moves()}
    best = min(worths.values())
    assert chosen.cell == [cell for cell in trial.moves() if worths[cell] == best][-1]


def test_the_deepener_values_windows_that_lack_few_stones() -> None:
    """Of five in a row, two stones score 1, three 20 and four 10000."""
    game = game_named("mnk:rows=3,cols=5,k=5")
    scores = [worth("deepener", game, moves) for moves in ("a1", "a1 a3 b1", "a1 a3 b1 c3 c1")]
    assert scores == [0, -1, -20 + 1]
    four = read_moves(game, "a1 a3 b1 c3 c1 a2 d1 b2")
    trial = ClassicSearch(game, brain("deepener").method(game))
    trial.load(four)
    assert trial.evaluate() == 10_000 - 1 - 1
    assert brain("deepener").method(game_named("mnk:k=4")).weights == (0, 1, 20, 10_000, 0)
    assert brain("deepener").method(game_named("tictactoe")).weights == (0, 20, 10_000, 0)


def test_the_deepener_begins_near_the_latest_stone() -> None:
    """Squares within two of it come first, then those of the stones before."""
    game = game_named("gomoku")
    trial = ClassicSearch(game, brain("deepener").method(game))
    trial.load(read_moves(game, "d4 l12"))
    found = trial.moves()
    assert len(found) == 48
    assert all(abs(cell % 15 - 11) <= 2 for cell in found[:24])


def test_the_deepener_stops_at_its_depth_and_at_the_end_of_its_time() -> None:
    """Asked for a depth it goes no further; with no time at all it still has a move."""
    assert choice("deepener", "gomoku", "h8 h9", depth=3).depth == 3
    assert choice("deepener", "gomoku", "h8 h9", Budget(depth=2)).depth == 2
    in_no_time = choice("deepener", "gomoku", "h8 h9", Budget(seconds=0.0))
    assert read_moves(game_named("gomoku"), "h8 h9").is_legal(in_no_time.cell)


def test_the_dictionary_knows_four_values() -> None:
    """They win 0, undecided 1, a draw 2, I win 3."""
    assert choice("dictionary", "tictactoe", "").score == 2
    assert choice("dictionary", "tictactoe", "").verdict is Verdict.DRAW
    assert choice("dictionary", "tictactoe", "", level=2).score == 1
    assert choice("dictionary", "tictactoe", "a1 b1 a2 b2").score == 3
    assert choice("dictionary", "tictactoe", "a1 b1 c3 a3").score == 3
    assert choice("dictionary", "tictactoe", "a1 b1 b2 c3 a2").score == 0


def test_the_dropper_counts_windows_of_four_and_the_centre() -> None:
    """Three stones 10, two 4, and each stone in the centre column 5."""
    game = game_named("connect4")
    assert worth("dropper", game, "4") == -5
    assert worth("dropper", game, "42") == 5
    # 1 and 2 on the ground share one window of four, the stones above them another.
    assert worth("dropper", game, "1122") == 0
    # 2, 3 and 5 on the ground: one window has three, two have two. In column 7 it is one and one.
    assert worth("dropper", game, "273757") == (10 + 4 + 4) - (10 + 4)
    trial = ClassicSearch(game, brain("dropper").method(game))
    trial.load(game.start())
    assert [game.names[cell] for cell in trial.moves()] == list("4352617")


def test_the_dropper_sees_a_win_at_once_where_it_looks_no_further() -> None:
    """One ply deep it lets nobody win at once who can be stopped, and takes each win."""
    game, chance = game_named("connect4"), random.Random(4)

    def wins(position: Position) -> bool:
        after = (position.play(cell) for cell in position.legal_moves())
        return any(each.outcome and each.outcome.winner is not None for each in after)

    for _ in range(100):
        position = game.start()
        while not position.outcome:
            chosen = position.play(brain("dropper", depth=1).choose(position, NO_LIMIT).cell)
            others = [position.play(cell) for cell in position.legal_moves()]
            if wins(position):
                assert chosen.outcome
            elif any(other.outcome or not wins(other) for other in others):
                assert chosen.outcome or not wins(chosen)
            position = chance.choice(others)


def test_the_dropper_looks_eight_plies_ahead() -> None:
    """Unless it is told otherwise, by its options or for one move."""
    assert choice("dropper", "connect4", "44").depth == 8
    assert choice("dropper", "connect4", "44", depth=5).depth == 5
    assert choice("dropper", "connect4", "44", Budget(depth=3)).depth == 3


def test_the_grader_grades_lines_of_one_side() -> None:
    """One stone 1, two 10, three 100; and victory is above any sum of them."""
    qubic = game_named("qubic")
    assert worth("grader", qubic, "111") == -7
    assert worth("grader", qubic, "111 222") == 0
    assert worth("grader", game_named("tictactoe"), "b2 a2") == 3 - 1
    assert worth("grader", game_named("tictactoe"), "b2 a2 b3") == -(10 + 2 + 1) + 1
    for name in PLAYS["grader"]:
        game = game_named(name)
        method = brain("grader").method(game)
        assert method.victory > len(game.lines) * max(method.weights)


def test_the_grader_never_loses_at_tic_tac_toe() -> None:
    """Every opponent tried, from both sides."""

    def play(position: Position, side: int) -> None:
        if position.outcome:
            assert position.outcome.winner in (None, side)
        elif position.turn == side:
            play(position.play(brain("grader").choose(position, NO_LIMIT).cell), side)
        else:
            for cell in position.legal_moves():
                play(position.play(cell), side)

    for side in (0, 1):
        play(game_named("tictactoe").start(), side)


@pytest.mark.parametrize("name", CLASSICS)
def test_options_are_checked(name: str) -> None:
    """A number out of range is refused by its name."""
    key = "level" if name == "dictionary" else "depth"
    options: list[dict[str, Any]] = [{key: 0}, {key: 41}, {key: 2.5}]
    for wrong in options:
        with pytest.raises(Mistake, match=f"{key} of {name} must be a whole number from 1 to 40"):
            CLASSICS[name](**wrong)


@pytest.mark.parametrize(("name", "game"), [("dropper", "connect4"), ("dictionary", "gomoku")])
def test_only_a_seed_brings_chance_into_it(name: str, game: str) -> None:
    """The same position, the same move; with a seed the same series of moves."""
    start = game_named(game).start()
    assert len({brain(name).choose(start, Budget(depth=2)).cell for _ in range(5)}) == 1

    def series(seed: int) -> list[int]:
        built: ClassicBrain = CLASSICS[name](seed=seed)
        return [built.choose(start, Budget(depth=1)).cell for _ in range(8)]

    assert series(1) == series(1)
    if name == "dictionary":
        assert len(set(series(1))) > 1


@pytest.mark.parametrize("name", CLASSICS)
def test_out_of_time_it_still_has_a_legal_move(name: str) -> None:
    """And it does not count as thought through."""
    game = game_named(sorted(PLAYS[name])[0])
    position = game.start().play(game.start().legal_moves()[-1])
    chosen = brain(name).choose(position, Budget(seconds=0.0))
    assert position.is_legal(chosen.cell)
