"""A private server and its bot end with whoever started them, however that one ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from client.link.connection import ConnectionLost, LinkOptions, connect
from client.local.private_server import (
    PrivateBot,
    PrivateServerFailed,
    brain_bot,
    run_private_server,
    search_bot,
)
from protocol.requests import ListPlayers
from tests import ROOT
from tests.patience import IN_VAIN

CHANCE = brain_bot("chance")
# A process that plays with a private server, and tells once all of it is there.
PLAYER = """
import asyncio, sys
from client.local.private_server import brain_bot, run_private_server

with run_private_server(brain_bot("chance")) as server:
    print(asyncio.run(server.url()), asyncio.run(server.bot()), flush=True)
    sys.stdin.read()
"""


async def test_a_bot_is_there_to_be_challenged() -> None:
    """Once it says so, the server knows it; and all is gone with the block."""
    with run_private_server(CHANCE) as server:
        url = await server.url()
        async with connect(url, "ann", options=LinkOptions(give_up=5.0)) as connection:
            name = await server.bot()
            online = (await connection.ask(ListPlayers(0))).players
        assert name in [each.player.name for each in online if each.player.bot]
    with pytest.raises(ConnectionLost):
        async with connect(url, "ann", options=LinkOptions(reconnect=False)):
            pass


async def test_bots_can_be_added_later() -> None:
    """By themselves once the first is ready, or by hand."""
    with run_private_server(CHANCE, later=[brain_bot("chance", name="second")]) as server:
        assert await server.bot() == "chance"
        third = server.add(brain_bot("chance", name="third"))
        assert await server.bot(third) == "third"
        assert await server.bot(1) == "second"


async def test_a_server_that_cannot_start_is_told_with_its_reason(tmp_path: Path) -> None:
    """Instead of waiting for it."""
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit('no luck')")
    with run_private_server(CHANCE, program=broken) as server:
        with pytest.raises(PrivateServerFailed, match="no luck"):
            await server.url()
        with pytest.raises(PrivateServerFailed, match="the private bot ended"):
            await server.bot()


async def test_a_bot_that_cannot_start_is_told_with_its_reason() -> None:
    """The server is there all the same."""
    with run_private_server(brain_bot("./no-such-file.py")) as server:
        assert (await server.url()).startswith("ws://127.0.0.1:")
        with pytest.raises(PrivateServerFailed, match="no-such-file"):
            await server.bot()


async def test_a_server_that_ends_meanwhile_is_told() -> None:
    """Rather than tried again for ever."""
    with run_private_server() as server:
        port = (await server.url()).rpartition(":")[2]
        for process in psutil.Process().children(recursive=True):
            if port in process.cmdline():
                process.kill()
        with pytest.raises(PrivateServerFailed, match="the private server ended"):
            await server.failure()


@contextmanager
def playing() -> Iterator[tuple["subprocess.Popen[str]", list[psutil.Process]]]:
    """A process with a private server, and all those that it has started."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as player:
        assert player.stdout is not None
        assert player.stdout.readline().startswith("ws://")
        started = psutil.Process(player.pid).children(recursive=True)
        try:
            yield player, started
        finally:
            player.kill()
            for process in started:
                if process.is_running():
                    process.kill()


def names(processes: list[psutil.Process]) -> list[str]:
    return [word for each in processes for word in each.cmdline() if word in ("serve", "bot")]


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGKILL,
        pytest.param(signal.SIGINT, marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
def test_no_process_is_left_when_we_are_killed(number: signal.Signals) -> None:
    """A crash, a closed terminal, a Ctrl-C: none leaves an orphan. No Ctrl-C reaches them before
    us, for they are in a session of their own.
    """
    with playing() as (player, started):
        assert sorted(names(started))[:2] == ["bot", "serve"]
        assert os.getsid(player.pid) not in {os.getsid(each.pid) for each in started}
        player.send_signal(number)
        _, alive = psutil.wait_procs(started, timeout=IN_VAIN)
        assert alive == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends them then")
def test_no_process_is_left_when_the_supervisor_is_killed() -> None:
    """Not even if somebody shoots it."""
    with playing() as (_, started):
        [supervisor] = [
            each for each in started if any("supervisor" in word for word in each.cmdline())
        ]
        supervisor.kill()
        started.remove(supervisor)  # it stays as a zombie until its parent looks
        _, alive = psutil.wait_procs(started, timeout=IN_VAIN)
        assert alive == []


def test_bots_are_named_after_what_they_are() -> None:
    """As servers take names."""
    assert search_bot(3).name == "level-3"
    assert brain_bot("./bots/my bot!.py:depth=3").name == "mybot"
    assert brain_bot("123.py").name == "bot"
    assert search_bot(3, "--seek", name="deep") == PrivateBot(
        "deep", ("search", "--level", "3", "--seek")
    )
