"""The commands, as people and programs use them."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import inarow
from games import CATALOGUE, game_named
from games.formats import FORMATS
from games.notation import read_moves
from games.record import Record
from tests import ROOT
from tests.games.records import GOLDEN


def run(*words: str) -> int:
    """The exit code, whether the command returns it or argparse exits with it."""
    try:
        return inarow.main(list(words))
    except SystemExit as end:
        return int(end.code or 0)


class TestHelp:
    @pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
    def test_help_lists_every_command_and_the_exit_codes(
        self, words: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Asking for nothing is asking for help."""
        assert run(*words) == 0
        out = capsys.readouterr().out
        assert all(command in out for command in inarow.COMMANDS)
        assert "exit codes: 0 done" in out

    @pytest.mark.parametrize("command", inarow.COMMANDS)
    def test_every_command_has_help(self, command: str, capsys: pytest.CaptureFixture[str]) -> None:
        """With its own usage and a sentence on what it does."""
        assert run(command, "--help") == 0
        assert f"usage: inarow {command}" in capsys.readouterr().out

    def test_the_version_is_the_installed_one(self, capsys: pytest.CaptureFixture[str]) -> None:
        """As pyproject.toml has it."""
        assert run("--version") == 0
        declared = (ROOT / "pyproject.toml").read_text().split('version = "')[1].split('"')[0]
        assert capsys.readouterr().out == f"inarow {declared}\n"

    def test_help_imports_nothing_it_does_not_need(self) -> None:
        """Which is what makes it quick."""
        script = "import sys, inarow; inarow.main(['--help']); print(*sys.modules, file=sys.stderr)"
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True
        )
        heavy = {"games", "protocol", "client", "rich", "msgspec", "asyncio", "importlib.metadata"}
        assert done.returncode == 0
        assert not heavy & set(done.stderr.split())


