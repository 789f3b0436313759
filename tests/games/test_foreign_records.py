"""Records that other programs, and people, have written."""

import pytest

from games import BadRecord
from games.formats import FORMATS
from games.notation import write_moves
from games.record import RecordedResult
from tests.games.records import FIVE_SGF, GOLDEN, SMALL

OTHERS_SGF = """(;GM[4]FF[3]AP[other]SZ[15]PlayerBlack[Ann]PW[Bob\\]]RE[B+Resign]
;B[hh]N[a name];W[ii]BL[30](;B[gg];W[ff])(;B[aa];W[bb](;B[cc])))"""


def test_sgf_of_other_programs() -> None:
    """The main line is followed, long names are shortened, an unknown rule is gomoku."""
    [record] = FORMATS["sgf"].read(OTHERS_SGF)
    assert record.position.game.name == "gomoku"
    assert write_moves(record.position.game, record.position.moves) == "h8 i7 g9 f10"
    assert record.players == ("Ann", "Bob]")
    assert (record.result, record.ending) == (RecordedResult.FIRST, "resigned")


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
    assert (record.result, record.ending) == (RecordedResult.SECOND, "other")
    [free] = FORMATS["psq"].read(OTHERS_PSQ.replace("2,Standard", "0,Freestyle"))
    assert (free.position.game.name, free.result) == ("gomoku:size=20", RecordedResult.NONE)
    [other] = FORMATS["psq"].read(OTHERS_PSQ.replace("11:11, 0", "11:11, 1"))
    assert other.players == ("pbrain-two.exe", "pbrain-one.zip")
    assert other.result is RecordedResult.SECOND
    [bare] = FORMATS["psq"].read("Piskvorky 12x15, 0:0, 1\n12,15\n-1\n")
    assert (bare.position.game.name, bare.position.moves) == ("mnk:rows=15,cols=12", (179,))


def test_blank_lines_in_psq_mean_nothing() -> None:
    """Wherever they are."""
    spaced = "\n" + OTHERS_PSQ.replace("\n", "\n \n")
    assert FORMATS["psq"].read(spaced) == FORMATS["psq"].read(OTHERS_PSQ)


@pytest.mark.parametrize(
    ("rules", "game"),
    [
        ("SZ[19]RU[gomoku]", "gomoku:size=19"),
        ("SZ[9:8]RU[mnk]", "mnk:rows=8,cols=9"),
        ("SZ[8:7]RU[connect4]", "connect4:width=8,height=7"),
        ("SZ[3]RU[tictactoe]", "tictactoe"),
        ("RU[tictactoe]", "tictactoe"),
        ("RU[gomoku:size=19]", "gomoku:size=19"),
        ("SZ[15]RU[STANDARD]", "gomoku:exact=yes"),
        ("SZ[12:9]RU[standard]", "mnk:rows=9,cols=12,exact=yes"),
        ("SZ[15]RU[free: style]", "gomoku"),
        ("", "gomoku"),
    ],
)
def test_the_size_and_the_rule_of_an_sgf_name_the_game(rules: str, game: str) -> None:
    """A bare name of ours takes its size from SZ, and what is no name of ours is five in a row."""
    [record] = FORMATS["sgf"].read(f"(;GM[4]{rules})")
    assert record.position.game.name == game


def test_texts_of_an_sgf_stand_on_one_line() -> None:
    """A line break is a space, behind a backslash nothing; Event and Date have properties."""
    text = '(;GM[4]PB[ Ann\nLee ]PW[B\\\nob\\\\]EV[club\tnight]DT[2024-05-01]GC[[Round "2"\\]])'
    [record] = FORMATS["sgf"].read(text)
    assert record.players == ("Ann Lee", "Bob\\")
    assert record.tags == {"Event": "club night", "Date": "2024-05-01", "Round": "2"}
    assert "EV[club night]DT[2024-05-01]" in FORMATS["sgf"].write(record)


@pytest.mark.parametrize("told", ["?", "B+R", "B+F", "B+", "Void"])
def test_a_board_that_is_won_needs_no_other_ending(told: str) -> None:
    """Who resigns when five are on the board has lost by the line."""
    [record] = FORMATS["sgf"].read(FIVE_SGF.replace("?", told))
    assert (record.result, record.ending) == (RecordedResult.FIRST, "line")


@pytest.mark.parametrize(("letter", "word"), [("F", "misconduct"), ("T", "time"), ("", "other")])
def test_the_letters_of_an_sgf_are_the_words_of_the_server(letter: str, word: str) -> None:
    """Both ways."""
    [record] = FORMATS["sgf"].read(f"(;GM[4]RE[W+{letter}];B[hh])")
    assert (record.result, record.ending) == (RecordedResult.SECOND, word)
    assert f"RE[W+{letter}]" in FORMATS["sgf"].write(record)


def test_outer_spaces_of_names_are_left_out() -> None:
    """Other programs pad them; in our own lines of JSON they are refused."""
    for form in ("pgn", "sgf", "psq"):
        text = GOLDEN[form].replace("bob", " bob\t")
        assert FORMATS[form].read(text) == [SMALL]


def test_pgn_written_by_hand() -> None:
    """Numbers, comments and tags may be spaced as people do."""
    text = '[Game "connect4"]\n[ Event "club" ]\n\n1.4 4 {good} 2. 5 ; so far\n3 *'
    [record] = FORMATS["pgn"].read(text)
    assert write_moves(record.position.game, record.position.moves) == "4453"
    assert record.tags == {"Event": "club"}


def test_a_long_text_of_open_comments_is_refused_at_once() -> None:
    """Reading takes one pass: in two, each brace would look for its end again."""
    with pytest.raises(BadRecord, match="a comment is not closed"):
        FORMATS["pgn"].read('[Game "gomoku"]\n\n' + "{" * 10**5)


def test_digit_strings_with_values_behind_them() -> None:
    """Test sets of solvers write a value after the moves."""
    [record] = FORMATS["digits"].read("2252576253462244111563365343671351441 -1\n")
    assert len(record.position.moves) == 37
