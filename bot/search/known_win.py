"""One worker's part where a kernel knows by heart who wins the position at the root."""

from bot.search.blackboard import Blackboard
from bot.search.core.kernel import Knowing
from bot.search.core.memory_layout import BOOK, COMPLETE, SETTLED
from bot.search.core.scores import PROVEN
from bot.search.task import Task


def tell_known_win(kernel: Knowing, blackboard: Blackboard, worker: int, task: Task) -> bool:
    """Tell who wins, if that is known; whether there is nothing more to find out.

    Who is to see less than the whole game does not look into the book.
    """
    if task.every or not kernel.settles(task.depth):
        return False
    known, cell = kernel.known_win()
    if known.low != known.high:
        return False
    signal = blackboard.signals[worker]
    signal[BOOK] = known.low
    if cell is None and not task.outright:
        return False
    if cell is None:
        cell = task.position.legal_moves()[0]
    blackboard.raise_lower(1, cell, known.low * PROVEN)
    blackboard.reduce_upper(1, cell, known.low * PROVEN)
    signal[SETTLED] = signal[COMPLETE] = 1
    return True
