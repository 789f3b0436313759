"""Our brains at the other end of a pipe: what comes in, in which order, and what is answered."""

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
from bot.engines.gomocup_engine import GomocupEngine
from bot.engines.gomocup_thinker import GomocupThinker
from bot.engines.line_engine import LineEngine
from bot.engines.line_thinker import LineThinker
from bot.engines.manager_pipe import Engine, run_engine
from bot.thinkers.thinker import BotTurn
from games import game_named
from tests import ROOT
from tests.bot.thinkers.thinkers import Stub, within
from tests.patience import IN_VAIN
from tests.processes import environment

INAROW = f"{sys.executable} -m inarow"


class Typist:
    """The lines of a manager who waits for something before each of them, and tells the end."""

    def __init__(self, *lines: tuple[str, Event | None], read: Event) -> None:
        self._lines, self._read = lines, read

    def __iter__(self) -> Iterator[str]:
        for line, event in self._lines:
            assert event is None or event.wait(IN_VAIN), f"never came to {line}"
            yield f"{line}\n"
        self._read.set()


def conversation(
    engine: Engine, *lines: str | tuple[str, Event | None], read: Event | None = None
) -> list[str]:
    """What is said to these lines; *read* is set once all are."""
    said = StringIO()
    typed = [line if isinstance(line, tuple) else (line, None) for line in lines]
    run_engine(engine, cast(TextIO, Typist(*typed, read=read or Event())), said)
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

        def told(turn: BotTurn) -> Choice:
            thinking.set()
            return think(turn)

        stub.think = told  # type: ignore[method-assign]
        return thinking

    def test_is_ended_by_end_at_once(self, stub: Stub, thinking: Event) -> None:
        """And nothing is said any more."""
        engine = GomocupEngine(lambda *_: stub, within)
        assert conversation(engine, "START 15", "BEGIN", ("END", thinking)) == ["OK"]
        assert stub.halted.is_set()

    def test_is_ended_by_stop(self, stub: Stub) -> None:
        """With the best move so far."""
        engine = GomocupEngine(lambda *_: stub, within)
        assert conversation(engine, "START 15", "BEGIN", "STOP") == ["OK", "0,0"]
        lines = "game gomoku", "position", "go 100", "stop", "quit"
        assert conversation(LineEngine(stub), *lines)[-1] == "move a15"

    def test_of_a_brain_that_does_not_tell_it_is_ended_too(self, stub: Stub) -> None:
        """A manager needs a move, others hear why there is none."""
        stub.tells = False
        engine = GomocupEngine(lambda *_: stub, within)
        assert conversation(engine, "START 15", "BEGIN", "STOP") == ["OK", "7,7"]
        said = conversation(LineEngine(stub), "game gomoku", "go 100", "stop", "quit")
        assert said == ["error it was stopped, and this brain does not tell its best move so far"]

    @pytest.mark.parametrize("last", [["END"], []])
    def test_of_a_batch_is_not_ended(self, last: list[str]) -> None:
        """What comes before the end is answered."""
        stub = Stub()
        stub.may_start.clear()
        engine = GomocupEngine(lambda *_: stub, within)
        lines = "START 15", "BEGIN", "TURN 9,9", *last
        assert conversation(engine, *lines, read=stub.may_start) == ["OK", "0,0", "1,0"]
        assert not stub.halted.is_set()

    @pytest.mark.parametrize("last", [["quit"], []])
    def test_of_a_batch_of_lines_is_not_ended(self, last: list[str]) -> None:
        """Nor is it by those who leave while it goes on."""
        stub = Stub()
        said = conversation(LineEngine(stub), "game gomoku", "go 1", "position h8", "go 1", *last)
        assert [line for line in said if not line.startswith("info")] == ["move a15", "move a15"]
        assert not stub.halted.is_set()

    def test_is_ended_when_nobody_listens_any_more(self, stub: Stub, thinking: Event) -> None:
        """The manager was killed, say."""
        theirs, ours = os.pipe()

        def lines() -> Iterator[str]:
            yield from ("game gomoku\n", "go 100\n")
            assert thinking.wait(IN_VAIN)
            os.close(theirs)

        with pytest.raises(BrokenPipeError), open(ours, "w") as said:
            run_engine(LineEngine(stub), cast(TextIO, lines()), said)
        assert stub.halted.is_set()


class TestLines:
    def test_say_what_is_wrong(self) -> None:
        """And go on."""
        engine = LineEngine(Stub())

        def ask(line: str) -> list[str]:
            return list(engine.answer(line))

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
        async with asyncio.timeout(IN_VAIN):
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
    thinker = GomocupThinker(command) if protocol == "gomocup" else LineThinker(command)
    position = game_named("gomoku:size=5").start()

    def play() -> None:
        nonlocal position
        while not position.outcome:
            choice = thinker.think(BotTurn(position, Budget(1.0), IN_VAIN))
            position = position.play(choice.cell)

    try:
        await asyncio.to_thread(play)
    finally:
        thinker.close()
    assert position.outcome
