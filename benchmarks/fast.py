"""Whether the bot is in time: fast games of the search on a real server, and those lost on time.

    python -m benchmarks.fast [--games N] [--json]

The opponent answers at once. Every kind of clock is so short that the search has a few hundredths
of a second for a move. Several matches go on at once on the same cores.
"""

import argparse
import asyncio
import json
from collections import Counter
from itertools import cycle, islice, product

from rich.console import Console
from rich.progress import Progress

from benchmarks.games.duel import duel
from bot.brains.spec import Spec
from games import game_named
from protocol.clocks import write_clock
from protocol.parts import TimeControl

GAMES = ("tictactoe", "connect4", "gomoku:size=9", "nineboard", "qubic")
CLOCKS = (TimeControl(1.0), TimeControl(0.5, 0.02), TimeControl(per_move=0.15))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fast", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=1000, help="how many (default 1000)")
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    args = parser.parse_args()
    figures = asyncio.run(play(args.games))
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:16} {figure}")


async def play(games: int) -> dict[str, object]:
    """Each game at a table of its own, all of them at once, through all clocks by turns."""
    endings: Counter[str] = Counter()
    lost: list[str] = []
    out = Console(stderr=True)
    with Progress(console=out, disable=not out.is_terminal) as bar:
        task = bar.add_task("playing", total=games)

        async def one_table(name: str, share: int) -> None:
            game = game_named(name)
            async with duel(game, (Spec("search"), Spec("chance")), (None, None)) as table:
                for side, clock in islice(cycle(product((0, 1), CLOCKS)), share):
                    result = await table.match(game, (), side, clock)
                    endings[result.ending] += 1
                    if result.ending == "time" and result.points == 0:
                        lost.append(f"{name} {write_clock(clock)}")
                    bar.advance(task)

        shares = [games // len(GAMES) + (at < games % len(GAMES)) for at in range(len(GAMES))]
        await asyncio.gather(*map(one_table, GAMES, shares))
    return {"games": games, "lost_on_time": len(lost), "where": lost, "endings": dict(endings)}


if __name__ == "__main__":
    main()
