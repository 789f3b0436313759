"""The dialect that kernels are written in: functions that numba compiles, and their integers.

Compiled functions let go of the interpreter's lock and are kept on disk. In them, every constant
that meets a word goes through `word`, because numba makes a float of a signed and an unsigned
integer. A compiled function that calls itself casts each argument, because with other types the
copy on disk crashes though the fresh one works.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., object])
Array = NDArray[Any]


def compiled(function: F) -> F:
    """Compile a function when it is first called, or take it from disk."""
    return cast("F", numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """Compile a function into those that call it; for the small ones."""
    return cast("F", numba.njit(cache=True, nogil=True, inline="always")(function))


# Inside compiled functions these are casts to 64 bits, without and with a sign.
word = cast("Callable[[int], int]", numba.uint64)
whole = cast("Callable[[int], int]", numba.int64)
