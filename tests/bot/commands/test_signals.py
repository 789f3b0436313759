"""Commands that search, interrupted at any moment: they end at once, quietly, and leave nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import psutil
import pytest

from tests import ROOT
from tests.bot.bots import brain_file
from tests.patience import IN_VAIN
from tests.processes import environment

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no groups of processes")
SHARED = Path("/dev/shm")
HANGS = "import threading\nthreading.Event().wait()\n"
NOBODY = ("--server", "ws://127.0.0.1:1")
ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A command that leads a group of processes, as in a terminal."""
    process = subprocess.Popen(
        [sys.executable, "-m", "inarow", *words], cwd=ROOT, env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def started(process: subprocess.Popen[str], count: int) -> list[psutil.Process]:
    """Its child processes, once there are so many."""
    while len(found := psutil.Process(process.pid).children(recursive=True)) < count:
        assert process.poll() is None, process.communicate()
        sleep(0.01)
    return found


def interrupt(process: subprocess.Popen[str], number: int, children: list[psutil.Process]) -> int:
    """Signal the whole group; the exit code, if nothing was said and nothing is left."""
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=IN_VAIN)
    assert (out, err) == ("", "")
    assert not psutil.wait_procs(children, timeout=IN_VAIN)[1]
    assert not list(SHARED.glob(f"inarow-{process.pid}-*"))
    return process.returncode


@pytest.mark.parametrize(("number", "code"), ENDS)
@pytest.mark.parametrize("children", [2, 3])
def test_an_analysis_that_is_just_starting(number: int, code: int, children: int) -> None:
    """When the keeper of the shared memory is there, and some of the workers."""
    with running("analyze", "gomoku", "--workers", "2", "--seconds", "60") as process:
        assert interrupt(process, number, started(process, children)) == code


@pytest.mark.parametrize(("number", "code"), ENDS)
def test_a_solver_that_waits_for_more(number: int, code: int) -> None:
    """It has answered, and its workers have nothing to do."""
    with running("solve", "tictactoe", "--workers", "1") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("b2\n")
        process.stdin.flush()
        assert process.stdout.readline() == "b2 0\n"
        assert interrupt(process, number, started(process, 2)) == code


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
@pytest.mark.parametrize("brain", ["search", "a file that hangs"])
def test_a_bot_that_is_just_starting(number: int, code: int, brain: str, tmp_path: Path) -> None:
    """It does not wait until its brain is ready; for a bot, SIGTERM is a proper end."""
    words = (brain, "--workers", "2") if brain == "search" else (brain_file(tmp_path, HANGS),)
    with running("bot", *words, *NOBODY) as process:
        children = started(process, 3 if brain == "search" else 2)
        assert interrupt(process, number, children) == code
