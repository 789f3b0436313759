"""Which brain a command line asks for, and what it thinks with."""

import argparse

import pytest

from bot.commands.brain_options import BrainOptions, configure_brain, configure_engine
from bot.thinkers.resources import SearchResources
from games import Mistake, game_named


def options(*words: str) -> BrainOptions:
    parser = argparse.ArgumentParser()
    configure_brain(parser)
    configure_engine(parser)
    return BrainOptions(parser.parse_args(words))


class TestBrainOptions:
    def test_share_what_there_is(self) -> None:
        """Options of the brain count like those of the command."""
        given = options("search:level=3,workers=4", "--hash", "100")
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
            (["chance", "--transcript", "spoken"], "of what an --engine is told"),
        ],
    )
    def test_that_cannot_be_are_refused(self, words: list[str], right: str) -> None:
        """With a sentence."""
        with pytest.raises(Mistake, match=right):
            options(*words)

    def test_with_a_gomocup_engine_play_gomoku(self) -> None:
        """Other games are not offered."""
        given = options("--engine", "cat", "--engine-protocol", "gomocup")
        assert given.families() == ("gomoku", "mnk")
        plays = given.thinker().plays
        assert plays(game_named("mnk:rows=9,cols=12"))
        assert not plays(game_named("mnk:k=4"))
        assert not plays(game_named("connect4"))

    @pytest.mark.parametrize("megabytes", [250, 350, 1000, 4000])
    def test_keep_to_the_memory_there_is(self, megabytes: int) -> None:
        """With fewer workers and a smaller table."""
        given = options("--workers", "4")
        resources = given.within(megabytes * 2**20)
        assert resources.workers >= 1
        assert resources.megabytes <= megabytes
        assert given.within(0) == SearchResources(4, 64)

    def test_take_the_least_where_there_is_too_little(self) -> None:
        """Which is more than there is."""
        assert options().within(80 * 2**20) == SearchResources(1, 1)
        assert SearchResources(1, 1).megabytes > 80
