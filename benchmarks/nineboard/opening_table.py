"""Makes the table of openings of nine-board by long searches, or tells what it holds.

    python -m benchmarks.nineboard.opening_table [--make] [--depth D] [--hash MB] [--json]

Prints each first move with the best reply and its score, for who replies, and how deep that was
searched: 31000 or more would be a win, -31000 or less a loss. With --make, first searches what the
table lacks, and what it has not searched so deep: all first moves, then each reply to the best
reply to one, beginning with those that are hardest to meet. It is written move by move, so that who
is interrupted goes on where they were. A position takes some six seconds of a core at depth 22.
"""

import argparse
import json
from collections.abc import Iterator

from rich.console import Console

from bot.brain import Budget
from bot.search.core.mode import Mode
from bot.search.core.scores import PROVEN
from bot.search.driver import Searcher
from bot.search.nineboard.opening_table import FILE, BestReply, Key, key_of, parsed
from games import Cell, Position, game_named
from games.notation import write_moves
from games.symmetry import symmetries

GAME = game_named("nineboard")
HARDEST = ("21", "27")  # what the bot lost to, or their mirror images
Table = dict[Key, BestReply]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.nineboard.opening_table", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--make", action="store_true", help=f"search what {FILE.name} lacks")
    parser.add_argument("--depth", type=int, default=22, metavar="D", help="plies (default 22)")
    parser.add_argument("--hash", type=int, default=512, metavar="MB", help="(default 512)")
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    args = parser.parse_args()
    table = parsed(FILE.read_text(encoding="ascii").splitlines())
    if args.make:
        make(table, args.depth, args.hash)
    told = {GAME.names[each.moves[0]]: table[key_of(each)] for each in firsts()}
    if args.json:
        print(json.dumps({name: told[name]._asdict() for name in told}))
        return
    print(f"{len(table)} positions\nfirst  value  reply  score  depth")
    for name, (reply, score, depth) in sorted(told.items(), key=lambda each: each[1].score):
        value = "won" if score <= -PROVEN else "lost" if score >= PROVEN else "open"
        print(f"{name:5}  {value:5}  {GAME.names[reply]:5}  {score:5}  {depth:5}")


def make(table: Table, depth: int, hash_mb: int) -> None:
    """Search, and write down, each position that the table lacks or has not searched so deep."""
    console = Console(stderr=True)
    with Searcher(workers=1, hash_mb=hash_mb, games=(GAME.name,)) as search:
        search.warm_up()
        for position in wanted(table):
            known = table.get(key_of(position))
            if known is None or known.depth < depth:
                found = looked_at(search, position, depth) if position.moves else best_first(table)
                table[key_of(position)] = found
                keep(position, found)
                console.print(line_of(position, found))


def looked_at(search: Searcher, position: Position, depth: int) -> BestReply:
    choice = search.search(position, Mode.PLAY, Budget(None, depth), None)
    return BestReply(choice.cell, choice.score or 0, choice.depth or 0)


def best_first(table: Table) -> BestReply:
    """The first move after which the other side is worst off."""
    first = min(firsts(), key=lambda each: table[key_of(each)].score)
    _, score, depth = table[key_of(first)]
    return BestReply(first.moves[0], -score, depth)


def keep(position: Position, found: BestReply) -> None:
    """Write an entry, in the place of what was there of the position before."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    others = [line for line in lines if key_of(position) not in parsed([line])]
    FILE.write_text("\n".join([*others, line_of(position, found)]) + "\n", encoding="ascii")


def line_of(position: Position, found: BestReply) -> str:
    moves = write_moves(GAME, position.moves)
    return f"{moves},{GAME.names[found.reply]},{found.score},{found.depth}"


def wanted(table: Table) -> Iterator[Position]:
    """The positions of the table, those first on which others depend."""
    yield from firsts()
    yield GAME.start()
    ours = GAME.start().play(table[key_of(GAME.start())].reply)
    for position in [ours, *firsts()]:
        after = position if position is ours else position.play(table[key_of(position)].reply)
        yield from (after.play(cell) for cell in different(after))


def firsts() -> list[Position]:
    """After each first move, of those that are images of each other one; the hardest first."""
    found = [GAME.start().play(cell) for cell in different(GAME.start())]
    return sorted(found, key=lambda each: GAME.names[each.moves[0]] not in HARDEST)


def different(position: Position) -> list[Cell]:
    """The legal moves that do not lose at once, one of each kind that are images of each other."""
    keeping = [to for to in symmetries(GAME) if key_of(position, to) == key_of(position)]
    cells = {min(to[cell] for to in keeping) for cell in position.legal_moves()}
    return sorted(cell for cell in cells if not wins_at_once(position.play(cell)))


def wins_at_once(position: Position) -> bool:
    after = (position.play(cell).outcome for cell in position.legal_moves())
    return any(outcome is not None and outcome.winner is not None for outcome in after)


if __name__ == "__main__":
    main()
