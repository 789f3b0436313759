"""Looking back at games on the full screen, and what a bot says about them."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client.commands import watch
from client.kept.records import load_records
from client.local.analysis import AnalysisFailed, Evaluation, analyse
from client.options import PlayOptions
from client.screen.app import Client
from client.screen.replay.evaluations import blunders, graph, worth
from client.words.hints import verdict_text
from games import Mistake, Position, game_named
from games.formats import FORMATS
from games.notation import read_moves
from games.record import Record
from protocol.parts import Verdict
from tests.client.link.scripted import command
from tests.client.screen.screens import SMALL, Terminal
from tests.games.records import GOLDEN

QUBIC = Record.of(read_moves(game_named("qubic"), "111 222 112 333"), ("ann", "bob"))


@asynccontextmanager
async def looking(
    file: Path, size: tuple[int, int] = SMALL, opinion: object = None
) -> AsyncIterator[Terminal]:
    options = PlayOptions("ws://127.0.0.1:9", records=load_records(str(file)), ascii=True)
    think = opinion if callable(opinion) else analyse
    client = Client(options, file.parent / "screen.json", think)
    async with client.run_test(size=size) as pilot:
        yield Terminal(client, pilot)


@pytest.mark.parametrize("form", GOLDEN)
async def test_a_file_is_stepped_through(tmp_path: Path, form: str) -> None:
    """In every format that we read, without any server."""
    file = tmp_path / f"game.{form}"
    file.write_text(GOLDEN[form])
    async with looking(file) as one:
        await one.until("After move 10 of 10")
        assert "O wins" in one.text
        assert one.at(42) in ("*O*", "*O ")
        await one.press("left", "H")
        await one.until("After move 8 of 10")
        await one.press("home")
        await one.until("After move 0 of 10")
        assert not {"X", "O"} & {one.at(cell)[1] for cell in range(49)}
        await one.press("right")
        await one.until("After move 1 of 10")
        assert one.at(24)[1] == "X"
        await one.press("end", "q")
        assert one.client.return_value == 0


async def test_several_games_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(GOLDEN["json"] + FORMATS["json"].write(QUBIC))
    async with looking(file, opinion=opinion) as one:
        await one.until("game 1/2")
        await one.press("right_square_bracket")
        await one.until("game 2/2")
        await one.until("layer 4")
        await one.press("a")
        await one.until(lambda: len(one.client.screen.evaluations) == 5)  # type: ignore[attr-defined]
        graph = one.client.screen.query_one("#graph").region
        assert one.client.screen.region.contains_region(graph)
        assert graph.height >= 6
        await one.press("left_square_bracket")
        await one.until("gomoku:size=7")


async def test_a_game_is_saved_in_the_format_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong with its name is told, and no file is replaced unasked."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "games.jsonl"
    file.write_text(GOLDEN["json"] + FORMATS["json"].write(QUBIC))
    async with looking(file) as one:
        await one.press("right_square_bracket", "s", "enter")
        await one.until("Saved as qubic-ann-bob.pgn.")
        [kept] = load_records("qubic-ann-bob.pgn")
        assert kept == QUBIC
        await one.press("s", "enter")
        await one.until("There is already a file qubic-ann-bob.pgn: Enter again")
        await one.press("enter")
        await one.until("Saved as")
        await one.press("s", *["backspace"] * 3, *"sgf", "enter")
        await one.until("qubic")
        await one.press(*["backspace"] * 4, *"x", "enter")
        await one.until("must end with one of .json")
        await one.press("escape", "q")
        assert one.client.return_code == 0
    assert sorted(os.listdir()) == ["games.jsonl", "qubic-ann-bob.pgn"]


@pytest.mark.parametrize("plain", [True, False])
def test_a_bad_file_is_a_mistake(
    tmp_path: Path, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told before anything is drawn, in every mode."""
    monkeypatch.setattr(watch, "is_plain", lambda asked: plain)
    file = tmp_path / "bad"
    with pytest.raises(Mistake, match=r"cannot read .*bad: No such file"):
        command(watch, "--replay", str(file))
    file.write_text("no game at all")
    with pytest.raises(Mistake, match="cannot tell the format"):
        command(watch, "--replay", str(file))
    file.write_text("\n{}")
    with pytest.raises(Mistake, match="game must be there"):
        command(watch, "--replay", str(file))


def evaluation(position: Position, best: str, verdict: Verdict, score: float = 0) -> Evaluation:
    return Evaluation(position.game.names.index(best), best, score, verdict, 9, 3, (best,))


