"""Brains in a process of their own, and what they can do there."""

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from bot.brain import Budget
from bot.brains.spec import read_spec
from bot.thinkers.isolation import ChildThinker
from bot.thinkers.thinker import BotTurn, BrainFailed, Stopped
from games import game_named
from tests import ROOT
from tests.bot.bots import brain_file
from tests.bot.thinkers.thinkers import stopping
from tests.patience import IN_VAIN

FIRST = "def choose(position, budget):\n    return position.legal_moves()[0]\n"
START = game_named("tictactoe").start()


def asking(folder: Path, body: str) -> ChildThinker:
    """A thinker whose brain does this from the second move on."""
    source = (
        "import os, sys, time\n"
        "def choose(position, budget):\n"
        "    if not position.moves:\n"
        "        return 4\n"
        f"    {body}\n"
    )
    return ChildThinker(read_spec(brain_file(folder, source)))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("position.play(4)", r"it raised IllegalMove: b2 is taken.* [(]line 5 of .*mybot.py[)]"),
        ("return 1 // 0", "ZeroDivisionError: .* [(]line 5 of .*mybot.py[)]"),
        ("sys.exit(3)", "it raised SystemExit: 3"),
        ("os._exit(3)", "ended with exit code 3"),
        ("os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("return 'nonsense'", "cannot read 'nonsense' as a move"),
        ("return 4", "illegal cell: b2 is taken"),
        ("return", "no cell: None"),
        ("raise KeyboardInterrupt", "it raised KeyboardInterrupt"),
        ("time.sleep(60)", "gave no answer within 0.5 s"),
    ],
)
def test_a_brain_that_fails_says_how_and_is_there_again(
    body: str, why: str, tmp_path: Path
) -> None:
    """The next match is played as if nothing had happened."""
    thinker = asking(tmp_path, body)
    try:
        thinker.prepare()
        limit = 0.5 if "sleep" in body else IN_VAIN
        with pytest.raises(BrainFailed, match=why):
            thinker.think(BotTurn(START.play(4), Budget(0.1), limit))
        thinker.prepare()
        assert thinker.think(BotTurn(START, Budget(0.1), IN_VAIN)).cell == 4
    finally:
        thinker.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_for_the_whole_group_ends_no_thought(number: int, tmp_path: Path) -> None:
    """What becomes of the match is for the parent to say; and programs of its own can be ended."""
    body = (
        f"os.kill(os.getpid(), {number:d})\n"
        "    import subprocess\n"
        "    program = subprocess.Popen(['sleep', '60'])\n"
        "    program.terminate()\n"
        "    return -program.wait()\n"
    )
    thinker = asking(tmp_path, body)
    position = game_named("gomoku").start().play(0)
    try:
        assert thinker.think(BotTurn(position, Budget(0.1), IN_VAIN)).cell == signal.SIGTERM
    finally:
        thinker.close()


@pytest.mark.parametrize("end", ["os._exit(0)", "pass"])
def test_a_brain_does_not_outlive_its_parent(end: str, tmp_path: Path) -> None:
    """Whether the parent is suddenly gone, or leaves without having closed it."""
    script = (
        "import multiprocessing, os\n"
        "from bot.brains.spec import read_spec\n"
        "from bot.thinkers.isolation import ChildThinker\n"
        "if __name__ == '__main__':\n"
        f"    thinker = ChildThinker(read_spec({brain_file(tmp_path, FIRST)!r}))\n"
        "    thinker.prepare()\n"
        "    print(*(each.pid for each in multiprocessing.active_children()), flush=True)\n"
        f"    {end}\n"
    )
    words = [sys.executable, "-c", script]
    out = subprocess.run(words, cwd=ROOT, capture_output=True, check=True, timeout=IN_VAIN).stdout
    [child] = out.split()
    with suppress(psutil.NoSuchProcess):
        psutil.Process(int(child)).wait(IN_VAIN)


def test_a_brain_can_be_stopped(tmp_path: Path) -> None:
    """Which ends its process, and no other is left."""
    thinker = asking(tmp_path, "time.sleep(60)")
    thinker.prepare()
    with stopping(thinker), pytest.raises(Stopped):
        thinker.think(BotTurn(START.play(4), Budget(0.1), IN_VAIN))
    thinker.close()
    assert not [each for each in psutil.Process().children() if "spawn_main" in str(each.cmdline())]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def choose(:\n", "SyntaxError"),
        ("import no_such_module\n", "ModuleNotFoundError.*line 1 of"),
        ("raise SystemExit\n", "SystemExit"),
        ("x = 1\n", "needs a function choose"),
    ],
)
def test_a_file_that_cannot_be_loaded_says_why(source: str, why: str, tmp_path: Path) -> None:
    """Before any match is taken."""
    thinker = ChildThinker(read_spec(brain_file(tmp_path, source)))
    with pytest.raises(BrainFailed, match=why):
        thinker.prepare()


def test_a_classic_says_what_it_plays() -> None:
    """In a sentence of its own, when it is asked for another game."""
    thinker = ChildThinker(read_spec("dropper"))
    turn = BotTurn(game_named("qubic").start(), Budget(0.1), IN_VAIN)
    try:
        with pytest.raises(BrainFailed, match=r"^dropper plays Connect 4 with .*, not qubic$"):
            thinker.think(turn)
    finally:
        thinker.close()


def test_what_it_prints_disturbs_nobody(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It is found on stderr; and there is no stdin to take away."""
    thinker = asking(tmp_path, "print('hello'); sys.stdout.flush(); return len(sys.stdin.read())")
    try:
        assert thinker.think(BotTurn(START.play(4), Budget(0.1), IN_VAIN)).cell == 0
    finally:
        thinker.close()
    told = capfd.readouterr()
    assert told.out == ""
    assert "hello" in told.err
