"""The dialect that kernels are written in: functions that numba compiles, and their integers.

Compiled functions let go of the interpreter's lock and are kept on disk. In them, every constant
that meets a word goes through `word`, because numba makes a float of a signed and an unsigned
integer. A compiled function that calls itself casts each argument, because with other types the
copy on disk crashes though the fresh one works.

Numba notices that the file of a compiled function has changed, but not that another has from which
it took a function in. So each state of bot/search, with all its folders, has its own place on disk.

One process at a time compiles a function: others that need it wait, and take it from disk. Bots
that start together on a fresh machine would else each compile the same kernels. The system itself
lets go of the lock when a process dies.
"""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import time
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import caching
from numba.core.compiler_lock import global_compiler_lock
from numpy.typing import NDArray
from platformdirs import user_cache_path

try:
    import fcntl
except ImportError:  # where there is no such lock, each compiles for itself
    fcntl = None  # type: ignore[assignment]

F = TypeVar("F", bound=Callable[..., object])
Array = NDArray[Any]
_config: Any = numba.config
_FunctionCache: Any = caching.FunctionCache

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


class LockedCache(_FunctionCache):  # type: ignore[misc]
    """A function's compiled code on disk, and whose turn it is to compile what is not there yet."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        self._lock = Path(self.cache_path) / f"{function.__module__}.{function.__qualname__}.lock"
        self._held = ExitStack()
        self._is_held = False
        self._depth = 0  # of a function that calls itself, with arguments of other types

    def load_overload(self, signature: Any, context: Any) -> Any:
        """What is on disk; None where it is for us to compile it."""
        found = super().load_overload(signature, context)
        if found is None and self._take_lock():
            found = super().load_overload(signature, context)  # another has been at it meanwhile
        return found

    def _take_lock(self) -> bool:
        """Wait until no other process compiles the function; whether we had to take the lock."""
        if fcntl is None or self._is_held:
            return False
        with suppress(OSError):  # then it cannot be kept on disk either
            self._lock.parent.mkdir(parents=True, exist_ok=True)
            file = self._held.enter_context(self._lock.open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
            self._is_held = True
        return self._is_held

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """Let go of the lock at the end, if it was taken."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._is_held = False
                self._held.close()


def _compile_in_turn(dispatcher: Any) -> None:
    """Let processes that need a compiled function at once compile it once.

    There is no deadlock in waiting for a function while holding the lock of one that calls it, for
    no two different functions call each other.
    """
    cache = LockedCache(dispatcher.py_func)
    compile_now = dispatcher.compile

    def compile_or_wait(signature: Any) -> Any:
        with global_compiler_lock, cache.compiling():
            return compile_now(signature)

    dispatcher._cache = cache
    dispatcher.compile = compile_or_wait


def compiled(function: F) -> F:
    """Compile a function when it is first called, or take it from disk."""
    dispatcher = numba.njit(cache=True, nogil=True)(function)
    _compile_in_turn(dispatcher)
    return cast("F", dispatcher)


def inlined(function: F) -> F:
    """Compile a function into those that call it; for the small ones."""
    return cast("F", numba.njit(cache=True, nogil=True, inline="always")(function))


# Inside compiled functions these are casts to 64 bits, without and with a sign.
word = cast("Callable[[int], int]", numba.uint64)
whole = cast("Callable[[int], int]", numba.int64)
# Outside, to call one: it takes a plain integer for a signed one.
unsigned = cast("Callable[[int], int]", np.uint64)
