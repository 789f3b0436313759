"""Makes the balanced openings of the usual games with the search, or checks those there are.

    python -m benchmarks.games.usual_openings [--game G] [--make] [--many N] [--look SECONDS]

Without --make, prints for how many of each game's the search agrees that neither side is ahead by
more than the first move is worth. With --make, finds as many as asked for, and writes them down.
"""

import argparse

from rich.console import Console
from rich.progress import track

from bot.search.driver import Searcher
from games import game_named
from games.notation import write_moves
from organiser.planning.balanced_openings import (
    file_of,
    first_move,
    is_fair,
    known_openings,
    looked_for,
)
from tournament.formats.openings import default_plies

USUAL = ("tictactoe", "connect4", "nineboard", "qubic", "gomoku", "gomoku:size=20", "mnk")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=USUAL, action="append", help="(default: all)")
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--many", type=int, default=100)
    parser.add_argument("--look", metavar="SECONDS", type=float, default=0.5)
    args = parser.parse_args()
    for name in args.game or USUAL:
        if args.make:
            make(name, args.many, args.look)
        else:
            check(name, args.look)


def make(name: str, many: int, look: float) -> None:
    game = game_named(name)
    found = looked_for(game, many, 1, default_plies(game), look=look)
    text = "".join(f"{write_moves(game, moves)}\n" for moves in found)
    file_of(game).write_text(text, encoding="utf-8")
    print(f"{name}: {len(found)} openings in {file_of(game)}", flush=True)


def check(name: str, look: float) -> None:
    game = game_named(name)
    known = known_openings(game)
    if not known:
        print(f"{name}: there are none: make them with --make")
        return
    with Searcher(hash_mb=64, games=(name,)) as search:
        search.warm_up()
        edge, console = first_move(search, game), Console(stderr=True)
        fair = sum(
            is_fair(search, look, edge, game.after(moves))
            for moves in track(known, name, console=console)
        )
    print(f"{name}: {fair} of {len(known)} openings are balanced", flush=True)


if __name__ == "__main__":
    main()
