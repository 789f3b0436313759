"""The doctor: well bots pass, and sick ones fail where they are sick, with advice that fits."""

import io
import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest
from rich.console import Console

import inarow
from bot.doctor.advice import ADVICE, BotKind, advice_on
from bot.doctor.examinations import EXAMINATIONS, NOT_STARTED, run_examinations
from bot.doctor.finding import Finding
from bot.doctor.report import Report
from bot.doctor.testbed import ExaminedBot, open_testbed
from games import CATALOGUE
from tests import ROOT
from tests.bot.bots import brain_file
from tests.bot.engines.engines import gomocup_engine, lines_engine
from tests.patience import IN_VAIN
from tests.processes import environment, run

FIRST = "    return position.legal_moves()[0]\n"
CHOOSE = "def choose(position, budget):\n"


async def examined(
    words: Sequence[str],
    *names: str,
    games: tuple[str, ...] = ("tictactoe",),
    few: tuple[str, ...] = (),
    capacity: int = 1,
    kind: BotKind = "brain",
) -> dict[str, Finding]:
    """What the doctor finds in a bot, by examination."""
    bot = ExaminedBot(tuple(words), games, capacity, 0.05, few, kind)
    async with open_testbed(bot, 1, lambda _: None) as testbed:
        findings = await run_examinations(testbed, names, lambda _: None)
    return {finding.name: finding for finding in findings}


def assert_passed(findings: dict[str, Finding]) -> None:
    assert findings
    for finding in findings.values():
        assert finding.passed, finding
        assert not finding.advice


class TestAWellBot:
    async def test_passes_what_is_about_play(self) -> None:
        """And a program is told so in one object, in the usual order of examinations."""
        names = ("start", "rules", "repetition", "several", "exceptions", "leaving")
        code, out, err = await run("doctor", "chance", "--json", "--only", *reversed(names))
        assert (code, err) == (0, ""), out
        report = json.loads(out)
        assert report["passed"] is True
        found = {each["name"]: each for each in report["examinations"]}
        assert tuple(found) == names
        for each in found.values():
            assert [*each] == ["name", "passed", "seconds", "told", "advice"]
        assert f"two whole matches of each: {', '.join(CATALOGUE)};" in found["rules"]["told"]
        assert "a move sent again" in found["repetition"]["told"]

    async def test_bears_what_may_happen_to_its_connection(self) -> None:
        """The network breaks, and the server dies."""
        assert_passed(await examined(["chance"], "broken-network", "restart"))

    async def test_may_be_an_engine(self, tmp_path: Path) -> None:
        """Any program that speaks lines."""
        assert_passed(await examined(["--engine", lines_engine(tmp_path)], "rules", "leaving"))

    @pytest.mark.slow
    async def test_passes_everything(self) -> None:
        """With the clocks, and an opponent whose win must be waited for."""
        found = await examined(["chance"], *EXAMINATIONS, capacity=2)
        assert_passed(found)
        assert [*found] == [*EXAMINATIONS]

    @pytest.mark.slow
    async def test_may_be_a_gomocup_engine(self, tmp_path: Path) -> None:
        """Which is told of what was taken back."""
        words = ["--engine", gomocup_engine(tmp_path), "--engine-protocol", "gomocup"]
        assert_passed(await examined(words, "rules", "repetition", "leaving", games=("gomoku",)))


SICK = {
    "hangs": (
        f"import threading\n{CHOOSE}    threading.Event().wait()\n",
        "rules",
        "there was no first move within",
        "budget.seconds is what a move may take",
    ),
    "is slow": (
        f"import time\n{CHOOSE}    time.sleep(0.5)\n{FIRST}",
        "clocks",
        "the bot lost on time",
        "budget.seconds is what a move may take",
    ),
    "exits": (
        f"import os\n{CHOOSE}    os._exit(3)\n",
        "rules",
        "the bot resigned: its process ended with exit code 3",
        "no exit()",
    ),
    "leaves processes behind": (
        "import subprocess\n"
        f"subprocess.Popen(['sleep', '600'], start_new_session=True)\n{CHOOSE}{FIRST}",
        "leaving",
        "sleep 600",
        "End what was started",
    ),
}


