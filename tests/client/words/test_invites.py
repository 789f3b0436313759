"""Links to invites, and their QR codes in a terminal."""

import pytest
import segno

from client.words.invites import HALVES, invite_link, qr_code


@pytest.mark.parametrize(
    ("server", "link"),
    [
        ("wss://your.host", "https://your.host/#K7M3PX"),
        ("ws://127.0.0.1:8765", "http://127.0.0.1:8765/#K7M3PX"),
        ("wss://your.host/games/", "https://your.host/games/#K7M3PX"),
    ],
)
def test_the_link_leads_to_the_page_of_the_server(server: str, link: str) -> None:
    """By http as the server is reached: with encryption or without."""
    assert invite_link(server, "K7M3PX") == link


def modules(lines: list[str]) -> list[list[bool]]:
    """What is drawn, two rows from each line."""
    halves = [[divmod(HALVES.index(each), 2) for each in line] for line in lines]
    return [[bool(half[row]) for half in line] for line in halves for row in (0, 1)]


@pytest.mark.parametrize("dark_on_light", [True, False])
@pytest.mark.parametrize("text", ["https://your.host/#K7M3PX", "http://127.0.0.1:8765/#K7M3PX"])
def test_the_code_is_that_of_the_text(text: str, dark_on_light: bool) -> None:
    """With as much light around it as there is room for, up to four modules."""
    for width, quiet in [(33, 4), (80, 4), (32, 3), (27, 1)]:
        code = segno.make_qr(text, error="l", boost_error=False)
        lines = qr_code(text, width, dark_on_light=dark_on_light)
        assert max(map(len, lines)) <= width
        wanted = [
            [bool(each) is dark_on_light for each in row] for row in code.matrix_iter(border=quiet)
        ]
        assert modules(lines)[: len(wanted)] == wanted
        assert {*modules(lines)[-1]} == {not dark_on_light}


def test_where_it_does_not_fit_there_is_none() -> None:
    assert qr_code("https://your.host/#K7M3PX", 26, dark_on_light=True) == []
    assert qr_code("x" * 3000, 80, dark_on_light=True) == []
