"""The example bot, as somebody else would run it: a process of its own, over a real socket."""

import ast
import asyncio
import sys
from pathlib import Path

import pytest

from games import CATALOGUE
from tests import ROOT
from tests.server.serving import serving

EXAMPLE = ROOT / "examples" / "minimal_bot.py"


async def run_bot(url: str, game: str, name: str) -> dict[str, object]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", EXAMPLE, url, game, name, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    ended = ast.literal_eval(output.decode())
    assert isinstance(ended, dict)
    return ended


@pytest.mark.parametrize("game", [*CATALOGUE, "nineboard:full=draw", "connect4:width=5,height=4"])
async def test_two_of_them_play_a_whole_match(game: str, tmp_path: Path) -> None:
    """Every move is legal, and both hear the same ending, on the board."""
    async with serving(tmp_path) as app:
        one, two = await asyncio.gather(
            run_bot(app.url, game, "one"), run_bot(app.url, game, "two")
        )
        [table] = app.house.tables.all.values()
        assert table.match.position.outcome is not None
        refusals = app.house.metrics.registry.get_sample_value
        assert refusals("inarow_refusals_total", {"code": "illegal-move"}) == 0
    assert one == two
    assert one["type"] == "ended"
    assert one["ending"] in ("line", "full")


def test_it_is_short_and_stands_alone() -> None:
    """Under 60 lines, and it imports nothing of ours."""
    source = EXAMPLE.read_text()
    assert len(source.splitlines()) < 60
    words = [line.split() for line in source.splitlines()]
    imported = [line[1] for line in words if line and line[0] in ("import", "from")]
    assert {name.split(".")[0] for name in imported} <= {
        "asyncio", "random", "sys", "math", "typing", "msgpack", "websockets",
    }  # fmt: skip
