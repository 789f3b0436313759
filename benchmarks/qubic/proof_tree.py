"""Proof-number search: whether the first player wins a position of Qubic against every reply.

The attacker is the first player. Where it is to move it wants one move that wins; where the
defender is, every reply must be refuted. A node tells how many positions have to be settled at the
least to prove the win, and how many to disprove it; the search goes where the fewest are left to
settle (Allis 1994). What a VCF wins has no moves below it. Where a VCF would win if the defender
passed, only those replies are looked at that may spoil it.

A position and its images are one node, so the tree is a graph. Its numbers are brought up to date
along the way of the search; elsewhere they may be old, but what is proven stays so.
"""

from typing import NamedTuple

import numpy as np

from bot.search.bitboard.board import bit_of, lowest, ones, survey, weights_after
from bot.search.bitboard.board_record import CELLS, Board
from bot.search.bitboard.line_counts import first_frame
from bot.search.bitboard.opening_table import canonical
from bot.search.bitboard.vcf import BUDGET, spoilers, vcf
from bot.search.core.compiled import Array, compiled, whole, word

ENDLESS = 1 << 29  # a number that no position reaches
QUICK, THOROUGH = 1000, 4000  # positions that a VCF of the attacker, of the defender may look at
FORCED = 12  # positions to settle behind a forced reply; so many are usual before a free one
WIDTH = 40  # moves of the attacker that are looked at
NODES, EDGES = 0, 1  # in the state: how many there are
ROOM = 64  # nodes for each round of a search: an expansion adds a node for each move at most


class Tree(NamedTuple):
    """By node, the position, the replies to refute and the numbers; by edge, where it leads."""

    first: Array
    second: Array
    zone: Array
    proof: Array
    disproof: Array
    edges: Array  # where the edges of the node begin; -1 until it is expanded
    degree: Array  # how many there are
    to: Array
    move: Array
    slots: Array  # a hash table: 1 more than the node, or 0
    state: Array


def new_tree(rounds: int, first: Array, second: Array) -> Tree:
    """A tree with room for so many rounds, and positions that are known to be won."""
    nodes = ROOM * rounds + len(first)
    tree = Tree(
        first=np.zeros(nodes, np.uint64),
        second=np.zeros(nodes, np.uint64),
        zone=np.zeros(nodes, np.uint64),
        proof=np.zeros(nodes, np.int32),
        disproof=np.zeros(nodes, np.int32),
        edges=np.zeros(nodes, np.int64),
        degree=np.zeros(nodes, np.uint8),
        to=np.zeros(nodes, np.int32),
        move=np.zeros(nodes, np.int8),
        slots=np.zeros(1 << (2 * nodes).bit_length(), np.int32),
        state=np.zeros(2, np.int64),
    )
    add_known(tree, first, second)
    return tree


@compiled
def slot_of(tree: Tree, first: int, second: int) -> int:
    """The place of a position in the hash table, or the free one that it may have."""
    mixed = (first ^ (second >> word(29)) ^ (second << word(35))) * word(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> word(32)) ^ second) * word(0xD6E8FEB86659FD93)
    mask = whole(len(tree.slots) - 1)
    slot = whole(mixed >> word(20)) & mask
    while tree.slots[slot] != 0:
        node = tree.slots[slot] - 1
        if tree.first[node] == first and tree.second[node] == second:
            break
        slot = (slot + 1) & mask
    return slot


@compiled
def new_node(tree: Tree, slot: int, first: int, second: int) -> int:
    node = whole(tree.state[NODES])
    tree.state[NODES] += 1
    tree.slots[slot] = node + 1
    tree.first[node], tree.second[node], tree.edges[node] = first, second, -1
    return node


@compiled
def add_known(tree: Tree, first: Array, second: Array) -> None:
    for at in range(len(first)):
        slot = slot_of(tree, first[at], second[at])
        settle(tree, new_node(tree, slot, first[at], second[at]), 0, ENDLESS)


@compiled
def node_of(board: Board, images: Array, tree: Tree, first: int, second: int) -> int:
    """The node of a position, made if there is none."""
    first, second, _ = canonical(images, first, second)
    slot = slot_of(tree, first, second)
    if tree.slots[slot] != 0:
        return whole(tree.slots[slot] - 1)
    node = new_node(tree, slot, first, second)
    if attacks(tree, node):
        see_attack(board, tree, node)
    else:
        see_defence(board, tree, node)
    return node


@compiled
def attacks(tree: Tree, node: int) -> bool:
    """Whether the attacker is to move."""
    return bool(ones(tree.first[node]) == ones(tree.second[node]))


@compiled
def settle(tree: Tree, node: int, proof: int, disproof: int) -> None:
    tree.proof[node], tree.disproof[node] = proof, disproof


@compiled
def is_settled(tree: Tree, node: int) -> bool:
    return bool(tree.proof[node] == 0 or tree.disproof[node] == 0)


@compiled
def has_vcf(board: Board, side: int, own: int, opp: int, losses: int, nodes: int) -> bool:
    """Whether a side to move without a win at once wins by a VCF; the other has those wins."""
    board.vcf_state[BUDGET] = nodes
    first_frame(board, 0, own if side == 0 else opp, opp if side == 0 else own)
    return vcf(board, whole(0), whole(side), own, opp, word(0), losses) > 0


