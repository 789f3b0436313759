"""An estimate with its error, what it may claim, and how it is written."""

from dataclasses import dataclass

WIDEST = 400.0  # Elo either way, which is 10 to 1: an interval beyond tells at most its sign
FARTHEST = 1000.0  # Elo; a bound beyond is one of the scale, and not of the games
TOO_FEW = "too few games to say"


@dataclass(frozen=True)
class Interval:
    """An estimate with the bounds between which the truth lies in 95 cases of 100."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """What stands after the sign ±: half of the way between the bounds."""
        return (self.high - self.low) / 2

    @property
    def excludes_zero(self) -> bool:
        """Whether all of it is on one side, so that the sign is known."""
        return self.low > 0 or self.high < 0

    @property
    def is_open(self) -> bool:
        """Whether it is so wide that only the bound next to 0 can mean anything."""
        return self.error > WIDEST or max(-self.low, self.high) > FARTHEST


def telling(interval: Interval) -> Interval | None:
    """The interval, or None where it is so wide that it says nothing at all."""
    return interval if interval.excludes_zero or not interval.is_open else None


def signed(value: float, digits: int = 0) -> str:
    """With its sign, also where it is plus; what rounds to 0 has none."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text


def interval_text(interval: Interval | None) -> str:
    """`+35 (-10 to +80)`, `+120 or more`, or that there are too few games to say."""
    if interval is None:
        return TOO_FEW
    if not interval.is_open:
        return f"{signed(interval.value)} ({signed(interval.low)} to {signed(interval.high)})"
    return (
        f"{signed(interval.low)} or more"
        if interval.low > 0
        else f"{signed(interval.high)} or less"
    )
