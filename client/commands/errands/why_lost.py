"""Explain how a match ended, and if it was on time, where the time went.

For each of the loser's last moves it tells how much time passed from the start of the turn until
the move came in at the server, how much of that was credited for the way through the network, how
much was charged to the clock, and what was left.

examples:

inarow why-lost m7
inarow why-lost m7 --name ann --json
"""

import argparse
from functools import partial

from client.console import data
from client.errand import configure_json, configure_server, run_errand
from client.link.connection import Connection
from client.words.endings import Explanation, TimedTurn, explain
from client.words.text_tables import print_json, print_table
from protocol.requests import ShowMatch

LAST = 8  # moves that the table shows
HEADINGS = ("move", "played", "elapsed", "credited", "charged", "left")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", help="as `inarow results` lists it")
    parser.add_argument("--name", help="the player whose moves to show (default: who lost)")
    configure_json(parser)
    configure_server(parser)


def run(args: argparse.Namespace) -> int:
    return run_errand(args, partial(_explain, args))


async def _explain(args: argparse.Namespace, connection: Connection) -> None:
    events = (await connection.ask(ShowMatch(0, args.match))).events
    explanation = explain(events, args.name)
    if args.json:
        print_json(explanation)
    else:
        _print(explanation)


def _print(explanation: Explanation) -> None:
    data().print(explanation.text)
    if explanation.about is None:
        return
    data().print(f"\nThe last moves of {explanation.about}, with times in seconds:")
    rows = [_row(turn) for turn in explanation.turns[-LAST:]]
    print_table(HEADINGS, rows, "none was played")


def _row(turn: TimedTurn) -> tuple[object, ...]:
    left = "no limit" if turn.left is None else f"{turn.left:.2f}"
    times = (f"{each:.2f}" for each in (turn.elapsed, turn.credited, turn.charged))
    return (turn.move, turn.played, *times, left)
