"""Line charts as drawings within the page: a line for each player, told apart without colour.

Every line has dashes and a mark of its own, and its player's name at its end; colours come from the
style sheet, so that they suit light and dark. Each chart is drawn twice, for wide and for narrow
screens, where the names stand in the legend alone; the style sheet shows the one that fits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType

from organiser.report.figures import MINUS
from organiser.report.markup import Html, empty, join, tag
from organiser.report.scales import Point, spread, thinned, ticks

TOP, BOTTOM = 14, 44
LINE_HEIGHT = 15  # of the names at the ends of lines
MOST_POINTS = 240  # to a line: finer than the drawing shows
MARKS_EACH = 6  # to a line
COLOURS = 8  # that the style sheet has
DASHES = ("", "7 3", "2 3", "10 3 2 3", "12 4", "5 2 1 2 1 2", "1 4")
MARKS = (
    "M-3.6 0A3.6 3.6 0 1 1 3.6 0A3.6 3.6 0 1 1 -3.6 0Z",  # a disc
    "M-3.2 -3.2H3.2V3.2H-3.2Z",  # a square
    "M0 -4.2L4 3.2H-4Z",  # a triangle
    "M0 -4.6L4.6 0L0 4.6L-4.6 0Z",  # a diamond
    "M0 4.2L4 -3.2H-4Z",  # a triangle on its head
)
LONGEST_NAME = 20  # characters, at the end of a line; the legend has all of it
BROAD = "MW@%…"
Levels = Mapping[str, float]  # values that are marked across the chart, by what they mean


@dataclass(frozen=True)
class Frame:
    """How large a chart is, and the room beside its axes."""

    kind: str
    width: int
    least_height: int
    left: int
    right: int


WIDE = Frame("wide", 800, 330, 56, 40)
NARROW = Frame("narrow", 380, 240, 46, 14)  # without names at the ends of the lines


@dataclass(frozen=True)
class Plot:
    """The area between the axes, and the values at its edges."""

    frame: Frame
    last: int  # game
    ys: Sequence[float]
    height: int

    names: float = 0.0  # the room of those at the ends of the lines

    @property
    def right(self) -> float:
        return self.frame.width - self.frame.right - self.names

    def x(self, value: float) -> float:
        return _between(value, (0, self.last), self.frame.left, self.right)

    def y(self, value: float) -> float:
        return _between(value, self.ys, self.height - BOTTOM, TOP)


def line_chart(
    series: Mapping[str, Sequence[Point]],
    title: str,
    across: str,
    up: str,
    levels: Levels = MappingProxyType({}),
) -> Html | None:
    """The chart with its legend, or nothing where there is nothing to draw."""
    lines = {
        player: thinned([point for point in points if isfinite(point[1])], MOST_POINTS)
        for player, points in series.items()
    }
    lines = {player: points for player, points in lines.items() if points}
    if not lines:
        return None
    labels = title, across, up
    drawings = [_drawing(frame, lines, labels, levels) for frame in (WIDE, NARROW)]
    legend = [_legend(list(lines))] if len(lines) > 1 else []
    return tag("figure", tag("figcaption", title), *drawings, *legend)


def _drawing(
    frame: Frame, lines: dict[str, list[Point]], labels: tuple[str, str, str], levels: Levels
) -> Html:
    title, across, up = labels
    plot = _plot(frame, lines, levels)
    # What a player has stays until the next game of that player, or to the end.
    lines = {player: [*points, (plot.last, points[-1][1])] for player, points in lines.items()}
    drawn = [_curve(plot, number, points) for number, points in enumerate(lines.values())]
    names = _names(plot, lines) if frame is WIDE else []
    content = [_axes(plot, across, up), *_levels(plot, levels), *drawn, *names]
    view, kind = f"0 0 {frame.width} {plot.height}", f"chart {frame.kind}"
    return tag("svg", join(content), viewBox=view, role="img", aria_label=title, class_=kind)


def _plot(frame: Frame, lines: dict[str, list[Point]], levels: Levels) -> Plot:
    games = [x for points in lines.values() for x, _ in points]
    values = [*(y for points in lines.values() for _, y in points), *levels.values()]
    height, names = frame.least_height, 0.0
    if frame is WIDE:
        height = max(height, TOP + BOTTOM + LINE_HEIGHT * len(lines))
        names = max(map(_breadth, map(_short, lines)))
    return Plot(frame, max(games) or 1, ticks(min(values), max(values)), height, names)


def _breadth(text: str) -> float:
    """How wide it is at most, in any of the fonts that we ask for."""
    return sum(12.0 if char in BROAD else 9.5 if char.isupper() else 8.0 for char in text)


def _levels(plot: Plot, levels: Levels) -> list[Html]:
    """A line across for each, with what it means above its beginning."""
    left = plot.frame.left
    return [
        part
        for name, value in levels.items()
        for part in (
            empty(
                "line", class_="level", x1=left, x2=plot.right, y1=plot.y(value), y2=plot.y(value)
            ),
            _text(left + 6, plot.y(value) - 5, name, "start", "name"),
        )
    ]


def _between(value: float, values: Sequence[float], low: float, high: float) -> float:
    first, last = values[0], values[-1]
    return low + (high - low) * (value - first) / (last - first)


def _axes(plot: Plot, across: str, up: str) -> Html:
    left, right, bottom = plot.frame.left, plot.right, plot.height - BOTTOM
    parts: list[Html] = []
    for value in plot.ys:
        y = plot.y(value)
        kind = "axis" if value == plot.ys[0] else "rule"
        parts.append(empty("line", class_=kind, x1=left, x2=right, y1=y, y2=y))
        parts.append(_text(left - 8, y + 4, _tick(value), "end"))
    for value in ticks(0, plot.last):
        if value <= plot.last and value == int(value):
            x = plot.x(value)
            parts.append(empty("line", class_="axis", x1=x, x2=x, y1=bottom, y2=bottom + 4))
            parts.append(_text(x, bottom + 18, _tick(value), "middle"))
    parts.append(_text((left + right) / 2, plot.height - 6, across, "middle"))
    middle = (TOP + bottom) / 2
    turned = f"rotate(-90 14 {middle:g})"
    parts.append(tag("text", up, x=14, y=middle, text_anchor="middle", transform=turned))
    return join(parts)


def _curve(plot: Plot, number: int, points: list[Point]) -> Html:
    at = [(plot.x(x), plot.y(y)) for x, y in points]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in at)
    every = max(1, len(at) // MARKS_EACH)
    # Where the marks begin differs from line to line, so that lines which meet can be told apart.
    marked = at[number % every :: every]
    marks = [_mark(number, x, y) for x, y in marked]
    return tag("g", empty("path", d=path, **_stroke(number)), join(marks), class_=_colour(number))


def _stroke(number: int) -> dict[str, str | None]:
    return {"class_": "curve", "stroke_dasharray": DASHES[number % len(DASHES)] or None}


def _colour(number: int) -> str:
    return f"series-{number % COLOURS}"


def _mark(number: int, x: float, y: float) -> Html:
    """Filled for the first so many players, hollow for the next."""
    hollow = number // len(MARKS) % 2
    kind = "mark hollow" if hollow else "mark"
    shape = MARKS[number % len(MARKS)]
    return empty("path", class_=kind, d=shape, transform=f"translate({x:.1f} {y:.1f})")


def _names(plot: Plot, lines: dict[str, list[Point]]) -> list[Html]:
    """Each beside the end of its line, and a leader to it where it had to give way."""
    ends = [(plot.x(points[-1][0]), plot.y(points[-1][1])) for points in lines.values()]
    places = spread([y for _, y in ends], LINE_HEIGHT, TOP + 2, plot.height - BOTTOM)
    names: list[Html] = []
    for player, (x, y), place in zip(lines, ends, places, strict=True):
        path = f"M{x + 2:.1f} {y:.1f}L{x + 14:.1f} {place:.1f}"
        names.append(empty("path", class_="leader", d=path))
        names.append(_text(x + 18, place + 4, _short(player), "start", "name"))
    return names


def _legend(players: list[str]) -> Html:
    items = [
        tag("li", _sample(number), tag("bdi", player), class_=_colour(number))
        for number, player in enumerate(players)
    ]
    return tag("ul", join(items), class_="legend")


def _sample(number: int) -> Html:
    line = empty("path", d="M1 7H41", **_stroke(number))
    parts = join([line, _mark(number, 21, 7)])
    return tag("svg", parts, width=42, height=14, viewBox="0 0 42 14", aria_hidden="true")


def _text(x: float, y: float, text: str, anchor: str, kind: str | None = None) -> Html:
    return tag("text", text, x=float(x), y=float(y), text_anchor=anchor, class_=kind)


def _tick(value: float) -> str:
    return f"{round(value, 6):,g}".replace("-", MINUS)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
