"""Run a tournament between bots, here or on a server, and judge it.

Each --bot is a brain as `inarow bot` takes it, or gomocup:COMMAND or lines:COMMAND for an engine;
NAME= before it gives it a name, and ,seconds=S behind it is what it may think about a move. Each
runs as a process of its own. Games come in pairs: the same opening, with sides swapped. With
several --game there is a tournament for each. All is kept in a folder, with a report in
report.html; a run that was stopped or killed goes on with --resume FOLDER.

examples:

inarow tournament --bot search:level=10 --bot dropper --bot ./mybot.py --game connect4 --rounds 20
inarow tournament --bot a=gomocup:./pbrain-a --bot b=gomocup:./pbrain-b --game gomoku --clock 3+1
inarow tournament --bot search --bot search:level=8 --game qubic --format sprt --rounds 500
inarow match search,seconds=0.2 gomocup:./pbrain-a,seconds=5 --game gomoku
inarow tournament --server wss://play.example.org --wait-for 8 --format swiss --rounds 5 --clock 3+2
inarow tournament --config event.toml
inarow tournament --resume inarow-tournament-1
"""

import argparse

from organiser.commands.run import run_event
from organiser.planning.options import configure_event, configure_output


def configure(parser: argparse.ArgumentParser) -> None:
    configure_event(parser)
    configure_output(parser)


def run(args: argparse.Namespace) -> int:
    return run_event(args)
