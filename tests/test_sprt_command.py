"""Sequential tests as an organiser runs them: decided, undecided, or stopped half-way."""

import json
import signal
from pathlib import Path
from typing import Any

from tests.processes import run
from tests.test_tournament_command import running

LOSER = """
import time
time.sleep(1)  # so that the other, who is named last, comes first
def choose(position, budget):
    raise RuntimeError("never")
"""
FIRST_CELL = "def choose(position, budget):\n    return position.legal_moves()[0]\n"
SLOW_CELL = "import time\n" + FIRST_CELL.replace("return", "time.sleep(0.05); return")


def words(folder: Path, first: str, second: str, *more: str) -> list[str]:
    """A test of a bot named first against one named second."""
    for name, source in (("first", first), ("second", second)):
        (folder / f"{name}.py").write_text(source)
    bots = [word for name in ("first", "second") for word in ("--bot", str(folder / f"{name}.py"))]
    how = ["--format", "sprt", "--game", "tictactoe", "--openings", "none", "--clock", "5s"]
    return [*bots, *how, "--elo0", "0", "--elo1", "300", "--out", str(folder / "out"), *more]


def kept(folder: Path) -> dict[str, Any]:
    """The test, as it stands in the folder; and the report has it too."""
    [verdict] = json.loads((folder / "out" / "verdict.json").read_text())
    test: dict[str, Any] = verdict["sprt"]
    report = (folder / "out" / "report.html").read_text()
    assert f"<strong>{test['accepted']}</strong>" in report
    assert test["sentence"] in verdict["sentences"]
    return test


async def test_a_test_is_about_the_bot_named_first_and_says_what_it_accepts(tmp_path: Path) -> None:
    """Whoever comes first; and it is told after each pair."""
    code, out, err = await run("tournament", *words(tmp_path, LOSER, FIRST_CELL, "--rounds", "100"))
    assert code == 0, err
    test = kept(tmp_path)
    assert (test["players"], test["accepted"]) == (["first", "second"], "H0")
    assert test["llr"] <= test["lower"] < 0 < test["upper"]
    assert "The test accepts H0: the normalised Elo of first against second is 0 or less" in out
    told = [line for line in err.splitlines() if line.startswith("tictactoe: The test ")]
    assert len(told) == test["pairs"]
    assert all("is undecided" in line for line in told[:-1])
    assert "accepts H0" in told[-1]


async def test_a_test_whose_games_are_used_up_says_that_it_is_undecided(tmp_path: Path) -> None:
    """It has ended, but accepts nothing."""
    code, out, err = await run(
        "tournament", *words(tmp_path, FIRST_CELL, FIRST_CELL, "--rounds", "1")
    )
    assert code == 0, err
    assert (kept(tmp_path)["accepted"], kept(tmp_path)["pairs"]) == ("undecided", 1)
    assert "The test ended undecided: neither H0, that the normalised Elo of first" in out


async def test_a_test_that_is_stopped_says_how_it_stands(tmp_path: Path) -> None:
    """By Ctrl-C, after its first pair."""
    async with running(*words(tmp_path, SLOW_CELL, SLOW_CELL, "--rounds", "500")) as runner:
        await runner.says("The test is undecided")
        code, out, _ = await runner.end(signal.SIGINT)
    assert code == 130
    test = kept(tmp_path)
    assert (test["accepted"], test["pairs"] >= 1) == ("undecided", True)
    assert "The test is undecided" in out
