"""The pool: worker processes that search one position at a time together.

Workers are forked from a process that has loaded the search once for all, where the system can do
that, and spawned elsewhere. They stay for the life of the pool; one that dies is replaced, and the
others finish the search without it.
"""

import multiprocessing
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.synchronize import Lock
from time import monotonic
from typing import Any

from bot.child_processes import signals_deferred
from bot.search.core.memory_layout import WORKERS
from bot.search.core.mode import Mode
from bot.search.memory import Memory
from bot.search.task import Order, Task, Warm
from games.errors import Mistake
from games.lines import Cell

AGAIN = 0.002  # seconds until stopping is repeated: a worker's own note may have overwritten it
GRACE = 0.03  # seconds more to reach the first depth, because any move is better than a blind one
LATE = 0.05  # seconds to wait for the last worker to stop before the answer is given without it
TICK = 0.1  # seconds between two looks at how it goes
LONGEST = 3600.0  # seconds to wait at once: the system takes no more than some weeks
OVERDUE = 2.0  # seconds after which one that is still at the search before is killed


def _context() -> ForkServerContext | SpawnContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["bot.search.worker"])
    return context


CONTEXT = _context()


def _work(*arguments: Any) -> None:
    """Loads the search in the worker only: the parent never needs it."""
    from bot.search.worker import work

    work(*arguments)


class WorkerProcess:
    """A worker process, the pipe to it, and what it is doing."""

    def __init__(self, memory: Memory, index: int, games: tuple[str, ...], turn: Lock) -> None:
        self.pipe, theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(
            target=_work, args=(theirs, memory.names, index, games, turn), daemon=True
        )
        with signals_deferred():
            self.process.start()
        theirs.close()
        self.busy = True  # with warming up
        self.started = False
        self.answer: tuple[Cell, ...] | None = None

    def give(self, order: Order | Warm) -> None:
        self.busy, self.answer = True, None
        with suppress(OSError):  # it is dead, which will be noticed
            self.pipe.send(order)

    def listen(self) -> bool:
        """Take what it has answered; False if it has died."""
        try:
            self.answer = self.pipe.recv()
        except (EOFError, OSError):
            return False
        self.busy, self.started = False, True
        return True

    def end(self, patience: float) -> None:
        """Let the process end; make it, when it does not."""
        with suppress(OSError):
            self.pipe.send(None)
        self.process.join(patience)
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


class WorkerPool:
    """Worker processes and the memory that they share."""

    def __init__(self, workers: int, hash_mb: int, games: tuple[str, ...] = ()) -> None:
        if not 1 <= workers <= WORKERS:
            raise Mistake(f"there can be 1 to {WORKERS} workers, not {workers}")
        self.memory = Memory(hash_mb)
        self._games = games
        self._turn = CONTEXT.Lock()
        self._stopped = threading.Event()
        self._workers = [self._spawn(index) for index in range(workers)]

    @property
    def processes(self) -> list[int]:
        """The ids of the worker processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    @property
    def stopped(self) -> bool:
        """Whether what it does, or has done last, was told to stop."""
        return self._stopped.is_set()

    @property
    def ready(self) -> bool:
        """Whether every worker is."""
        return all(worker.started for worker in self._workers)

    def warm_up(self, game: str | None = None) -> None:
        """Wait until every worker is ready, for one more game too if asked, or it is told to stop.

        Raises RuntimeError if they cannot even start.
        """
        self._stopped.clear()
        while not (self.ready or self.stopped):
            self._attend(TICK)
        if self.stopped or game is None or game in self._games:
            return
        self._games = (*self._games, game)  # those who replace others warm up for it too
        self._begin()
        for worker in self._workers:
            worker.give(Warm(game))
        while any(worker.busy for worker in self._workers) and not self.stopped:
            self._attend(TICK)

    def run(
        self, order: Order, seconds: float | None, on_tick: Callable[[], None] | None = None
    ) -> tuple[Cell, ...] | None:
        """Let all workers carry out an order; end when the first is done or the time is up.

        Tells what the first has answered, if it has.
        """
        self._stopped.clear()
        self._begin()
        due = None if seconds is None else monotonic() + seconds
        grace = GRACE if isinstance(order, Task) and order.mode is Mode.PLAY else 0.0
        given: list[WorkerProcess] = []
        while not self._stopped.is_set() and self._in_time(due, grace):
            for worker in self._workers:
                if not worker.busy and worker not in given:
                    worker.give(order)
                    given.append(worker)
            self._attend(_soonest(due, TICK if on_tick else None))
            if on_tick:
                on_tick()
            if any(not worker.busy for worker in given if worker in self._workers):
                break
        answers = [worker.answer for worker in given if not worker.busy]
        self._wait_for_all(LATE)
        return answers[0] if answers else None

    def ask(self, order: Order, patience: float = OVERDUE) -> tuple[Cell, ...] | None:
        """What one worker answers to an order, being stopped in the end; None if none can."""
        worker = next((each for each in self._workers if not each.busy), None)
        if worker is None:
            return None
        self._begin()
        worker.give(order)
        due = monotonic() + patience
        while worker.busy and worker in self._workers and monotonic() < due:
            self._attend(_soonest(due, None))
        self._wait_for_all(LATE)
        return None if worker.busy else worker.answer

    def stop(self) -> None:
        """End the current run or warming up, from any thread."""
        self._stopped.set()
        self.memory.stop()

    def close(self) -> None:
        """End all processes and give the memory back."""
        self.memory.stop()
        for worker in self._workers:
            worker.end(OVERDUE if worker.started else 0)
        self.memory.close()

    def _in_time(self, due: float | None, grace: float) -> bool:
        """Whether to search on: also for a moment after the time is up, if nothing is known yet."""
        if due is None:
            return True
        return monotonic() < due + (0.0 if self.memory.settled() else grace)

    def _begin(self) -> None:
        """Forget the search before, once nobody is at it any more."""
        if not self._wait_for_all(OVERDUE):
            for worker in self._workers:
                if worker.busy and worker.started:
                    worker.process.kill()
            self._wait_for_all(None)
        self.memory.begin()

    def _wait_for_all(self, seconds: float | None) -> bool:
        """Stop the workers, and wait until they have; False if some have not in that time."""
        due = None if seconds is None else monotonic() + seconds
        while any(worker.busy and worker.started for worker in self._workers):
            if due is not None and monotonic() > due:
                return False
            self.memory.stop()
            self._attend(AGAIN)
        return True

    def _attend(self, timeout: float | None) -> None:
        """Hear what workers have to say, and replace those that have died."""
        pipes = {worker.pipe: index for index, worker in enumerate(self._workers)}
        for pipe in wait(list(pipes), timeout):
            assert isinstance(pipe, Connection)
            index = pipes[pipe]
            if not self._workers[index].listen():
                self._replace(index)

    def _replace(self, index: int) -> None:
        dead = self._workers[index]
        if not dead.started:
            raise RuntimeError("a search process ended before it had started: see above for why")
        dead.end(0)
        self._workers[index] = self._spawn(index)

    def _spawn(self, index: int) -> WorkerProcess:
        return WorkerProcess(self.memory, index, self._games, self._turn)


def _soonest(due: float | None, tick: float | None) -> float | None:
    """How long to wait: until it is due, or for a tick; who has waited so long looks again."""
    left = None if due is None else min(max(AGAIN, due - monotonic()), LONGEST)
    return min((each for each in (left, tick) if each is not None), default=None)
