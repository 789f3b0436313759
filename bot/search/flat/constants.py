"""The constants of the search on flat boards that are found by play rather than by thought.

They lie on the board as one array, so that a test can give them other values without compiling
anything anew: `python -m benchmarks.sprt .:futility=80 .`.
Margins are in points of the evaluation, reductions in 64ths of a ply.
"""

from typing import NamedTuple

from games.errors import Mistake

FRACTION = 64  # of a ply, in reductions


class Constant(NamedTuple):
    """A constant by its name, its value, and between which values it is sought."""

    name: str
    value: int
    least: int
    most: int


CONSTANTS = (
    Constant("futility", 150, 10, 300),  # a static value so far above beta for each ply is enough
    Constant("futility_base", 0, -100, 200),
    Constant("futility_depth", 4, 0, 12),
    Constant("razor", 60, 0, 400),  # a static value so far below alpha for each ply needs fours
    Constant("razor_base", 60, 0, 400),
    Constant("razor_depth", 0, 0, 6),
    Constant("delta", 2000, 0, 4000),  # what fours can gain at most, by and large
    Constant("leaf_fours", 30, 0, 500),  # tried at the end of the depth, in all
    Constant("leaf_depth", 12, 0, 24),  # and in a row
    Constant("leaf_near", 0, 0, 1),  # whether only in line with the move before
    Constant("vcf_depth", 1, 0, 20),  # from which fours are looked for before other moves
    Constant("vcf_fours", 50, 0, 1000),  # tried there, for each ply of depth
    Constant("vct_depth", 4, 1, 20),  # from which threats are looked for before other moves
    Constant("vct_threats", 60, 0, 1000),  # tried there, for each ply of depth
    Constant("careful", 800, 0, 4000),  # threats tried against a root move, for each ply of depth,
    Constant("careful_share", 50, 0, 400),  # or till then in all so many in a hundred nodes
    Constant("ambitious", 50, 0, 400),  # likewise for a win of one's own
    Constant("null_depth", 3, 1, 20),  # from which a null move is tried
    Constant("null_margin", 0, -200, 500),
    Constant("null_reduction", 4, 1, 8),  # plies, the null move's own included
    Constant("quiescence", 4, 0, 12),  # plies beyond the depth for which threats are answered
    Constant("unguided", 4, 1, 20),  # depth from which a search without a hash move is reduced
    Constant("width", 14, 1, 40),  # moves looked at, unless all of them lose
    Constant("width_slope", 192, 0, 512),  # and more for each ply of depth, in 64ths
    Constant("width_worse", 64, 16, 64),  # 64ths of that where the static value has not improved
    Constant("reduction", 40, 0, 128),  # of late moves, by the logarithms of depth and number
    Constant("reduction_base", 26, -128, 128),
    Constant("reduction_worse", 0, -64, 128),  # more where the static value has not improved
    Constant("reduction_cut", 0, -64, 192),  # more where the first move is expected to refute
    Constant("reduction_open", 0, -64, 192),  # less within an open window
    Constant("reduction_threat", 256, 0, 512),  # less for moves that make or spoil a threat
    Constant("reduction_answer", 256, 0, 512),  # less for answers to a threat
    Constant("killer", 60, 0, 400),  # in the rank of a move
    Constant("history", 400, 0, 2000),  # at most, in the rank of a move
    Constant("malus", 0, 0, 128),  # 64ths of it for the moves that were tried before in vain
    Constant("counter", 0, 0, 400),  # in the rank of the move that refuted the one before elsewhere
    Constant("defence", 5, 0, 12),  # of a cell's worth to the other side, where one's own counts 6
)
(FUTILITY, FUTILITY_BASE, FUTILITY_DEPTH, RAZOR, RAZOR_BASE, RAZOR_DEPTH, DELTA, LEAF_FOURS,
 LEAF_DEPTH, LEAF_NEAR, VCF_DEPTH, VCF_FOURS, VCT_DEPTH, VCT_THREATS,
 CAREFUL, CAREFUL_SHARE, AMBITIOUS, NULL_DEPTH, NULL_MARGIN, NULL_REDUCTION,
 QUIESCENCE, UNGUIDED, WIDTH, WIDTH_SLOPE, WIDTH_WORSE, REDUCTION, REDUCTION_BASE, REDUCTION_WORSE,
 REDUCTION_CUT, REDUCTION_OPEN, REDUCTION_THREAT, REDUCTION_ANSWER, KILLER, HISTORY, MALUS,
 COUNTER, DEFENCE) = range(len(CONSTANTS))  # fmt: skip

_overridden: dict[str, int] = {}


def override(values: dict[str, int]) -> None:
    """Give constants other values in the boards to come. Raises Mistake for a name of none."""
    names = [each.name for each in CONSTANTS]
    for name in values:
        if name not in names:
            raise Mistake(f"there is no constant {name!r}, but {', '.join(names)}")
    _overridden.update(values)


def constants() -> list[int]:
    """The values for a board."""
    return [_overridden.get(each.name, each.value) for each in CONSTANTS]