@compiled
def see_attack(board: Board, tree: Tree, node: int) -> None:
    """What is seen at once of a position with the attacker to move."""
    own, opp = tree.first[node], tree.second[node]
    wins, weight = survey(board, own, opp)
    losses, _ = survey(board, opp, own)
    tree.zone[node] = losses
    if wins != word(0):
        settle(tree, node, 0, ENDLESS)
    elif ones(losses) > 1 or weight == 0:
        settle(tree, node, ENDLESS, 0)
    elif has_vcf(board, 0, own, opp, losses, QUICK):
        settle(tree, node, 0, ENDLESS)
    else:
        settle(tree, node, 1, 1)


@compiled
def see_defence(board: Board, tree: Tree, node: int) -> None:
    """What is seen at once of a position with the defender to move."""
    own, opp = tree.first[node], tree.second[node]
    wins, _ = survey(board, own, opp)
    losses, _ = survey(board, opp, own)
    tree.zone[node] = wins
    if losses != word(0) or own | opp == ~word(0):
        settle(tree, node, ENDLESS, 0)
    elif ones(wins) > 1:
        settle(tree, node, 0, ENDLESS)
    elif wins != word(0):
        settle(tree, node, FORCED, 1)
    else:
        tree.zone[node] = ~(own | opp)
        if has_vcf(board, 0, own, opp, word(0), QUICK):
            tree.zone[node] = spoilers(board, opp, own)
        settle(tree, node, max(1, ones(tree.zone[node]) // 2), 1)


@compiled
def expand(board: Board, images: Array, tree: Tree, node: int) -> None:
    tree.edges[node] = tree.state[EDGES]
    if attacks(tree, node):
        expand_attack(board, images, tree, node)
    else:
        expand_defence(board, images, tree, node)


@compiled
def expand_attack(board: Board, images: Array, tree: Tree, node: int) -> None:
    """Add the moves that do most to the lines, or the one that is forced."""
    own, opp = tree.first[node], tree.second[node]
    ranked, count = np.zeros(CELLS, np.int64), 0
    rest = tree.zone[node]
    if rest == word(0):
        rest = ~(own | opp)
    while rest != word(0):
        cell = lowest(rest)
        rest &= rest - word(1)
        gain, harm = weights_after(board, own, opp, cell)
        ranked[count] = (gain + harm) * CELLS + cell
        count += 1
    ranked[:count].sort()
    for at in range(count - 1, max(count - WIDTH, 0) - 1, -1):
        cell = ranked[at] & whole(CELLS - 1)
        add_edge(tree, node, node_of(board, images, tree, own | bit_of(cell), opp), cell)


@compiled
def expand_defence(board: Board, images: Array, tree: Tree, node: int) -> None:
    """Add the replies that are not refuted at once."""
    own, opp, rest = tree.first[node], tree.second[node], tree.zone[node]
    wins, _ = survey(board, own, opp)
    if wins == word(0) and has_vcf(board, 1, opp, own, word(0), THOROUGH):
        rest = word(0)
        settle(tree, node, ENDLESS, 0)
    while rest != word(0):
        cell = lowest(rest)
        rest &= rest - word(1)
        child = node_of(board, images, tree, own, opp | bit_of(cell))
        if tree.proof[child] > 0:
            add_edge(tree, node, child, cell)


@compiled
def add_edge(tree: Tree, node: int, child: int, cell: int) -> None:
    """Add a move, unless one leads there already."""
    start, end = tree.edges[node], tree.state[EDGES]
    for at in range(start, end):
        if tree.to[at] == child:
            return
    tree.to[end], tree.move[end] = child, cell
    tree.state[EDGES] += 1
    tree.degree[node] += 1


@compiled
def update(tree: Tree, node: int) -> int:
    """Take the numbers of a node from its children; tell the edge to follow, or -1."""
    attacker = attacks(tree, node)
    if tree.degree[node] == 0:
        if tree.disproof[node] != 0:
            settle(tree, node, ENDLESS if attacker else 0, 0 if attacker else ENDLESS)
        return -1
    least, total, best, most = ENDLESS, 0, -1, 0
    for at in range(tree.edges[node], tree.edges[node] + tree.degree[node]):
        proof, disproof = tree.proof[tree.to[at]], tree.disproof[tree.to[at]]
        wanted, other = (proof, disproof) if attacker else (disproof, proof)
        total = min(total + other, ENDLESS)
        if best < 0 or wanted < least or (wanted == least and not attacker and other > most):
            least, best, most = wanted, at, other
    if attacker:
        settle(tree, node, least, total)
    else:
        settle(tree, node, total, least)
    return best


@compiled
def search(board: Board, images: Array, tree: Tree, root: int, rounds: int) -> bool:
    """Expand the root, and up to so many positions below; whether it is proven to be won."""
    path, ply, node = np.zeros(CELLS + 2, np.int64), 0, root
    expand(board, images, tree, root)
    update(tree, root)
    for _ in range(rounds - 1):
        if is_settled(tree, root):
            break
        ply, node = 0, root
        while tree.edges[node] >= 0:
            path[ply] = node
            best = update(tree, node)
            if is_settled(tree, node):
                break
            node, ply = whole(tree.to[best]), ply + 1
        if tree.edges[node] < 0:
            expand(board, images, tree, node)
            update(tree, node)
        while ply > 0:
            ply -= 1
            update(tree, path[ply])
    return bool(tree.proof[root] == 0)
