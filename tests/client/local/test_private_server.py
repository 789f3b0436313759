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

from client.link.connection import ConnectionLost, connect
from client.local.private_server import Bot, PrivateFailed, private_house, search, thinking
from protocol.requests import ListPlayers
from tests import ROOT
from tests.patience import IN_VAIN

CHANCE = thinking("chance")
# A process that plays with a private house, and tells once all of it is there.
PLAYER = """
import asyncio, sys
from client.local.private_server import private_house, thinking

with private_house(thinking("chance")) as house:
    print(asyncio.run(house.url()), asyncio.run(house.bot()), flush=True)
    sys.stdin.read()
"""


async def test_a_bot_is_there_to_be_challenged() -> None:
    """Once it says so, the server knows it; and all is gone with the block."""
    with private_house(CHANCE) as house:
        url = await house.url()
        async with connect(url, "ann", give_up=5.0) as connection:
            name = await house.bot()
            online = (await connection.ask(ListPlayers(0))).players
        assert name in [each.player.name for each in online if each.player.bot]
    with pytest.raises(ConnectionLost):
        async with connect(url, "ann", reconnect=False):
            pass


async def test_bots_can_be_added_later() -> None:
    """By themselves once the first is ready, or by hand."""
    with private_house(CHANCE, later=[thinking("chance", name="second")]) as house:
        assert await house.bot() == "chance"
        third = house.add(thinking("chance", name="third"))
        assert await house.bot(third) == "third"
        assert await house.bot(1) == "second"


async def test_a_server_that_cannot_start_is_told_with_its_reason(tmp_path: Path) -> None:
    """Instead of waiting for it."""
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit('no luck')")
    with private_house(CHANCE, program=broken) as house:
        with pytest.raises(PrivateFailed, match="no luck"):
            await house.url()
        with pytest.raises(PrivateFailed, match="the private bot ended"):
            await house.bot()


async def test_a_bot_that_cannot_start_is_told_with_its_reason() -> None:
    """The server is there all the same."""
    with private_house(thinking("./no-such-file.py")) as house:
        assert (await house.url()).startswith("ws://127.0.0.1:")
        with pytest.raises(PrivateFailed, match="no-such-file"):
            await house.bot()


async def test_a_server_that_ends_meanwhile_is_told() -> None:
    """Rather than tried again for ever."""
    with private_house() as house:
        port = (await house.url()).rpartition(":")[2]
        for process in psutil.Process().children(recursive=True):
            if port in process.cmdline():
                process.kill()
        with pytest.raises(PrivateFailed, match="the private server ended"):
            await house.failure()


@contextmanager
def playing() -> Iterator[tuple["subprocess.Popen[str]", list[psutil.Process]]]:
    """A process with a private house, and all those that it has started."""
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
def test_no_process_is_left_when_the_keeper_is_killed() -> None:
    """Not even if somebody shoots it."""
    with playing() as (_, started):
        [keeper] = [each for each in started if any("keeper" in word for word in each.cmdline())]
        keeper.kill()
        started.remove(keeper)  # it stays as a zombie until its parent looks
        _, alive = psutil.wait_procs(started, timeout=IN_VAIN)
        assert alive == []


def test_bots_are_named_after_what_they_are() -> None:
    """As servers take names."""
    assert search(3).name == "level-3"
    assert thinking("./bots/my bot!.py:depth=3").name == "mybot"
    assert thinking("123.py").name == "bot"
    assert search(3, "--seek", name="deep") == Bot("deep", ("search", "--level", "3", "--seek"))
