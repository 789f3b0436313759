"""How long it takes to solve the m,n,k boards whose values are known, from empty.

    python -m benchmarks.solved_boards [--workers N] [--seconds S] [BOARD ...]

A board is its rows, columns and stones in a row, as in 7,7,5; without one, all are solved. Each
begins with an empty table.
"""

import argparse
import sys
from time import perf_counter

from bot.brain import Budget
from bot.cores import usable_cores
from bot.search.driver import Searcher
from games import Position, game_named
from protocol.parts import Verdict

WON = "4,3,3 5,3,3 6,3,3 4,4,3 5,4,3 5,5,3 6,5,4 7,5,4 6,6,4 7,6,4 7,7,4"
DRAWN = "3,3,3 4,4,4 5,4,4 6,4,4 7,4,4 5,5,4 5,5,5 6,5,5 6,6,5 7,5,5 7,7,5"
KNOWN = dict.fromkeys(WON.split(), Verdict.WIN) | dict.fromkeys(DRAWN.split(), Verdict.DRAW)


def empty(board: str) -> Position:
    rows, columns, k = board.split(",")
    return game_named(f"mnk:rows={rows},cols={columns},k={k}").start()


def solved(search: Searcher, board: str, seconds: float) -> bool:
    """Solve a board, print how long it took, and tell whether it came to what is known."""
    position = empty(board)
    search.pool.memory.clear_table()
    begun = perf_counter()
    choice = search.solve(position, Budget(seconds))
    took = perf_counter() - begun
    plies = "" if choice.distance is None else f" in {choice.distance}"
    told = f"{choice.verdict}{plies}"
    print(f"{board}  {told:12} {took:6.2f} s  {choice.nodes or 0:12,} nodes", flush=True)
    return choice.verdict is KNOWN.get(board, choice.verdict)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solved_boards", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("boards", nargs="*", metavar="BOARD", default=list(KNOWN))
    parser.add_argument("--workers", type=int, default=usable_cores(), metavar="N")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="for each (60)")
    args = parser.parse_args()
    games = tuple(empty(board).game.name for board in ("3,3,3", "5,5,5"))  # small and larger k
    with Searcher(workers=args.workers, hash_mb=256, games=games) as search:
        search.warm_up()
        right = [solved(search, board, args.seconds) for board in args.boards]
    print(f"{sum(right)} of {len(right)} as known")
    sys.exit(not all(right))


if __name__ == "__main__":
    main()
