"""The compile cache: no change of the source, in whichever folder, runs code compiled before it."""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.search.core.compiled import source_key
from tests import ROOT
from tests.fresh import answers_cold_and_warm

SEARCH = ROOT / "bot" / "search"
FOLDERS = sorted(path.parent.relative_to(SEARCH) for path in SEARCH.rglob("__init__.py"))
EVALUATE = """
import numpy as np
from bot.search.connect4.board import board_of
from bot.search.connect4.search import evaluate

three = 0b111
print(evaluate(np.uint64(three), np.uint64(three | three << 14), board_of(7, 6)))
"""
COMPILE_WHEN_TOLD = f"""
print("ready", flush=True)
input()
{EVALUATE}
print(sum(evaluate.stats.cache_misses.values()))
"""
INLINED = "return found & (board.all_cells ^ taken)"  # of threats(), in another file


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A root of its own, with the source of the search and what it needs."""
    ignored = shutil.ignore_patterns("__pycache__")
    for package in ("bot", "games", "protocol"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    return tmp_path


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_a_change_in_any_folder_makes_another_key(copy: Path, folder: Path) -> None:
    """Whether a file is changed, added or renamed."""
    search = copy / "bot" / "search"
    changed = search / folder / "__init__.py"
    keys = [source_key(search)]
    changed.write_text(changed.read_text() + "\n")
    keys.append(source_key(search))
    (search / folder / "added.py").touch()
    keys.append(source_key(search))
    (search / folder / "added.py").rename(search / folder / "renamed.py")
    keys.append(source_key(search))
    assert len(set(keys)) == len(keys)


def test_the_key_is_that_of_the_source_alone(copy: Path) -> None:
    """The same in every process and place, and in spite of what Python leaves beside it."""
    (copy / "bot" / "search" / "__pycache__").mkdir(exist_ok=True)
    (copy / "bot" / "search" / "__pycache__" / "worker.pyc").touch()
    assert source_key(copy / "bot" / "search") == source_key(SEARCH)


def test_a_function_that_was_taken_in_from_another_file_is_never_stale(copy: Path) -> None:
    """Numba itself would not notice: it looks at the file of the function that is called."""
    cache = copy / "cache"
    cold, warm = answers_cold_and_warm(EVALUATE, cache, copy)
    board = copy / "bot" / "search" / "connect4" / "board.py"
    source = board.read_text()
    assert source.count(INLINED) == 1
    board.write_text(source.replace(INLINED, "return word(0)"))
    changed, changed_warm = answers_cold_and_warm(EVALUATE, cache, copy)
    assert cold == warm
    assert changed == changed_warm
    assert changed != cold


def test_processes_that_need_a_function_at_once_compile_it_once(tmp_path: Path) -> None:
    """As bots that are started together on a fresh machine do; the others wait for the first."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", COMPILE_WHEN_TOLD],
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for _ in range(3)
        ]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        answers = [process.communicate()[0].split() for process in processes]
    assert len({value for value, _ in answers}) == 1
    assert sorted(compiled for _, compiled in answers) == ["0", "0", "1"]
