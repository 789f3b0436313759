"""`inarow analyze` and `inarow solve`, as a program or a person calls them."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.search.core.scores import PROVEN
from games import game_named
from games.notation import read_moves
from inarow import main
from tests import ROOT


def called(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was said about it."""
    code = main([*words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> "Stdin":
    return Stdin(monkeypatch)


class Stdin:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def says(self, text: str) -> None:
        wrapped = io.TextIOWrapper(io.BytesIO(text.encode()))
        self._monkeypatch.setattr("sys.stdin", wrapped)


def test_analyze_finds_a_win(capsys: pytest.CaptureFixture[str]) -> None:
    """With verdict, distance and the play to expect, in a form for programs."""
    words = ["analyze", "connect4", "434343", "--depth", "6", "--workers", "1", "--json"]
    code, out, _ = called(capsys, *words)
    found = json.loads(out)
    assert code == 0
    assert (found["best"], found["verdict"], found["distance"]) == ("4", "win", 1)
    assert found["line"] == ["4"]
    assert found["nodes_per_second"] >= 0
    assert found["moves"] == "434343"


def test_analyze_tells_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    """The board, and what was found, a line each."""
    words = ["analyze", "tictactoe", "b2", "a3", "--seconds", "0.3", "--workers", "2"]
    code, out, _ = called(capsys, *words)
    assert code == 0
    assert "X to move" in out
    assert "verdict    draw" in out
    assert "best move" in out
    assert "a second" in out


@pytest.mark.parametrize(("moves", "verdict", "sign"), [("", "win", 1), ("4", "loss", -1)])
def test_analyze_does_not_contradict_itself(
    moves: str, verdict: str, sign: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where only the book tells who wins, the score says so too, and nothing says how soon."""
    words = ["analyze", "connect4", *moves, "--seconds", "0.2", "--workers", "1"]
    found = json.loads(called(capsys, *words, "--json")[1])
    assert (found["verdict"], found["distance"]) == (verdict, None)
    assert found["score"] * sign >= PROVEN
    out = called(capsys, *words)[1]
    assert f"verdict    {verdict}, in how many plies is not known yet" in out
    assert f"score      {sign * PROVEN:+}" in out


@pytest.mark.parametrize(
    ("words", "distance", "length"),
    [
        (["gomoku", "h8 a1 i8 a2 j8 a15"], 3, 3),  # by threats
        (["connect4", "4455"], 3, 3),
        (["tictactoe", "a1 b1 b2"], 4, 4),
        (["tictactoe", "a1 b2"], None, 7),  # drawn: and one trap of several was chosen
    ],
)
def test_analyze_tells_the_play_to_the_end(
    words: list[str], distance: int | None, length: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where that is known, though the table may not hold it."""
    found = json.loads(called(capsys, "analyze", *words, "--workers", "1", "--json")[1])
    assert found["distance"] == distance
    assert len(found["line"]) == length
    assert read_moves(game_named(words[0]), " ".join([*words[1:], *found["line"]])).outcome


@pytest.mark.parametrize("seconds", ["1e9", "1e300"])
def test_any_time_may_be_given(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also more than the system can wait for at once."""
    words = ["analyze", "connect4", "434343", "--seconds", seconds, "--workers", "1"]
    code, out, _ = called(capsys, *words)
    assert code == 0
    assert "win in 1 ply" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["analyze", "tictactoe", "a1 b1 a2 b2 a3"], "nothing to find: the game is over"),
        (["analyze", "tictactoe", "z9"], "z9"),
        (["analyze", "nogame"], "no game is called"),
        (["analyze", "tictactoe", "--workers", "-1"], "--workers must be"),
        (["analyze", "tictactoe", "--hash", "0"], "1 to 65536 MB"),
    ],
)
def test_what_is_wrong_is_named(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    """With exit code 2."""
    code, _, err = called(capsys, *words)
    assert code == 2
    assert told in err


@pytest.mark.parametrize("words", [["--seconds", "0"], ["--seconds", "x"], ["--depth", "-3"]])
def test_limits_must_be_above_zero(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """Argparse says so."""
    with pytest.raises(SystemExit, match="2"):
        main(["analyze", "tictactoe", *words])
    assert "above 0" in capsys.readouterr().err


def test_solve_prints_a_value_for_each_line(
    capsys: pytest.CaptureFixture[str], stdin: Stdin
) -> None:
    """Plies to a win or a loss, 0 for a draw; an empty line is the empty board."""
    stdin.says("\nb2 b3\nb2 a3 c1\na1 b1 b2\n")
    code, out, _ = called(capsys, "solve", "tictactoe", "--workers", "1")
    assert code == 0
    assert out.splitlines() == ["0", "b2 b3 +5", "b2 a3 c1 0", "a1 b1 b2 -4"]


def test_solve_does_not_tell_a_lost_game_as_a_drawn_one(
    capsys: pytest.CaptureFixture[str], stdin: Stdin
) -> None:
    """A loss in 0 plies has no number of its own, but a drawn board has."""
    drawn = "b2 a1 a3 c1 b1 b3 a2 c2 c3"
    stdin.says(f"a1 a2 b1 b2 c1\n{drawn}\n")
    code, out, err = called(capsys, "solve", "tictactoe", "--workers", "1")
    assert code == 2
    assert out.splitlines() == ["a1 a2 b1 b2 c1 wrong", f"{drawn} 0"]
    assert "line 1: the game is over (X wins" in err


def test_solve_answers_before_it_reads_on() -> None:
    """Whoever writes the positions may wait for each answer."""
    with subprocess.Popen(
        [sys.executable, "-m", "inarow", "solve", "tictactoe", "--workers", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=ROOT,
    ) as solving:  # fmt: skip
        assert solving.stdin is not None
        assert solving.stdout is not None
        for moves, answer in (("b2", "b2 0\n"), ("a1 b1 b2", "a1 b1 b2 -4\n")):
            solving.stdin.write(f"{moves}\n")
            assert solving.stdout.readline() == answer
        solving.stdin.close()
        assert solving.wait() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_solve_keeps_its_answers_apart_from_its_progress(tmp_path: Path) -> None:
    """Which is for the terminal, and they are for the file."""
    positions, values = tmp_path / "positions.txt", tmp_path / "values.txt"
    positions.write_text("b2\nb2 b3\n")
    terminal, theirs = os.openpty()
    with positions.open() as stdin, values.open("w") as stdout:
        words = [sys.executable, "-m", "inarow", "solve", "tictactoe", "--workers", "1"]
        subprocess.run(words, stdin=stdin, stdout=stdout, stderr=theirs, cwd=ROOT, check=True)
    os.close(theirs)
    os.close(terminal)
    assert values.read_text() == "b2 0\nb2 b3 +5\n"


def test_solve_counts_connect4_as_its_solvers_do(
    capsys: pytest.CaptureFixture[str], stdin: Stdin
) -> None:
    """22 less the winner's stones on 7x6."""
    stdin.says("434343\n4343434\n2252576253462244111563365343671351441\n")
    code, out, _ = called(capsys, "solve", "connect4", "--workers", "2")
    values = [line.split()[-1] for line in out.splitlines()]
    assert code == 0
    assert values[:2] == ["18", "-18"]
    assert values[2] == "-1"


def test_solve_marks_what_is_no_position_and_goes_on(
    capsys: pytest.CaptureFixture[str], stdin: Stdin
) -> None:
    """With the line and the reason on stderr, and exit code 2."""
    stdin.says("b2\nb2 b2\nb2 q\na1\n")
    code, out, err = called(capsys, "solve", "tictactoe", "--workers", "1")
    assert code == 2
    assert out.splitlines() == ["b2 0", "b2 b2 wrong", "b2 q wrong", "a1 0"]
    assert "line 2:" in err
    assert "taken" in err
    assert "line 3:" in err


def test_solve_says_what_it_could_not_solve(
    capsys: pytest.CaptureFixture[str], stdin: Stdin
) -> None:
    """With exit code 1."""
    stdin.says("h8\n")
    code, out, err = called(capsys, "solve", "gomoku", "--seconds", "0.05", "--workers", "1")
    assert code == 1
    assert out == "h8 unsolved\n"
    assert "1 of 1 not solved within 0.05 s each" in err
