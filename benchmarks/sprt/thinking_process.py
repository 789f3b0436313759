"""The search of a checkout as a process: positions come in as lines of JSON, moves go out.

It is run by its path with PYTHONPATH set to a checkout, so that any state of the search can be
asked. It thinks in a thread of its own, and its seconds are those that this thread has had a
processor: so a match is fair, and the same, on a machine that has other things to do.

    {"games": [...], "constants": {...}, "hash_mb": 64, "wall": false}       the first line
    {"game": "gomoku", "moves": [112], "seconds": 0.1, "nodes": null, "fresh": true}
    {"constants": {...}}                                                  others from here on
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.shared_memory import SharedMemory
from threading import Event, Thread
from typing import Any

import numpy as np

from bot.brain import Budget
from bot.search import driver
from bot.search.blackboard import Blackboard
from bot.search.memory import Memory, buffer
from bot.search.task import Order
from bot.search.worker import Answer, Worker
from games import game_named

GRACE = 0.03  # seconds more to reach the first depth, as in a pool
AGAIN = 0.002  # seconds until stopping is repeated, as there
LOOK = 0.001  # seconds between two looks at the count of nodes
LEAST = 0.0005  # seconds that one waits at least


class ThreadPool:
    """What a search needs of a pool of workers: one, in a thread of this process."""

    nodes: int | None = None  # to search at most, for each move

    def __init__(self, workers: int, hash_mb: int, games: tuple[str, ...] = ()) -> None:
        self.memory = Memory(hash_mb)
        self._games, self.stopped = games, False
        self._segments = [SharedMemory(name) for name in self.memory.names]
        blackboard, table = map(buffer, self._segments)
        self._worker = Worker(Blackboard(blackboard), np.frombuffer(table, np.uint64), 0)

    def warm_up(self, game: str | None = None) -> None:
        for name in self._games:
            self._worker.warm_up(game_named(name))

    def run(
        self, order: Order, seconds: float | None, on_tick: Callable[[], None] | None = None
    ) -> Answer:
        """Carry out an order; end when it is done or the time or the nodes are used up."""
        self.memory.begin()
        before, done = self.memory.nodes(), Event()
        answers: list[Answer] = []

        def carry_out() -> None:
            try:
                answers.append(self._worker.carry_out(order))
            finally:
                done.set()

        thread = Thread(target=carry_out)
        thread.start()
        assert thread.ident is not None, "it has started"
        try:
            clock = time.pthread_getcpuclockid(thread.ident)
            while not done.wait(self._patience(clock, seconds, before)):
                if self._patience(clock, seconds, before) == 0:
                    break
        except OSError:  # the thread has ended, and its clock with it
            pass
        while not done.wait(AGAIN):
            self.memory.stop()
        thread.join()
        return answers[0] if answers else None

    def _patience(self, clock: int, seconds: float | None, before: int) -> float | None:
        """How long to wait for the end; 0 once there is nothing left to think with."""
        if self.nodes is not None:
            over = self.memory.nodes() - before >= self.nodes and self.memory.settled()
            return 0.0 if over else LOOK
        if seconds is None:
            return None
        left = seconds - time.clock_gettime(clock)
        if not self.memory.settled():
            left += GRACE
        return max(left, LEAST) if left > 0 else 0.0

    def forget_kernels(self) -> None:
        """Make them anew when next asked: they take up the constants when they are made."""
        self._worker._kernels.clear()

    def ask(self, order: Order, patience: float = 0.0) -> Answer:
        self.memory.begin()
        return self._worker.carry_out(order)

    def stop(self) -> None:
        self.memory.stop()

    def close(self) -> None:
        self.memory.close()


def make_search(games: Sequence[str], hash_mb: int, *, wall: bool) -> driver.Searcher:
    """A search that thinks in a thread; or with *wall*, in a process, by the clock on the wall."""
    if not wall:
        vars(driver)["WorkerPool"] = ThreadPool
    return driver.Searcher(workers=1, hash_mb=hash_mb, games=games)


def override(constants: dict[str, int]) -> None:
    """Give constants of the search other values, before a kernel takes them up."""
    if constants:
        from bot.search.flat import constants as known  # which an older search does not have

        known.override(constants)


def answer(search: driver.Searcher, order: dict[str, Any]) -> dict[str, object]:
    """What the search makes of a position, and what it took."""
    if order.get("fresh"):
        search.pool.memory.clear_table()
    search.pool.nodes = order.get("nodes")  # type: ignore[attr-defined]
    position = game_named(order["game"]).after(order["moves"])
    begun = time.monotonic()
    choice = search.choose(position, Budget(order.get("seconds"), order.get("depth")))
    return {
        "cell": choice.cell,
        "score": choice.score,
        "verdict": choice.verdict.value,
        "depth": choice.depth,
        "nodes": choice.nodes,
        "seconds": time.monotonic() - begun,
    }


def main() -> None:
    first = json.loads(sys.stdin.readline())
    override(first["constants"])
    search = make_search(first["games"], first["hash_mb"], wall=first["wall"])
    try:
        search.warm_up()
        print(json.dumps({"ready": True}), flush=True)
        for line in sys.stdin:
            order = json.loads(line)
            if "constants" in order:
                override(order["constants"])
                search.pool.forget_kernels()  # type: ignore[attr-defined]
            else:
                print(json.dumps(answer(search, order)), flush=True)
    finally:
        search.close()
        os._exit(0)  # at once: the views into shared memory would keep it from being closed


if __name__ == "__main__":
    main()
