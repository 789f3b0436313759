"""Other people's programs as brains, also those that do not keep to what was agreed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.brain import Budget, Choice
from bot.engines.gomocup_thinker import GomocupThinker
from bot.engines.line_thinker import LineThinker, question, read_info, write_info
from bot.engines.transcript import Transcript
from bot.thinkers.thinker import BotTurn, BrainFailed, Stopped, Thinker
from games import CATALOGUE, Position, game_named
from games.notation import read_moves
from protocol.parts import TimeControl, Verdict
from tests import ROOT
from tests.bot.engines.engines import gomocup_engine, heard, lines_engine
from tests.bot.thinkers.thinkers import stopping
from tests.patience import IN_VAIN

SHELL = str(ROOT / "examples" / "shell_engine.sh")
GOMOKU = game_named("gomoku")


@contextmanager
def using(thinker: Thinker) -> Iterator[Thinker]:
    try:
        thinker.prepare()
        yield thinker
    finally:
        thinker.close()


def turn(position: Position, limit: float = IN_VAIN) -> BotTurn:
    return BotTurn(position, Budget(0.5), limit)


def fails(thinker: Thinker, position: Position, limit: float = IN_VAIN) -> str:
    """Why it does not answer."""
    with pytest.raises(BrainFailed) as failed:
        thinker.think(turn(position, limit))
    return str(failed.value)


def wait_for_more(thinker: LineThinker) -> None:
    """Until it has said more than it was asked for."""
    assert thinker._engine is not None
    said = thinker._engine._lines
    said.put(said.get(timeout=IN_VAIN))


class TestALinesEngine:
    @pytest.mark.parametrize("game", CATALOGUE)
    def test_plays_whole_games(self, game: str) -> None:
        """The one of the examples, in ten lines of shell, plays them all."""
        position = game_named(game).start()
        with using(LineThinker(SHELL)) as thinker:
            while not position.outcome and len(position.moves) < 30:
                position = position.play(thinker.think(turn(position)).cell)

    def test_is_asked_in_the_notation_of_the_game(self) -> None:
        """Everything that it needs to know comes with each question."""
        position = read_moves(game_named("connect4:width=4"), "4 4")
        asked = question(BotTurn(position, Budget(1.5), 2.0, left=30.0))
        assert asked == [
            "game connect4:width=4",
            "position 4 4",
            "legal 4 1 2 3",
            "left 30.000",
            "go 1.500",
        ]

    def test_is_on_record_line_by_line(self, tmp_path: Path) -> None:
        """What it was told, what it said and how it ended, with its process."""
        path = tmp_path / "spoken.log"
        engine = lines_engine(tmp_path, "print('move', legal[0])")
        with using(LineThinker(engine, Transcript(path))) as thinker:
            thinker.think(turn(game_named("tictactoe").start()))
        told = [line.split(" ", 2)[2] for line in path.read_text().splitlines()]
        assert told[0] == f"# runs {engine}"
        assert {"> game tictactoe", "> position", "> go 0.500", "< move a3"} <= set(told)
        assert told[-2:] == ["> quit", "# has ended with exit code 0"]
        assert len({line.split()[1] for line in path.read_text().splitlines()}) == 1

    def test_may_tell_what_it_thinks(self, tmp_path: Path) -> None:
        """In lines before its move; the latest word counts."""
        answer = (
            'print("info score 3 depth 1\\ninfo score 12 verdict win depth 4 line a1 b2 zz c3\\n'
            'move a1")'
        )
        with using(LineThinker(lines_engine(tmp_path, answer))) as thinker:
            choice = thinker.think(turn(game_named("tictactoe").start()))
        assert choice == Choice(6, 12, Verdict.WIN, None, 4, None, (6, 4))

    def test_reads_info_as_it_writes_it(self) -> None:
        """What we tell as an engine is what we understand from one."""
        position = GOMOKU.start()
        choice = Choice(112, 7, Verdict.UNDECIDED, None, 9, 1000, (112, 113))
        told = read_info(position, write_info(position, choice).split()[1:])
        assert told == {
            "score": 7, "verdict": "undecided", "depth": 9, "nodes": 1000, "line": [112, 113],
        }  # fmt: skip
        assert read_info(position, ["score", "x", "depth", "1e999", "line"]) == {"line": []}

    @pytest.mark.parametrize(
        ("answer", "why"),
        [
            ("raise SystemExit(3)", "exit code 3"),
            ("import os; os.kill(os.getpid(), 9)", "signal 9"),
            ('print("hello world")', "answered 'hello', not move or info"),
            ('print("move z99")', "cannot read 'z99'"),
            ('print("move")', "no move"),
            ('print("move a1") if "a1" in legal else print("move c3")', "a1 is taken"),
            ('sys.stdout.buffer.write(b"\\xff\\xfe\\n")', "not move or info"),
            ('print("x" * 100000)', "not move or info"),
            ("sys.stdout.close()", "closed its output|exit code"),
        ],
    )
    def test_that_goes_wrong_says_how(self, answer: str, why: str, tmp_path: Path) -> None:
        """And answers again afterwards, in a new process if need be."""
        position = read_moves(game_named("tictactoe"), "a1")
        if "a1 is taken" in why:
            answer = 'print("move a1")'
        with using(LineThinker(lines_engine(tmp_path, answer))) as thinker:
            with pytest.raises(BrainFailed, match=why):
                thinker.think(turn(position))
            with pytest.raises(BrainFailed, match=why):
                thinker.think(turn(position))

    def test_is_asked_anew_each_time(self, tmp_path: Path) -> None:
        """What it said besides its move is no answer to the next question, or in the next match."""
        answer = 'print("move", legal[0]); print("move", legal[-1])'
        with using(LineThinker(lines_engine(tmp_path, answer))) as thinker:
            assert isinstance(thinker, LineThinker)
            for moves in ("", "a1 b1", ""):
                position = read_moves(game_named("tictactoe"), moves)
                assert thinker.think(turn(position)).cell == position.legal_moves()[0]
                wait_for_more(thinker)

    @pytest.mark.parametrize("nonsense", ["move a1", "move z99", "what?"])
    def test_that_answers_nonsense_is_started_again(self, nonsense: str, tmp_path: Path) -> None:
        """Who plays what cannot be played does not know the position."""
        lives = tmp_path / "lives"
        answer = (
            f'import os; print(os.getpid(), file=open({str(lives)!r}, "a")); print("{nonsense}")'
        )
        with using(LineThinker(lines_engine(tmp_path, answer))) as thinker:
            for _ in range(2):
                fails(thinker, read_moves(game_named("tictactoe"), "a1"))
        assert len(set(lives.read_text().split())) == 2

    def test_that_stalls_is_ended_in_time(self, tmp_path: Path) -> None:
        """Also one that talks without end."""
        for answer in ("time.sleep(60)", 'while True: print("info depth 1", flush=True)'):
            with using(LineThinker(lines_engine(tmp_path, answer))) as thinker:
                why = fails(thinker, game_named("qubic").start(), limit=0.3)
            assert "in time" in why or "too much" in why

    def test_can_be_stopped(self, tmp_path: Path) -> None:
        """From another thread, when the match is over."""
        engine = lines_engine(tmp_path, "time.sleep(60)")
        with using(LineThinker(engine)) as thinker, stopping(thinker), pytest.raises(Stopped):
            thinker.think(turn(GOMOKU.start()))

    def test_that_is_none_is_told_apart(self, tmp_path: Path) -> None:
        """A file that cannot be executed, say."""
        broken = tmp_path / "broken"
        broken.write_bytes(b"\x7fELF nonsense")
        broken.chmod(0o755)
        with pytest.raises(BrainFailed, match="cannot be run"):
            LineThinker(str(broken)).prepare()


class TestAGomocupEngine:
    def test_plays_a_whole_game(self, tmp_path: Path) -> None:
        """Both sides of it, each told the moves of the other."""
        position = game_named("gomoku:size=6").start()
        one, two = (
            GomocupThinker(gomocup_engine(tmp_path)),
            GomocupThinker(gomocup_engine(tmp_path)),
        )
        with using(one), using(two):
            while not position.outcome:
                thinker = (one, two)[position.turn]
                position = position.play(thinker.think(turn(position)).cell)
        assert one.about == 'name="first", version="1"'
        lines = heard(tmp_path)
        assert lines.count("START 6") == 2
        assert lines.count("BEGIN") == 1
        assert not any(line in lines for line in ("RESTART", "DONE"))

    def test_is_told_its_limits(self, tmp_path: Path) -> None:
        """In milliseconds, before each move; and the rule before the board."""
        game = game_named("mnk:rows=7,cols=9,exact=yes")
        clock = TimeControl(60.0, 1.0)
        with using(GomocupThinker(gomocup_engine(tmp_path), max_memory=2**26)) as thinker:
            thinker.think(BotTurn(game.start(), Budget(1.25), IN_VAIN, 42.0, clock))
        lines = (tmp_path / "heard").read_text().splitlines()
        assert lines == [
            "ABOUT", "INFO rule 1", "RECTSTART 9,7",
            "INFO timeout_turn 1250", "INFO timeout_match 60000", "INFO time_left 42000",
            f"INFO max_memory {2**26}", "INFO game_type 1", "BEGIN", "END",
        ]  # fmt: skip

    @pytest.mark.parametrize("knows", [True, False])
    def test_follows_what_is_taken_back(self, knows: bool, tmp_path: Path) -> None:
        """With TAKEBACK where it knows that, else with the whole board."""
        start = game_named("gomoku:size=5").start()
        with using(GomocupThinker(gomocup_engine(tmp_path, ok=knows))) as thinker:
            position = start.play(12)
            position = position.play(thinker.think(turn(position)).cell)
            position = position.play(24)
            thinker.think(turn(position))
            again = start.play(12).play(0).play(20)
            assert thinker.think(turn(again)).cell == 1
        lines = heard(tmp_path)
        if knows:
            assert lines[-4:-1] == ["TAKEBACK 1,0", "TAKEBACK 4,4", "TURN 0,4"]
        else:
            assert lines[-7:-1] == ["START 5", "BOARD", "2,2,2", "0,0,1", "0,4,2", "DONE"]
        assert lines[-1] == "END"

    @pytest.mark.parametrize("knows", [True, False])
    def test_starts_anew_for_the_next_match(self, knows: bool, tmp_path: Path) -> None:
        """With RESTART where it knows that, else in a new process."""
        start = game_named("gomoku:size=5").start()
        with using(GomocupThinker(gomocup_engine(tmp_path, ok=knows))) as thinker:
            for _ in range(2):
                assert thinker.think(turn(start)).cell == 0
        again = ["RESTART"] if knows else ["RESTART", "END", "START 5"]
        assert heard(tmp_path) == ["START 5", "BEGIN", *again, "BEGIN", "END"]

    def test_is_left_alone_with_its_messages(self, tmp_path: Path) -> None:
        """MESSAGE and DEBUG are talk; SUGGEST is answered by PLAY."""
        answer = 'say("MESSAGE hello"); say("debug 1,1"); say(""); say("SUGGEST 3,3"); return'
        engine = gomocup_engine(tmp_path, answer).replace("\n", "")
        source = tmp_path / "gomocup_engine.py"
        source.write_text(
            source.read_text().replace(
                '    elif word == "END"', '    elif word == "PLAY":\n        say(rest[0])\n'
                '    elif word == "END"',
            )
        )  # fmt: skip
        with using(GomocupThinker(engine)) as thinker:
            assert thinker.think(turn(GOMOKU.start())).cell == 3 * 15 + 3

    @pytest.mark.parametrize(
        ("answer", "why"),
        [
            ("raise SystemExit(4)", "exit code 4"),
            ('return say("15,0")', "not on a board of 15x15"),
            ('return say("7,7")', "h8 is taken"),
            ('return say("what?")', "instead of a move as x,y"),
            ('return say("ERROR no idea")', "'ERROR no idea' instead of a move"),
            ('return say("-1,3")', "instead of a move"),
            ("time.sleep(60)", "no move in time"),
        ],
    )
    def test_that_goes_wrong_says_how(self, answer: str, why: str, tmp_path: Path) -> None:
        """Crashing, illegal, unreadable and late answers each have their name."""
        position = read_moves(GOMOKU, "h8")
        limit = 1.0 if "time" in why else IN_VAIN
        with using(GomocupThinker(gomocup_engine(tmp_path, answer))) as thinker:
            assert why in fails(thinker, position, limit)

    def test_that_plays_an_illegal_move_is_started_again(self, tmp_path: Path) -> None:
        """There is a stone on its board which is on no other."""
        answer = 'return say("7,7")'
        with using(GomocupThinker(gomocup_engine(tmp_path, answer))) as thinker:
            assert "h8 is taken" in fails(thinker, read_moves(GOMOKU, "h8"))
            assert thinker.think(turn(GOMOKU.start())).cell == 7 * 15 + 7
        assert heard(tmp_path) == ["START 15", "TURN 7,7", "START 15", "BEGIN", "END"]

    def test_that_does_not_want_the_board_says_so(self, tmp_path: Path) -> None:
        """And none is asked for another game than five in a row."""
        source = gomocup_engine(tmp_path)
        path = tmp_path / "gomocup_engine.py"
        path.write_text(path.read_text().replace('say("OK")', 'say("ERROR size")'))
        with using(GomocupThinker(source)) as thinker:
            assert "a board of 15x15" in fails(thinker, GOMOKU.start())
            assert "not connect4" in fails(thinker, game_named("connect4").start())
