"""Brains by their names, and what is said about a name that is none."""

from pathlib import Path

import pytest

from bot.brain import Budget
from bot.brains.spec import Spec, build, read_spec
from games import Mistake, game_named
from tests import ROOT
from tests.bot.bots import brain_file

TICTACTOE = game_named("tictactoe").start()
FIRST = "def choose(position, budget):\n    return position.legal_moves()[0]\n"


class TestASpec:
    def test_names_a_brain_and_its_options(self) -> None:
        """Numbers are read as such."""
        assert read_spec("search:level=5") == Spec("search", (("level", 5),))
        assert read_spec("chance:seed=7") == Spec("chance", (("seed", 7),))

    def test_builds_the_same_brain_each_time(self) -> None:
        """A seed makes chance repeatable."""
        one, two = (build(read_spec("chance:seed=7")) for _ in range(2))
        cells = [one.choose(TICTACTOE, Budget()) for _ in range(20)]
        assert cells == [two.choose(TICTACTOE, Budget()) for _ in range(20)]
        assert len(set(map(str, cells))) > 1

    @pytest.mark.parametrize(
        ("text", "right"),
        [
            ("serch", "did you mean search?"),
            ("", "there are search, chance"),
            ("chance:", "write chance, or chance:key=value"),
            ("chance:seed", "write chance:key=value"),
            ("chance:seed=1,seed=2", "seed is given twice"),
            ("chance:sed=1", "it takes seed"),
            ("chance:seed=x", "must be a number"),
            ("window:depth=0", "depth of window must be a whole number from 1 to 40, not 0"),
            ("dropper:depth=99", "depth of dropper must be a whole number from 1 to 40, not 99"),
            ("dictionary:level=1.5", "level of dictionary must be a whole number"),
            ("search:depth=3", "search takes level, workers and hash"),
            ("search:level=11", "must be 1 to 10"),
            ("search:level=high", "must be a whole number"),
            ("./nowhere.py", "there is no file ./nowhere.py"),
            ("/dev/null", "there is no file /dev/null"),
            ("inarow.py:", "ends with a colon"),
            (str(ROOT / "tests/games/perft/qubic.json"), "--engine"),
        ],
    )
    def test_that_is_wrong_says_what_is_right(self, text: str, right: str) -> None:
        """Before anything is started."""
        with pytest.raises(Mistake, match=right.replace("?", r"\?")):
            read_spec(text)


class TestAFile:
    def test_may_be_a_function(self, tmp_path: Path) -> None:
        """Nothing of ours is imported in it."""
        brain = build(read_spec(brain_file(tmp_path, FIRST)))
        assert brain.choose(TICTACTOE, Budget()) == 0

    def test_may_be_a_class_with_options(self, tmp_path: Path) -> None:
        """Which come after a colon."""
        source = (
            "class Brain:\n"
            "    def __init__(self, at=0):\n"
            "        self.at = at\n"
            "    def choose(self, position, budget):\n"
            "        return position.legal_moves()[self.at]\n"
        )
        assert build(read_spec(brain_file(tmp_path, source) + ":at=4")).choose(
            TICTACTOE, Budget()
        ) == 4  # fmt: skip

    def test_may_be_an_object_and_has_neighbours(self, tmp_path: Path) -> None:
        """What lies beside it can be imported."""
        brain_file(tmp_path, FIRST, "beside_it.py")
        path = brain_file(tmp_path, "import beside_it\nbrain = beside_it\n")
        assert build(read_spec(path)).choose(TICTACTOE, Budget()) == 0

    @pytest.mark.parametrize(
        ("source", "options", "why"),
        [
            ("x = 1\n", "", "needs a function choose"),
            ("Brain = 3\n", "", "needs a function choose"),
            (FIRST, ":at=1", "takes no options"),
        ],
    )
    def test_without_a_brain_is_refused(
        self, source: str, options: str, why: str, tmp_path: Path
    ) -> None:
        """It says what is missing."""
        with pytest.raises(Mistake, match=why):
            build(read_spec(brain_file(tmp_path, source) + options))
