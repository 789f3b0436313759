"""What the nine boards are worth, and how that is learnt."""

import random

import numpy as np

from benchmarks.boards import SPREAD, Samples, by_class, codes, fit
from benchmarks.games.selfplay import play, start, surprise
from bot.search.driver import Searcher
from bot.search.nineboard.evaluation import FILE, TEMPO, classified, evaluations, plain, spread_out
from bot.search.nineboard.lookup_tables import CODES
from games.catalogue import game_named
from games.game import Position
from games.symmetry import symmetries

GAME = game_named("nineboard")
PLACES = np.arange(9) * CODES


def wander(rng: random.Random) -> Position:
    return start(GAME, (5, 30), rng)


def worth(boards: list[int]) -> int:
    return int(evaluations()[np.array(boards) + PLACES].sum())


def test_a_position_is_worth_as_much_turned_and_mirrored() -> None:
    """No symmetry of the game changes an evaluation."""
    rng = random.Random(5)
    for _ in range(20):
        position = wander(rng)
        found = {
            worth(codes(GAME.after(tuple(to[cell] for cell in position.moves))))
            for to in symmetries(GAME)
        }
        assert len(found) == 1


def test_what_one_side_gains_the_other_loses() -> None:
    """With the stones of both sides exchanged, a position is worth as much to the other one."""
    rng = random.Random(6)
    for _ in range(20):
        boards = codes(wander(rng))
        digits = [[code // 3**cell % 3 for cell in range(9)] for code in boards]
        swapped = [sum((3 - d) % 3 * 3**cell for cell, d in enumerate(each)) for each in digits]
        assert worth(swapped) == -worth(boards)


def test_each_class_has_its_byte() -> None:
    """The file fits the classes, and what it tells is not what lines alone would tell."""
    classes, _ = classified()
    assert FILE.stat().st_size == classes.max() + 1
    assert (evaluations() != np.tile(plain(), 9)).any()


def test_worths_go_into_classes_and_out_again() -> None:
    """Lines know nothing of where a board lies, but are the same for all of a class."""
    by_code = np.tile(plain(), 9)
    assert (spread_out(by_class(by_code)) == by_code).all()


def test_codes_are_those_of_the_side_to_move() -> None:
    """The stones of who is on move are ones, the others twos."""
    assert codes(GAME.after((0, 1))) == [1 + 2 * 3, 0, 0, 0, 0, 0, 0, 0, 0]
    assert codes(GAME.after((9,))) == [0, 2, 0, 0, 0, 0, 0, 0, 0]


def test_what_is_fitted_tells_outcomes_that_follow_from_worths() -> None:
    """From positions whose chances follow from the evaluation, it finds that evaluation again."""
    rng = random.Random(8)
    boards = np.array([codes(wander(rng)) for _ in range(3000)])
    scores = evaluations()[boards + PLACES].sum(axis=1) + TEMPO
    values = 1 / (1 + np.exp(-scores / SPREAD))
    worths, tempo = fit(Samples(boards, values, np.arange(len(boards))))
    found = (spread_out(worths)[boards + PLACES].sum(axis=1) + tempo) / SPREAD
    lines = np.tile(plain(), 9)[boards + PLACES].sum(axis=1) / SPREAD
    least = surprise(scores / SPREAD, values)
    assert surprise(found, values) - least < 0.1 * (surprise(lines, values) - least)


def test_a_game_against_itself_tells_both_sides_how_it_ended() -> None:
    """Without whims, who wins has won all along, and all positions of the game are there."""
    rng = random.Random(9)
    with Searcher(workers=1, hash_mb=1, games=("nineboard",)) as search:
        search.warm_up()
        seen = play(search, wander(rng), 4, SPREAD, 81, lambda position: None)
    plies = [len(each.position.moves) for each in seen]
    assert plies == list(range(plies[0], plies[0] + len(plies)))
    assert {round(each.became) for each in seen[::2]} != {round(each.became) for each in seen[1::2]}
    assert all(0 <= each.seemed <= 1 for each in seen)
