"""How a search learns that it is to stop: every thousand nodes or so it looks at its signal."""

from bot.search.core.compiled import Array, inlined, whole, word
from bot.search.core.memory_layout import CANCELLED, NODES
from bot.search.core.shared import Shared, signal_of, table_of
from bot.search.core.trail import is_overtaken

POLL = 1024  # nodes between two looks at the signal


@inlined
def is_stopped(shared: Shared) -> bool:
    """Count a node; tell whether the search is cancelled, or in vain because of another's."""
    if is_due(shared) and (is_cancelled(shared) or is_overtaken(shared.trail, table_of(shared))):
        shared.stopped = 1
    return shared.stopped != 0


@inlined
def is_due(shared: Shared) -> bool:
    """Count a node; when it is time to look at the signal, add the nodes to those it counts."""
    shared.nodes += 1
    if shared.nodes < POLL:
        return False
    signal_of(shared)[NODES] += word(shared.nodes)
    shared.nodes = 0
    return True


@inlined
def is_cancelled(shared: Shared) -> bool:
    return whole(signal_of(shared)[CANCELLED]) >= shared.ticket


def finish(shared: Shared, signal: Array) -> bool:
    """End a search: report its last nodes, and tell whether it was stopped."""
    signal[NODES] += shared.nodes
    shared.nodes = 0
    return bool(shared.stopped)