class TestASickBot:
    @pytest.mark.parametrize("how", SICK)
    async def test_fails_where_it_is_sick(
        self, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And is told what to do about it."""
        if how == "hangs":
            monkeypatch.setattr("bot.doctor.testbed.FIRST_MOVE", 1.5)
        source, name, told, advice = SICK[how]
        finding = (await examined([brain_file(tmp_path, source)], name))[name]
        assert not finding.passed
        assert told in finding.told
        assert advice in finding.advice

    async def test_is_shown_what_it_raised_and_printed(self, tmp_path: Path) -> None:
        """On its third move, with the line, and as its log has it."""
        source = (
            f"{CHOOSE}    print('thinking hard')\n    if len(position.moves) >= 4:\n"
            f"        raise KeyError('deep')\n{FIRST}"
        )
        found = await examined([brain_file(tmp_path, source)], "rules", "exceptions")
        assert not any(finding.passed for finding in found.values())
        raised = "at move 5, the bot resigned: it raised KeyError: 'deep' (line 4 of"
        assert raised in found["rules"].told
        assert all("Mend that line." in finding.advice for finding in found.values())
        assert "resigns: the brain failed: it raised KeyError" in found["exceptions"].told
        assert "thinking hard" in found["exceptions"].told

    async def test_is_there_again_for_the_next_examination(self, tmp_path: Path) -> None:
        """A failure in one of them is none in the others."""
        source = f"{CHOOSE}    return position.moves[0] if position.moves else 0\n"
        found = await examined([brain_file(tmp_path, source)], "rules", "leaving")
        assert [finding.passed for finding in found.values()] == [False, True]
        assert "the bot resigned: it answered an illegal cell:" in found["rules"].told
        assert "Choose from position.legal_moves()" in found["rules"].advice

    def test_gets_advice_on_every_reason(self) -> None:
        """The first words that fit decide, and none stand in the way of others."""
        for kind, rules in ADVICE.items():
            for words, advice in rules:
                assert advice_on(f"the brain failed: {words} x", kind) == advice
        assert advice_on("something else")

    async def test_may_play_but_some_games(self, tmp_path: Path) -> None:
        """Where nobody has said which, it is told how to say so."""
        source = f"{CHOOSE}    assert position.game.name == 'tictactoe'\n{FIRST}"
        found = await examined(
            [brain_file(tmp_path, source)],
            "rules",
            games=("tictactoe", "qubic"),
            few=("tictactoe",),
        )
        assert "in a match of qubic" in found["rules"].told
        assert "If it is not meant for qubic, name its games with --game." in found["rules"].advice

    @pytest.mark.parametrize(
        ("kind", "answer", "told", "advice"),
        [
            ("lines", "print('move z9')", "its answer is no move", "as `legal` names it"),
            ("lines", "print('move', 'a1')", "illegal cell", "the cells that `legal` has named"),
            ("gomocup", "return say('0,0')", "illegal cell", "TAKEBACK tell it"),
            ("gomocup", "return say('hello')", "instead of a move", "counted from 0"),
        ],
    )
    async def test_that_is_an_engine_is_advised_in_terms_of_its_protocol(
        self, kind: BotKind, answer: str, told: str, advice: str, tmp_path: Path
    ) -> None:
        """For it may not be written in Python."""
        engine = (lines_engine if kind == "lines" else gomocup_engine)(tmp_path, answer)
        words = ["--engine", engine, "--engine-protocol", kind]
        found = (await examined(words, "rules", games=("gomoku",), kind=kind))["rules"]
        assert told in found.told
        assert advice in found.advice
        assert "position." not in found.advice


class TestTheCommand:
    async def test_prints_lines_into_a_pipe(self, tmp_path: Path) -> None:
        """A bot that does not start is told why, and examined no further."""
        path = brain_file(tmp_path, "import no_such_module\n")
        code, out, _ = await run("doctor", path, "--only", "start", "rules")
        assert code == 1
        failed, *_, advice, not_started, _, last = out.splitlines()
        assert failed.startswith("FAILED start")
        assert "No module named 'no_such_module' (line 1 of" in failed
        assert advice.startswith("       what to do: Mend what the message names")
        assert not_started.startswith("FAILED rules")
        assert not_started.endswith(NOT_STARTED)
        assert last == "failed: 2 of 2"

    @pytest.mark.parametrize(
        ("words", "wrong"),
        [
            ([], "name what to examine"),
            (["chance", "--engine", "cat"], "name what to examine"),
            (["chance", "--only", "luck"], "invalid choice: 'luck'"),
            (["chance", "--seconds", "0"], "--seconds must be more than 0"),
            (["chance", "--capacity", "0"], "the capacity must be 1 to"),
            (["./none.py"], "there is no file ./none.py"),
            (
                ["--engine", "cat", "--engine-protocol", "gomocup", "--game", "qubic"],
                "this bot does not play qubic",
            ),
        ],
    )
    def test_says_what_is_wrong_with_its_options(
        self, words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Before anything is started."""
        try:
            code = inarow.main(["doctor", *words])
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        assert (code, out) == (2, "")
        assert wrong in err

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_leaves_nothing_when_interrupted(self, number: int, tmp_path: Path) -> None:
        """Neither processes nor files."""
        source = f"import threading\n{CHOOSE}    threading.Event().wait()\n"
        doctor = subprocess.Popen(
            [sys.executable, ROOT / "inarow.py", "doctor", brain_file(tmp_path, source)],
            stdout=subprocess.PIPE, text=True, env=environment() | {"TMPDIR": str(tmp_path)},
        )  # fmt: skip
        assert doctor.stdout is not None
        assert doctor.stdout.readline().startswith("passed start")
        started = psutil.Process(doctor.pid).children(recursive=True)
        assert len(started) >= 3  # the server, the bot and the brain
        doctor.send_signal(number)
        doctor.communicate(timeout=IN_VAIN)
        assert doctor.returncode == 128 + number
        assert not psutil.wait_procs(started, timeout=IN_VAIN)[1]
        assert not list(tmp_path.glob("inarow-doctor-*"))

    def test_draws_a_table_on_a_terminal(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """All at once, when everything is known."""
        screen = Console(
            file=io.StringIO(), force_terminal=True, width=100, markup=False, highlight=False
        )
        monkeypatch.setattr("bot.doctor.report.data", lambda: screen)
        report = Report(as_json=False)
        report.tell(Finding("start", True, 0.5, "ready"))
        report.tell(Finding("rules", False, 1.25, "it raised [x]", "Mend that line."))
        assert not report.close()
        assert isinstance(screen.file, io.StringIO)
        shown = screen.file.getvalue()
        for text in ("examination", "passed", "failed", "it raised [x]", "-> Mend that line."):
            assert text in shown
        assert "failed: 1 of 2" in shown
        assert capsys.readouterr().out == ""
