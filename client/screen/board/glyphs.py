"""The characters that boards are drawn with: lines and discs, or nothing but ASCII.

Each takes one column. Sides differ by shape, and so do the last move and a winning line, because
colour is not for everyone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from client.screen.board.layout import LARGE, MEDIUM, PITCHES, Pitch

Art = tuple[str, ...]  # the lines of a stone that takes several


class Glyphs(NamedTuple):
    ruled: bool  # boards have lines, which are heavy around what matters
    stones: tuple[str, str]  # by side
    art: Mapping[Pitch, tuple[Art, Art]]
    pitches: tuple[Pitch, ...]  # at which boards may be drawn, the best first
    empty: str  # where no lines cross
    target: str  # a cell that the reply is confined to
    last: str  # these stand on both sides of a cell
    won: str
    hint: str
    drop: str  # over the column that a stone falls in
    full: str  # of a bar that grows
    rest: str


ASCII = Glyphs(
    ruled=False,
    stones=("X", "O"),
    art={LARGE: (("\\ /", " X ", "/ \\"), ("/-\\", "| |", "\\-/"))},
    pitches=PITCHES,
    empty=".",
    target="_",
    last="><",
    won="**",
    hint="!",
    drop="v",
    full="#",
    rest=".",
)
LINES = Glyphs(
    ruled=True,
    stones=("X", "●"),
    art={
        LARGE: (("▀▄ ▄▀", "  █  ", "▄▀ ▀▄"), ("▄███▄", "█████", "▀███▀")),
        MEDIUM: (("▀▄▀", "▄▀▄"), ("▟█▙", "▜█▛")),
    },
    pitches=(LARGE, MEDIUM, *PITCHES[1:]),
    empty="·",
    target="·",
    last="▸◂",
    won="▐▌",
    hint="!",
    drop="▼",
    full="█",
    rest="░",
)


def glyphs(ascii: bool) -> Glyphs:
    return ASCII if ascii else LINES
