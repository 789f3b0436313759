"""List the best rated players of a server at a game and a pace.

A rating with a question mark rests on too few games to mean much.

examples:

inarow leaders connect4 fast
inarow leaders gomoku:size=19 slow --json
"""

import argparse
from functools import partial
from typing import get_args, get_type_hints

from client.errand import configure_json, configure_server, run_errand
from client.link.connection import Connection
from client.words.text_tables import print_json, print_table, rating
from games import game_named
from protocol.requests import ListLeaders

PACES = get_args(get_type_hints(ListLeaders)["pace"])


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="its name; `inarow games` lists them")
    parser.add_argument("pace", metavar="PACE", choices=PACES, help=f"one of {', '.join(PACES)}")
    configure_json(parser)
    configure_server(parser)


def run(args: argparse.Namespace) -> int:
    args.game = game_named(args.game).name
    return run_errand(args, partial(_print, args))


async def _print(args: argparse.Namespace, connection: Connection) -> None:
    leaders = (await connection.ask(ListLeaders(0, args.game, args.pace))).leaders
    if args.json:
        print_json(leaders)
        return
    rows = [
        (place, each.player.name, rating(each.player), f"{each.deviation:.0f}", each.games)
        for place, each in enumerate(leaders, 1)
    ]
    headings = ("place", "name", "rating", "+/-", "games")
    print_table(headings, rows, f"nobody is rated at {args.game}, {args.pace}")
