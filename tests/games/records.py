"""Random records of random games, and one small game as other programs must see it."""

from hypothesis import strategies as st

from games import Position, game_named
from games.notation import read_moves
from games.record import RESERVED, MoveEvaluation, Record, RecordedResult, is_one_line
from tests.games.every import EVERY_GAME, positions

TEXT = st.text(max_size=12).map(str.strip).filter(is_one_line)
KEYS = st.text("abcXYZ019_", min_size=1, max_size=8).filter(
    lambda key: key not in RESERVED and key.strip("_")
)
SCORES = st.one_of(st.none(), st.integers(-32_000, 32_000), st.floats(-1e9, 1e9))
EVALUATIONS = st.one_of(
    st.none(),
    st.builds(
        MoveEvaluation,
        SCORES,
        st.one_of(st.none(), st.integers(0, 99)),
        st.sampled_from(["", "win", "loss", "draw"]),
    ),
)


@st.composite
def records(draw: st.DrawFn, games: list[str] = EVERY_GAME) -> Record:
    position: Position = draw(positions(games))
    count = len(position.moves)
    times = tuple(draw(st.lists(st.integers(0, 10**6), min_size=count, max_size=count)))
    players = draw(TEXT), draw(TEXT)
    tags = draw(st.dictionaries(KEYS, TEXT, max_size=3))
    result = (
        RecordedResult.NONE if position.outcome else draw(st.sampled_from(list(RecordedResult)))
    )
    ending = (
        ""
        if position.outcome
        else draw(st.sampled_from(["", "time", "misconduct", "aborted", "x-y"]))
    )
    thoughts = tuple(draw(st.lists(EVALUATIONS, min_size=count, max_size=count)))
    return Record.of(
        position, players, result, ending, draw(st.sampled_from([times, ()])), tags,
        draw(st.sampled_from([thoughts, ()])),
    )  # fmt: skip


SMALL = Record.of(
    read_moves(game_named("gomoku:size=7,exact=yes"), "d4 a1 d5 b1 e4 c1 e5 d1 g7 e1"),
    ("Zoë [8]", "bob"),
    times_ms=(0, 1250, 31, 5, 6, 7, 8, 9, 10, 11),
    tags={"Event": "club", "Round": "2"},
    evaluations=(
        None, MoveEvaluation(-12, 8), MoveEvaluation(0.5), MoveEvaluation(None, 3),
        MoveEvaluation(None, None, "draw"), None, None,
        MoveEvaluation(-31990, 9, "loss"), None, MoveEvaluation(32000, 1, "win"),
    ),
)  # fmt: skip

FIVE_SGF = "(;GM[4]SZ[15]RE[?];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])"

GOLDEN = {
    "json": (
        '{"game":"gomoku:size=7,exact=yes","players":["Zoë [8]","bob"],'
        '"moves":"d4 a1 d5 b1 e4 c1 e5 d1 g7 e1","result":"0-1","ending":"line",'
        '"times_ms":[0,1250,31,5,6,7,8,9,10,11],"tags":{"Event":"club","Round":"2"},'
        '"evaluations":[null,{"score":-12,"depth":8},{"score":0.5},{"depth":3},{"verdict":"draw"},'
        'null,null,{"score":-31990,"depth":9,"verdict":"loss"},null,'
        '{"score":32000,"depth":1,"verdict":"win"}]}\n'
    ),
    "pgn": """\
[Game "gomoku:size=7,exact=yes"]
[First "Zoë [8]"]
[Second "bob"]
[Result "0-1"]
[Ending "line"]
[Event "club"]
[Round "2"]

1. d4 {0 ms} a1 {-12/8 1250 ms} 2. d5 {+0.5 31 ms} b1 {/3 5 ms} 3. e4 {=draw 6
ms} c1 {7 ms} 4. e5 {8 ms} d1 {-31990=loss/9 9 ms} 5. g7 {10 ms} e1
{+32000=win/1 11 ms} 0-1

""",
    "sgf": """\
(;FF[4]GM[4]CA[UTF-8]SZ[7]RU[gomoku:size=7,exact=yes]PB[Zoë [8\\]]PW[bob]EV[club]RE[W+]\
GC[[Ending "line"\\]
[Round "2"\\]
]
;B[dd]C[0 ms]
;W[ag]V[+12]C[-12/8 1250 ms]
;B[dc]V[+0.5]C[+0.5 31 ms]
;W[bg]C[/3 5 ms]
;B[ed]C[=draw 6 ms]
;W[cg]C[7 ms]
;B[ec]C[8 ms]
;W[dg]V[+31990]C[-31990=loss/9 9 ms]
;B[ga]C[10 ms]
;W[eg]V[-32000]C[+32000=win/1 11 ms]
)
""",
    "psq": """\
Piskvorky 7x7, 11:11, 0
4,4,0
1,7,1250
4,3,31
2,7,5
5,4,6
3,7,7
5,3,8
4,7,9
7,1,10
5,7,11
Zoë [8]
bob
-1
2,Standard
[Game "gomoku:size=7,exact=yes"]
[First "Zoë [8]"]
[Second "bob"]
[Result "0-1"]
[Ending "line"]
[Event "club"]
[Round "2"]
[Evaluations ";-12/8;+0.5;/3;=draw;;;-31990=loss/9;;+32000=win/1"]
""",
}