async def opinion(position: Position) -> Evaluation:
    """A bot that finds every position even until the fourth move, and then won for the second."""
    ply = len(position.moves)
    best = position.game.names[position.legal_moves()[-1]]
    if ply < 4:
        return evaluation(position, best, Verdict.UNDECIDED)
    return evaluation(position, best, (Verdict.WIN, Verdict.LOSS)[position.turn == 0])


async def test_an_analysis_marks_the_blunder(tmp_path: Path) -> None:
    """Each position gets its verdict, the graph tips over, and the move that did it is marked."""
    file = tmp_path / "game.jsonl"
    position = read_moves(game_named("tictactoe"), "a1 b2 a2 b1 c1 b3")
    file.write_text(FORMATS["json"].write(Record.of(position, ("ann", "bob"))))
    async with looking(file, opinion=opinion) as one:
        await one.until("a: let a bot judge every position")
        await one.press("a")
        await one.until(lambda: len(one.client.screen.evaluations) == 6)  # type: ignore[attr-defined]
        await one.until("the game is over")
        await one.press("left", "left")
        await one.until("O wins in 3")
        assert "---" in one.text
        assert "OOO" in one.text
        assert "^" in one.text


async def test_a_failing_analysis_says_why(tmp_path: Path) -> None:
    async def fail(position: Position) -> Evaluation:
        raise AnalysisFailed("no search for this game")

    file = tmp_path / "game.jsonl"
    file.write_text(GOLDEN["json"])
    async with looking(file, opinion=fail) as one:
        await one.press("a")
        await one.until("No analysis: no search for this game")


async def test_leaving_ends_the_analysis(tmp_path: Path) -> None:
    """No process goes on thinking for nobody."""
    ended: list[bool] = []

    async def slow(position: Position) -> Evaluation:
        try:
            return await asyncio.Future()
        finally:
            ended.append(True)

    file = tmp_path / "game.jsonl"
    file.write_text(GOLDEN["json"])
    async with looking(file, opinion=slow) as one:
        await one.press("a")
        await one.until("analysing 1 of 10")
        await one.press("q")
    assert ended == [True]


class TestJudging:
    def positions(self, moves: str) -> list[Position]:
        end = read_moves(game_named("tictactoe"), moves)
        found = [end.game.start()]
        for cell in end.moves:
            found.append(found[-1].play(cell))
        return found

    def test_the_worth_is_the_first_players(self) -> None:
        start, after, *_ = self.positions("a1")
        assert worth(start, evaluation(start, "b2", Verdict.WIN)) == 1
        assert worth(after, evaluation(after, "b2", Verdict.WIN)) == -1
        assert worth(after, evaluation(after, "b2", Verdict.LOSS)) == 1
        assert worth(after, evaluation(after, "b2", Verdict.UNDECIDED, 100)) == -0.5
        assert worth(start, None) is None
        assert worth(self.positions("a1 b1 a2 b2 a3")[-1], None) == 1

    def test_a_blunder_is_a_large_loss_that_could_be_avoided(self) -> None:
        positions = self.positions("a1 b1 a2")
        even, lost = (
            evaluation(positions[0], "b2", Verdict.DRAW),
            evaluation(positions[1], "b2", Verdict.WIN),
        )
        assert blunders(positions, {0: even, 1: lost}) == {0}
        recommended = evaluation(positions[0], "a1", Verdict.DRAW)
        assert blunders(positions, {0: recommended, 1: lost}) == frozenset()
        assert blunders(positions, {1: lost}) == frozenset()

    def test_verdicts_in_words(self) -> None:
        start, after = self.positions("a1")
        assert verdict_text(start, evaluation(start, "b2", Verdict.WIN)) == "X wins in 3"
        assert verdict_text(after, evaluation(after, "b2", Verdict.LOSS)) == "X wins in 3"
        assert (
            verdict_text(after, evaluation(after, "b2", Verdict.UNDECIDED, 7))
            == "O stands better (-7, depth 9)"
        )
        assert verdict_text(start, evaluation(start, "b2", Verdict.DRAW)) == "a draw"

    def test_the_graph(self) -> None:
        """X above, O below, unknown positions dotted, and the position that is shown."""
        assert graph([0.0, 0.5, 1.0, None, -1.0], 1, 10) == [
            "  X  ",
            " XX  ",
            "---.-",
            "    O",
            "    O",
            " ^",
        ]

    def test_a_long_game_fits_the_graph(self) -> None:
        lines = graph([1.0] * 400, 399, 36)
        assert [len(line) for line in lines] == [36] * 6
