"""Brains by their names, and what is said about a name that is none."""

import argparse
from pathlib import Path

import pytest

from bot.brains.brain import Budget, Choice
from bot.brains.spec import Spec, build, read_spec
from bot.player.policy import read_clock, read_games
from bot.thinkers.options import Means, Outfit, configure_brain, configure_engine
from bot.thinkers.thinker import BrainFailed, understood
from games import Mistake, game_named
from protocol.clocks import write_clock
from protocol.parts import TimeControl, Verdict
from tests import ROOT
from tests.bot.bots import brain_file

TICTACTOE = game_named("tictactoe").start()
FIRST = "def choose(position, budget):\n    return position.legal_moves()[0]\n"


def outfit(*words: str) -> Outfit:
    parser = argparse.ArgumentParser()
    configure_brain(parser)
    configure_engine(parser)
    return Outfit(parser.parse_args(words))


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


class TestAnAnswer:
    @pytest.mark.parametrize("answer", [4, "b2", " B2 ", {"cell": 4}, Choice(4), {"cell": "b2"}])
    def test_may_have_many_forms(self, answer: object) -> None:
        """A number, notation, or more than that."""
        assert understood(TICTACTOE, answer).cell == 4

    def test_may_tell_more(self) -> None:
        """What makes no sense of it is left out."""
        answer = {"cell": 4, "score": 2.5, "verdict": "win", "depth": 3, "line": [4, 0, 0, 1]}
        choice = understood(TICTACTOE, answer)
        assert choice == Choice(4, 2, Verdict.WIN, None, 3, None, (4, 0))
        odd = {"cell": 4, "score": float("nan"), "verdict": "great", "depth": "deep", "line": 7}
        assert understood(TICTACTOE, odd) == Choice(4, line=(4,))

    @pytest.mark.parametrize("answer", [None, 9, -1, 4.0, "z9", "", True, [4], {"cel": 4}, object])
    def test_that_is_none_is_a_failure(self, answer: object) -> None:
        """Whatever it is, it does no harm."""
        with pytest.raises(BrainFailed):
            understood(TICTACTOE, answer)


class TestAnOutfit:
    def test_shares_what_there_is(self) -> None:
        """Options of the brain count like those of the command."""
        given = outfit("search:level=3,workers=4", "--hash", "100")
        assert (given.level, given.workers, given.hash_mb, given.searches) == (3, 4, 100, True)
        assert given.families() == ()

    @pytest.mark.parametrize(
        ("words", "right"),
        [
            (["--level", "0"], "1 to 10"),
            (["--workers", "-1"], "at least 0"),
            (["--engine", "no-such-program-here"], "there is no program"),
            (["--engine", "'"], "cannot read the command"),
            (["--engine", " "], "name a program"),
            (["chance", "--engine", "cat"], "not both"),
        ],
    )
    def test_that_cannot_be_is_refused(self, words: list[str], right: str) -> None:
        """With a sentence."""
        with pytest.raises(Mistake, match=right):
            outfit(*words)

    def test_with_a_gomocup_engine_plays_gomoku(self) -> None:
        """Other games are not offered."""
        given = outfit("--engine", "cat", "--engine-protocol", "gomocup")
        assert given.families() == ("gomoku", "mnk")
        plays = given.thinker().plays
        assert plays(game_named("mnk:rows=9,cols=12"))
        assert not plays(game_named("mnk:k=4"))
        assert not plays(game_named("connect4"))

    @pytest.mark.parametrize("megabytes", [250, 350, 1000, 4000])
    def test_keeps_to_the_memory_there_is(self, megabytes: int) -> None:
        """With fewer workers and a smaller table."""
        given = outfit("--workers", "4")
        means = given.within(megabytes * 2**20)
        assert means.workers >= 1
        assert means.megabytes <= megabytes
        assert given.within(0) == Means(4, 64)

    def test_takes_the_least_where_there_is_too_little(self) -> None:
        """Which is more than there is."""
        assert outfit().within(80 * 2**20) == Means(1, 1)
        assert Means(1, 1).megabytes > 80


class TestAClock:
    @pytest.mark.parametrize(
        ("text", "clock"),
        [
            ("1+1", TimeControl(60.0, 1.0)),
            ("5", TimeControl(300.0)),
            ("5/move", TimeControl(per_move=5.0)),
            ("1+0.5 5/move", TimeControl(60.0, 0.5, 5.0)),
            ("untimed", TimeControl()),
        ],
    )
    def test_is_read_as_it_is_written(self, text: str, clock: TimeControl) -> None:
        """The same words as in the lists of matches."""
        assert read_clock(text) == clock
        assert read_clock(write_clock(clock)) == clock

    @pytest.mark.parametrize("text", ["", "soon", "0", "1+1 1+1", "-5", "5/mov", "1e3"])
    def test_that_is_none_is_refused(self, text: str) -> None:
        """With examples."""
        with pytest.raises(Mistake, match=r"5\+3"):
            read_clock(text)


def test_games_are_named_as_the_server_does() -> None:
    """A family stays one, so that all its boards are played."""
    assert read_games(["mnk", "mnk:rows=20,k=4", "mnk"]) == ("mnk", "mnk:k=4")
