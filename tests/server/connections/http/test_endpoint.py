"""What plain HTTP gets, whose pages may connect, TLS, and life behind a proxy."""

import asyncio
import json
import ssl
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from games.errors import Mistake
from protocol.parts import Fault, Terms
from protocol.replies import Done
from protocol.requests import Hello, Resign, Watch
from server.app import App
from server.matches.table import Table
from tests.patience import IN_VAIN
from tests.server.connections.certificates import certified, trusting
from tests.server.connections.links import closing
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving


async def get(url: str, path: str, *headers: str, host: str = "") -> tuple[int, str, str]:
    """Status, content type and body."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    lines = (f"GET {path} HTTP/1.1", f"Host: {host or place.netloc}", *headers, "", "")
    writer.write("\r\n".join(lines).encode())
    async with asyncio.timeout(IN_VAIN):
        head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    first, *rest = head.split("\r\n")
    kinds = [line.partition(": ")[2] for line in rest if line.lower().startswith("content-type")]
    return int(first.split()[1]), kinds[0] if kinds else "", body


async def scraped(app: App) -> dict[str, float]:
    """All samples, by name and labels."""
    status, kind, body = await get(app.url, "/metrics")
    assert status == 200
    assert kind.startswith("text/plain")
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(body)
        for sample in family.samples
    }


class TestPages:
    async def test_health(self, app: App, ann: Player, bob: Player) -> None:
        """In JSON, with who is there."""
        await pair(ann, bob, Terms("gomoku"))
        status, kind, body = await get(app.url, "/healthz")
        assert (status, kind) == (200, "application/json")
        told = json.loads(body)
        assert (told["status"], told["matches"], told["players"]) == ("ok", 1, 2)

    @pytest.mark.parametrize("path", ["/metrics", "/healthz", "/nowhere"])
    async def test_no_page_looks_through_the_tables(
        self, path: str, app: App, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Or whoever asks for it often would slow the more matches down the more there are."""

        class Unwalked(dict[str, Table]):
            def __iter__(self) -> Iterator[str]:
                raise AssertionError("all tables were looked at")

            values = items = keys = __iter__  # type: ignore[assignment]

        await pair(ann, bob, Terms("gomoku"))
        monkeypatch.setattr(app.house.tables, "all", Unwalked(app.house.tables.all))
        status, _, body = await get(app.url, path)
        assert status in (200, 404), body
        monkeypatch.undo()

    async def test_health_says_when_the_server_closes_or_fails(self, app: App) -> None:
        """The first is fine, the second is not."""
        app.house.lobby.door.closing_reason = "an upgrade"
        status, _, body = await get(app.url, "/healthz")
        assert (status, json.loads(body)["status"]) == (200, "closing")
        app.house.failed.set_result(OSError("the disk is full"))
        status, _, body = await get(app.url, "/healthz")
        assert (status, json.loads(body)["status"]) == (503, "failing")

    async def test_metrics_move_with_play(
        self, app: App, ann: Player, bob: Player, bot: Player
    ) -> None:
        """And can be read by what reads them."""
        before = await scraped(app)
        assert (before["inarow_connections"], before["inarow_moves_total"]) == (3, 0)
        match = await pair(ann, bob, Terms("gomoku"))
        for ply in range(3):
            await (ann, bob)[ply % 2].play(match, ply, ply)
        await ann.refused(Hello(0, "again"))
        await bot.ask(Watch(0, match), Done)
        during = await scraped(app)
        assert (during["inarow_matches"], during["inarow_watchers"]) == (1, 1)
        assert during["inarow_moves_total"] == during["inarow_move_seconds_count"] == 3
        assert during["inarow_refusals_total hello-again"] == 1
        assert during["inarow_commit_writes_sum"] > before["inarow_commit_writes_sum"]
        assert "inarow_loop_lag_seconds" in during
        await ann.ask(Resign(0, match))
        await bob.close()
        after = await scraped(app)
        assert (after["inarow_matches"], after["inarow_matches_ended_total resigned"]) == (0, 1)
        assert after["inarow_connections"] == 2

    @pytest.mark.parametrize("path", ["/nothing", "/healthz/x", "//[", "/%00", "/?x=1/metrics"])
    async def test_other_paths_are_not_there(self, path: str, tmp_path: Path) -> None:
        """Except the root, which is for WebSockets only where there is no page."""
        async with serving(tmp_path, page=False) as app:
            status, _, body = await get(app.url, path)
        assert status in ((426,) if path.startswith("/?") else (404,))
        assert body

    async def test_a_query_does_not_matter(self, app: App) -> None:
        """Some monitors add one."""
        assert (await get(app.url, "/healthz?now=1"))[0] == 200


