"""Recorded games told line by line."""

from collections.abc import Iterable

from client.console import harmless
from client.words.matches import place
from games import SIDES
from games.drawing import draw
from games.record import Record, RecordedResult
from protocol.texts import count

RESULTS = {
    RecordedResult.FIRST: "X wins",
    RecordedResult.SECOND: "O wins",
    RecordedResult.DRAW: "A draw",
    RecordedResult.NONE: "No result",
}


def tell_records(records: Iterable[Record], boards: bool) -> int:
    """Tell all of these games, with the board after each move if wanted; the exit code."""
    for record in records:
        print(harmless("\n".join(_lines(record, boards))))
    return 0


def _lines(record: Record, boards: bool) -> list[str]:
    whole, game = record.position, record.position.game
    first, second = record.players
    names = f" X is {first or 'unknown'}. O is {second or 'unknown'}." if first or second else ""
    lines = [f"{game.name}, {count(len(whole.moves), 'move')}.{names}"]
    position = game.start()
    for ply, cell in enumerate(whole.moves):
        position = position.play(cell)
        where = place(game, cell)
        lines.append(f"{SIDES[ply % 2]} plays {game.names[cell]}{f', {where}' if where else ''}.")
        lines += [draw(position)] if boards else []
    ending = f" ({record.ending})" if record.ending not in ("", "line", "full") else ""
    return [*lines, f"{RESULTS[record.result]}{ending}."]
