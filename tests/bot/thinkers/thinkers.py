"""A thinker for the tests of our engines, and what it is said to be made with."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from bot.brain import Choice
from bot.thinkers.resources import SearchResources
from bot.thinkers.thinker import BotTurn, Stopped, Thinker
from games import Game
from tests.patience import IN_VAIN

STOPPING = 0.005  # seconds between two tries: the first may come before there is anything to stop


@contextmanager
def stopping(thinker: Thinker) -> Iterator[None]:
    """Stop from another thread what a thinker does in the block, as soon as it does it."""
    over = Event()

    def stop() -> None:
        while not over.wait(STOPPING):
            thinker.stop()

    thread = Thread(target=stop)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Stub:
    """A thinker that takes the first free cell, and remembers what it was asked."""

    can_ponder = False

    def __init__(self) -> None:
        self.turns: list[BotTurn] = []
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
        assert self.may_start.wait(IN_VAIN), "it never started"
        self.warm.append(game)

    def think(self, turn: BotTurn) -> Choice:
        self.turns.append(turn)
        if self.hangs:
            assert self.halted.wait(IN_VAIN), "it was not stopped"
            if not self.tells:
                raise Stopped("it was stopped")
        return Choice(turn.position.legal_moves()[0])

    def stop(self) -> None:
        self.halted.set()

    def close(self) -> None:
        self.closed.set()


def within(max_memory: int) -> SearchResources:
    """A worker, and a table that takes a tenth of it."""
    return SearchResources(1, max_memory // 10_000_000)
