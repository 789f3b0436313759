"""Finds the first player's moves: one for each position that its proof of a win comes to.

Of the first stones, each likely move is tried until one is proven against every reply; from then on
a proof-number search does the work. Of every proof that it finds, the moves of a small part that is
enough are kept, and what is known is not proven again. They are written down as they are found, so
that who is interrupted goes on there.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.qubic.proof import shortest_proof
from benchmarks.qubic.proof_tree import NODES, new_tree, node_of, search
from bot.search.bitboard.board import board_of, weights_after
from bot.search.bitboard.opening_table import (
    ENTRY,
    GROWTH,
    OpeningTable,
    Stones,
    entries_of,
    moves_of,
)
from bot.search.core.compiled import unsigned
from games.game import Game, members
from games.lines import Cell

TRIED = 2  # stones of the first player, below which its moves are tried one by one
LIKELY = 8  # moves that are tried


class Prover:
    """The moves found so far, and how more are found."""

    def __init__(self, game: Game, part: Path, rounds: int) -> None:
        """Of a proof-number search, so many rounds are worth while."""
        self.moves: dict[Stones, Cell] = {}
        self.openings = OpeningTable(game, self.moves)
        self.nodes = 0
        self._all, self._board, self._rounds = (1 << game.cells) - 1, board_of(game, GROWTH), rounds
        self._hopeless: set[Stones] = set()
        self._part = part
        if part.exists():
            self._take_up()

    def prove(self, stones: Stones) -> bool:
        """Whether the first player is proven to win, itself to move; then its moves are kept."""
        stones, _ = self.openings.canonical(*stones)
        if stones in self.moves or self.openings.vcf(*stones):
            return True
        if stones in self._hopeless:
            return False
        tried = stones[0].bit_count() < TRIED
        proven = self._try_moves(*stones) if tried else self._search(*stones)
        if not proven:
            self._hopeless.add(stones)
        return proven

    def _take_up(self) -> None:
        """Read what was written down, but for what was being written at the end."""
        size = self._part.stat().st_size
        os.truncate(self._part, size - size % ENTRY.itemsize)
        self.moves.update(moves_of(np.fromfile(self._part, ENTRY)))

    def _try_moves(self, first: int, second: int) -> bool:
        tried = dict[Stones, Cell]()
        for cell in self._ranked(first, second, first, second):
            tried.setdefault(self._image(first | 1 << cell, second), cell)
        for cell in [*tried.values()][:LIKELY]:
            if all(map(self.prove, self._replies(first | 1 << cell, second))):
                self._keep({(first, second): cell})
                return True
        return False

    def _replies(self, first: int, second: int) -> Iterator[Stones]:
        """What the replies lead to, the best for the second player first."""
        replies = self._ranked(second, first, first, second)
        yield from dict.fromkeys(self._image(first, second | 1 << cell) for cell in replies)

    def _image(self, first: int, second: int) -> Stones:
        return self.openings.canonical(first, second)[0]

    def _ranked(self, own: int, opp: int, first: int, second: int) -> list[Cell]:
        """The empty cells, that first which does most to the lines."""
        sides = unsigned(own), unsigned(opp)
        empty = members(self._all & ~(first | second))

        def promise(cell: Cell) -> int:
            gain, harm = weights_after(self._board, *sides, cell)
            return gain + harm

        return sorted(empty, key=promise, reverse=True)

    def _search(self, first: int, second: int) -> bool:
        known = np.array(list(self.moves), np.uint64).reshape(-1, 2)
        tree = new_tree(self._rounds, known[:, 0], known[:, 1])
        images = self.openings.images
        root = node_of(self._board, images, tree, unsigned(first), unsigned(second))
        proven = search(self._board, images, tree, root, self._rounds)
        self.nodes += int(tree.state[NODES]) - len(known)
        if proven:
            self._keep(shortest_proof(tree, root, self.openings))
        return proven

    def _keep(self, moves: dict[Stones, Cell]) -> None:
        new = {stones: cell for stones, cell in moves.items() if stones not in self.moves}
        self.moves.update(new)
        with self._part.open("ab") as part:
            part.write(entries_of(new).tobytes())
