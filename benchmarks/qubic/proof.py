"""Takes out of a proof tree the moves that are enough to win, as few as can be had."""

from functools import cache

from benchmarks.qubic.proof_tree import Tree, attacks
from bot.search.bitboard.opening_table import OpeningTable, Stones
from games.lines import Cell


def shortest_proof(tree: Tree, root: int, openings: OpeningTable) -> dict[Stones, Cell]:
    """The first player's move in each position, unless a VCF wins there."""

    @cache
    def size(node: int) -> int:
        """How many moves a proof needs, those counted twice that it comes to twice."""
        below = [size(child) for child, _ in _edges(tree, node) if tree.proof[child] == 0]
        if attacks(tree, node):
            return 1 + min(below) if below else 0
        return sum(below)

    moves: dict[Stones, Cell] = {}
    nodes, seen = [root], {root}
    while nodes:
        node = nodes.pop()
        edges = [(child, cell) for child, cell in _edges(tree, node) if tree.proof[child] == 0]
        if edges and attacks(tree, node):
            stones = int(tree.first[node]), int(tree.second[node])
            if openings.vcf(*stones):
                continue
            best = min(edges, key=lambda edge: size(edge[0]))
            moves[stones], edges = best[1], [best]
        nodes += {child for child, _ in edges} - seen
        seen.update(child for child, _ in edges)
    return moves


def _edges(tree: Tree, node: int) -> list[tuple[int, Cell]]:
    begin = int(tree.edges[node])
    end = begin + int(tree.degree[node])
    return list(zip(tree.to[begin:end].tolist(), tree.move[begin:end].tolist(), strict=True))
