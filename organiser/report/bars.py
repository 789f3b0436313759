"""Small drawings that stand beside figures: how results are shared out, and where an estimate lies.

What they show is also written beside them, so they are hidden from screen readers.
"""

from collections.abc import Sequence
from math import isfinite

from organiser.report.markup import Html, empty, join, tag
from tournament.statistics.interval import Interval

SHARES = ("first", "draw", "second")  # the classes by which they are coloured and hatched

# Out of sight, but displayed: browsers draw no patterns of a drawing that is not.
HATCHING = Html(
    '<svg class="defs" width="0" height="0" aria-hidden="true"><defs>'
    '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><rect class="ground" width="5" height="5"/>'
    '<rect class="stripe" width="1.6" height="5"/></pattern></defs></svg>'
)


def shares(counts: Sequence[int], width: int, height: int) -> Html:
    """One bar, filled by the first mover's wins, the draws and the second mover's wins."""
    total, at, parts = sum(counts) or 1, 0.0, list[Html]()
    for kind, count in zip(SHARES, counts, strict=True):
        part = width * count / total
        if count:
            parts.append(empty("rect", class_=kind, x=at, y=0, width=part, height=height))
        at += part
    parts.append(empty("rect", class_="edge", x=0, y=0, width=width, height=height))
    return _drawn(parts, width, height, "shares")


def whisker(interval: Interval | None, scale: tuple[float, float], width: int = 120) -> Html:
    """The estimate as a dot on its interval; the upright stands at zero."""
    if interval is None or not isfinite(interval.value):
        return Html("")
    low, high = scale

    def across(value: float) -> float:
        return 4 + (width - 8) * (min(max(value, low), high) - low) / (high - low)

    zero, start, end = map(across, (0.0, interval.low, interval.high))
    parts = [
        empty("line", class_="zero", x1=zero, x2=zero, y1=0, y2=16),
        empty("line", class_="reach", x1=start, x2=end, y1=8, y2=8),
        *(empty("line", class_="reach", x1=at, x2=at, y1=5, y2=11) for at in (start, end)),
        empty("circle", cx=across(interval.value), cy=8, r=3),
    ]
    return _drawn(parts, width, 16, "whisker")


def scale_of(intervals: Sequence[Interval | None]) -> tuple[float, float]:
    """The least and the greatest that whiskers in one column need, zero among them."""
    bounds = [
        bound
        for each in intervals
        if each is not None
        for bound in (each.low, each.value, each.high)
        if isfinite(bound)
    ]
    low, high = min([*bounds, 0.0]), max([*bounds, 0.0])
    return (low, high) if high > low else (-1.0, 1.0)


def _drawn(parts: list[Html], width: int, height: int, kind: str) -> Html:
    view = f"0 0 {width} {height}"
    return tag(
        "svg",
        join(parts),
        class_=kind,
        viewBox=view,
        width=width,
        height=height,
        aria_hidden="true",
    )
