"""Records in the formats of other programs."""

import dataclasses
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games import BadRecord, Position, game_named
from games.formats import FORMATS, detect
from games.notation import read_moves, write_moves
from games.record import Record, Result
from tests.every import EVERY_GAME, positions
from tests.records import records

FLAT = [name for name in EVERY_GAME if len(game_named(name).shape) == 2]
FIVES = [
    name for name in FLAT if len(game_named(name).lines[0]) == 5 and not game_named(name).below
]


@pytest.mark.parametrize("form", ["json", "pgn"])
@given(record=records())
def test_formats_for_every_game_lose_nothing(form: str, record: Record) -> None:
    """Written and read back, it is the same game with the same names, times and tags."""
    text = FORMATS[form].write(record)
    assert FORMATS[form].read(text) == [record]
    assert detect(text).name == form


@given(records(FLAT))
def test_sgf_loses_nothing(record: Record) -> None:
    """On every flat board."""
    text = FORMATS["sgf"].write(record)
    assert FORMATS["sgf"].read(text) == [unsettled(record)]
    assert detect(text).name == "sgf"


def unsettled(record: Record) -> Record:
    """SGF has no way to say that a game has a result but no ending, or the other way round."""
    if record.result is Result.NONE or record.ending:
        return record
    return dataclasses.replace(record, ending="other")


@given(records(FIVES))
def test_psq_loses_nothing(record: Record) -> None:
    """On every flat board with five in a row; times that are all zero count as unknown."""
    text = FORMATS["psq"].write(record)
    known = record if any(record.times_ms) else dataclasses.replace(record, times_ms=())
    assert FORMATS["psq"].read(text) == [known]
    assert detect(text).name == "psq"


@given(positions(["connect4"]))
def test_a_digit_string_holds_the_moves(position: Position) -> None:
    """And nothing else."""
    record = Record.of(position)
    assert FORMATS["digits"].read(FORMATS["digits"].write(record)) == (
        [record] if record.position.moves else []
    )


@pytest.mark.parametrize("form", ["json", "pgn", "sgf", "digits"])
def test_a_file_can_hold_several_games(form: str) -> None:
    """They come back in order."""
    games = [Record.of(read_moves(game_named("connect4"), moves)) for moves in ("4453", "1", "77")]
    text = "".join(map(FORMATS[form].write, games))
    assert FORMATS[form].read(text) == games


@given(
    st.sampled_from(sorted(FORMATS)), st.one_of(st.text(), st.text('()[];:BWSZGM4ab{}"\\1,.-* \n'))
)
@example("sgf", "(;GM[4]")
@example("sgf", ")")
@example("sgf", "(;GM[4]))")
@example("psq", "Piskvorky 15x15, 11:11, 0\n1,1,999999999999999999999")
@example("pgn", '[Game "gomoku"]\n\n1. {')
def test_any_text_is_read_or_refused(form: str, text: str) -> None:
    """No file raises anything but our own error."""
    with suppress(BadRecord):
        FORMATS[form].read(text)


OTHERS_SGF = """(;GM[4]FF[3]AP[other]SZ[15]PlayerBlack[Ann]PW[Bob\\]]RE[B+Resign]
;B[hh]N[a name];W[ii]BL[30](;B[gg];W[ff])(;B[aa];W[bb](;B[cc])))"""


def test_sgf_of_other_programs() -> None:
    """The main line is followed, long names are shortened, an unknown rule is gomoku."""
    [record] = FORMATS["sgf"].read(OTHERS_SGF)
    assert record.position.game.name == "gomoku"
    assert write_moves(record.position.game, record.position.moves) == "h8 i7 g9 f10"
    assert record.players == ("Ann", "Bob]")
    assert (record.result, record.ending) == (Result.FIRST, "resigned")


OTHERS_PSQ = """Piskvorky 20x20, 11:11, 0
10,10,0
11,9,1250
9,9,31
pbrain-one.zip
pbrain-two.exe
-1
2,Standard
"""


def test_psq_of_other_programs() -> None:
    """The rule line decides between five or more and exactly five."""
    [record] = FORMATS["psq"].read(OTHERS_PSQ)
    assert record.position.game.name == "gomoku:size=20,exact=yes"
    assert write_moves(record.position.game, record.position.moves) == "j11 k12 i12"
    assert record.players == ("pbrain-one.zip", "pbrain-two.exe")
    assert record.times_ms == (0, 1250, 31)
    assert (record.result, record.ending) == (Result.SECOND, "other")
    [free] = FORMATS["psq"].read(OTHERS_PSQ.replace("2,Standard", "0,Freestyle"))
    assert (free.position.game.name, free.result) == ("gomoku:size=20", Result.NONE)
    [bare] = FORMATS["psq"].read("Piskvorky 12x15, 0:0, 1\n12,15\n-1\n")
    assert (bare.position.game.name, bare.position.moves) == ("mnk:rows=15,cols=12", (179,))


