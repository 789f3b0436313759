"""Sequential tests as an organiser runs them: decided, undecided, or stopped half-way."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.house.test_command_line import on_terminal
from tests.organiser.test_tournament import running
from tests.processes import run

LOSER = """
import time
time.sleep(1)  # so that the other, who is named last, comes first
def choose(position, budget):
    raise RuntimeError("never")
"""
FIRST_CELL = "def choose(position, budget):\n    return position.legal_moves()[0]\n"
SLOW_CELL = "import time\n" + FIRST_CELL.replace("return", "time.sleep(0.05); return")
STUCK = FIRST_CELL.replace("return", "import time; time.sleep(1000); return")


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
    """Whoever comes first; and it is told at the start and after each pair."""
    code, out, err = await run("tournament", *words(tmp_path, LOSER, FIRST_CELL, "--rounds", "100"))
    assert code == 0, err
    test = kept(tmp_path)
    assert (test["players"], test["accepted"]) == (["first", "second"], "H0")
    assert test["llr"] <= test["lower"] < 0 < test["upper"]
    assert "The test accepts H0: the normalised Elo of first against second is 0 or less" in out
    told = [line for line in err.splitlines() if line.startswith("tictactoe: The test ")]
    after = [int(number) for line in told for number in re.findall(r" after (\d+) pair", line)]
    assert after == sorted(after)
    assert {0, *after} == set(range(test["pairs"] + 1))
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


@pytest.mark.parametrize("pairs", [0, 1])
async def test_a_test_that_is_stopped_says_how_it_stands(tmp_path: Path, pairs: int) -> None:
    """By Ctrl-C, as soon as it has begun or after its first pair."""
    mover = SLOW_CELL if pairs else STUCK
    async with running(*words(tmp_path, mover, mover, "--rounds", "500")) as runner:
        await runner.says(f" after {pairs} pair")
        code, out, _ = await runner.end(signal.SIGINT)
    assert code == 130
    test = kept(tmp_path)
    assert (test["accepted"], test["pairs"] >= pairs) == ("undecided", True)
    assert "The test is undecided" in out


@pytest.mark.parametrize("columns", ["40", "80", "150"])
def test_a_terminal_shows_all_of_a_test_while_it_goes_on(tmp_path: Path, columns: str) -> None:
    """On as many lines as it takes: hypotheses, model, LLR and bounds."""
    code, seen = on_terminal(
        "tournament", *words(tmp_path, FIRST_CELL, FIRST_CELL, "--rounds", "1"), COLUMNS=columns
    )
    assert code == 0, seen
    live, _, _ = seen.partition("\nSprt: ")
    shown = " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", live).split())
    assert "neither H0, that the normalised Elo of first against second is 0 or less" in shown
    assert "nor H1, that it is +300 or more, is accepted (LLR " in shown
    _, _, figures = kept(tmp_path)["sentence"].partition(" (LLR ")
    assert figures in shown
