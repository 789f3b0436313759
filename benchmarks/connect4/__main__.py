"""How fast Connect 4 is solved, beside others, and how well it is played.

    python -m benchmarks.connect4 [--json] [--positions N] [--rounds N]
    python -m benchmarks.connect4 --perfect [--positions N] [--seconds S] [--stones FROM TO]

Ours is the solver alone, and with all that is around it in a bot: two worker processes that share
the root moves and the table.

With --perfect, so many random positions of each number of stones in which one can go wrong are
played by one worker, from an empty table, in so many seconds of a core; the solver tells what is
right.
"""

import argparse
import json
import sys

from benchmarks.connect4.speed import SEED, measure, random_positions, show
from benchmarks.connect4.tricky import chosen, tricky
from bot.search.driver import Searcher
from games.notation import write_moves


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.connect4", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--positions", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--rounds", type=int, default=3, help="the fastest counts (default 3)")
    parser.add_argument("--perfect", action="store_true", help="how often it plays wrongly")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move (default 0.1)")
    parser.add_argument("--stones", type=int, nargs=2, default=(8, 16), metavar=("FROM", "TO"))
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    if args.perfect:
        sys.exit(play_perfectly(args) > 0)
    figures = measure(random_positions(args.positions), args.rounds)
    if args.json:
        print(json.dumps(figures))
    else:
        show(figures)


def play_perfectly(args: argparse.Namespace) -> int:
    """Count the wrong moves, and show them."""
    wrong, (first, last) = 0, args.stones
    with Searcher(workers=1, hash_mb=64, games=("connect4",)) as search:
        search.warm_up()
        for stones in range(first, last + 1):
            found = [
                (each.position, cell)
                for each in tricky(stones, args.positions, args.seed)
                if not each.is_right(cell := chosen(search, each.position, args.seconds))
            ]
            wrong += len(found)
            print(f"{stones:2} stones: {len(found)} of {args.positions} played wrongly", flush=True)
            for position, cell in found:
                text = write_moves(position.game, position.moves)
                print(f"    {text} {position.game.names[cell]}")
    print(f"{wrong} of {args.positions * (last + 1 - first)} in {args.seconds:g} s each")
    return wrong


if __name__ == "__main__":
    main()