class TestAnAddressOfTheirOwn:
    async def test_metrics_are_told_there_only(self, tmp_path: Path) -> None:
        """By any name; and how the server is, at both."""
        async with serving(tmp_path, metrics="127.0.0.1:0") as app:
            own = app.metrics_url.removesuffix("/metrics")
            status, _, body = await get(own, "/metrics", host="inarow:9100")
            assert (status, "inarow_moves_total" in body) == (200, True)
            assert (await get(app.url, "/metrics"))[0] == 404
            for url in (app.url, own):
                assert (await get(url, "/healthz"))[0] == (await get(url, "/livez"))[0] == 200
            assert (await get(own, "/"))[0] == 404
            assert app.house.admission.total == 0

    async def test_players_do_not_come_in_by_it(self, tmp_path: Path) -> None:
        """An upgrade is a request like any other."""
        async with serving(tmp_path, metrics="127.0.0.1:0") as app:
            url = app.metrics_url.replace("http", "ws", 1).removesuffix("/metrics")
            with pytest.raises(InvalidStatus):
                await connect(url)

    async def test_an_address_that_is_taken_is_told(self, tmp_path: Path) -> None:
        """Before anything is done."""
        async with serving(tmp_path) as app:
            taken = urlsplit(app.url).netloc
            with pytest.raises(Mistake, match=f"cannot listen at {taken}"):
                async with serving(tmp_path / "other.db", metrics=taken):
                    raise AssertionError("it has started")


class TestOrigins:
    @pytest.mark.parametrize(
        ("origin", "lets_in"),
        [
            (None, True),
            ("http://{host}", True),
            ("https://{host}", True),
            ("http://evil.example", False),
            ("http://127.0.0.1:1", False),
            ("null", False),
            ("http://[", False),
            ("https://play.example.org", True),
            ("https://PLAY.example.org", True),
            ("https://play.example.org.evil.example", False),
            ("http://localhost:8000", True),
            ("http://localhost:8001", False),
        ],
    )
    async def test_pages_connect_from_the_same_host_or_the_list(
        self, origin: str | None, lets_in: bool, tmp_path: Path
    ) -> None:
        """Programs, which send none, always may."""
        listed = ("play.example.org", "localhost:8000")
        async with serving(tmp_path, origins=listed) as app:
            host = urlsplit(app.url).netloc
            headers = {} if origin is None else {"Origin": origin.format(host=host)}
            opening = connect(app.url, additional_headers=headers)
            if lets_in:
                async with opening:
                    return
            with pytest.raises(InvalidStatus) as turned_away:
                await opening
            response = turned_away.value.response
            assert (response.status_code, b"--origins" in response.body) == (403, True)


class TestTLS:
    async def test_players_connect_to_wss(self, tmp_path: Path) -> None:
        """With a certificate of one's own, which they trust."""
        tls = await certified(tmp_path)
        async with serving(tmp_path, **tls) as app:
            assert app.url.startswith("wss://127.0.0.1:")
            async with connect(app.url, ssl=trusting(tls)) as socket:
                await socket.send('{"type": "hello", "id": 1, "name": "ann"}')
                assert json.loads(await socket.recv())["type"] == "welcome"
            with pytest.raises(ssl.SSLCertVerificationError):
                await connect(app.url, ssl=ssl.create_default_context())


class TestBehindAProxy:
    async def test_addresses_are_what_the_proxy_says(self, tmp_path: Path) -> None:
        """The last one, which it has added itself; the others anybody could have written."""
        settings = {"behind_proxy": True, "connections_per_address": 1}
        async with serving(tmp_path, **settings) as app:
            one = {"X-Forwarded-For": "10.0.0.1"}
            forged = {"X-Forwarded-For": "10.9.9.9, 10.0.0.1"}
            other = {"X-Forwarded-For": "10.0.0.2"}
            async with (
                connect(app.url, additional_headers=one) as first,
                connect(app.url, additional_headers=other) as second,
                connect(app.url, additional_headers=forged) as third,
            ):
                await third.send('{"type": "hello", "id": 1, "name": "ann"}')
                assert (await closing(third))[0] == 1013
                for socket in (first, second):
                    await socket.send('{"type": "listseeks", "id": 1}')
                    assert json.loads(await socket.recv())["code"] == Fault.HELLO_FIRST

    async def test_without_one_nobody_is_believed(self, tmp_path: Path) -> None:
        """Or everyone could come from everywhere."""
        async with serving(tmp_path, connections_per_address=1) as app, player(app.url, "ann"):
            headers = {"X-Forwarded-For": "10.0.0.1"}
            async with connect(app.url, additional_headers=headers) as second:
                await second.send('{"type": "hello", "id": 1, "name": "bob"}')
                assert (await closing(second))[0] == 1013
