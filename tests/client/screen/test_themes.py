"""The looks of the full-screen client, for all eyes and small terminals."""

from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import Theme

from client.screen.board.glyphs import ASCII, LINES, Glyphs
from client.screen.board.marks import game_page
from client.screen.preferences import Preferences, load_preferences, save_preferences
from client.screen.themes import DEFAULT, NAMES, THEMES, after
from client.screen.widgets import help
from client.screen.widgets.help import keys_page
from games import game_named
from tests.games.every import EVERY_GAME

# How colours look to people without one kind of cones: Machado, Oliveira and Fernandes (2009).
BLIND = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
every_theme = pytest.mark.parametrize("theme", THEMES, ids=NAMES)


def linear(colour: str) -> list[float]:
    parts = (Color.parse(colour).r, Color.parse(colour).g, Color.parse(colour).b)
    shares = [part / 255 for part in parts]
    return [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]


def contrast(one: str, other: str) -> float:
    """The ratio that the guidelines for accessible web content define."""
    weights = (0.2126, 0.7152, 0.0722)
    lights = [
        sum(weight * part for weight, part in zip(weights, linear(colour), strict=True)) + 0.05
        for colour in (one, other)
    ]
    return max(lights) / min(lights)


def pairs(theme: Theme) -> list[tuple[str, str]]:
    """What is read on which ground."""
    ground, seen = str(theme.background), theme.variables
    marks = [(seen[stone], seen["last"]) for stone in ("first", "second", "ghost")]
    stones = [(seen[stone], ground) for stone in ("first", "second")]
    texts = [(str(theme.foreground), ground), (str(theme.foreground), str(theme.panel))]
    others = [(seen["dim"], ground), (seen["won-ink"], seen["won"]), (seen["ghost"], seen["goal"])]
    return stones + marks + texts + others


@every_theme
def test_everything_can_be_read(theme: Theme) -> None:
    """At a ratio of 3 to 1 at least, and of 7 to 1 in the theme for high contrast."""
    least = 7.0 if theme.name == "contrast" else 3.0
    for ink, ground in pairs(theme):
        assert contrast(ink, ground) >= least, (ink, ground)


@pytest.mark.parametrize("blindness", BLIND)
def test_the_safe_theme_tells_the_sides_apart(blindness: str) -> None:
    """Whichever kind of cones is missing."""
    safe = THEMES[NAMES.index("safe")].variables
    seen = [
        [
            sum(share * part for share, part in zip(row, linear(safe[side]), strict=True))
            for row in BLIND[blindness]
        ]
        for side in ("first", "second")
    ]
    assert max(abs(one - other) for one, other in zip(*seen, strict=True)) > 0.3


def test_the_themes_go_round() -> None:
    name, seen = DEFAULT, []
    for _ in NAMES:
        seen.append(name)
        name = after(name)
    assert name == DEFAULT
    assert sorted(seen) == sorted(NAMES)
    assert after("gone") == DEFAULT


def test_what_was_chosen_is_remembered(tmp_path: Path) -> None:
    file = tmp_path / "new" / "screen.json"
    assert load_preferences(file) == Preferences()
    save_preferences(file, Preferences("safe", bell=False))
    assert load_preferences(file) == Preferences("safe", bell=False)


@pytest.mark.parametrize("text", ["", "{", '{"theme": "gone"}', '{"theme": 7}', "[]"])
def test_a_spoilt_file_does_no_harm(tmp_path: Path, text: str) -> None:
    file = tmp_path / "screen.json"
    file.write_text(text)
    assert load_preferences(file) == Preferences()


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    save_preferences(tmp_path / "file" / "screen.json", Preferences())


@pytest.mark.parametrize("keys", [help.PLAYING, help.REPLAY, help.LOBBY, help.TOURNAMENT])
def test_help_fits_the_smallest_terminal(keys: str) -> None:
    """80x24, less the edge of the window and its last line."""
    lines = keys_page(keys).splitlines()
    assert len(lines) <= 21
    assert [line for line in lines if len(line) > 76] == []


@pytest.mark.parametrize("glyphs", [ASCII, LINES])
@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_rules_of_each_game_fit_too(name: str, glyphs: Glyphs) -> None:
    """As wide as a terminal; what is longer can be scrolled."""
    lines = game_page(game_named(name), glyphs).splitlines()
    assert [line for line in lines if len(line) > 76] == []
    assert len(lines) <= 30
