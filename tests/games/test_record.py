"""A game as a value and as one JSON line."""

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given

from games import BadRecord, game_named
from games.notation import read_moves
from games.record import Record, RecordedResult
from tests.games.records import records

WON = '{"game":"tictactoe","players":["ann","bob"],"moves":"a1 b1 a2 b2 a3"'


def with_field(key: str, value: Any) -> str:
    """A good line with one field set to something else."""
    data = {"game": "tictactoe", "players": ["ann", "bob"], "moves": "a1 b1 a2", key: value}
    return json.dumps(data)


WRONG = [
    ("", "not a line of JSON"),
    ("{", "not a line of JSON"),
    ("[" * 10**5, "not a line of JSON"),
    ("[]", 'a record is a JSON object, like {"game": "connect4", ...}'),
    ("{}", "game must be there, and a text"),
    ('{"game": "tictactoe"}', "moves must be there, and a text"),
    (with_field("winner", 1), "a record has no field 'winner': its fields are game, players"),
    (with_field("game", "chess"), "no game is called 'chess'"),
    (with_field("moves", "a1 a1"), "move 2: a1 is taken"),
    (with_field("moves", "a1 z9"), "move 2: cannot read 'z9' as a move"),
    (with_field("moves", ["a1"]), "moves must be there, and a text"),
    (with_field("players", ["ann"]), "players must be a list of two names"),
    (with_field("players", "ann"), "players must be a list of two names"),
    (with_field("players", ["ann", 7]), "the second player must be a text on one line, not 7"),
    (with_field("players", ["a\nb", ""]), "the first player must be a text on one line"),
    (with_field("result", "2-0"), "the result must be one of 1-0, 0-1, 1/2-1/2, *, not '2-0'"),
    (with_field("result", ["1-0"]), "the result must be one of"),
    (with_field("players", ["ann ", ""]), "must not begin or end with a space, as 'ann ' does"),
    (with_field("tags", {"Event": " x"}), "the tag Event must not begin or end with a space"),
    (with_field("ending", None), "the ending must be one word of lower-case letters and hyphens"),
    (with_field("ending", "Time out"), "and hyphens, like 'resigned', not 'Time out'"),
    (with_field("ending", "-"), "the ending must be one word"),
    (with_field("ending", "line"), "the ending is 'line', but the board is not finished"),
    (with_field("times_ms", [1, 2]), "give one time for each move: 3 in all, not 2"),
    (with_field("times_ms", [1, 2, -3]), "a time must be a whole number of milliseconds, not -3"),
    (with_field("times_ms", [1, 2, 0.5]), "a time must be a whole number of milliseconds, not 0.5"),
    (with_field("times_ms", [1, 2, True]), "a time must be a whole number of milliseconds"),
    (with_field("times_ms", 7), "times_ms must be a list of milliseconds, one for each move"),
    (with_field("tags", ["x"]), "tags must be a mapping of names to texts"),
    (with_field("tags", {"Event": 1}), "the tag Event must be a text on one line, not 1"),
    (with_field("tags", {"a b": ""}), "a tag cannot be called 'a b': use letters, digits"),
    (with_field("tags", {"Result": ""}), "and none of Game, First, Second, Result, Ending"),
    (with_field("evaluations", "good"), "evaluations must be a list, with an object or null"),
    (with_field("evaluations", [7]), "an evaluation is null or an object like"),
    (with_field("evaluations", [{"eval": 1}]), "not {'eval': 1}"),
    (
        with_field("evaluations", [{"score": 1}]),
        "give one evaluation, or null, for each move: 3 in all, not 1",
    ),
    (with_field("evaluations", [None, None, {"score": "+1"}]), "must be a number, not '+1'"),
    (with_field("evaluations", [None, None, {"score": 10**400}]), "must be a number, not 1000"),
    (with_field("evaluations", [None, None, {"depth": -1}]), "a depth must be a whole number"),
    (with_field("evaluations", [None, None, {"verdict": ["win"]}]), "a verdict must be win, loss"),
    (WON + ',"result":"0-1","ending":"line"}', "the board says 1-0, but the record says 0-1"),
    (WON + ',"result":"1/2-1/2"}', "the board says 1-0, but the record says 1/2-1/2"),
    (WON + ',"ending":7}', "the ending must be one word"),
]


@pytest.mark.parametrize(("line", "sentence"), WRONG)
def test_a_bad_line_is_refused_with_what_is_wrong(line: str, sentence: str) -> None:
    """Every way to be wrong has its own sentence."""
    with pytest.raises(BadRecord) as refused:
        Record.from_json(line)
    assert sentence in str(refused.value)


def test_a_line_can_be_read_by_a_person() -> None:
    """Canonical name, players, moves as people write them, result, times and tags."""
    position = read_moves(game_named("connect4:width=7"), "44")
    record = Record.of(position, ("ann", "bob"), times_ms=(1200, 3), tags={"Event": "club"})
    assert record.to_json() == (
        '{"game":"connect4","players":["ann","bob"],"moves":"44","result":"*","ending":"",'
        '"times_ms":[1200,3],"tags":{"Event":"club"}}'
    )


def test_the_board_fills_in_what_is_left_open() -> None:
    """A finished board needs no result beside it."""
    record = Record.from_json(WON + "}")
    assert (record.result, record.ending) == (RecordedResult.FIRST, "line")


@pytest.mark.parametrize("ending", ["", "resigned", "time"])
def test_a_finished_board_has_the_last_word_on_the_ending(ending: str) -> None:
    """People resign when the last stone is down; what they may not do is win by it."""
    record = Record.from_json(WON + f',"result":"1-0","ending":"{ending}"}}')
    assert (record.result, record.ending) == (RecordedResult.FIRST, "line")


def test_a_record_made_by_hand_must_agree_with_the_board() -> None:
    """There, nothing is filled in."""
    won = Record.from_json(WON + "}").position
    with pytest.raises(BadRecord, match="the board says 1-0 by 'line', but the record says \\* by"):
        Record(won)


def test_the_tags_of_a_record_cannot_be_changed() -> None:
    """Neither through the record nor through the mapping that it was made of."""
    tags = {"Event": "club"}
    record = Record(game_named("qubic").start(), tags=tags)
    tags["Event"] = "other"
    assert record.tags == {"Event": "club"}
    with pytest.raises(TypeError):
        record.tags["Event"] = "other"  # type: ignore[index]


def test_a_record_is_a_value() -> None:
    """Equal records are one in a set, and one that was sent or copied is equal."""
    one, two = (Record(game_named("qubic").start(), tags={"Event": "club"}) for _ in "ab")
    assert {one, two} == {one}
    assert one != Record(game_named("qubic").start(), tags={"Event": "other"})
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one


def test_a_resignation_keeps_its_result() -> None:
    """The board is not finished, but the game is."""
    record = Record.from_json(with_field("result", "0-1"))
    assert (record.result, record.position.outcome) == (RecordedResult.SECOND, None)


@given(records())
def test_a_record_is_one_line_and_reads_back(record: Record) -> None:
    """Whatever it holds."""
    line = record.to_json()
    assert "\n" not in line
    assert Record.from_json(line) == record
