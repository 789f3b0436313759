"""How fast a match is, by which ratings are kept apart."""

from typing import Literal

from protocol.parts import TimeControl

Pace = Literal["fast", "medium", "slow", "untimed"]

MOVES = 40  # of one side in the game that a pace is judged by
MEDIUM, SLOW = 180.0, 900.0  # seconds from which a game is no longer fast, and is slow


def estimate(clock: TimeControl) -> float | None:
    """The seconds that one side may take for a game of 40 moves; None if there is no end to it."""
    estimates = []
    if clock.seconds is not None:
        estimates.append(clock.seconds + MOVES * clock.increment)
    if clock.per_move is not None:
        estimates.append(MOVES * clock.per_move)
    return min(estimates, default=None)


def pace(clock: TimeControl) -> Pace:
    """Which of its ratings a match with this clock counts for."""
    seconds = estimate(clock)
    if seconds is None:
        return "untimed"
    if seconds < MEDIUM:
        return "fast"
    return "medium" if seconds < SLOW else "slow"
