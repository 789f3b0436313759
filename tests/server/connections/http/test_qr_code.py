"""Links to invites as QR codes, for the page: ours, and nobody else's."""

import re
from urllib.parse import quote, urlsplit

import pytest
import segno

from server.app import App
from tests.server.connections.http.test_static import get
from tests.server.players_over_sockets import player
from tests.server.serving import serving

QUIET = 4


def modules(drawing: str) -> list[str]:
    """What is dark in a drawing of strokes, row by row: `m` moves on, `h` draws."""
    size = int(re.findall(r'viewBox="0 0 (\d+) \d+"', drawing)[0])
    rows = [[" "] * size for _ in range(size)]
    strokes = re.findall(r'stroke="#000" d="([^"]+)"', drawing)[0]
    x = y = 0
    for kind, text in re.findall(r"([Mmh])([^Mmh]+)", strokes):
        numbers = [int(float(each)) for each in text.split()]
        if kind == "M":
            x, y = numbers
        elif kind == "m":
            x, y = x + numbers[0], y + numbers[1]
        else:
            rows[y][x : x + numbers[0]] = "#" * numbers[0]
            x += numbers[0]
    return ["".join(row) for row in rows]


async def test_the_code_is_that_of_the_link(app: App) -> None:
    """With the light around it that readers need; it is kept by nobody, and may run nothing."""
    link = f"http://{urlsplit(app.url).netloc}/#K7M3PX"
    got = await get(app.url, f"/qr.svg?{quote(link, safe='')}")
    assert (got.status, got.headers["content-type"]) == (200, "image/svg+xml")
    assert got.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in got.headers["content-security-policy"]
    matrix = segno.make_qr(link, error="m").matrix_iter(border=QUIET)
    assert modules(got.body.decode()) == [
        "".join(" #"[bool(module)] for module in row) for row in matrix
    ]


@pytest.mark.parametrize(
    "link",
    [
        "", "K7M3PX", "{host}#K7M3PX", "ftp://{host}/#K7M3PX", "http://{host}/", "data:K7M3PX",
        "http://{host}/#K7M3P", "http://{host}/#K7M3PXX", "http://{host}/#k7m3px",
        "http://evil.example/#K7M3PX", "http://evil.example/?{host}/#K7M3PX",
        "http://{host}@evil.example/#K7M3PX", "http://{host}.evil.example/#K7M3PX",
        "http://{host}/ #K7M3PX", "http://{host}/#K7M3PX\n", f"http://{{host}}/{'x' * 200}#K7M3PX",
    ],
)  # fmt: skip
async def test_of_nothing_else_is_one_drawn(app: App, link: str) -> None:
    """Or strangers would have us draw the way to their own places."""
    host = urlsplit(app.url).netloc
    assert (await get(app.url, f"/qr.svg?{quote(link.format(host=host), safe='')}")).status == 404
    assert (await get(app.url, "/qr.svg")).status == 404


async def test_without_the_page_there_is_none(tmp_path_factory: pytest.TempPathFactory) -> None:
    """And players are told so, that they name no link that leads nowhere."""
    for page in (True, False):
        async with serving(tmp_path_factory.mktemp("served"), page=page) as app:
            link = quote(f"http://{urlsplit(app.url).netloc}/#K7M3PX", safe="")
            assert (await get(app.url, f"/qr.svg?{link}")).status == (200 if page else 404)
            async with player(app.url, "ann") as ann:
                assert ann.welcome.page is page
