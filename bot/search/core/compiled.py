"""The dialect that kernels are written in: functions that numba compiles, and their integers.

Compiled functions let go of the interpreter's lock and are kept on disk. In them, every constant
that meets a word goes through `word`, because numba makes a float of a signed and an unsigned
integer. A compiled function that calls itself casts each argument, because with other types the
copy on disk crashes though the fresh one works.

Numba notices that the file of a compiled function has changed, but not that another has from which
it took a function in. So each state of bot/search, with all its folders, has its own place on disk.
"""

import hashlib
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., object])
Array = NDArray[Any]
_config: Any = numba.config

KEPT = 30 * 24 * 3600  # seconds for which the code of another state stays on disk


def source_key(folder: Path) -> str:
    """What tells one state of a source tree from every other; compiled code may freeze arrays."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _place() -> Path:
    """Where the code compiled from the search as it is now is kept."""
    given = _config.CACHE_DIR
    folder = Path(given) if given else user_cache_path("inarow")
    return folder / f"search-{source_key(Path(__file__).parent.parent)}"


def _settle_in(place: Path) -> None:
    """Keep compiled code there, and clear away what has not been used for long."""
    with suppress(OSError):  # numba finds another place where this cannot be written
        place.mkdir(parents=True, exist_ok=True)
        place.touch()
        for other in place.parent.glob("search-*"):
            if time() - other.stat().st_mtime > KEPT:
                shutil.rmtree(other, ignore_errors=True)
        _config.CACHE_DIR = str(place)


PLACE = _place()
_settle_in(PLACE)


def compiled(function: F) -> F:
    """Compile a function when it is first called, or take it from disk."""
    return cast("F", numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """Compile a function into those that call it; for the small ones."""
    return cast("F", numba.njit(cache=True, nogil=True, inline="always")(function))


# Inside compiled functions these are casts to 64 bits, without and with a sign.
word = cast("Callable[[int], int]", numba.uint64)
whole = cast("Callable[[int], int]", numba.int64)
