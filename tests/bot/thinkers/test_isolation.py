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
from protocol.parts import Verdict
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


BRAIN_WITH_PROCESSES = (
    "import multiprocessing, os\n"
    "from time import sleep\n"
    "def choose(position, budget):\n"
    "    process = multiprocessing.get_context('fork').Process(target=sleep, args=(60,))\n"
    "    process.start()\n"
    "    if position.moves:\n"
    "        os._exit(7)\n"
    "    return {'cell': 4, 'nodes': process.pid}\n"
)


def gone(process: int | None) -> None:
    with suppress(psutil.NoSuchProcess):
        psutil.Process(process).wait(IN_VAIN)


def test_a_brain_may_use_processes_of_its_own_which_end_with_it(tmp_path: Path) -> None:
    """And it is noticed at once when it leaves without them, though they have its pipe open."""
    thinker = ChildThinker(read_spec(brain_file(tmp_path, BRAIN_WITH_PROCESSES)))
    try:
        first = thinker.think(BotTurn(START, Budget(0.1), IN_VAIN)).nodes
        assert first is not None
        assert psutil.pid_exists(first)
        with pytest.raises(BrainFailed, match="exit code 7"):
            thinker.think(BotTurn(START.play(4), Budget(0.1), IN_VAIN))
        gone(first)
        second = thinker.think(BotTurn(START, Budget(0.1), IN_VAIN)).nodes
    finally:
        thinker.close()
    gone(second)


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


def test_what_a_brain_raises_is_told_in_full(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """On stderr, as Python tells it, from the first line of the user's on."""
    thinker = asking(tmp_path, "(lambda: 1 // 0)()")
    try:
        with pytest.raises(BrainFailed):
            thinker.think(BotTurn(START.play(4), Budget(0.1), IN_VAIN))
    finally:
        thinker.close()
    told = capfd.readouterr().err.splitlines()
    assert told[0] == "Traceback (most recent call last):"
    assert told[1].endswith('mybot.py", line 5, in choose')
    assert told[-1].startswith("ZeroDivisionError: ")
    assert "in <lambda>" in "".join(told)
    assert not [line for line in told if str(ROOT) in line]


def test_what_keeps_a_file_from_loading_is_told_in_full(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Also where none of it ever ran."""
    with pytest.raises(BrainFailed):
        ChildThinker(read_spec(brain_file(tmp_path, "def choose(:\n"))).prepare()
    told = capfd.readouterr().err
    assert "SyntaxError" in told
    assert "def choose(:" in told
    assert str(ROOT) not in told


def test_where_a_brain_crashes_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Though it raises nothing then."""
    thinker = asking(tmp_path, "import ctypes; ctypes.string_at(0)")
    try:
        with pytest.raises(BrainFailed, match="ended by signal 11"):
            thinker.think(BotTurn(START.play(4), Budget(0.1), IN_VAIN))
    finally:
        thinker.close()
    assert 'mybot.py", line 5 in choose' in capfd.readouterr().err


@pytest.mark.parametrize("name", ["bot", "client", "games", "protocol"])
def test_a_neighbour_of_a_brain_may_have_a_name_of_ours(name: str, tmp_path: Path) -> None:
    """It is what the brain imports, and ours goes on beside it: positions, errors, verdicts."""
    brain_file(tmp_path, "CELL = 7\n", f"{name}.py")
    source = (
        "import MODULE\n"
        "def choose(position, budget):\n"
        "    if position.moves:\n"
        "        position.play(position.moves[0])\n"
        "    return {'cell': MODULE.CELL, 'verdict': 'win', 'line': [MODULE.CELL, 3]}\n"
    )
    thinker = ChildThinker(read_spec(brain_file(tmp_path, source.replace("MODULE", name))))
    try:
        choice = thinker.think(BotTurn(START, Budget(0.1), IN_VAIN))
        assert (choice.cell, choice.verdict, choice.line) == (7, Verdict.WIN, (7, 3))
        with pytest.raises(BrainFailed, match="it raised IllegalMove"):
            thinker.think(BotTurn(START.play(4), Budget(0.1), IN_VAIN))
    finally:
        thinker.close()


def test_a_folder_beside_a_brain_may_have_a_name_of_ours(tmp_path: Path) -> None:
    """With modules in it that is what the brain imports; a folder of anything else is no module."""
    for folder, file in (("games", "mine.py"), ("protocol", "notes.txt")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / file).write_text("CELL = 6\n")
    source = (
        "from games.mine import CELL\n"
        "from protocol.parts import PROTOCOL\n"
        "def choose(position, budget):\n"
        "    return CELL\n"
    )
    thinker = ChildThinker(read_spec(brain_file(tmp_path, source)))
    try:
        assert thinker.think(BotTurn(START, Budget(0.1), IN_VAIN)).cell == 6
    finally:
        thinker.close()


def test_a_brain_finds_its_data_wherever_we_are(tmp_path: Path) -> None:
    """By a path from its own folder, or from its own file."""
    (tmp_path / "cell.txt").write_text("3")
    source = (
        "from pathlib import Path\n"
        "CELLS = Path('cell.txt').read_text(), Path(__file__).with_name('cell.txt').read_text()\n"
        "def choose(position, budget):\n"
        "    return int(CELLS[len(position.moves)])\n"
    )
    thinker = ChildThinker(read_spec(brain_file(tmp_path, source)))
    try:
        for position in (START, START.play(4)):
            assert thinker.think(BotTurn(position, Budget(0.1), IN_VAIN)).cell == 3
    finally:
        thinker.close()


def test_a_brain_that_has_a_name_of_ours_itself_may_import_what_is_ours(tmp_path: Path) -> None:
    """A file bot.py is no neighbour of its own."""
    source = "from bot.brain import Choice\ndef choose(position, budget):\n    return Choice(5)\n"
    thinker = ChildThinker(read_spec(brain_file(tmp_path, source, "bot.py")))
    try:
        assert thinker.think(BotTurn(START, Budget(0.1), IN_VAIN)).cell == 5
    finally:
        thinker.close()


def test_a_brain_follows_a_game_and_the_next(tmp_path: Path) -> None:
    """Whatever it was asked before: moves taken back, another game, the same moves in another."""
    thinker = asking(tmp_path, "return max(position.legal_moves())")
    qubic = game_named("qubic")
    try:
        for position, cell in (
            (START.play(4), 8), (START.play(4).play(8).play(0), 7), (START.play(8), 7),
            (qubic.start().play(8), 63), (START.play(8), 7),
        ):  # fmt: skip
            assert thinker.think(BotTurn(position, Budget(0.1), IN_VAIN)).cell == cell
    finally:
        thinker.close()
