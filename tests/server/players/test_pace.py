"""Paces, against common sense."""

import pytest

from protocol.parts import TimeControl
from server.players.pace import estimate, pace


class TestPace:
    @pytest.mark.parametrize(
        ("clock", "seconds", "expected"),
        [
            (TimeControl(), None, "untimed"),
            (TimeControl(increment=5), None, "untimed"),
            (TimeControl(seconds=179.9), 179.9, "fast"),
            (TimeControl(seconds=180), 180, "medium"),
            (TimeControl(seconds=60, increment=3), 180, "medium"),
            (TimeControl(seconds=899.9), 899.9, "medium"),
            (TimeControl(seconds=900), 900, "slow"),
            (TimeControl(per_move=4), 160, "fast"),
            (TimeControl(per_move=30), 1200, "slow"),
            (TimeControl(seconds=1000, per_move=1), 40, "fast"),
            (TimeControl(seconds=100, increment=2, per_move=60), 180, "medium"),
            (TimeControl(seconds=0, increment=1), 40, "fast"),
            (TimeControl(seconds=0), 0, "fast"),
        ],
    )
    def test_a_pace_is_judged_by_a_game_of_forty_moves(
        self, clock: TimeControl, seconds: float | None, expected: str
    ) -> None:
        """By whichever of the two limits is reached first."""
        assert estimate(clock) == seconds
        assert pace(clock) == expected
