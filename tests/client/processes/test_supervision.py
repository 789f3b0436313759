"""Processes under a supervisor: what they say, how they end, and that they do."""

import signal
import subprocess
import sys
from pathlib import Path
from queue import Queue

import psutil
import pytest

from client.processes import supervision
from client.processes.supervision import (
    ChildExit,
    ChildLine,
    ChildNews,
    ChildReport,
    supervised,
)
from client.processes.supervisor import FOLDER
from tests.patience import IN_VAIN

TALKS = """
import os, sys
print("on stdout", flush=True)
print("on stderr", file=sys.stderr)
print('thinking\\x1e{"event": "ready", "matches": 2}', file=sys.stderr)
print(os.environ.get("INAROW_TOKEN"), os.environ["MARK"], file=sys.stderr)
sys.exit(3)
"""
WAITS = "import time\nprint('here', flush=True)\ntime.sleep(1e6)\n"


def program(folder: Path, source: str) -> Path:
    file = folder / "program.py"
    file.write_text(source)
    return file


def heard(news: "Queue[ChildNews | None]", count: int) -> set[ChildNews | None]:
    return {news.get(timeout=IN_VAIN) for _ in range(count)}


def test_what_a_process_says_is_told(tmp_path: Path) -> None:
    """Lines and reports as they come, and its end with its last words."""
    news: Queue[ChildNews | None] = Queue()
    with supervised(news.put) as processes:
        number = processes.start(
            [], program=program(tmp_path, TALKS), environment={"MARK": "marked"}
        )
        lines = [news.get(timeout=IN_VAIN) for _ in range(6)]
    assert lines.pop() == ChildExit(number, 3, "None marked")
    assert ChildLine(number, "stdout", "on stdout") in lines
    assert [each for each in lines if each != ChildLine(number, "stdout", "on stdout")] == [
        ChildLine(number, "stderr", "on stderr"),
        ChildLine(number, "stderr", "thinking"),
        ChildReport(number, "ready", {"matches": 2}),
        ChildLine(number, "stderr", "None marked"),
    ]
    assert news.get(timeout=IN_VAIN) is None


def test_an_end_is_told_in_words() -> None:
    """By what it said last; or by the signal, of which it could say nothing."""
    said = "inarow: no such brain"
    assert ChildExit(0, 2, said).text == "no such brain (exit code 2)"
    assert ChildExit(0, -signal.SIGKILL, said).text == "killed by signal 9"


def test_a_log_takes_what_is_said_on_stderr(tmp_path: Path) -> None:
    news: Queue[ChildNews | None] = Queue()
    log = tmp_path / "log"
    with supervised(news.put) as processes:
        processes.start([], program=program(tmp_path, TALKS), environment={"MARK": ""}, log=log)
        assert heard(news, 2) == {ChildLine(0, "stdout", "on stdout"), ChildExit(0, 3, "")}
    assert log.read_text().startswith("on stderr\n")


def test_a_process_runs_in_its_folder(tmp_path: Path) -> None:
    """Where it has one; else in ours."""
    news: Queue[ChildNews | None] = Queue()
    tells = program(tmp_path, "import os\nprint(os.getcwd())\n")
    with supervised(news.put) as processes:
        processes.start([], program=tells, folder=tmp_path)
        processes.start([], program=tells)
        told = heard(news, 4)
    assert ChildLine(0, "stdout", str(tmp_path.resolve())) in told
    assert ChildLine(1, "stdout", str(Path.cwd())) in told


def test_a_process_can_be_signalled(tmp_path: Path) -> None:
    """Which it may not survive."""
    news: Queue[ChildNews | None] = Queue()
    with supervised(news.put) as processes:
        number = processes.start([], program=program(tmp_path, WAITS))
        assert news.get(timeout=IN_VAIN) == ChildLine(number, "stdout", "here")
        processes.signal(number, signal.SIGKILL)
        assert news.get(timeout=IN_VAIN) == ChildExit(number, -signal.SIGKILL, "")


def test_all_end_with_the_block(tmp_path: Path) -> None:
    """And the folder that was theirs is gone."""
    news: Queue[ChildNews | None] = Queue()
    ours = psutil.Process()
    others = set(ours.children(recursive=True))  # such as what keeps track of shared memory
    source = f"import sys\nprint(sys.argv[1], flush=True)\n{WAITS}"
    with supervised(news.put) as processes:
        processes.start([f"{FOLDER}/data"], program=program(tmp_path, source), ends_last=True)
        told = news.get(timeout=IN_VAIN)
        assert isinstance(told, ChildLine)
        assert Path(told.text).parent.is_dir()
        started = set(ours.children(recursive=True)) - others
    assert not Path(told.text).parent.exists()
    assert not psutil.wait_procs(list(started), timeout=IN_VAIN)[1]


def test_the_end_of_the_supervisor_is_told_once_it_is_no_process_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not a zombie, which it is between its last word and being waited for."""
    slow = "import os, time; os.close(1); time.sleep(0.2)"
    ending = subprocess.Popen(
        [sys.executable, "-c", slow], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    monkeypatch.setattr(supervision, "_supervisor", lambda: ending)
    codes: Queue[int | None] = Queue()
    with supervised(lambda news: codes.put(ending.returncode)):
        assert codes.get(timeout=IN_VAIN) == 0
