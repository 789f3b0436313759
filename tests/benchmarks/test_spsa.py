"""The tuning of constants, with games that are decided by a formula."""

import random
from pathlib import Path

import pytest

from benchmarks.spsa import Sought, changed, in_words, moved, read_sought, read_trials
from bot.search.flat.constants import Constant
from games import Mistake

MANY = 4000
BEST = {"one": 70.0, "other": 12.0}


def sought() -> list[Sought]:
    return [Sought(Constant("one", 20, 0, 100), 5.0), Sought(Constant("other", 30, 0, 40), 2.0)]


def strength(constants: dict[str, int], ranges: list[Sought]) -> float:
    """The nearer to the best, the stronger."""
    return -sum(((constants[each.constant.name] - BEST[each.constant.name]) / each.step) ** 2
                for each in ranges)  # fmt: skip


def test_it_finds_the_values_that_win_most() -> None:
    """Though most games are a matter of luck."""
    ranges, chance = sought(), random.Random(1)
    values: tuple[float, ...] = tuple(float(each.constant.value) for each in ranges)
    for number in range(MANY):
        signs = tuple(chance.choice((-1, 1)) for _ in ranges)
        up, down = (changed(ranges, values, [way * sign for sign in signs], number, MANY)
                    for way in (1, -1))  # fmt: skip
        edge = 0.02 * (strength(up, ranges) - strength(down, ranges))
        points = sum(chance.random() < 0.5 + edge for _ in range(2))
        values = moved(ranges, values, signs, points, number, MANY)
    for each, value in zip(ranges, values, strict=True):
        assert abs(value - BEST[each.constant.name]) <= 2 * each.step, in_words(ranges, values)


def test_a_drawn_pair_moves_nothing() -> None:
    assert moved(sought(), (20.0, 30.0), (1, -1), 1.0, 0, MANY) == (20.0, 30.0)


def test_no_constant_leaves_its_range() -> None:
    ranges = sought()
    assert changed(ranges, (99.0, 1.0), (1, -1), 0, MANY) == {"one": 100, "other": 0}
    assert moved(ranges, (100.0, 0.0), (1, -1), 2.0, 0, MANY) == (100.0, 0.0)


@pytest.mark.parametrize("text", ["nonsense", "width=0", "width=much", "width=-1", "width=1000"])
def test_what_cannot_be_tuned_is_refused(text: str) -> None:
    with pytest.raises(Mistake, match=r"no constant|the step of width"):
        read_sought(text)


def test_another_tuning_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "trials"
    assert read_trials(path, {"constants": ["width"]}) == []
    assert read_trials(path, {"constants": ["width"]}) == []
    with pytest.raises(Mistake, match="another tuning"):
        read_trials(path, {"constants": ["killer"]})
