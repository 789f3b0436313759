"""The example bot, as somebody else would run it: a process of its own, over a real socket."""

import asyncio
import sys
from pathlib import Path

import pytest
from websockets.asyncio.server import serve

from games import CATALOGUE
from tests.arbiter import SUBPROTOCOLS, Arbiter

EXAMPLE = Path(__file__).parent.parent / "examples" / "minimal_bot.py"


async def run_bot(url: str, game: str, name: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", EXAMPLE, url, game, name, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    return output.decode()


@pytest.mark.parametrize("game", [*CATALOGUE, "nineboard:full=draw", "connect4:width=5,height=4"])
async def test_two_of_them_play_a_whole_match(game: str) -> None:
    """Every move is legal, and both hear the same ending."""
    arbiter = Arbiter()
    async with serve(arbiter.attend, "127.0.0.1", 0, subprotocols=SUBPROTOCOLS) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        told = await asyncio.gather(run_bot(url, game, "one"), run_bot(url, game, "two"))
    assert arbiter.refusals == []
    assert arbiter.position is not None
    assert arbiter.position.outcome is not None
    assert told[0] == told[1]
    assert "'type': 'ended'" in told[0]


def test_it_is_short_and_stands_alone() -> None:
    """Under 60 lines, and it imports nothing of ours."""
    source = EXAMPLE.read_text()
    assert len(source.splitlines()) < 60
    imported = [
        line.split()[1] for line in source.splitlines() if line.startswith(("import", "from"))
    ]
    assert {name.split(".")[0] for name in imported} <= {
        "asyncio", "random", "sys", "math", "typing", "msgpack", "websockets",
    }  # fmt: skip
