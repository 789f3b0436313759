"""Records in the formats of other programs."""

import dataclasses
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games import BadRecord, Position, game_named
from games.formats import FORMATS, detect
from games.notation import read_moves
from games.record import Record, RecordedResult
from tests.games.every import EVERY_GAME, positions
from tests.games.records import FIVE_SGF, GOLDEN, SMALL, records

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


@pytest.mark.parametrize(("form", "games"), [("sgf", FLAT), ("psq", FIVES)])
@given(data=st.data())
def test_formats_for_flat_boards_lose_nothing(
    form: str, games: list[str], data: st.DataObject
) -> None:
    """SGF holds every game on a flat board, psq five in a row."""
    record = data.draw(records(games))
    text = FORMATS[form].write(record)
    assert FORMATS[form].read(text) == [record]
    assert detect(text).name == form


@pytest.mark.parametrize("form", ["json", "pgn", "sgf", "psq"])
@pytest.mark.parametrize("times", [(), (0,)])
@pytest.mark.parametrize("result", list(RecordedResult))
@pytest.mark.parametrize("ending", ["", "other", "misconduct"])
def test_what_is_not_known_stays_unknown(
    form: str, times: tuple[int, ...], result: RecordedResult, ending: str
) -> None:
    """A result without an ending, a time of zero and no time at all read back as they were."""
    record = Record(read_moves(game_named("gomoku"), "h8"), ("", ""), result, ending, times)
    assert FORMATS[form].read(FORMATS[form].write(record)) == [record]


@pytest.mark.parametrize("form", GOLDEN)
def test_the_text_is_as_other_programs_know_it(form: str) -> None:
    """To the letter: what is only ours to read would read back even if it were wrong."""
    assert FORMATS[form].write(SMALL) == GOLDEN[form]
    assert FORMATS[form].read(GOLDEN[form]) == [SMALL]


def test_psq_needs_our_tags_for_our_tags_only() -> None:
    """Game, players, moves, times and result stand where Piskvork has them."""
    [read] = FORMATS["psq"].read(GOLDEN["psq"].partition("[Game")[0])
    assert read == dataclasses.replace(SMALL, tags={}, evaluations=())
    free = Record(
        read_moves(game_named("gomoku"), "h8"), result=RecordedResult.FIRST, ending="time"
    )
    text = FORMATS["psq"].write(free).partition("[Game")[0]
    assert text == "Piskvorky 15x15, 11:11, 0\n8,8\nhomo-1\nhomo-2\n-1\n1,Freestyle\n"
    [read] = FORMATS["psq"].read(text)
    assert read == dataclasses.replace(free, players=("homo-1", "homo-2"), ending="other")


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


