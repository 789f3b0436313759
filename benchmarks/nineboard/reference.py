"""Games of nine-board as second player against alpha-beta of a fixed depth that counts lines.

    python -m benchmarks.nineboard.reference [CHECKOUT ...] [--first 21 81] [--seconds S ...]
        [--depth D] [--rule R] [--json]

Each checkout (default: this one) answers each first move, once for each time that it is given for a
move: seconds that it had a core. The reference plays on as first player, always to the same depth.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from benchmarks.sprt.contender import Engine, Pace, read_contender
from bot.search.blackboard import Blackboard
from bot.search.core.memory_layout import BLACKBOARD_BYTES, SETTLED
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY
from bot.search.nineboard.evaluation import plain
from bot.search.nineboard.kernel import NineboardKernel
from bot.search.root import Root
from bot.search.task import Task
from games import Cell, Game, Position, game_named
from games.notation import read_moves, write_moves

WORDS = 1 << 23  # of the reference's table, as with 64 MB


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.nineboard.reference", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("checkouts", nargs="*", default=["."], metavar="CHECKOUT")
    parser.add_argument("--first", nargs="+", default=["21", "81"], help="first moves")
    parser.add_argument("--seconds", nargs="+", type=float, default=[0.2], help="(default 0.2)")
    parser.add_argument("--depth", type=int, default=14, help="of the reference (default 14)")
    parser.add_argument("--rule", default="nineboard", help="the game (default nineboard)")
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    args = parser.parse_args()
    game, told = game_named(args.rule), {}
    for checkout in args.checkouts:
        ours = Engine(read_contender(checkout), (game.name,))
        try:
            ours.wait_until_ready()
            results = [
                played(ours, game, first, Pace(seconds), args.depth, quiet=args.json)
                for first in args.first
                for seconds in args.seconds
            ]
        finally:
            ours.close()
        told[str(Path(checkout).resolve())] = {
            word: results.count(word) for word in ("won", "drawn", "lost")
        }
        if not args.json:
            print(checkout, *(f"{many} {word}" for word, many in told.popitem()[1].items()))
    if args.json:
        print(json.dumps(told))


def played(ours: Engine, game: Game, first: str, pace: Pace, depth: int, *, quiet: bool) -> str:
    """How a game ends for us as second player."""
    position, reference, fresh = read_moves(game, first), Reference(game, depth), True
    while not position.outcome:
        if position.turn == 1:
            cell = ours.think(position, pace, fresh=fresh).cell
            fresh = False
        else:
            cell = reference.move(position)
        position = position.play(cell)
    winner = position.outcome.winner
    result = "drawn" if winner is None else "won" if winner == 1 else "lost"
    if not quiet:
        print(f"  {result} at {pace.seconds} s: {write_moves(game, position.moves)}", flush=True)
    return result


class AlphaBeta(NineboardKernel):
    """The search alone."""

    prove = opening = None  # type: ignore[assignment]


class Reference:
    """Alpha-beta to a fixed depth, with an evaluation that counts the open lines of each board."""

    def __init__(self, game: Game, depth: int) -> None:
        self._blackboard = memoryview(bytearray(BLACKBOARD_BYTES))
        signal = Blackboard(self._blackboard).signals[0]
        self._kernel = AlphaBeta(game, np.zeros(WORDS, np.uint64), signal)
        self._kernel._boards.values[:] = np.tile(plain(), 9)
        self._depth = depth

    def move(self, position: Position) -> Cell:
        self._blackboard[:] = bytes(BLACKBOARD_BYTES)
        blackboard, depth = Blackboard(self._blackboard), self._depth
        Root(self._kernel, blackboard, 0, Task(position, Mode.PLAY, depth)).deepen()
        cells = np.array(position.legal_moves())
        lower, upper = blackboard.bounds(int(blackboard.signals[0, SETTLED]), cells)
        return int(cells[np.lexsort((upper < INFINITY, lower))[-1]])


if __name__ == "__main__":
    main()
