"""The proof that the first player wins Qubic: verify its openings, make them, or play by them.

    python -m benchmarks.qubic --verify [--table FILE] [--json]
    python -m benchmarks.qubic --make [--table FILE] [--rounds N]
    python -m benchmarks.qubic --play [--games N] [--seconds S] [--more S] [--json]

To verify is to play the table against every reply of the second player until the first player has
won, by nothing but the rules of the game: a minute of a core. It ends with `proven`, or with the
first position in which the table leaves the first player without a winning move, and exit code 1.

To make it is to search for the moves: some minutes of a core. What is found is kept beside the
table in a file that ends in .part; interrupted, it goes on from there.

To play is to let the bot win as first player, by one worker, in so many seconds a move, against
second players of all kinds that may take more; exit code 1 if it ever does not.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.qubic.prover import Prover
from benchmarks.qubic.walk import Walk
from benchmarks.qubic.won_games import Score, play_all
from bot.search.bitboard import opening_table
from bot.search.bitboard.opening_table import OpeningTable, Stones, read, write
from games import game_named
from games.game import members

GAME = game_named("qubic")
TABLE = Path(opening_table.__file__).with_name(GAME.name + opening_table.ENDING)
ROUNDS = 200_000
STEP = 2000  # positions between two looks at how it goes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.qubic", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--verify", action="store_true", help="walk through every reply to the table")
    task.add_argument("--make", action="store_true", help="search for its moves and write it")
    task.add_argument("--play", action="store_true", help="let the bot win as first player")
    parser.add_argument("--table", type=Path, default=TABLE, metavar="FILE")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, metavar="N",
        help=f"positions that the proof of one may expand (default {ROUNDS})",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=20, metavar="N", help="each (default 20)")
    parser.add_argument("--seconds", type=float, default=0.1, metavar="S", help="(default 0.1)")
    parser.add_argument("--more", type=float, default=0.5, metavar="S", help="(default 0.5)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    if args.make:
        sys.exit(not make(args.table, args.rounds))
    if args.play:
        scores = play_all(GAME, args.games, args.seconds, args.more, args.seed)
        sys.exit(not all_won(scores, as_json=args.json))
    sys.exit(not verify(args.table, as_json=args.json))


def make(table: Path, rounds: int) -> bool:
    """Prove what the walk through the table does not know, until it knows all."""
    part = table.with_suffix(".part")
    prover = Prover(GAME, part, rounds)
    walk = Walk(GAME, prover.openings)
    hole = _walked(walk, "proving", prover.prove)
    if hole:
        print(f"not proven within {rounds} rounds: {_told(hole)}")
        return False
    write(table, walk.moves)  # without those of proofs that others have made needless
    part.unlink()
    print(f"{len(walk.moves)} moves written to {table}")
    print(f"{prover.nodes} positions searched in {process_time():.0f} s of a core")
    return True


def verify(table: Path, *, as_json: bool) -> bool:
    """Print what the walk through the table comes to; whether it proves the win."""
    moves = read(table)
    walk = Walk(GAME, OpeningTable(GAME, moves))
    hole = _walked(walk, "verifying")
    figures = {
        "proven": hole is None,
        "table": len(moves),
        "positions": sum(walk.counts[source] for source in ("table", "VCF")),
        "by_table": walk.counts["table"],
        "by_vcf": walk.counts["VCF"],
        "ends": walk.counts["win"],
        "longest": walk.longest,
        "seconds": round(process_time(), 1),
    }
    if as_json:
        print(json.dumps(figures | ({"hole": _told(hole)} if hole else {})))
        return hole is None
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):10} {value}")
    print(
        f"not proven: no winning move in {_told(hole)}" if hole else "proven: the first player wins"
    )
    return hole is None


def all_won(scores: list[Score], *, as_json: bool) -> bool:
    """Print how the games went; whether the first player has won every one."""
    if as_json:
        print(json.dumps([score._asdict() for score in scores]))
    else:
        for name, won, games, longest, slowest in scores:
            print(f"{name:10} {won} of {games} won, in {longest} plies or less, {slowest:.3f} s")
    return all(score.won == score.games for score in scores)


def _no(_: Stones) -> bool:
    return False


def _walked(walk: Walk, words: str, mend: Callable[[Stones], bool] = _no) -> Stones | None:
    """Go on with a walk until it is over, or at a hole that cannot be mended; then tell that."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(words)
        while not walk.is_over:
            hole = walk.go_on(STEP)
            if hole and not mend(hole):
                return hole
            done, known = walk.progress
            bar.update(task, completed=done, total=known)
    return None


def _told(stones: Stones) -> str:
    """A position in words."""
    first, second = (" ".join(GAME.names[cell] for cell in members(each)) for each in stones)
    return f"X {first or '-'}, O {second or '-'}"


if __name__ == "__main__":
    main()
