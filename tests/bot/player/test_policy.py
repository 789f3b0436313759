"""The words of a command line for what a bot plays."""

import pytest

from bot.player.policy import read_clock, read_games
from games import Mistake
from protocol.clocks import write_clock
from protocol.parts import TimeControl


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
