"""The lines of a board in characters for drawing boxes, heavy around cells that matter.

Each character joins up to four arms, each of which is missing, light or heavy. A boxed board is
ruled along its walls; on one that is closely drawn the lines cross where the stones are put, but
for boards whose stones fall, which have cells and no crossings.
"""

from collections.abc import Iterable
from functools import lru_cache

from client.screen.board.layout import Layout, Spot
from games import Cell

# By the weights of the arms up, right, down and left, as digits of a number to the base of three.
JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
LIGHT, HEAVY = 1, 2
UP, RIGHT, DOWN, LEFT = range(4)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # in this order
RULES = {"-": (RIGHT, LEFT), "|": (UP, DOWN), "+": (UP, RIGHT, DOWN, LEFT)}

Arms = tuple[int, int, int, int]  # the weight of each


def ruling(layout: Layout, outlined: Iterable[Cell]) -> tuple[dict[Spot, str], set[Spot]]:
    """The character of each spot on a line, and the spots of what runs around these cells."""
    light = _light(layout)
    arms = {spot: list(weights) for spot, weights in light.items()}
    heavy: set[Spot] = set()
    for spot, arm in _outline(layout, frozenset(outlined)):
        if spot in arms and arms[spot][arm]:
            arms[spot][arm] = HEAVY
            heavy.add(spot)
    return {spot: _joint(weights) for spot, weights in arms.items()}, heavy


def _joint(weights: Iterable[int]) -> str:
    number = 0
    for weight in weights:
        number = number * 3 + weight
    return JOINTS[number]


@lru_cache(maxsize=16)
def _light(layout: Layout) -> dict[Spot, Arms]:
    """Where there are lines, and where they lead."""
    if layout.pitch.boxed:
        return _walls(layout.furniture)
    return {} if layout.game.below else _crossings(layout)


def _walls(furniture: tuple[str, ...]) -> dict[Spot, Arms]:
    found: dict[Spot, Arms] = {}
    for y, line in enumerate(furniture):
        for x, char in enumerate(line):
            if char in RULES:
                up, right, down, left = (
                    LIGHT
                    if arm in RULES[char] and (char != "+" or _meets(furniture, x, y, arm))
                    else 0
                    for arm in range(4)
                )
                found[x, y] = (up, right, down, left)
    return found


def _meets(furniture: tuple[str, ...], x: int, y: int, arm: int) -> bool:
    """Whether a line leads away from a corner in this direction; two corners never join."""
    across, down = x + STEPS[arm][0], y + STEPS[arm][1]
    if not (0 <= down < len(furniture) and 0 <= across < len(furniture[0])):
        return False
    return furniture[down][across] == ("|" if arm in (UP, DOWN) else "-")


def _crossings(layout: Layout) -> dict[Spot, Arms]:
    across, down = layout.pitch
    spots = set(layout.spots)
    found: dict[Spot, Arms] = {}
    for x, y in layout.spots:
        there = ((x, y - down), (x + across, y), (x, y + down), (x - across, y))
        up, right, below, left = (LIGHT if each in spots else 0 for each in there)
        found[x, y] = (up, right, below, left)
        for between in range(x + 1, x + across if right else x):
            found[between, y] = (0, LIGHT, 0, LIGHT)
    return found


def _outline(layout: Layout, cells: frozenset[Cell]) -> Iterable[tuple[Spot, int]]:
    """The arms of the lines around a set of cells, spot by spot, without those inside of it."""
    if not layout.pitch.boxed:
        return
    across, down = layout.pitch
    columns, lines = layout.pitch.inside
    inside = {layout.spots[cell] for cell in cells}
    for x, y in inside:
        for side, wall in ((-down, lines.start - 1), (down, lines.stop)):
            if (x, y + side) not in inside:
                for step in range(x + columns.start - 1, x + columns.stop):
                    yield (step, y + wall), RIGHT
                    yield (step + 1, y + wall), LEFT
        for side, wall in ((-across, columns.start - 1), (across, columns.stop)):
            if (x + side, y) not in inside:
                for step in range(y + lines.start - 1, y + lines.stop):
                    yield (x + wall, step), DOWN
                    yield (x + wall, step + 1), UP
