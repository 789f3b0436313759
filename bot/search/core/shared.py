"""What a search has to do with the others: the memory they share, and how far it has got itself.

Every kernel hands this on as one value. Numba passes a record as one pointer, where it passes an
array as seven words, which a search that calls itself pays for at every node. So the record holds
addresses: the arrays must be kept for as long as it is used.
"""

from typing import Any

import numpy as np

from bot.search.core.compiled import Array, inlined
from bot.search.core.instructions import array_at
from bot.search.core.trail import TRAIL, set_off

SHARED = np.dtype(
    [
        ("table", np.uint64),  # the address of the transposition table, and its words
        ("table_words", np.int64),
        ("signal", np.uint64),  # the address of this worker's signal, see memory_layout.py
        ("claims", np.uint64),  # the address of the claims, see claims.py
        ("ticket", np.int64),  # of this search: when it is cancelled, the search stops
        ("nodes", np.int64),  # searched since the signal was looked at
        ("stopped", np.int64),  # whether to leave, because of the signal or of the trail
        ("trail", np.uint64, TRAIL),  # of this worker, see trail.py
    ],
    align=True,
)
Shared = Any  # a record of this type


def shared_by(table: Array, signal: Array, claims: Array) -> Shared:
    """The record for a table, a signal and claims, which must outlive it."""
    shared = np.zeros(1, SHARED).view(np.recarray)[0]
    shared.table, shared.table_words = table.ctypes.data, len(table)
    shared.signal, shared.claims = signal.ctypes.data, claims.ctypes.data
    return shared


def begin(shared: Shared, ticket: int, *, strict: bool = False) -> None:
    """Begin a search; a *strict* one wants the answers of others to be of its very depth."""
    shared.ticket, shared.stopped = ticket, 0
    set_off(shared.trail, strict)


@inlined
def table_of(shared: Shared) -> Array:
    return array_at(shared.table, shared.table_words)


@inlined
def claims_of(shared: Shared) -> Array:
    return array_at(shared.claims, 1)


@inlined
def signal_of(shared: Shared) -> Array:
    return array_at(shared.signal, 1)
