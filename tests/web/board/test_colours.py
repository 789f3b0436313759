"""What is told by lines and stones is seen against what lies behind it, in every theme."""

import re

import pytest

from tests.web.board.conftest import Bench

GRAPHICS = 3.0  # the contrast that WCAG 2.2 asks for what is no text, by 1.4.11
PAIRS = [
    (front, ground)
    for ground in ("raised", "won", "ground")
    for front in ("x", "o", "text", "accent")
] + [("quiet", "raised"), ("danger", "raised"), ("raised", "danger"), ("accent-text", "accent")]
COLOUR = """name => {
  const probe = document.createElement("p");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}"""


def luminance(colour: str) -> float:
    """Of `rgb(1, 2, 3)`, as WCAG has it."""
    channels = [int(each) / 255 for each in re.findall(r"\d+", colour)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("theme", ["system", "contrast"])
async def test_it_is_seen_well(bench: Bench, scheme: str, theme: str) -> None:
    """Stones on the board and on a winning line, lines, clocks that run and run out."""
    await bench.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    if theme != "system":
        await bench.page.evaluate("it => { document.documentElement.dataset.theme = it; }", theme)
    names = {name for pair in PAIRS for name in pair}
    found = {name: await bench.page.evaluate(COLOUR, name) for name in names}
    await bench.page.emulate_media(color_scheme="null")
    told = {pair: round(contrast(*(found[name] for name in pair)), 2) for pair in PAIRS}
    assert {pair: value for pair, value in told.items() if value < GRAPHICS} == {}


def test_contrast_is_that_of_the_standard() -> None:
    """Black on white has the most that there is."""
    assert round(contrast("rgb(0, 0, 0)", "rgb(255, 255, 255)"), 2) == 21.0
    assert round(contrast("rgb(119, 119, 119)", "rgb(255, 255, 255)"), 2) == 4.48
