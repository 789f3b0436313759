"""The games that were played here: kept once each, listed, looked back at and printed."""

import io
import sys
from pathlib import Path

import pytest

from client.commands import played as command_played
from client.kept import played
from client.kept.played import keep_ended, keep_game, played_games
from client.kept.records import load_records, record_of
from client.model.match_view import MatchView
from games import Mistake, game_named
from games.notation import read_moves
from games.record import Record, RecordedResult
from protocol.parts import Ending
from tests.client.link.scripted import command
from tests.client.model.match_views import ScriptedMatch, started

GAME = Record.of(read_moves(game_named("connect4"), "4455667"), ("ann", "bob"))


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(played, "played_file", lambda: tmp_path / "inarow" / "played.jsonl")
    return tmp_path / "inarow" / "played.jsonl"


class TestKeeping:
    def test_a_match_is_kept_when_it_ends_and_only_once(self) -> None:
        """Also where its end is told again, by a server that we come back to."""
        view = ended()
        assert keep_ended(None, view, "ws://there") == ""
        assert keep_ended(view, view, "ws://there") == ""
        assert keep_ended(None, view, "ws://there") == ""
        [kept] = played_games().records
        assert kept.players == ("ann", "bob")
        assert kept.tags["Seat"] == "first"
        assert kept.tags["Server"] == "ws://there"
        assert kept.position == view.position

    def test_nobody_keeps_what_they_watch_or_what_has_not_been_played(self) -> None:
        assert keep_ended(None, ended(side=None), "") == ""
        assert keep_ended(None, ended(moves=""), "") == ""
        assert keep_ended(None, ScriptedMatch(started()).view, "") == ""
        assert played_games().records == ()

    def test_where_nothing_can_be_kept_that_is_told(self, file: Path) -> None:
        file.parent.write_text("a file where there should be a folder")
        assert keep_ended(None, ended(), "").startswith(f"This game cannot be kept in {file}: ")

    def test_a_spoilt_line_costs_that_line(self, file: Path) -> None:
        keep_game(GAME, {})
        with file.open("a") as out:
            out.write("nonsense\n")
        keep_game(GAME, {"Match": "m2"})
        found = played_games()
        assert len(found.records) == 2
        assert found.note == f"{file} has lines that are no games: 2"


def ended(side: int | None = 0, moves: str = "44") -> MatchView:
    match = ScriptedMatch(started(side=side))
    match.moves(moves)
    return match.end(1, Ending.RESIGNED)


class TestTheCommand:
    def test_it_lists_the_latest_first(self, capsys: pytest.CaptureFixture[str]) -> None:
        """With what became of it for whoever played."""
        assert command(command_played) == 0
        assert capsys.readouterr().out == "no game is kept yet\n"
        keep_game(GAME, {"Date": "2026-11-19", "UTCTime": "16:30:12", "Seat": "second"})
        keep_ended(None, ended(), "")
        assert command(command_played) == 0
        heading, *rows = capsys.readouterr().out.splitlines()
        assert heading.split("  ")[0] == "game"
        assert rows[0].split()[0] == "2"
        assert rows[0].endswith("you lost (resigned)")
        assert rows[1].split() == [
            "1", "2026-11-19", "16:30", "connect4", "ann", "bob", "7", "you", "lost", "(line)",
        ]  # fmt: skip
        assert command(command_played, "--limit", "1") == 0
        assert len(capsys.readouterr().out.splitlines()) == 2

    def test_a_game_is_told_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        keep_game(GAME, {})
        for number in ("1", "last"):
            assert command(command_played, number, "--plain") == 0
            assert capsys.readouterr().out.endswith("X plays 7, column 7, row 1.\nX wins.\n")

    def test_games_are_printed_in_any_format(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        keep_game(GAME, {})
        keep_game(GAME, {"Match": "m2"})
        for words, count in ((("--to", "pgn"), 2), (("2", "--to", "digits"), 1)):
            out = io.TextIOWrapper(io.BytesIO())
            monkeypatch.setattr(sys, "stdout", out)
            assert command(command_played, *words) == 0
            (tmp_path / "out").write_bytes(out.buffer.getvalue())
            found = load_records(str(tmp_path / "out"))
            assert [each.position for each in found] == [GAME.position] * count

    @pytest.mark.parametrize("number", ["0", "2", "-1", "first", "1.5"])
    def test_what_is_no_number_of_a_game_is_a_mistake(self, number: str) -> None:
        with pytest.raises(Mistake, match="no game is kept yet"):
            command(command_played, "--plain", "--", number)
        keep_game(GAME, {})
        with pytest.raises(Mistake, match=f"no game {number}: write a number from 1 to 1, or last"):
            command(command_played, "--plain", "--", number)


def test_the_record_tells_when_and_how() -> None:
    record = record_of(ended())
    assert record.result is RecordedResult.SECOND
    assert record.ending == "resigned"
    assert record.tags["Clock"]
    assert record.tags["Match"] == ended().match
    assert len(record.tags["Date"]) == len("2026-11-19")
