"""A brain in ten lines: `inarow bot examples/ten_line_bot.py`. It sees one move ahead."""

from typing import Any


def choose(position: Any, budget: Any) -> int:
    """A move that wins now; else one after which nobody wins at once; else any."""
    legal: list[int] = position.legal_moves()
    wins = [cell for cell in legal if is_won(position.play(cell))]
    safe = [cell for cell in legal if not any(map(is_won, replies(position.play(cell))))]
    return (wins or safe or legal)[len(wins or safe or legal) // 2]


def is_won(position: Any) -> bool:
    return bool(position.outcome and position.outcome.lines)


def replies(position: Any) -> list[Any]:
    return [position.play(cell) for cell in position.legal_moves()]
