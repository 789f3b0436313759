"""Games of a tournament as records, and an event in its folder."""

from dataclasses import replace
from pathlib import Path

import pytest

from games import BadRecord, Mistake
from games.formats import FORMATS
from games.record import MoveEvaluation, Record
from organiser.event import FILE, GAMES, Event, Section, format_of, load_event
from organiser.records import read_result, record_of
from protocol.parts import Terms, TimeControl
from protocol.tournaments import Format, Plan
from tournament.results import Result, ScheduledGame

PLAN = Plan("The cup", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(60)), openings=((4,),))
WON = Result(
    ScheduledGame(3, 2, ("ann", "bob"), 2, 0), 0, "line", "", "m1", (4,), (4, 0, 5, 1, 3),
    (0.5, 0.25, 1.0, 0.125), (0.01, 0.0, 0.0, 0.002),
    (None, MoveEvaluation(-12, 3), MoveEvaluation(None, 9, "loss"), MoveEvaluation(0.5)),
    (("Date", "2026-11-19"), ("Clock", "1"), ("FirstBot", "search:level=3,seconds=0.5")),
)  # fmt: skip
FAILED = Result(
    ScheduledGame(4, 2, ("bob", "ann"), 2, 0), 1, "failed", "it raised", "m2", (4,), (4, 0), (0.5,),
    (0.0,),
)  # fmt: skip
NOBODY = ScheduledGame(5, 3, ("bob", "ann"), 3, None)
HALF = ScheduledGame(6, 3, ("ann", "bob"), 3, None)
SOLVED = ScheduledGame(7, 3, ("ann", "bob"), 4, None)
RESULTS = [
    WON,
    FAILED,
    Result(NOBODY, None, "absent", "bob and ann did not come", "m3"),
    Result(HALF, 1, "absent", "ann did not come", "m4"),
    Result(SOLVED, None, "adjudicated", "solved: a draw", "m5", (), (0,), (1.0,), (0.0,)),
]


@pytest.mark.parametrize("result", RESULTS)
def test_a_record_gives_the_result_back(result: Result) -> None:
    """All of it, through a line of JSON and through what it was converted to from there."""
    record = Record.from_json(record_of("The cup", "tictactoe", result).to_json())
    assert read_result(record) == result
    for name in ("sgf", "pgn"):
        [again] = FORMATS[name].read(FORMATS[name].write(record))
        assert read_result(again) == result


def test_a_record_from_elsewhere_is_no_result() -> None:
    """It does not say which fixture it was."""
    with pytest.raises(BadRecord, match="no record of a tournament"):
        read_result(Record.from_json('{"game":"tictactoe","moves":"b2"}'))


def event(folder: Path) -> Event:
    made = Event(
        folder,
        ("a=chance", "b=chance"),
        (Section(PLAN, ("a", "b"), "t1"),),
        concurrency=2,
        place="/somewhere",
    )
    made.keep()
    return made


def test_an_event_is_read_back_as_it_was(tmp_path: Path) -> None:
    """With its results, each once."""
    made = event(tmp_path)
    for result in (*RESULTS, *RESULTS):
        made.add(made.sections[0], result)
    again = load_event(tmp_path)
    assert again == made
    assert again.results_of(again.sections[0]) == RESULTS


def test_half_a_line_of_a_killed_run_is_left_out(tmp_path: Path) -> None:
    """That game is fetched once more."""
    made = event(tmp_path)
    made.add(made.sections[0], RESULTS[0])
    made.add(made.sections[0], RESULTS[1])
    text = (tmp_path / GAMES).read_text()
    (tmp_path / GAMES).write_text(text[:-20])
    again = load_event(tmp_path)
    assert again.results_of(again.sections[0]) == RESULTS[:1]
    again.add(again.sections[0], RESULTS[1])
    assert load_event(tmp_path).results_of(again.sections[0]) == RESULTS[:2]


def test_a_record_tells_how_its_game_was_played(tmp_path: Path) -> None:
    """When, on what clock and machine, by which versions, from which seed."""
    made = replace(event(tmp_path), seed=7, versions={"b": 'name="theirs", version="2"'})
    facts = made.facts(made.sections[0], ("b", "a"), 1_700_000_000.5)
    assert (facts["Date"], facts["UTCTime"]) == ("2023-11-14", "22:13:20")
    assert (facts["Clock"], facts["Seed"]) == ("1+0", "7")
    assert (facts["FirstBot"], facts["SecondBot"]) == ("chance", "chance")
    assert (facts["FirstVersion"], facts["SecondVersion"]) == ('name="theirs", version="2"', "")
    assert facts["Software"].startswith("inarow ")
    assert "Python 3." in facts["Machine"]


def test_games_are_added_to_a_file_too(tmp_path: Path) -> None:
    """In the format of its name, which must be one that holds several."""
    file = tmp_path / "games.pgn"
    made = replace(event(tmp_path), record=str(file))
    for result in RESULTS[:2]:
        made.add(made.sections[0], result)
    assert [read_result(each) for each in FORMATS["pgn"].read(file.read_text())] == RESULTS[:2]
    with pytest.raises(Mistake, match=r"must end with .json, .pgn, .sgf, .digits, .jsonl"):
        format_of("games.psq")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"bots": []}', '{"bots":[],"sections":[{}]}'])
def test_a_spoilt_file_is_named(tmp_path: Path, text: str) -> None:
    """With what is wrong in it."""
    (tmp_path / FILE).write_text(text)
    with pytest.raises(Mistake, match="cannot be used"):
        load_event(tmp_path)
    with pytest.raises(Mistake, match="no tournament was begun"):
        load_event(tmp_path / "elsewhere")
