"""The certificate is read anew at SIGHUP, and nobody loses a connection by it."""

import json
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect

from games.errors import Mistake
from tests.client.link.server_messages import until
from tests.processes import serving_process
from tests.server.connections.certificates import certified, trusting
from tests.server.serving import serving


def shown(socket: ClientConnection) -> str:
    """The name on the certificate that a connection was shown."""
    tls = socket.transport.get_extra_info("ssl_object")
    return str(dict(pair for (pair,) in tls.getpeercert()["subject"])["commonName"])


def kept(path: str) -> Callable[[], object]:
    """Puts back what is in a file now."""
    return partial(Path(path).write_bytes, Path(path).read_bytes())


async def is_heard(socket: ClientConnection) -> bool:
    await socket.send('{"type": "listseeks", "id": 1}')
    return bool(json.loads(await socket.recv())["type"] == "refused")


async def test_new_connections_are_shown_the_new_one_and_old_ones_stay(tmp_path: Path) -> None:
    """On a server that goes on all the time."""
    settings = await certified(tmp_path, "old")
    flags = [word for name, path in settings.items() for word in (f"--{name}", path)]
    async with (
        serving_process(tmp_path, *flags) as server,
        connect(server.url, ssl=trusting(settings)) as before,
    ):
        await certified(tmp_path, "new")
        server.signal(signal.SIGHUP)
        await until(lambda: "the certificate was read anew" in server.log)
        async with connect(server.url, ssl=trusting(settings)) as after:
            assert (shown(before), shown(after)) == ("old", "new")
            assert await is_heard(before)
            assert await is_heard(after)


async def test_whoever_greets_at_once_is_answered(tmp_path: Path) -> None:
    """Also by the event loop of a real server, which reads before it is told not to."""
    settings = await certified(tmp_path)
    flags = [word for name, path in settings.items() for word in (f"--{name}", path)]
    async with serving_process(tmp_path, *flags) as server:
        for _ in range(20):
            async with connect(server.url, ssl=trusting(settings)) as socket:
                assert await is_heard(socket)


@pytest.mark.parametrize("broken", ["cert", "key"])
async def test_the_one_before_is_kept_where_the_files_are_wrong(
    broken: str, tmp_path: Path
) -> None:
    """Also where just one of them is new."""
    settings = await certified(tmp_path, "old")
    async with serving(tmp_path, **settings) as app:
        trusts_old = trusting(settings)
        put_back = kept(settings[broken])
        await certified(tmp_path, "new")
        put_back()
        app.read_certificate()
        async with connect(app.url, ssl=trusts_old) as socket:
            assert shown(socket) == "old"


async def test_a_server_without_tls_is_stopped_by_it(tmp_path: Path) -> None:
    """As by any terminal that closes."""
    async with serving_process(tmp_path) as server:
        assert await server.stop(signal.SIGHUP) == 0


async def test_a_key_of_another_certificate_is_told(tmp_path: Path) -> None:
    """With both files."""
    settings = await certified(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    await certified(other)
    settings["key"] = str(other / "key.pem")
    with pytest.raises(Mistake, match=r"cannot use --cert .+cert.pem and --key .+key.pem"):
        async with serving(tmp_path, **settings):
            raise AssertionError("it has started")
