"""Our brain as an engine, driven as managers drive it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from io import StringIO
from threading import Event
from typing import TextIO, cast

import pytest

from bot.brain import Budget, Choice
from bot.engines.gomocup import GomocupThinker
from bot.engines.gomocup_board import Board
from bot.engines.gomocup_server import GomocupDialogue
from bot.engines.lines import LinesThinker
from bot.engines.lines_server import LinesDialogue
from bot.engines.serving import Dialogue, converse
from bot.outfit import Means
from bot.thinking import Stopped, Thinker, Turn
from games import Game, game_named
from tests.processes import ROOT, TIMEOUT, environment

INAROW = f"{sys.executable} -m inarow"


class Stub:
    """A thinker that takes the first free cell, and remembers what it was asked."""

    can_ponder = False

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.warm: list[Game] = []
        self.halted, self.may_start, self.closed = Event(), Event(), Event()
        self.may_start.set()
        self.hangs = False
        self.tells = True  # its best move so far

    def plays(self, game: Game) -> bool:
        return True

    def prepare(self) -> None:
        """It is always ready."""

    def warm_up(self, game: Game) -> None:
        assert self.may_start.wait(TIMEOUT), "it never started"
        self.warm.append(game)

    def think(self, turn: Turn) -> Choice:
        self.turns.append(turn)
        if self.hangs:
            assert self.halted.wait(TIMEOUT), "it was not stopped"
            if not self.tells:
                raise Stopped("it was stopped")
        return Choice(turn.position.legal_moves()[0])

    def stop(self) -> None:
        self.halted.set()

    def close(self) -> None:
        self.closed.set()


class Manager:
    """Talks to a dialogue line by line, and says what time it is."""

    def __init__(self) -> None:
        self.stub = Stub()
        self.now = 0.0
        self.made: list[Means] = []
        self.dialogue = GomocupDialogue(self._make, within, lambda: self.now)

    def _make(self, means: Means, game: Game) -> Stub:
        self.made.append(means)
        return self.stub

    def __call__(self, *lines: str) -> list[str]:
        """All answers to these lines."""
        return [answer for line in lines for answer in self.dialogue.answer(line)]

    @property
    def asked(self) -> Turn:
        return self.stub.turns[-1]

    def wait(self) -> None:
        """Until all is ready."""
        self.dialogue._standby.wait()


def within(max_memory: int) -> Means:
    """A worker, and a table that takes a tenth of it."""
    return Means(1, max_memory // 10_000_000)


@pytest.fixture
def manager() -> Manager:
    return Manager()


class TestABoard:
    def test_is_played_on_move_by_move(self, manager: Manager) -> None:
        """BEGIN opens, TURN answers; x comes before y."""
        assert manager("START 15", "BEGIN", "TURN 3,1", "TURN 4,1") == ["OK", "0,0", "1,0", "2,0"]
        assert manager.asked.position.moves == (0, 18, 1, 19)
        assert manager.asked.position.game.name == "gomoku"

    @pytest.mark.parametrize("size", [5, 15, 20, 25])
    def test_may_have_5_to_25_rows(self, size: int, manager: Manager) -> None:
        """Square ones are gomoku."""
        assert manager(f"START {size}", "BEGIN") == ["OK", "0,0"]
        assert manager.asked.position.game == game_named(f"gomoku:size={size}")

    def test_may_be_a_rectangle(self, manager: Manager) -> None:
        """Width first."""
        assert manager("RECTSTART 9,7", "TURN 8,6") == ["OK", "0,0"]
        assert manager.asked.position.game == game_named("mnk:rows=7,cols=9")
        assert manager.asked.position.moves == (62,)

    @pytest.mark.parametrize("line", ["START 4", "START 26", "RECTSTART 30,20", "START x", "START"])
    def test_of_another_size_is_an_error(self, line: str, manager: Manager) -> None:
        """And what comes after it too, until there is one that fits."""
        assert manager(line)[0].startswith("ERROR")
        assert manager("BEGIN") == ["ERROR there is no board yet: START comes first"]
        assert manager("START 20", "BEGIN") == ["OK", "0,0"]

    def test_may_be_laid_in_any_order(self, manager: Manager) -> None:
        """Own stones are 1; who has fewer, or as many, is to move."""
        lines = ["BOARD", "1,1,2", "2,2,2", "3,3,1", "DONE"]
        assert manager("START 20", *lines) == ["OK", "0,0"]
        assert list(manager.asked.position.moves) == [21, 63, 42]
        lines = ["BOARD", "1,1,2", "3,3,1", "DONE"]
        assert manager("RESTART", *lines) == ["OK", "0,0"]
        assert list(manager.asked.position.moves) == [63, 21]
        assert manager("TURN 5,5") == ["1,0"]

    @pytest.mark.parametrize(
        "lines",
        [
            ["1,1,1", "2,2,1"],
            ["1,1,2", "2,2,2"],
            ["1,1,1", "1,1,2"],
            ["1,1,3"],
            ["40,40,2"],
            [f"{x},0,1" for x in range(5)] + [f"{x},1,2" for x in range(5)],
        ],
    )
    def test_that_cannot_be_is_an_error(self, lines: list[str], manager: Manager) -> None:
        """The engine stays up, and its board is the one before."""
        manager("START 20", "TURN 7,7")
        answers = manager("BOARD", *lines, "DONE")
        assert answers[0].startswith("ERROR")
        assert manager("TURN 8,8") == ["1,0"]
        assert manager.asked.position.moves == (147, 0, 168)
        assert manager("RESTART", "BEGIN") == ["OK", "0,0"]

    def test_gives_moves_back(self, manager: Manager) -> None:
        """The last one first."""
        manager("START 15", "BEGIN", "TURN 7,7")
        assert manager("TAKEBACK 1,0", "TAKEBACK 7,7", "TURN 8,8") == ["OK", "OK", "1,0"]
        assert manager.asked.position.moves == (0, 8 * 15 + 8)
        assert manager("TAKEBACK 9,9")[0].startswith("ERROR")

    def test_takes_no_impossible_move(self, manager: Manager) -> None:
        """Nothing has changed after one."""
        manager("START 15", "BEGIN")
        for line in ("TURN 0,0", "TURN 15,0", "TURN", "TURN a,b", "BEGIN"):
            assert manager(line)[0].startswith("ERROR"), line
        assert manager("TURN 1,1") == ["1,0"]


class TestTheRules:
    def test_are_made_ready_for_before_a_turn(self, manager: Manager) -> None:
        """The game at hand is, at START and again when it changes."""
        manager("START 20")
        assert manager.stub.warm == [game_named("gomoku:size=20")]
        assert manager("INFO rule 1") == []
        manager.wait()
        assert manager.stub.warm[1:] == [game_named("gomoku:size=20,exact=yes")]
        manager("BEGIN")
        assert len(manager.stub.warm) == 2

    def test_are_freestyle_or_exactly_five(self, manager: Manager) -> None:
        """The rule may come before or after START."""
        manager("START 15", "INFO rule 1", "BEGIN")
        assert manager.asked.position.game == game_named("gomoku:exact=yes")
        manager("INFO rule 0", "RESTART", "BEGIN")
        assert manager.asked.position.game == game_named("gomoku")

    def test_of_renju_are_not_known(self, manager: Manager) -> None:
        """Which is said at the first move, as the protocol wants it."""
        assert manager("INFO rule 4", "START 15") == ["OK"]
        assert manager("BEGIN")[0].startswith("ERROR rule 4")

    def test_unknown_commands_are_told_so(self, manager: Manager) -> None:
        """SWAP2BOARD with all its lines; INFO never has an answer."""
        assert manager("HELLO", "SWAP2BOARD", "7,7", "8,8", "DONE") == [
            "UNKNOWN HELLO", "UNKNOWN SWAP2BOARD",
        ]  # fmt: skip
        assert manager("INFO", "INFO folder /tmp", "INFO evaluate 3,3", "INFO timeout_turn x") == []
        assert manager("", "STOP") == []
        [about] = manager("ABOUT")
        assert about.startswith('name="inarow", version="')


class TestTheLimits:
    def thought(self, manager: Manager, *infos: str) -> float:
        manager("START 15", *(f"INFO {info}" for info in infos), "BEGIN")
        seconds = manager.asked.budget.seconds
        assert seconds is not None
        assert seconds <= manager.asked.limit
        return seconds

    @pytest.mark.parametrize("turn", [100, 300, 1000, 5000, 30000])
    def test_of_a_turn_are_kept(self, turn: int, manager: Manager) -> None:
        """With something to spare, but most of it is used."""
        seconds = self.thought(manager, f"timeout_turn {turn}")
        assert seconds < turn / 1000
        assert turn < 1000 or seconds > 0.7 * turn / 1000
        assert manager.asked.limit < turn / 1000

    def test_of_none_mean_as_fast_as_possible(self, manager: Manager) -> None:
        """Not for ever."""
        assert self.thought(manager, "timeout_turn 0") < 0.01

    def test_of_the_match_are_shared_out(self, manager: Manager) -> None:
        """By what the manager says is left, or else by what we count."""
        infos = "timeout_turn 30000", "timeout_match 100000"
        assert 2 < self.thought(manager, *infos) < 10
        assert self.thought(manager, *infos, "time_left 1000") < 0.1
        assert self.thought(manager, *infos, "time_left -5") < 0.01
        assert self.thought(manager, "timeout_match 0", "time_left 2147483647") > 20

    def test_of_the_match_run_down_by_themselves(self, manager: Manager) -> None:
        """A manager may say no time_left."""
        manager("START 15", "INFO timeout_match 10000")
        think = manager.stub.think

        def slowly(turn: Turn) -> Choice:
            manager.now += 4.0
            return think(turn)

        manager.stub.think = slowly  # type: ignore[method-assign]
        manager("BEGIN", "TURN 9,9", "TURN 8,8")
        assert [turn.left for turn in manager.stub.turns] == [10.0, 6.0, 2.0]

    def test_come_closer_once_the_brain_was_late(self, manager: Manager) -> None:
        """What it was late by is kept back of the next turn."""
        manager("START 15", "INFO timeout_turn 1000")
        think = manager.stub.think

        def late(turn: Turn) -> Choice:
            manager.now += (turn.budget.seconds or 0) + 0.3
            return think(turn)

        manager.stub.think = late  # type: ignore[method-assign]
        manager("BEGIN", "TURN 9,9")
        first, second = (turn.budget.seconds or 0 for turn in manager.stub.turns)
        assert second == pytest.approx(first - 0.3 + 0.05)

    def test_of_memory_decide_how_the_brain_is_made(self, manager: Manager) -> None:
        """It is made anew as soon as they change, and not before."""
        manager("INFO max_memory 1000000000", "START 15", "BEGIN")
        manager("INFO max_memory 1000000001", "TURN 9,9", "INFO max_memory 2000000000")
        manager.wait()
        assert manager.made == [Means(1, 100), Means(1, 200)]

    def test_of_memory_that_cannot_be_kept_are_told_of_once(self, manager: Manager) -> None:
        """It plays on with the least there can be."""
        told, ok = manager("INFO max_memory 83886080", "START 15")
        assert told.startswith("MESSAGE max_memory is 80 MB, but no less than")
        assert ok == "OK"
        assert manager("INFO max_memory 83886080", "BEGIN", "TURN 9,9") == ["0,0", "1,0"]


class TestABrainThatIsNotReady:
    def test_is_not_waited_for_past_the_limit(self, manager: Manager) -> None:
        """A move at a glance is played, and nothing is learnt from that."""
        manager("START 15", "INFO timeout_turn 200")
        manager.stub.may_start.clear()
        assert manager("INFO rule 1", "BEGIN") == ["7,7"]
        assert not manager.stub.turns
        manager.stub.may_start.set()
        manager.wait()
        assert manager("TURN 9,9") == ["0,0"]
        assert (manager.asked.budget.seconds or 0) > 0.1

    def test_is_replaced_only_once_the_next_one_is(self, manager: Manager) -> None:
        """Less memory is no reason to be late, or to play at a glance."""
        first = manager.stub
        manager("START 15", "INFO timeout_turn 1000")
        manager.stub = second = Stub()
        second.may_start.clear()
        assert manager("INFO max_memory 367001600", "BEGIN") == ["0,0"]
        assert len(first.turns) == 1
        second.may_start.set()
        manager.wait()
        assert first.closed.is_set()
        assert manager("TURN 9,9") == ["1,0"]
        assert len(second.turns) == 1

    def test_costs_the_turn_what_it_took(self, manager: Manager) -> None:
        """The time to think gets less by that."""
        manager("START 15", "INFO timeout_turn 1000")
        warm_up = manager.stub.warm_up

        def slowly(game: Game) -> None:
            manager.now += 0.4
            warm_up(game)

        manager.stub.warm_up = slowly  # type: ignore[method-assign]
        lend = manager.dialogue._standby.lend

        def first_ready(game: Game, seconds: float) -> Thinker | None:
            manager.wait()
            return lend(game, seconds)

        manager.dialogue._standby.lend = first_ready  # type: ignore[method-assign]
        manager.dialogue._rule = 1
        manager.dialogue._board = Board(15, 15, 1)
        manager("BEGIN")
        assert 0.3 < (manager.asked.budget.seconds or 0) < 0.55


class Typist:
    """The lines of a manager who waits for something before each of them."""

    def __init__(self, *lines: tuple[str, Event | None]) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[str]:
        for line, event in self._lines:
            assert event is None or event.wait(TIMEOUT), f"never came to {line}"
            yield f"{line}\n"


def conversation(dialogue: Dialogue, *lines: str | tuple[str, Event | None]) -> list[str]:
    """What is said to these lines."""
    said = StringIO()
    typed = [line if isinstance(line, tuple) else (line, None) for line in lines]
    converse(dialogue, cast(TextIO, Typist(*typed)), said)
    return said.getvalue().splitlines()


class TestAThought:
    @pytest.fixture
    def stub(self) -> Stub:
        """That thinks until it is stopped."""
        stub = Stub()
        stub.hangs = True
        return stub

    @pytest.fixture
    def thinking(self, stub: Stub) -> Event:
        """Set once it thinks."""
        thinking, think = Event(), stub.think

        def told(turn: Turn) -> Choice:
            thinking.set()
            return think(turn)

        stub.think = told  # type: ignore[method-assign]
        return thinking

    def test_is_ended_by_end_at_once(self, stub: Stub, thinking: Event) -> None:
        """And nothing is said any more."""
        dialogue = GomocupDialogue(lambda *_: stub, within)
        assert conversation(dialogue, "START 15", "BEGIN", ("END", thinking)) == ["OK"]
        assert stub.halted.is_set()

    def test_is_ended_by_stop(self, stub: Stub) -> None:
        """With the best move so far."""
        dialogue = GomocupDialogue(lambda *_: stub, within)
        assert conversation(dialogue, "START 15", "BEGIN", "STOP") == ["OK", "0,0"]
        lines = "game gomoku", "position", "go 100", "stop", "quit"
        assert conversation(LinesDialogue(stub), *lines)[-1] == "move a15"

    def test_of_a_brain_that_does_not_tell_it_is_ended_too(self, stub: Stub) -> None:
        """A manager needs a move, others hear why there is none."""
        stub.tells = False
        dialogue = GomocupDialogue(lambda *_: stub, within)
        assert conversation(dialogue, "START 15", "BEGIN", "STOP") == ["OK", "7,7"]
        said = conversation(LinesDialogue(stub), "game gomoku", "go 100", "stop", "quit")
        assert said == ["error it was stopped, and this brain does not tell its best move so far"]

    @pytest.mark.parametrize("last", [["END"], []])
    def test_of_a_batch_is_not_ended(self, last: list[str]) -> None:
        """What comes before the end is answered."""
        stub = Stub()
        dialogue = GomocupDialogue(lambda *_: stub, within)
        lines = "START 15", "BEGIN", "TURN 9,9", *last
        assert conversation(dialogue, *lines) == ["OK", "0,0", "1,0"]
        assert not stub.halted.is_set()

    @pytest.mark.parametrize("last", [["quit"], []])
    def test_of_a_batch_of_lines_is_not_ended(self, last: list[str]) -> None:
        """Nor is it by those who leave while it goes on."""
        stub = Stub()
        said = conversation(
            LinesDialogue(stub), "game gomoku", "go 1", "position h8", "go 1", *last
        )
        assert [line for line in said if not line.startswith("info")] == ["move a15", "move a15"]
        assert not stub.halted.is_set()

    def test_is_ended_when_nobody_listens_any_more(self, stub: Stub, thinking: Event) -> None:
        """The manager was killed, say."""
        theirs, ours = os.pipe()

        def lines() -> Iterator[str]:
            yield from ("game gomoku\n", "go 100\n")
            assert thinking.wait(TIMEOUT)
            os.close(theirs)

        with pytest.raises(BrokenPipeError), open(ours, "w") as said:
            converse(LinesDialogue(stub), cast(TextIO, lines()), said)
        assert stub.halted.is_set()


class TestLines:
    def test_say_what_is_wrong(self) -> None:
        """And go on."""
        dialogue = LinesDialogue(Stub())

        def ask(line: str) -> list[str]:
            return list(dialogue.answer(line))

        assert ask("go 1") == ["error say which game first, as in: game tictactoe"]
        assert ask("game chess")[0].startswith("error no game is called 'chess'")
        assert ask("game tictactoe") == []
        assert ask("position a1 a1")[0].startswith("error move 2: a1 is taken")
        assert ask("go soon") == ["error go takes a number of seconds, not 'soon'"]
        assert ask("position a1 b1 a2 b2 a3") == []
        assert ask("go 1") == ["error the game is over: there is no move to make"]
        assert ask("what is this") == []
        assert ask("position a1") == []
        assert ask("go")[-1] == "move a3"


@asynccontextmanager
async def engine(*words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "inarow", "engine", *words, cwd=ROOT, env=environment(),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_a_manager_can_run_it() -> None:
    """As a process, with lines ended by CR LF; it leaves at END."""
    async with engine("chance:seed=1", "--protocol", "gomocup") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"START 20\r\nINFO timeout_turn 1000\r\nBEGIN\r\n")
        async with asyncio.timeout(TIMEOUT):
            assert await process.stdout.readline() == b"OK\n"
            x, y = (await process.stdout.readline()).decode().split(",")
            assert 0 <= int(x) < 20
            assert 0 <= int(y) < 20
            process.stdin.write(b"END\r\n")
            assert await process.wait() == 0


@pytest.mark.parametrize("protocol", ["gomocup", "lines"])
async def test_it_plays_with_its_own_bridge(protocol: str) -> None:
    """What we offer to others is what we take from them."""
    command = f"{INAROW} engine chance --protocol {protocol}"
    thinker = GomocupThinker(command) if protocol == "gomocup" else LinesThinker(command)
    position = game_named("gomoku:size=5").start()

    def play() -> None:
        nonlocal position
        while not position.outcome:
            choice = thinker.think(Turn(position, Budget(1.0), TIMEOUT))
            position = position.play(choice.cell)

    try:
        await asyncio.to_thread(play)
    finally:
        thinker.close()
    assert position.outcome
