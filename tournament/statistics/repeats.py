"""Which games are the same game again: bots that leave nothing to chance repeat themselves."""

from collections.abc import Sequence

from games import Cell, Game
from games.symmetry import symmetries
from tournament.results import Result


def repeats(game: Game, results: Sequence[Result]) -> int:
    """How many games repeat an earlier one, be it turned or mirrored.

    Games in which nobody made a move of their own are like no other.
    """
    played = [result.moves for result in results if len(result.moves) > len(result.opening)]
    return len(played) - len({canonical(game, moves) for moves in set(played)})


def canonical(game: Game, moves: Sequence[Cell]) -> tuple[Cell, ...]:
    """Of all games that a symmetry makes of this one, the first by its cells.

    Every move leaves only those symmetries that put it on the least cell: soon just one.
    """
    ways, found = symmetries(game), []
    for cell in moves:
        least = min(to[cell] for to in ways)
        found.append(least)
        if len(ways) > 1:
            ways = tuple(to for to in ways if to[cell] == least)
    return tuple(found)
