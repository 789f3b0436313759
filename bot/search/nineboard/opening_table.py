"""The table of openings: what long searches think best while no search in play sees far enough.

A line of the file is a position by its moves, what to reply, and what the search that found it
thought of it, to which depth. `python -m benchmarks.nineboard.opening_table` makes and prints it.
No board is full so early, and hardly one in what is searched, so that it is for either rule about
full boards.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.catalogue import game_named
from games.game import CellSet, Position, members
from games.lines import Cell
from games.notation import read_moves
from games.symmetry import Symmetry, symmetries

FILE = Path(__file__).with_name("nineboard.openings")
PLIES = 3  # stones in a position of the table, at the most


class BestReply(NamedTuple):
    """What a long search found: the reply, and its score for who makes it."""

    reply: Cell
    score: int
    depth: int


Key = tuple[CellSet, CellSet, CellSet]  # the stones of both sides, and where the reply may go
AS_IT_IS = tuple(range(81))


def best_reply(position: Position) -> BestReply | None:
    """What the table tells of a position, or of one that becomes it when turned or mirrored."""
    if len(position.moves) > PLIES:
        return None
    for to in symmetries(position.game):
        if found := _table().get(key_of(position, to)):
            return found._replace(reply=to.index(found.reply))
    return None


def parsed(lines: list[str]) -> dict[Key, BestReply]:
    """The table that lines of the file tell."""
    game, found = game_named("nineboard"), dict[Key, BestReply]()
    for line in lines:
        moves, reply, score, depth = line.split(",")
        entry = BestReply(game.names.index(reply), int(score), int(depth))
        found[key_of(read_moves(game, moves))] = entry
    return found


def key_of(position: Position, to: Symmetry = AS_IT_IS) -> Key:
    """What makes a position what it is, once it has been turned or mirrored."""
    first, second = (_turned(stones, to) for stones in position.stones)
    return first, second, _turned(position.target, to)


def _turned(cells: CellSet, to: Symmetry) -> CellSet:
    return sum(1 << to[cell] for cell in members(cells))


@cache
def _table() -> dict[Key, BestReply]:
    return parsed(FILE.read_text(encoding="ascii").splitlines())
