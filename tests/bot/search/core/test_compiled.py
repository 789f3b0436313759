"""The compile cache: no change of the source, in whichever folder, runs code compiled before it."""

import shutil
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
from bot.search.connect4.play import evaluate

three = 0b111
print(evaluate(np.uint64(three), np.uint64(three | three << 14), board_of(7, 6)))
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
