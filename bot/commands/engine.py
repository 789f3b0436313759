"""Offer a brain to other programs: as a Gomocup engine, or by the line protocol of bot/README.md.

examples:

inarow engine --protocol gomocup
inarow engine search:level=3 --protocol lines

It reads commands on stdin and answers on stdout, until END or quit.
"""

import argparse
import sys

from bot.commands.brain_options import BrainOptions, configure_brain
from bot.engines.gomocup_engine import GomocupEngine
from bot.engines.line_engine import LineEngine
from bot.engines.manager_pipe import Engine, run_engine
from bot.engines.protocols import PROTOCOLS
from games import Mistake


def configure(parser: argparse.ArgumentParser) -> None:
    configure_brain(parser)
    parser.add_argument("--protocol", choices=PROTOCOLS, required=True, help="what is spoken")


def run(args: argparse.Namespace) -> int:
    options = BrainOptions(args)
    if sys.stdin is None:
        raise Mistake("there is nobody to listen to: stdin is closed")
    engine: Engine
    if args.protocol == "gomocup":
        engine = GomocupEngine(options.thinker_for, options.within)
    else:
        engine = LineEngine(options.thinker())
    run_engine(engine, sys.stdin, sys.stdout)
    return 0
