"""What matches a bot takes, and the words for it on a command line."""

import re
from typing import NamedTuple

from games import CATALOGUE, Mistake, game_named
from protocol.parts import Challengers, Policy, Terms, TimeControl

MOST_SECONDS = 1e6
CLOCKS = "60+1 (seconds and increment), 5/move, both with a space between, or untimed"


class Manners(NamedTuple):
    """How a bot behaves, apart from how it plays."""

    capacity: int = 1
    games: tuple[str, ...] = ()
    challengers: Challengers = Challengers.ANYONE
    kept_for_people: int = 0
    min_seconds: float = 0.0
    max_seconds: float | None = None
    seeks: tuple[Terms, ...] = ()  # kept open while there is a seat
    takebacks: bool = False
    rematches: bool = True
    ponder: bool = False
    once: bool = False
    resign_on_exit: bool = False

    def policy(self, ready: int) -> Policy:
        """What to declare with so many brains ready."""
        return Policy(
            capacity=ready,
            games=self.games,
            challengers=self.challengers,
            kept_for_people=min(self.kept_for_people, ready),
            min_seconds=self.min_seconds,
            max_seconds=self.max_seconds,
        )


def read_clock(text: str) -> TimeControl:
    """The clock that *text* describes. Raises Mistake, which says what would be right."""
    if text.strip() == "untimed":
        return TimeControl()
    seconds = increment = per_move = None
    for part in text.replace(",", " ").split():
        whole = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", part)
        each = re.fullmatch(r"(\d+(?:\.\d+)?)/move", part)
        if whole and seconds is None:
            seconds, increment = float(whole[1]), float(whole[2] or 0)
        elif each and per_move is None:
            per_move = float(each[1])
        else:
            raise Mistake(f"cannot read {text!r} as a clock: write {CLOCKS}")
    given = [value for value in (seconds, per_move) if value is not None]
    if not given or not all(0 < value <= MOST_SECONDS for value in given):
        raise Mistake(f"{text!r} is no clock that runs: write {CLOCKS}")
    return TimeControl(seconds, increment or 0.0, per_move)


def write_clock(control: TimeControl) -> str:
    """As `read_clock` reads it."""
    parts = []
    if control.seconds is not None:
        parts.append(f"{control.seconds:g}+{control.increment:g}")
    if control.per_move is not None:
        parts.append(f"{control.per_move:g}/move")
    return " ".join(parts) or "untimed"


def read_games(names: list[str]) -> tuple[str, ...]:
    """Canonical names; a family stands for all its games."""
    return tuple(
        dict.fromkeys(each if each in CATALOGUE else game_named(each).name for each in names)
    )
