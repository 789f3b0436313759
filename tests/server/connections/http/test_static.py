"""The page is served as it lies in its folder, once, safely and packed, and by no other path."""

import asyncio
import gzip
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect

from server.app import App
from server.connections.http import endpoint
from server.connections.http.static import WEB, Asked, WebPage, scripts, web_page
from tests import ROOT
from tests.patience import IN_VAIN
from tests.server.serving import serving

FILES = {
    "index.html": b'<head><link href="page.css"><script src="app.js"></script></head><a href="#/">',
    "app.js": b'import { a } from "./views/live.js";\nconst b = () => import("./late.js");\n' * 9,
    "late.js": b"",
    "part.js": b'import "./views/../part.js";\nimport "./nowhere.js";\n',
    "views/live.js": b'export * from "../part.js";\n',
    "page.css": b"p {}",
}


class Got(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


async def get(url: str, path: str = "/", *headers: str, method: str = "GET") -> Got:
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    own = [] if any(each.startswith("Host:") for each in headers) else [f"Host: {place.netloc}"]
    writer.write("\r\n".join((f"{method} {path} HTTP/1.1", *own, *headers, "", "")).encode())
    async with asyncio.timeout(IN_VAIN):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    first, *lines = head.decode().split("\r\n")
    told = dict(line.lower().split(": ", 1) for line in lines)
    return Got(int(first.split()[1]), told, body)


@asynccontextmanager
async def serving_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: object
) -> AsyncIterator[App]:
    monkeypatch.setattr(endpoint, "web_page", lambda: WebPage(FILES))
    async with serving(folder, **settings) as app:
        yield app


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[App]:
    async with serving_files(tmp_path, monkeypatch) as app:
        yield app


def placed(path: str) -> str:
    return f"/{WebPage(FILES).version}/{path}"


