"""The command line in processes of its own: pipes, signals, disks and terminals."""

import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

import inarow
from games import game_named
from games.drawing import caption
from games.notation import read_moves
from tests import ROOT
from tests.games.records import GOLDEN


def start(*words: str) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, ROOT / "inarow.py", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def in_shell(line: str, given: bytes = b"", **environment: str) -> tuple[int, bytes, str]:
    """Exit code, stdout and stderr of `inarow` with the shell's redirections."""
    usual = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$1" {line}', sys.executable, ROOT / "inarow.py"],
        input=given,
        capture_output=True,
        env=usual | environment,
    )
    return done.returncode, done.stdout, done.stderr.decode()


def on_terminal(*words: str, **environment: str) -> tuple[int, str]:
    """Exit code of the command, and all that a terminal gets to see of it."""
    ours, theirs = pty.openpty()
    usual = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    process = subprocess.Popen(
        [sys.executable, ROOT / "inarow.py", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=usual | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"} | environment,
    )
    os.close(theirs)
    seen = b""
    with suppress(OSError):  # Linux ends the reading so when the last writer has gone
        while chunk := os.read(ours, 65536):
            seen += chunk
    os.close(ours)
    return process.wait(), seen.decode().replace("\r\n", "\n")


class TestProcess:
    def test_a_reader_that_leaves_is_no_error(self) -> None:
        """As with `inarow protocol | head -1`."""
        with start("exhibition", "mnk") as process:
            assert process.stdout is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr is not None
            assert "Traceback" not in process.stderr.read()
            assert process.wait() == inarow.FAILED

    def test_ctrl_c_ends_cleanly(self) -> None:
        """With the usual exit code and no traceback."""
        with start("exhibition", "mnk", "--pause", "60") as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("move 1")
            process.send_signal(signal.SIGINT)
            _, err = process.communicate()
            assert (process.returncode, err) == (inarow.INTERRUPTED, "")

    @pytest.mark.parametrize(
        "line", ["games", "games --json", "protocol", "show --help", "--version", "exhibition"]
    )
    def test_a_full_disk_is_told(self, line: str) -> None:
        """In a sentence, also where the output fits into the buffer."""
        code, _, err = in_shell(f"{line} > /dev/full")
        sentences = [each for each in err.splitlines() if "the same game again" not in each]
        assert (code, sentences) == (inarow.FAILED, ["inarow: No space left on device"])

    @pytest.mark.parametrize("line", ["games", "show gomoku --json", "protocol", "exhibition"])
    def test_a_closed_stdout_is_told(self, line: str) -> None:
        """Rather than a traceback or nothing."""
        told = "inarow: there is nowhere to write to: stdout is closed\n"
        assert in_shell(f"{line} >&-") == (inarow.FAILED, b"", told)

    @pytest.mark.parametrize("line", ["show gomoku -", "convert --to pgn"])
    def test_a_closed_stdin_is_told(self, line: str) -> None:
        """It is what was given wrongly."""
        told = "inarow: there is nothing to read: stdin is closed\n"
        assert in_shell(f"{line} <&-") == (inarow.MISTAKEN, b"", told)

    @pytest.mark.parametrize("line", ["show gomoku -", "convert --to pgn"])
    def test_what_is_no_text_is_told(self, line: str) -> None:
        """Whatever the locale makes of it."""
        code, out, err = in_shell(line, b"h8 \xff")
        assert (code, out, err.count("\n")) == (inarow.MISTAKEN, b"", 1)
        assert err.startswith("inarow: stdin is not text in UTF-8")

    def test_records_are_written_in_utf_8(self) -> None:
        """On a terminal that only speaks ASCII, too."""
        code, out, err = in_shell(
            "convert --to psq", GOLDEN["json"].encode(), PYTHONIOENCODING="ascii"
        )
        assert (code, out.decode(), err) == (inarow.OK, GOLDEN["psq"], "")


def test_what_a_terminal_cannot_write_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By any command, with what helps."""

    def run_it(argv: list[str]) -> int:
        "é".encode("ascii")
        return inarow.OK

    monkeypatch.setattr(inarow, "_run", run_it)
    assert inarow.main(["leaders"]) == inarow.FAILED
    told = r"inarow: cannot write '\xe9' in ascii: set PYTHONIOENCODING=utf-8"
    assert capsys.readouterr().err == told + "\n"


class TestTerminal:
    def test_a_board_is_in_colour(self) -> None:
        """Where somebody is looking."""
        code, seen = on_terminal("show", "tictactoe", "b2")
        assert code == inarow.OK
        assert "\x1b[1;31m" in seen

    @pytest.mark.parametrize("command", [["show", "tictactoe", "b2"], ["games"]])
    def test_no_color_means_no_codes_at_all(self, command: list[str]) -> None:
        """Neither colours nor bold type."""
        code, seen = on_terminal(*command, NO_COLOR="1")
        assert code == inarow.OK
        assert "tictactoe" in seen
        assert "\x1b" not in seen

    def test_an_exhibition_in_place_leaves_the_last_board(self) -> None:
        """And the cursor, which it hides meanwhile."""
        code, seen = on_terminal("exhibition", "tictactoe", "--seed", "7", "--pause", "0")
        assert code == inarow.OK
        assert seen.count("\x1b[?25l") == seen.count("\x1b[?25h") == 1
        shown, _, after = seen.partition("\x1b[?25h")
        result, moves, again = after.strip().splitlines()
        position = read_moves(game_named("tictactoe"), moves)
        assert result == f"{caption(position)} after {len(position.moves)} moves"
        assert again.endswith("inarow exhibition tictactoe --seed 7")
        assert f"move {len(position.moves)}: " in shown
