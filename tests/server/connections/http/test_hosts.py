"""Which pages are ours: nobody becomes one of ours by making a name mean our address."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.app import App
from server.connections.http.hosts import Hosts
from tests.server.serving import serving

OURS = Hosts(("play.example", "box:8765", "127.0.0.1"), ("friend.example",))


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("", True),
        ("localhost", True),
        ("LOCALHOST:8765", True),
        ("127.0.0.1:8765", True),
        ("192.168.1.7:8765", True),
        ("[::1]:8765", True),
        ("play.example", True),
        ("Play.Example:443", True),
        ("box:8765", True),
        ("box:9999", False),
        ("evil.example", False),
        ("evil.example:8765", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example@127.0.0.1", True),  # an address all the same
        ("friend.example", False),  # its pages may connect, but we are not it
        ("[", False),
        ("/", False),
    ],
)
def test_we_are_our_names_and_every_address(host: str, ours: bool) -> None:
    """A name can be rebound, an address cannot."""
    assert OURS.is_ours(host) is ours


@pytest.mark.parametrize(
    ("origin", "host", "admitted"),
    [
        ("http://evil.example", "evil.example", False),
        ("http://evil.example:8765", "evil.example:8765", False),
        ("http://evil.example", "127.0.0.1:8765", False),
        ("http://127.0.0.1:8765", "127.0.0.1:8765", True),
        ("http://localhost:8765", "localhost:8765", True),
        ("https://play.example", "play.example", True),
        ("https://play.example", "evil.example", False),
        ("https://friend.example", "play.example", True),
        ("null", "127.0.0.1", False),
        ("", "", False),
        ("http://[", "[", False),
    ],
)
def test_a_page_is_ours_or_on_the_list(origin: str, host: str, admitted: bool) -> None:
    """That it comes from the host which it asks for is not enough."""
    assert OURS.admit(origin, host) is admitted


NODES = Hosts(
    ("localhost",), (), lambda: ("wss://a.example", "wss://B.example:443", "ws://10.0.0.1:8765")
)


@pytest.mark.parametrize(
    ("origin", "admitted"),
    [
        ("https://a.example", True),
        ("https://b.example", True),
        ("http://10.0.0.1:8765", True),
        ("http://10.0.0.1:8766", False),
        ("https://c.example", False),
        ("https://a.example.evil.example", False),
    ],
)
def test_the_page_of_a_node_may_connect_to_all_nodes(origin: str, admitted: bool) -> None:
    """It goes to another when its own dies."""
    assert NODES.admit(origin, "b.example") is admitted


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost:8765", "ws://localhost:8765 wss://localhost:8765 "),
        ("[::1]:8765", "ws://[::1]:8765 wss://[::1]:8765 "),
        ("", ""),
        ("a; script-src *", ""),
        ("a *", ""),
        ("a\r\nX: y", ""),
        ("a@b", ""),
    ],
)
def test_a_page_is_told_where_it_may_connect_to(host: str, own: str) -> None:
    """Its own host by both schemes, and all nodes; nothing else gets into a policy by that."""
    nodes = "wss://a.example wss://B.example:443 ws://10.0.0.1:8765"
    assert NODES.sources(host) == own + nodes


@pytest.mark.parametrize("url", ["ws://[", "wss://a; script-src *", "http://a.example", ""])
def test_what_is_no_url_of_a_node_gets_into_no_policy(url: str) -> None:
    """However it came to be set."""
    assert Hosts((), (), lambda: (url,)).sources("") == ""


async def status(app: App, path: str, host: str) -> int:
    place = urlsplit(app.url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return int(answer.split()[1])


async def test_a_rebound_page_gets_nothing(tmp_path: Path) -> None:
    """Neither a connection nor the metrics; a balancer asks for our health by any name."""
    async with serving(tmp_path, hosts=("play.example",)) as app:
        port = urlsplit(app.url).port
        for name, lets_in in (("evil.example", False), ("play.example", True)):
            host = f"{name}:{port}"
            assert await status(app, "/metrics", host) == (200 if lets_in else 403)
            assert await status(app, "/healthz", host) == 200
            page = {"Origin": f"http://{host}"}
            opening = connect(
                f"ws://{host}", host="127.0.0.1", port=port, additional_headers=page, proxy=None
            )
            if lets_in:
                async with opening:
                    continue
            with pytest.raises(InvalidStatus) as turned_away:
                await opening
            assert b"--hosts" in turned_away.value.response.body


async def test_a_program_may_use_any_name(app: App) -> None:
    """It sends no Origin, and nobody can make it ask."""
    port = urlsplit(app.url).port
    async with connect(f"ws://any.example:{port}", host="127.0.0.1", port=port, proxy=None):
        pass