WRONG = [
    ("json", '{"game":"tictactoe","moves":""}\n{"game"', "line 2: not a line of JSON"),
    ("pgn", "1. h8 *", 'game 1: there is no tag that names the game, like [Game "gomoku"]'),
    ("pgn", '[Game "go"]\n\n*', "game 1: no game is called 'go'"),
    ("pgn", '[Game "gomoku"]\n\n1. h8 q20 *', "game 1: move 2: cannot read 'q20' as a move"),
    ("pgn", '[Game "gomoku"]\n[Result "1-0"]\n\n1. h8 0-1', "the tag says 1-0, the moves end with"),
    ("pgn", '[Game "gomoku"]\n\n1. h8 {5 ms} i9 *', "give one time for each move: 2 in all, not 1"),
    ("pgn", '[Game "gomoku"]\n\n1. {5 ms} h8 *', "the time {5 ms} must stand behind its move"),
    ("pgn", '[Game "gomoku"]\n\n1. h8 {5 ms} {6 ms} i9 *', "the time {6 ms} must stand behind its"),
    ("pgn", '[Game "gomoku"]\n\n1. h8 i9 {5 ms} * {6 ms}', "the time {6 ms} must stand behind"),
    ("pgn", '[Game "gomoku"]\n\n1. h8 {', "a comment is not closed: a } is missing"),
    ("pgn", '[Game "gomoku"]\n[Ending "Lost"]\n\n1. h8', "the ending must be one word"),
    ("sgf", "hello", "not SGF: a game begins with (;"),
    ("sgf", "(;GM[4]SZ[15];B[hh]", "the SGF ends in the middle of a game: a ) is missing"),
    ("sgf", "(;GM[4])\n)", "not SGF: there is a ) too many"),
    ("sgf", "(;GM[4]SZ[15", "not SGF at character 10: '[15'"),
    ("sgf", "(;GM[1]SZ[19];B[pd])", "game 1: this SGF is of game type GM[1], not GM[4]"),
    ("sgf", "(;SZ[19];B[pd])", "this SGF is of game type GM[1], not GM[4] (gomoku)"),
    ("sgf", "(;GM[4]SZ[big])", "cannot read the size SZ[big]: write SZ[15] or SZ[columns:rows]"),
    ("sgf", "(;GM[4]SZ[40])", "size must be 5 to 25, not 40"),
    ("sgf", "(;GM[4]SZ[15]RU[qubic])", "the size is 15 x 15, but qubic is played on another"),
    ("sgf", "(;GM[4]SZ[19]RU[gomoku:size=15])", "the size is 19 x 19, but gomoku is played on"),
    ("sgf", "(;GM[4]SZ[19]RU[gomoku:sise=19])", "game 1: gomoku: no parameter is called 'sise'"),
    ("sgf", "(;GM[4]SZ[15];B[hh]W[ii])", "move 1 is of B and W at once: each has a node"),
    ("sgf", "(;GM[4]SZ[15];W[hh]B[ii])", "move 1 is of B and W at once: each has a node"),
    ("sgf", FIVE_SGF.replace("?", "W+R"), "the board says 1-0, but the record says 0-1"),
    ("sgf", "(;GM[4]SZ[15];W[hh])", "W moves out of turn at move 1"),
    ("sgf", "(;GM[4]SZ[15];B[hh];B[ii])", "B moves out of turn at move 2"),
    ("sgf", "(;GM[4]SZ[15];B[zz])", "cannot read the move [zz]: write column and row, like [hh]"),
    ("sgf", "(;GM[4]SZ[15];B[])", "cannot read the move []: write column and row"),
    ("sgf", "(;GM[4]SZ[15];B[hh];W[hh])", "h8 is taken: X has a stone there"),
    ("sgf", "(;GM[4]SZ[15]AB[hh];W[ii])", "the game starts from stones set up"),
    ("psq", "", "a psq file begins like 'Piskvorky 15x15, 11:11, 0'"),
    ("psq", "Piskvorky 15x15\n16,1,0\n", "the move 16,1 is off the board: x is 1 to 15, y 1 to 15"),
    ("psq", "Piskvorky 15x15\n8,8,0\n8,8,0\n", "line 3: h8 is taken: X has a"),
    ("psq", "Piskvorky 15x15\n8,8,0\n9;9,5\n7,7,0\n", "line 3: '9;9,5' is out of place: moves"),
    ("psq", "Piskvorky 15x15\n8,8,0\n\n9,9,-5\nann\nbob\n-1\n", "line 4: '9,9,-5' is out of"),
    ("psq", "Piskvorky 15x15\n8,8,0\nx9,9,5\n7,7,0\n", "line 3: 'x9,9,5' is out of place"),
    ("psq", "Piskvorky 15x15\n8,8,0\nx9,9,5\nann\nbob\n-1\n", "line 5: 'bob' is out of place"),
    ("psq", "Piskvorky 15x15\n8,8,0\n9\n7,7,0\n", "line 4: '7,7,0' is out of place"),
    ("psq", "Piskvorky 15x15\n8,8,0\nann\n-1\n", "line 3: 'ann' is out of place"),
    ("psq", "Piskvorky 15x15\n8,8,0\n-1\n3,Standard\n", "line 4: '3,Standard' is out of place"),
    ("psq", 'Piskvorky 15x15\n8,8,0\n-1\n[Result "1-0]\n', "line 4: '[Result"),
    ("psq", "Piskvorky 15x15\n8,8,0\n7,7\n", "give one time for each move: 2 in all, not 1"),
    ("psq", "Piskvorky 15x15, 11:11\n", "a psq file begins like"),
    ("psq", "Piskvorky 99x99\n", "size must be 5 to 25, not 99"),
    (
        "psq",
        "Piskvorky 15x15\n8,8,0\na\nb\n0\n1,Renju\n",
        "only Freestyle and Standard can be read",
    ),
    ("psq", 'Piskvorky 15x15\n[Game "mnk"]\n', "the board is 15x15, but mnk is played on another"),
    ("digits", "4453\n448\n", "line 2: move 3: cannot read '8' as a move"),
    ("digits", "4 4 5 3\n", "line 1: cannot read '4 4 5 3': write the moves run together"),
    ("digits", "4453 x\n", "line 1: cannot read '4453 x'"),
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