class TestFiles:
    async def test_the_html_names_its_files_by_their_version_and_its_modules(
        self, site: App
    ) -> None:
        """So that a browser asks at once for all that it needs at once."""
        html = (await get(site.url)).body.decode()
        assert f'href="{placed("page.css")}"' in html
        assert f'src="{placed("app.js")}"' in html
        assert 'href="#/"' in html
        named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', html)
        assert named == [placed("views/live.js"), placed("part.js")]

    async def test_every_file_comes_as_it_is_with_its_type(self, site: App) -> None:
        """With its version in the path, without, and with one that has gone."""
        kinds = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
        for name, content in FILES.items():
            if name != "index.html":
                for path in (f"/{name}", placed(name), f"/{'0' * 16}/{name}"):
                    got = await get(site.url, path)
                    assert (got.status, got.body) == (200, content)
                    assert got.headers["content-type"] == kinds[name.partition(".")[2]]

    async def test_only_what_is_of_this_version_is_kept_for_ever(self, site: App) -> None:
        """An upgrade is seen at once; with a query or without."""
        kept = {
            path: (await get(site.url, path)).headers["cache-control"]
            for path in ("/", "/?x=1", "/index.html", "/app.js", f"/{'0' * 16}/app.js",
                         placed("app.js"), placed("index.html"))
        }  # fmt: skip
        for_ever = "public, max-age=31536000, immutable"
        assert {path for path, told in kept.items() if told == for_ever} == {
            placed("app.js"),
            placed("index.html"),
        }
        assert set(kept.values()) == {for_ever, "no-cache"}

    async def test_who_has_it_is_not_sent_it_again(self, site: App) -> None:
        """As the tag that came with it says, packed or not."""
        for coding in ("Accept-Encoding: gzip", "Accept-Encoding: br"):
            tag = (await get(site.url, "/", coding)).headers["etag"]
            for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
                got = await get(site.url, "/", coding, f"If-None-Match: {known}")
                assert (got.status, got.body, got.headers["etag"]) == (304, b"", tag)
                assert "content-length" not in got.headers
            assert (await get(site.url, "/", coding, 'If-None-Match: "x"')).status == 200

    @pytest.mark.parametrize(
        ("accepted", "packed"),
        [
            ("gzip", True), ("br, GZIP;q=0.5", True), ("gzip;q=0", False), ("gzip;q=0.0", False),
            ("", False), ("identity", False), ("xgzip", False), ("deflate,gzip", True),
        ],
    )  # fmt: skip
    async def test_it_comes_packed_to_whoever_takes_that(
        self, accepted: str, packed: bool, site: App
    ) -> None:
        """Where it is smaller so."""
        got = await get(site.url, "/app.js", f"Accept-Encoding: {accepted}")
        assert (got.headers.get("content-encoding") == "gzip") is packed
        assert (gzip.decompress(got.body) if packed else got.body) == FILES["app.js"]
        assert got.headers["vary"] == "accept-encoding"
        small = await get(site.url, "/page.css", f"Accept-Encoding: {accepted}")
        assert "content-encoding" not in small.headers
        assert small.headers["etag"] != got.headers["etag"]

    async def test_head_is_answered_like_get_without_the_body(self, site: App) -> None:
        """For the page and all else."""
        for path in ("/", "/app.js", "/livez", "/nowhere"):
            got, told = await get(site.url, path), await get(site.url, path, method="HEAD")
            assert (told.status, told.body) == (got.status, b"")
            assert told.headers["content-length"] == str(len(got.body))

    async def test_without_the_page_there_is_none(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By --no-page."""
        async with serving_files(tmp_path, monkeypatch, page=False) as app:
            assert (await get(app.url)).status == 426
            assert (await get(app.url, "/app.js")).status == 404


class TestSafety:
    async def test_nothing_but_our_own_files_may_run(self, site: App) -> None:
        """No inline script, no other host, no frame around it; connections to its own host."""
        got = await get(site.url)
        policy = dict(
            part.strip().split(" ", 1) for part in got.headers["content-security-policy"].split(";")
        )
        host = urlsplit(site.url).netloc
        assert policy == {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data:",
            "manifest-src": "'self'",
            "connect-src": f"'self' ws://{host} wss://{host}",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        for each in (got, await get(site.url, "/app.js")):
            assert each.headers["x-content-type-options"] == "nosniff"
            assert each.headers["referrer-policy"] == "no-referrer"
            assert "set-cookie" not in each.headers

    @pytest.mark.parametrize(
        "path",
        [
            "/..", "/../pyproject.toml", "/./app.js", "//app.js", "/views/../app.js", "/views/",
            "/%2e%2e/pyproject.toml", "/..%2fpyproject.toml", "/app.js%00", "/app.js/",
            "/\\app.js", "/etc/passwd", "/file:///etc/passwd", "http://127.0.0.1/app.js", "app.js",
            "*", "/APP.JS", "/__init__.py", f"/{'0' * 16}/../app.js", f"/{'0' * 32}/app.js",
            f"/{'0' * 16}/{'0' * 16}/app.js", f"/{'0' * 16}", f"/{'0' * 16}/",
        ],
    )  # fmt: skip
    async def test_nothing_else_can_be_asked_for(self, path: str, site: App) -> None:
        """There is no way from a path into the file system."""
        assert (await get(site.url, path)).status == 404

    async def test_a_name_that_is_not_ours_gets_no_page(self, site: App) -> None:
        """It could not connect either; the answer says what to set."""
        got = await get(site.url, "/", "Host: evil.example")
        assert got.status == 403
        assert b"--hosts" in got.body
        assert (await get(site.url, "/", "Host: a", "Host: b")).status == 400

    async def test_only_reading_is_understood(self, site: App) -> None:
        """And says so."""
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get"):
            got = await get(site.url, "/", method=method)
            assert (got.status, got.headers["allow"]) == (405, "get, head")

    async def test_a_page_load_is_no_flood(self, site: App) -> None:
        """Some forty files, each by a connection of its own, and people come after it."""
        for _ in range(5):
            loads = (get(site.url, placed("app.js")) for _ in range(40))
            assert {each.status for each in await asyncio.gather(*loads)} == {200}
        async with connect(site.url) as socket:
            await socket.send('{"type": "hello", "id": 1, "name": "ann"}')
            assert "welcome" in str(await socket.recv())

    async def test_loads_without_end_are_bounded_behind_a_proxy_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """For each address, and told when to come again; others do not notice."""
        settings = {"behind_proxy": True, "connections_per_address": 1}
        async with serving_files(tmp_path, monkeypatch, **settings) as app:
            statuses = [
                await get(app.url, "/page.css", "X-Forwarded-For: 10.0.0.1") for _ in range(200)
            ]
            turned_away = [got for got in statuses if got.status == 429]
            assert {got.status for got in statuses} == {200, 429}
            assert all(1 <= int(got.headers["retry-after"]) <= 10 for got in turned_away)
            other = await get(app.url, "/page.css", "X-Forwarded-For: 10.0.0.2")
            assert other.status == 200


class TestTheFolder:
    def test_the_modules_are_found_in_their_order(self) -> None:
        """Each once, though they import each other in a ring."""
        assert scripts(FILES) == ("app.js", "views/live.js", "part.js")

    @pytest.mark.parametrize("view", sorted((WEB / "views").glob("*.js"), key=str), ids=str)
    def test_whatever_is_looked_at_first_weighs_little(self, view: Path) -> None:
        """The html, the styles, the modules of the frame and a view, and one that it goes on with.

        150 kB in all, not packed; and the sheets and modules that are named are there.
        """
        found = {path.relative_to(WEB).as_posix(): path for path in WEB.rglob("*.*")}
        files = {name: path.read_bytes() for name, path in found.items() if path.suffix == ".js"}
        named = re.findall(r'(?:src|href)="([\w./]+)"', (WEB / "index.html").read_text())
        shown = view.relative_to(WEB).as_posix()
        assert shown.rpartition("/")[2] in files["app.js"].decode()
        page = web_page()
        assert page is not None
        html = page.find(Asked("/"))
        assert html is not None
        later = re.findall(r'import\("\.\./([\w/]+\.js)"\)', view.read_text())
        for last in later or [shown]:
            modules = {*scripts(files), *scripts(files, shown), *scripts(files, last)}
            told = "".join(files[name].decode() for name in modules)
            sheets = re.findall(r'"(\w+/\w+\.css)"', told)
            needed = {*named, *sheets, *modules}
            weight = sum(found[name].stat().st_size for name in needed)
            assert weight + len(html.body) <= 150_000, last

    def test_another_content_is_another_version(self) -> None:
        """Whichever file has changed, or only its name."""
        names = [{**FILES, "page.css": b"p{}"}, {**FILES, "x.css": b""}, FILES]
        assert len({WebPage(files).version for files in names}) == 3

    def test_only_files_of_known_types_are_read(self, tmp_path: Path) -> None:
        """And none without an html to begin with."""
        (tmp_path / "app.js").write_text("")
        assert web_page(tmp_path) is None
        other = tmp_path / "other"
        (other / "views").mkdir(parents=True)
        names = ("index.html", "views/a.js", "secret.py", ".env", "notes.md")
        for name in names:
            (other / name).write_text(name)
        page = web_page(other)
        assert page is not None
        there = [name for name in names if page.find(Asked(f"/{name}"))]
        assert there == ["index.html", "views/a.js"]

    def test_ours_is_in_the_wheel(self) -> None:
        """Where the server looks for it: beside its own package."""
        assert WEB == ROOT / "web"
        assert re.search(r'only-include = \[[^\]]*"web"', (ROOT / "pyproject.toml").read_text())
