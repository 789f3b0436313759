"""List the latest results of a server, or those of one player, the latest first.

examples:

inarow results
inarow results --player ann --limit 50
"""

import argparse
from functools import partial

from client.errand import configure_json, configure_server, run_errand
from client.link.connection import Connection
from client.words.text_tables import day, print_json, print_table, result
from games.errors import Mistake
from protocol.clocks import write_clock
from protocol.parts import PastMatch
from protocol.requests import ListResults

MOST = 200  # at once, which is what a server gives at most


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--player", metavar="NAME", help="only this player's")
    parser.add_argument("--limit", metavar="N", type=int, default=20, help="default: 20")
    configure_json(parser)
    configure_server(parser)


def run(args: argparse.Namespace) -> int:
    if not 1 <= args.limit <= MOST:
        raise Mistake(f"the limit must be 1 to {MOST}, not {args.limit}")
    return run_errand(args, partial(_print, args))


async def _print(args: argparse.Namespace, connection: Connection) -> None:
    results = (await connection.ask(ListResults(0, args.player, args.limit))).results
    if args.json:
        print_json(results)
        return
    headings = ("ended (UTC)", "match", "game", "clock", "first", "second", "moves", "winner")
    print_table(headings, map(_row, results), "no match has ended yet")


def _row(past: PastMatch) -> tuple[object, ...]:
    first, second = (player.name for player in past.players)
    time = write_clock(past.terms.clock)
    return (
        day(past.ended_at), past.match, past.terms.game, time, first, second, past.plies,
        result(past),
    )  # fmt: skip
