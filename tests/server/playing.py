"""Moves of two test players."""

from collections.abc import Sequence

from protocol.events import Played
from tests.server.players_over_sockets import Player


async def alternate(match: str, first: Player, second: Player, cells: Sequence[int]) -> None:
    """Play these cells from the start; both have heard of all of them."""
    for ply, cell in enumerate(cells):
        await (first, second)[ply % 2].play(match, ply, cell)
    for each in (first, second):
        await each.next(Played, lambda its: its.match == match and its.ply == len(cells) - 1)
