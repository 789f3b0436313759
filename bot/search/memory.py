"""The shared memory of one search, as its owner sees it: the blackboard and the table.

What lies where on the blackboard is told by core/memory_layout.py. Without numpy, slow to load.
"""

import os
import re
import secrets
from array import array
from contextlib import suppress
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

from bot.search.core.memory_layout import (
    BLACKBOARD_BYTES,
    BOOK,
    BOUNDS_AT,
    CANCELLED,
    CELLS,
    CLAIMS_AT,
    COMPLETE,
    DEPTHS,
    EXACT,
    NEVER,
    NODES,
    REACHED,
    SETTLED,
    SIGNAL,
    WORKERS,
)
from bot.search.core.scores import INFINITY
from games.errors import Mistake

_BLANK = bytes(BLACKBOARD_BYTES - BOUNDS_AT)
_ZEROS = memoryview(bytes(8 * WORKERS)).cast("q")
_NEVER = memoryview(array("q", [NEVER] * WORKERS))
_FOLDER = Path("/dev/shm")
_NAME = re.compile(r"inarow-(\d+)-[0-9a-f]+")


class Memory:
    """The shared memory of one pool."""

    def __init__(self, hash_mb: int) -> None:
        _sweep()
        size = table_bytes(hash_mb)
        _check_room(size + BLACKBOARD_BYTES)
        self._blackboard = _segment(BLACKBOARD_BYTES)
        self._table = _segment(size)
        self.names = (self._blackboard.name, self._table.name)
        self._signals = buffer(self._blackboard)[:BOUNDS_AT].cast("q")
        self._bounds = buffer(self._blackboard)[BOUNDS_AT:CLAIMS_AT].cast("i")

    def begin(self) -> None:
        """Forget the bounds and claims of the search before, and let the workers search again."""
        buffer(self._blackboard)[BOUNDS_AT:BLACKBOARD_BYTES] = _BLANK
        for word in (CANCELLED, SETTLED, COMPLETE, REACHED, BOOK, EXACT):
            self._signals[word::SIGNAL] = _ZEROS

    def stop(self) -> None:
        """Make every worker stop."""
        self._signals[CANCELLED::SIGNAL] = _NEVER

    def nodes(self) -> int:
        """How many nodes all workers have searched since they started."""
        return sum(self._signals[NODES::SIGNAL])

    def settled(self) -> int:
        """The depth to which the position has been searched."""
        return max(self._signals[SETTLED::SIGNAL])

    def reached(self) -> int:
        """The depth that was being searched last."""
        return max(self._signals[REACHED::SIGNAL])

    def complete(self) -> bool:
        """Whether nothing was left undecided at that depth."""
        return any(self._signals[COMPLETE::SIGNAL])

    def exact(self) -> bool:
        """Whether a win or a loss at that depth cannot come sooner or later than it says."""
        return any(self._signals[EXACT::SIGNAL])

    def booked(self) -> int:
        """Who is known to win, though not how soon: 1 for the side to move, -1 for the other."""
        return next((winner for winner in self._signals[BOOK::SIGNAL] if winner), 0)

    def clear_table(self) -> None:
        """Forget all positions."""
        table, zeros = buffer(self._table), bytes(1 << 20)
        for start in range(0, len(table), len(zeros)):
            table[start : start + len(zeros)] = zeros

    def bounds(self, depth: int, cell: int) -> tuple[int, int]:
        """What is known of a root move at a depth: at least this, at most that."""
        at = depth * CELLS + cell
        return self._bounds[at] - INFINITY, INFINITY - self._bounds[at + DEPTHS * CELLS]

    def close(self) -> None:
        """Give the memory back."""
        self._signals.release()
        self._bounds.release()
        for segment in (self._blackboard, self._table):
            segment.close()
            with suppress(FileNotFoundError):
                segment.unlink()


def buffer(segment: SharedMemory) -> memoryview:
    """The bytes of a segment that is open."""
    assert segment.buf is not None
    return segment.buf


def table_bytes(hash_mb: int) -> int:
    """The largest power of two that fits, because kernels find entries by masking."""
    if not 1 <= hash_mb <= 65536:
        raise Mistake(f"the hash table must be 1 to 65536 MB, not {hash_mb}")
    return 1 << ((hash_mb << 20).bit_length() - 1)


def _segment(size: int) -> SharedMemory:
    return SharedMemory(f"inarow-{os.getpid()}-{secrets.token_hex(4)}", create=True, size=size)


def _check_room(size: int) -> None:
    """Where memory is short it can be made, but touching it kills the process that does."""
    if not _FOLDER.is_dir():
        return
    room = os.statvfs(_FOLDER)
    free = room.f_bavail * room.f_frsize
    if size > free:
        raise Mistake(
            f"the hash table needs {size >> 20} MB of shared memory, but {_FOLDER} has "
            f"{free >> 20} MB left: ask for less with --hash"
        )


def _sweep() -> None:
    """Remove what processes left behind that were killed together with all who would tidy up."""
    if not _FOLDER.is_dir():
        return
    for path in _FOLDER.glob("inarow-*"):
        found = _NAME.fullmatch(path.name)
        if found and not _alive(int(found[1])):
            path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
