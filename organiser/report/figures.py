"""Figures as they are printed: with a true minus sign, halves as fractions, few digits."""

from math import floor, isfinite

from tournament.statistics.interval import TOO_FEW, Interval
from tournament.verdict.verdict import Tally

MINUS = "\N{MINUS SIGN}"
HALF = "½"
DASH = "\N{EN DASH}"  # between points, and for what is not known


def points(value: float) -> str:
    """`4½`, `½`, `12`."""
    whole = floor(value)
    if value == whole:
        return str(whole)
    return f"{whole or ''}{HALF}" if value - whole == 0.5 else f"{value:.2f}"


def number(value: float) -> str:
    """A tie-break: no more than two decimals, and none for naught."""
    return points(value) if value * 2 % 1 == 0 and value >= 0 else _minus(f"{value:.2f}")


def signed(value: float, digits: int = 0) -> str:
    """With its sign, also where it is plus; without an end if it has none."""
    if not isfinite(value):
        return DASH if value != value else f"{'+' if value > 0 else MINUS}∞"
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else _minus(text)


def span(interval: Interval | None, digits: int = 0) -> str:
    """The bounds: `+12 to +80`, or the one next to 0 if they are too wide to mean anything."""
    if interval is None:
        return TOO_FEW
    if interval.is_open:
        bound, way = (interval.low, "more") if interval.low > 0 else (interval.high, "less")
        return f"{signed(bound, digits)} or {way}"
    return f"{signed(interval.low, digits)} to {signed(interval.high, digits)}"


def estimate(interval: Interval | None, digits: int = 0) -> str:
    """`+35 (+12 to +80)`, `+120 or more`, or that there are too few games to say."""
    if interval is None or interval.is_open:
        return span(interval, digits)
    return f"{signed(interval.value, digits)} ({span(interval, digits)})"


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f}\N{NO-BREAK SPACE}%"


def likelihood(share: float | None) -> str:
    """Never certain: what rounds to 0 or 100 % is said to be beyond it."""
    if share is None:
        return DASH
    if share < 0.0005:
        return f"< {percent(0.001, 1)}"
    return f"> {percent(0.999, 1)}" if share > 0.9995 else percent(share, 1)


def seconds(value: float) -> str:
    """Three decimals below one second, two below ten, then one."""
    digits = 3 if value < 1 else 2 if value < 10 else 1
    return f"{value:.{digits}f}"


def tally(score: Tally) -> str:
    """Wins, draws and losses: `+3 =2`, and the last with a minus."""
    return f"+{score.wins} ={score.draws} {MINUS}{score.losses}"


def made(score: Tally) -> float:
    return score.wins + score.draws / 2


def _minus(text: str) -> str:
    return text.replace("-", MINUS)
