"""Installed without the extra `bot`: hosting and playing work, what searches says what it needs."""

import asyncio
from pathlib import Path

import pytest

import inarow
from tests.processes import run, serving_process

# Python runs this by itself when it starts, in children of children too.
HIDING = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
"""
SEARCHING = [
    ("analyze", "connect4", "4444"),
    ("solve", "connect4"),
    ("engine", "--protocol", "gomocup"),
    ("bot",),
    ("bot", "dropper"),
    ("bot", "search:level=3"),
    ("doctor", "search"),
    ("match", "chance", "search", "--game", "tictactoe"),
    ("tournament", "--bot", "dropper", "--bot", "chance"),
]
REMEDY = "this needs the search, which is not installed: pip install 'inarow[bot]'"


@pytest.fixture(autouse=True)
def lean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process that is started finds the compiler."""
    (tmp_path / "sitecustomize.py").write_text(HIDING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.parametrize("words", SEARCHING, ids=" ".join)
async def test_what_searches_says_how_to_install_it(words: tuple[str, ...]) -> None:
    """In a sentence."""
    code, out, err = await run(*words)
    assert (code, out) == (inarow.MISTAKEN, "")
    assert err.startswith(f"inarow: {REMEDY}")
    assert len(err.splitlines()) == 1


async def test_playing_a_bot_here_says_it_too() -> None:
    """Though the bot is a process of its own."""
    code, _, err = await run("play", "--plain", "--game", "tictactoe")
    assert code == inarow.FAILED
    assert REMEDY in err
    assert "Traceback" not in err


async def test_a_server_says_it_of_its_bots_before_anybody_comes() -> None:
    """And not in its log, again and again."""
    code, out, err = await run("serve", "--port", "0", "--bots", "chance,3")
    assert (code, out) == (inarow.MISTAKEN, "")
    assert "the search, which is not installed: pip install 'inarow[bot]'" in err
    assert len(err.splitlines()) == 1


async def test_a_match_of_other_bots_is_played(tmp_path: Path) -> None:
    """From openings that nobody has searched."""
    words = (
        "match",
        "chance:seed=1",
        "chance:seed=2",
        "--game",
        "mnk:rows=6,cols=7",
        "--games",
        "2",
    )
    code, _, err = await run(*words, "--out", str(tmp_path / "event"))
    assert code == inarow.OK, err
    assert "openings are random" in err


async def test_a_server_hosts(tmp_path: Path) -> None:
    """And a bot that does not search plays there."""
    async with serving_process(tmp_path) as server:
        words = ("bot", "chance", "--server", server.url, "--game", "tictactoe", "--seek", "--once")
        async with asyncio.TaskGroup() as group:
            bots = [group.create_task(run(*words, "--name", name)) for name in ("ann", "bob")]
        assert [bot.result()[0] for bot in bots] == [inarow.OK, inarow.OK]
        code, out, _ = await run("results", "--server", server.url)
        assert code == inarow.OK
        assert "ann" in out
