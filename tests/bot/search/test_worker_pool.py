"""The pool over real processes: it answers in time, whoever dies, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bot.brain import Budget
from bot.search.driver import Searcher
from bot.search.memory import Memory, table_bytes
from games import game_named
from games.errors import Mistake
from protocol.parts import Verdict
from tests import ROOT
from tests.patience import IN_VAIN

GAME = game_named("nineboard")
SHARED = Path("/dev/shm")


@pytest.fixture(scope="module")
def search() -> Iterator[Searcher]:
    with Searcher(workers=2, hash_mb=16, games=(GAME.name,)) as searcher:
        searcher.warm_up()
        yield searcher


def test_it_searches_to_the_depth_asked_for(search: Searcher) -> None:
    """And tells how it came to its choice."""
    choice = search.choose(GAME.start(), Budget(depth=5))
    assert choice.depth == 5
    assert choice.nodes is not None
    assert choice.nodes > 100
    assert choice.line[0] == choice.cell
    position = GAME.start()
    for cell in choice.line:
        position = position.play(cell)


def test_it_reaches_that_depth_also_where_it_would_rather_leap_to_the_end(search: Searcher) -> None:
    """As in Connect 4, where the solver is near from depth 10 on."""
    position = game_named("connect4").after([38, 31, 24, 17, 10, 3, 37, 39, 36])
    choice = search.choose(position, Budget(depth=12))
    assert choice.verdict is Verdict.UNDECIDED
    assert choice.depth == 12


def test_it_stops_when_the_time_is_up(search: Searcher) -> None:
    """With the best move so far."""
    choice = search.choose(GAME.start(), Budget(seconds=0.2))
    assert choice.cell in range(81)
    assert choice.depth is not None
    assert choice.depth >= 1


def test_it_stops_when_told_from_another_thread(search: Searcher) -> None:
    """Without any other limit."""
    told = threading.Event()

    def stop() -> None:
        told.wait()
        search.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    choice = search.choose(GAME.start(), Budget(), on_progress=lambda _: told.set())
    thread.join()
    assert choice.cell in range(81)


def test_it_warms_up_for_one_more_game(search: Searcher) -> None:
    """In every worker, so that the first move is soon found."""
    game = game_named("gomoku:size=19,exact=yes")
    search.pool.warm_up(game.name)
    assert not any(worker.busy for worker in search.pool._workers)
    assert game.name in search.pool._games
    assert search.choose(game.start(), Budget(depth=1)).depth == 1


def test_a_worker_that_dies_is_replaced(search: Searcher) -> None:
    """The others finish the search meanwhile; the next one has all workers again."""
    before = search.pool.processes
    killed = threading.Event()

    def kill(_: object) -> None:
        if not killed.is_set():
            os.kill(before[0], signal.SIGKILL)
            killed.set()

    choice = search.choose(GAME.start(), Budget(seconds=1.0), on_progress=kill)
    assert killed.is_set()
    assert choice.cell in range(81)
    search.warm_up()
    after = search.pool.processes
    assert after[0] != before[0]
    assert after[1] == before[1]
    assert search.choose(GAME.start(), Budget(depth=5)).depth == 5


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_for_the_whole_group_ends_no_worker(number: int, search: Searcher) -> None:
    """The parent says when they are to end."""
    before = search.pool.processes
    for process in before:
        os.kill(process, number)
    assert search.choose(GAME.start(), Budget(depth=5)).depth == 5
    assert search.pool.processes == before


def test_warming_up_ends_when_told_from_another_thread() -> None:
    """Where nothing is compiled yet, it would take a minute."""
    with Searcher(workers=1, hash_mb=1, games=(GAME.name,)) as search:
        ended = threading.Event()

        def stop() -> None:
            while not ended.wait(0.001):  # the first may come before it has begun
                search.stop()

        thread = threading.Thread(target=stop)
        thread.start()
        search.warm_up()
        ended.set()
        thread.join()
        assert not search.pool.ready


def test_a_move_is_made_even_when_all_workers_die(search: Searcher) -> None:
    """Whatever was found until then, or any move that is legal."""
    for process in search.pool.processes:
        os.kill(process, signal.SIGKILL)
    choice = search.choose(GAME.start(), Budget(seconds=0.3))
    assert choice.cell in range(81)
    search.warm_up()


@pytest.mark.skipif(not SHARED.is_dir(), reason="shared memory cannot be listed here")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_behind_however_it_ends(how: signal.Signals) -> None:
    """No process and no shared memory, even after kill -9 in mid-search."""
    script = f"""
import sys
from bot.brain import Budget
from bot.search.driver import Searcher
from games import game_named
def tell(choice):
    print(*search.pool.processes, flush=True)
if __name__ == "__main__":
    with Searcher(workers=2, hash_mb=16, games=({GAME.name!r},)) as search:
        search.warm_up()
        search.choose(game_named({GAME.name!r}).start(), Budget(), tell)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdout
    workers = [int(each) for each in process.stdout.readline().split()]
    children = psutil.Process(process.pid).children()
    segments = list(SHARED.glob(f"inarow-{process.pid}-*"))
    assert len(workers) == 2
    assert len(segments) == 2
    process.send_signal(how)
    process.communicate()
    _, alive = psutil.wait_procs(children, timeout=IN_VAIN)
    assert not alive, alive
    assert not [segment for segment in segments if segment.exists()]


@pytest.mark.skipif(not SHARED.is_dir(), reason="shared memory cannot be listed here")
def test_what_was_left_by_the_dead_is_swept_up() -> None:
    """A whole group killed at once cannot tidy up; the next one does."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    left = SHARED / f"inarow-{process.pid}-0badc0de"
    left.write_bytes(b"left")
    Memory(1).close()
    assert not left.exists()


@pytest.mark.parametrize(("asked", "given"), [(1, 1), (2, 2), (3, 2), (64, 64), (100, 64)])
def test_the_table_is_the_largest_power_of_two_that_fits(asked: int, given: int) -> None:
    """In megabytes."""
    assert table_bytes(asked) == given << 20


def test_wrong_sizes_are_named() -> None:
    """With what would be right."""
    with pytest.raises(Mistake, match="1 to 65536 MB, not 0"):
        Searcher(workers=1, hash_mb=0)
    with pytest.raises(Mistake, match="1 to 64 workers, not 65"):
        Searcher(workers=65)
    with pytest.raises(Mistake, match="levels are 1 to 10, not 11"):
        Searcher(level=11)
