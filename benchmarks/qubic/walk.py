"""Walks through every game that may come of the first player's openings, to its end.

The first player completes a line where it can, and else plays what its table or the VCF tells. The
second player plays whatever the rules allow. Only the lines of the game are asked who has won and
what threatens; of the search nothing is believed. Positions that are images of each other are one.
"""

from collections import Counter

from bot.search.bitboard.opening_table import OpeningTable, Stones
from games.game import CellSet, Game, cell_set, members
from games.lines import Cell


class Walk:
    """The positions with the first player to move that are still to be looked at."""

    def __init__(self, game: Game, openings: OpeningTable, start: Stones = (0, 0)) -> None:
        self._openings = openings
        self._all = cell_set(range(game.cells))
        self._lines = [cell_set(line) for line in game.lines]
        self._through = [[filled for _, filled, _ in held] for held in game.through]
        self._ahead, self._seen = [start], {start}
        self.counts = Counter[str]()  # of positions, by what told the move
        self.moves: dict[Stones, Cell] = {}  # of the table that it has come by
        self.longest = 0  # in plies: the last game that the second player can draw out so

    @property
    def progress(self) -> tuple[int, int]:
        """How many positions have been looked at, of how many that are known so far."""
        return len(self._seen) - len(self._ahead), len(self._seen)

    def go_on(self, positions: int) -> Stones | None:
        """Look at so many more, unless one is found in which the first player does not know on.

        That one is told, and looked at again when the walk goes on.
        """
        for _ in range(positions):
            if self._ahead and not self._look(*self._ahead[-1]):
                return self._ahead[-1]
        return None

    @property
    def is_over(self) -> bool:
        return not self._ahead

    def _look(self, first: int, second: int) -> bool:
        """Whether the first player has a move that does not lose; then see what comes of it."""
        told = self._told(first, second)
        if told is None:
            return False
        source, cell = told
        bit, empty = 1 << cell, self._all & ~(first | second)
        losses = _completing(self._lines, second, first)
        if not bit & empty or losses & ~bit:
            return False
        self._ahead.pop()
        self.counts[source] += 1
        # It had no line to complete before, so what it threatens goes through the cell it played.
        wins = _completing(self._through[cell], first | bit, second)
        self._reply((first | bit, second), wins, empty & ~bit)
        return True

    def _told(self, first: int, second: int) -> tuple[str, Cell] | None:
        cell = self._openings.move(first, second)
        if cell is not None:
            self.moves[first, second] = cell
            return "table", cell
        found = self._openings.vcf(first, second)
        return ("VCF", found[0]) if found else None

    def _reply(self, stones: Stones, wins: CellSet, empty: CellSet) -> None:
        """Note all replies that do not let the first player complete a line at once."""
        first, second = stones
        if wins:
            self.longest = max(self.longest, (first | second).bit_count() + 2)
            self.counts["win"] += wins.bit_count() > 1
        for cell in members(wins or empty) if wins.bit_count() < 2 else ():
            stones, _ = self._openings.canonical(first, second | 1 << cell)
            if stones not in self._seen:
                self._seen.add(stones)
                self._ahead.append(stones)


def _completing(lines: list[CellSet], own: CellSet, opp: CellSet) -> CellSet:
    """The empty cells that complete one of these lines for a side."""
    cells = 0
    for line in lines:
        if not line & opp and (rest := line & ~own).bit_count() == 1:
            cells |= rest
    return cells
