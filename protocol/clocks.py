"""Clocks as people write them: `5+3`, `10`, `30s/move`, `untimed`; and spans of time like `7d`."""

import re
from typing import Literal

from protocol.parts import TimeControl

CLOCKS = (
    "minutes and seconds added for each move like 5+3, minutes like 10, a limit for each move like "
    "30s/move, or untimed"
)
MOST_SECONDS = 30 * 86400.0
UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
SPANS = UNITS | {"d": 86400.0}
LONGEST_SPAN = 1000 * 365 * 86400.0
_NUMBER = r"(\d+(?:\.\d+)?)([smh]?)"


class UnreadableClock(ValueError):
    """What was written is no clock; the message says what would be right."""


def read_clock(text: str) -> TimeControl:
    """The clock that *text* means. Raises UnreadableClock."""
    if text.strip().lower() in ("untimed", "none"):
        return TimeControl()
    limits: dict[str, tuple[float, float]] = {}
    for part in text.lower().replace(",", " ").split():
        kind, seconds, increment = _limit(part, text)
        if kind in limits:
            raise UnreadableClock(f"{text!r} sets a limit for the {kind} twice: write {CLOCKS}")
        limits[kind] = seconds, increment
    if not limits or not all(0 < seconds <= MOST_SECONDS for seconds, _ in limits.values()):
        raise UnreadableClock(f"{text!r} is no clock that runs: write {CLOCKS}")
    whole, increment = limits.get("game", (None, 0.0))
    per_move, _ = limits.get("move", (None, 0.0))
    return TimeControl(whole, increment, per_move)


def _limit(part: str, text: str) -> tuple[Literal["game", "move"], float, float]:
    if each := re.fullmatch(rf"{_NUMBER}/move", part):
        return "move", float(each[1]) * UNITS[each[2] or "s"], 0.0
    if whole := re.fullmatch(rf"{_NUMBER}(?:\+{_NUMBER})?", part):
        increment = float(whole[3] or 0) * UNITS[whole[4] or "s"]
        return "game", float(whole[1]) * UNITS[whole[2] or "m"], increment
    raise UnreadableClock(f"cannot read {text!r} as a clock: write {CLOCKS}")


def write_clock(control: TimeControl) -> str:
    """As `read_clock` reads it."""
    parts = []
    if control.seconds is not None:
        minutes = control.seconds / 60
        whole = f"{minutes:g}" if minutes == round(minutes, 2) else f"{control.seconds:g}s"
        parts.append(f"{whole}+{control.increment:g}")
    if control.per_move is not None:
        parts.append(f"{control.per_move:g}s/move")
    return " ".join(parts) or "untimed"


def write_span(seconds: float) -> str:
    """As `read_span` reads it, in the longest unit of which it is a whole number."""
    for unit, length in sorted(SPANS.items(), key=lambda each: -each[1]):
        if seconds >= length and seconds % length == 0:
            return f"{seconds / length:.0f}{unit}"
    return f"{seconds:g}s"


def read_span(text: str, most: float = LONGEST_SPAN) -> float:
    """The seconds that 90, 90s, 10m, 2h or 7d are. Raises ValueError, which says what is right."""
    number, unit = (text[:-1], text[-1:]) if text[-1:] in SPANS else (text, "s")
    try:
        seconds = float(number) * SPANS[unit]
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= most:
        raise ValueError(
            f"{text!r} is no time up to {most / 86400:.0f}d, such as 90s, 10m, 2h or 7d"
        )
    return seconds