def test_pgn_written_by_hand() -> None:
    """Numbers, comments and tags may be spaced as people do."""
    text = '[Game "connect4"]\n[ Event "club" ]\n\n1.4 4 {good} 2. 5 ; so far\n3 *'
    [record] = FORMATS["pgn"].read(text)
    assert write_moves(record.position.game, record.position.moves) == "4453"
    assert record.tags == {"Event": "club"}


def test_digit_strings_with_values_behind_them() -> None:
    """Test sets of solvers write a value after the moves."""
    [record] = FORMATS["digits"].read("2252576253462244111563365343671351441 -1\n")
    assert len(record.position.moves) == 37


WRONG = [
    ("json", '{"game":"tictactoe","moves":""}\n{"game"', "line 2: not a line of JSON"),
    ("pgn", "1. h8 *", 'game 1: there is no tag that names the game, like [Game "gomoku"]'),
    ("pgn", '[Game "go"]\n\n*', "game 1: no game is called 'go'"),
    ("pgn", '[Game "gomoku"]\n\n1. h8 q20 *', "game 1: move 2: cannot read 'q20' as a move"),
    ("pgn", '[Game "gomoku"]\n[Result "1-0"]\n\n1. h8 0-1', "the tag says 1-0, the moves end with"),
    ("pgn", '[Game "gomoku"]\n\n1. h8 {5 ms} i9 *', "there are 1 times for 2 moves"),
    ("sgf", "hello", "not SGF: a game begins with (;"),
    ("sgf", "(;GM[4]SZ[15];B[hh]", "the SGF ends in the middle of a game: a ) is missing"),
    ("sgf", "(;GM[4])\n)", "not SGF: there is a ) too many"),
    ("sgf", "(;GM[4]SZ[15", "not SGF at character 10: '[15'"),
    ("sgf", "(;GM[1]SZ[19];B[pd])", "game 1: this SGF is of game type GM[1], not GM[4]"),
    ("sgf", "(;SZ[19];B[pd])", "this SGF is of game type GM[1], not GM[4] (gomoku)"),
    ("sgf", "(;GM[4]SZ[big])", "cannot read the size SZ[big]: write SZ[15] or SZ[columns:rows]"),
    ("sgf", "(;GM[4]SZ[40])", "size must be 5 to 25, not 40"),
    ("sgf", "(;GM[4]SZ[19]RU[gomoku])", "the size is 19 x 19, but gomoku is played on another"),
    ("sgf", "(;GM[4]SZ[15];W[hh])", "W moves out of turn at move 1"),
    ("sgf", "(;GM[4]SZ[15];B[hh];B[ii])", "B moves out of turn at move 2"),
    ("sgf", "(;GM[4]SZ[15];B[zz])", "cannot read the move [zz]: write column and row, like [hh]"),
    ("sgf", "(;GM[4]SZ[15];B[])", "cannot read the move []: write column and row"),
    ("sgf", "(;GM[4]SZ[15];B[hh];W[hh])", "h8 is taken: X has a stone there"),
    ("sgf", "(;GM[4]SZ[15]AB[hh];W[ii])", "the game starts from stones set up"),
    ("psq", "", "a psq file begins like 'Piskvorky 15x15, 11:11, 0'"),
    ("psq", "Piskvorky 15x15\n16,1,0\n", "the move 16,1 is off the board: x is 1 to 15, y 1 to 15"),
    ("psq", "Piskvorky 15x15\n8,8,0\n8,8,0\n", "h8 is taken: X has a stone there"),
    ("psq", "Piskvorky 99x99\n", "size must be 5 to 25, not 99"),
    (
        "psq",
        "Piskvorky 15x15\n8,8,0\na\nb\n0\n1,Renju\n",
        "only Freestyle and Standard can be read",
    ),
    ("psq", 'Piskvorky 15x15\n[Game "mnk"]\n', "the board is 15x15, but mnk is played on another"),
    ("digits", "4453\n448\n", "line 2: move 3: cannot read '8' as a move"),
    ("digits", "44444444", "line 1: move 7: column 4 is full"),
]


@pytest.mark.parametrize(("form", "text", "sentence"), WRONG)
def test_a_bad_file_is_refused_with_what_is_wrong(form: str, text: str, sentence: str) -> None:
    """Where in the file, what it is, and what would be right."""
    with pytest.raises(BadRecord) as refused:
        FORMATS[form].read(text)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("form", "game"),
    [
        ("sgf", "qubic"),
        ("sgf", "nineboard"),
        ("psq", "tictactoe"),
        ("psq", "connect4"),
        ("psq", "mnk:k=4"),
        ("digits", "connect4:width=8"),
        ("digits", "gomoku"),
    ],
)
def test_a_game_that_does_not_fit_is_refused(form: str, game: str) -> None:
    """The error names the formats that hold every game."""
    with pytest.raises(BadRecord, match="json and pgn hold every game"):
        FORMATS[form].write(Record.of(game_named(game).start()))


@pytest.mark.parametrize("text", ["", "hello", "<xml>", "\x00"])
def test_an_unknown_format_is_refused(text: str) -> None:
    """The error tells how each format begins."""
    with pytest.raises(BadRecord, match="cannot tell the format: a game begins with"):
        detect(text)