WRONG = [
    (["fly"], f"no command is called 'fly': choose from {', '.join(inarow.COMMANDS)}"),
    (["--fly"], "unrecognized arguments: --fly"),
    (["show"], "the following arguments are required: GAME"),
    (["show", "chess"], "inarow: no game is called 'chess': choose from tictactoe"),
    (["show", "gomoku", "h8", "h8"], "inarow: move 2: h8 is taken: X has a stone there"),
    (["show", "gomoku", "z9"], "inarow: move 1: cannot read 'z9' as a move: write a letter from"),
    (["games", "--yaml"], "unrecognized arguments: --yaml"),
    (["convert", "/no/such/file", "--to", "sgf"], "cannot read /no/such/file: No such file"),
    (["convert", str(ROOT), "--to", "sgf"], "Is a directory"),
    (["convert", sys.executable, "--to", "sgf"], "is not text in UTF-8"),
    (["convert", str(ROOT / "LICENSE"), "--to", "sgf"], "cannot tell the format"),
    (["convert", "x", "--to", "xml"], "invalid choice: 'xml'"),
    (["exhibition", "gomoku:size=3"], "inarow: gomoku: size must be 5 to 25, not 3"),
    (["exhibition", "--pause", "-1"], "inarow: the pause must be 0 to 60 seconds, not -1"),
    (["exhibition", "--seed", "x"], "argument --seed: invalid int value: 'x'"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG)
def test_what_is_wrong_is_told_on_stderr(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence, with exit code 2 and nothing on stdout."""
    assert run(*words) == inarow.MISTAKEN
    out, err = capsys.readouterr()
    assert sentence in err
    assert "Traceback" not in err
    assert out == ""


class TestGames:
    def test_the_table_lists_the_catalogue(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Names, parameters and defaults, without colour codes in a pipe."""
        assert run("games") == 0
        out = capsys.readouterr().out
        assert all(name in out for name in CATALOGUE)
        assert "k 3..max(rows, cols) (5)" in out
        assert "\x1b" not in out

    def test_programs_can_read_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Every family with its parameters."""
        assert run("games", "--json") == 0
        listed = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
        assert list(listed) == list(CATALOGUE)
        assert listed["gomoku"]["parameters"][0] == {
            "key": "size", "default": 15, "low": 5, "high": 25,
        }  # fmt: skip


class TestShow:
    def test_the_position_is_drawn(self, capsys: pytest.CaptureFixture[str]) -> None:
        """With the moves above and whose turn it is below."""
        assert run("show", "tictactoe", "b2", "a1") == 0
        assert capsys.readouterr().out == (
            "tictactoe, 2 moves: b2 a1\n\n 3  . . .\n 2  . X .\n 1 >O . .\n    a b c\n\nX to move\n"
        )

    def test_programs_can_read_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Cells, stones, legal moves and the outcome."""
        assert run("show", "tictactoe", "a1b1a2b2a3", "--json") == 0
        assert json.loads(capsys.readouterr().out) == {
            "game": "tictactoe",
            "shape": [3, 3],
            "moves": "a1 b1 a2 b2 a3",
            "cells": [6, 7, 3, 4, 0],
            "stones": [[0, 3, 6], [4, 7]],
            "turn": None,
            "legal": [],
            "outcome": {"winner": 0, "lines": [[0, 3, 6]]},
        }

    def test_moves_can_come_from_stdin(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As `-`."""
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf4453\r\n")))
        assert run("show", "connect4", "-") == 0
        assert "4 moves: 4453" in capsys.readouterr().out


class TestConvert:
    def test_a_file_is_turned_into_every_format_that_fits(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """And each of them back, to the same game."""
        record = Record.of(read_moves(game_named("gomoku"), "h8 i9"), ("ann", "bob"))
        for form in ("json", "pgn", "sgf", "psq"):
            file = tmp_path / f"game.{form}"
            file.write_text(FORMATS[form].write(record), encoding="utf-8")
            assert run("convert", str(file), "--to", "json") == 0
            assert capsys.readouterr().out == record.to_json() + "\n"

    @pytest.mark.parametrize("form", ["json", "pgn", "sgf", "psq"])
    def test_files_may_come_from_windows(
        self, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """With a byte order mark and two characters at the end of a line."""
        file = tmp_path / "game"
        file.write_bytes(b"\xef\xbb\xbf" + GOLDEN[form].replace("\n", "\r\n").encode())
        assert run("convert", str(file), "--to", "json") == 0
        assert capsys.readouterr().out == GOLDEN["json"]

    @pytest.mark.parametrize(
        ("raw", "player"),
        [(b"(;GM[4]PB[Zo\xeb])", "Zoë"), ("(;GM[4]PB[Zoë])".encode(), "Zoë")],
    )
    def test_sgf_may_be_in_latin_1(
        self, raw: bytes, player: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Which is its default; but most files without a word on it are in UTF-8."""
        file = tmp_path / "game.sgf"
        file.write_bytes(raw)
        assert run("convert", str(file), "--to", "json") == 0
        assert json.loads(capsys.readouterr().out)["players"] == [player, ""]

    def test_sgf_that_says_it_is_in_utf_8_must_be(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Otherwise it is damaged."""
        file = tmp_path / "game.sgf"
        file.write_bytes(b"(;GM[4]CA[utf-8]PB[Zo\xeb])")
        assert run("convert", str(file), "--to", "json") == inarow.MISTAKEN
        assert "is not text in UTF-8" in capsys.readouterr().err

    def test_several_games_do_not_fit_into_one_psq(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Nothing is printed rather than half of it."""
        file = tmp_path / "games.jsonl"
        file.write_text(2 * (Record.of(game_named("gomoku").start()).to_json() + "\n"))
        assert run("convert", str(file), "--to", "psq") == inarow.MISTAKEN
        out, err = capsys.readouterr()
        assert (out, "a psq file holds one game, and there are 2" in err) == ("", True)

    def test_an_empty_file_holds_no_game(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Also where the format is given."""
        file = tmp_path / "empty"
        file.write_text("\n")
        assert run("convert", str(file), "--from", "json", "--to", "pgn") == inarow.MISTAKEN
        assert "holds no game" in capsys.readouterr().err


@pytest.mark.parametrize("game", CATALOGUE)
def test_an_exhibition_is_played_to_its_end(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Drawn move by move, repeatable by its seed, and its moves can be shown again."""
    assert run("exhibition", game, "--seed", "7") == 0
    out, err = capsys.readouterr()
    assert f"inarow exhibition {game} --seed 7" in err
    result, moves = out.splitlines()[-2:]
    position = read_moves(game_named(game), moves)
    assert position.outcome is not None
    assert result.endswith(f"after {len(position.moves)} moves")
    assert run("exhibition", game, "--seed", "7") == 0
    assert capsys.readouterr().out == out


def test_the_protocol_is_printed_as_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """`inarow protocol > protocol/asyncapi.json` writes the kept file to the letter."""
    assert run("protocol") == 0
    assert capsys.readouterr().out == (ROOT / "protocol" / "asyncapi.json").read_text()
