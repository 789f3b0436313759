"""Print a match of a server as a game record.

examples:

inarow export 2qgzm46xwh --to sgf > game.sgf
inarow export 2qgzm46xwh --to pgn --server wss://play.example.org
"""

import argparse
import sys
from functools import partial

from client.errand import configure_server, run_errand
from client.kept.records import record_from, written
from client.link.connection import Connection
from games.formats import FORMATS
from protocol.requests import ShowMatch


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", help="as `inarow results` lists it")
    parser.add_argument("--to", choices=FORMATS, required=True, help="the format to print")
    configure_server(parser)


def run(args: argparse.Namespace) -> int:
    return run_errand(args, partial(_print, args))


async def _print(args: argparse.Namespace, connection: Connection) -> None:
    events = (await connection.ask(ShowMatch(0, args.match))).events
    sys.stdout.buffer.write(written([record_from(events)], FORMATS[args.to]))
