"""Find the exact values of positions: one a line on stdin, its moves in the game's notation.

Each is printed with its value last on the line, for the side to move, as soon as it is known and
before the next line is read. An empty line is the empty board. For Connect 4 the value is the usual
score: with how many stones to spare the winner wins, counting the last one as 1 (on 7x6: 22 less
the stones that the winner has used); negative for a loss; 0 for a draw. For all other games it is
+N for a win in N plies, -N for a loss, 0 for a draw; `win` or `loss` where only who wins is known,
as by the openings of Qubic. What cannot be solved in time is marked `unsolved`, and the exit code
is then 1. A line that is no position is marked `wrong`, and so is, but for Connect 4, a game that
is won already, because a loss in 0 plies would read like a draw; stderr says why, and the exit code
is 2.

examples:

echo 44444 | inarow solve connect4
printf 'b2\\n' | inarow solve mnk:rows=4,cols=4,k=4
inarow solve connect4 < positions.txt > values.txt
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from stat import S_ISREG
from typing import TextIO

from rich.progress import Progress, TextColumn, TimeElapsedColumn

from bot.brain import Budget, Choice
from bot.commands import search_options
from bot.search.driver import Searcher
from client.console import as_text, read, talk
from games import Mistake, Position, game_named
from games.drawing import caption
from games.notation import read_moves
from protocol.parts import Verdict

SECONDS = 300.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="its name; `inarow games` lists them")
    parser.add_argument(
        "--seconds",
        type=search_options.positive,
        default=SECONDS,
        metavar="S",
        help=f"the most to spend on one position (default: {SECONDS:g})",
    )
    search_options.configure(parser)


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    if sys.stdin is None:
        raise Mistake("there is nothing to read: stdin is closed")
    number = wrong = unsolved = 0
    with search_options.searcher(args, game.name) as search:
        if sys.stdin.isatty():
            talk().print("reading positions from this terminal, one a line; Ctrl-D ends")
        for number, line in enumerate(_followed(_lines(sys.stdin)), 1):
            try:
                value = _value(search, read_moves(game, line), args.seconds)
            except Mistake as error:
                talk().print(f"line {number}: {error}")
                value, wrong = "wrong", wrong + 1
            unsolved += value == "unsolved"
            print(f"{line.strip()} {value}".lstrip(), flush=True)
    if unsolved:
        talk().print(f"{unsolved} of {number} not solved within {args.seconds:g} s each")
    return 2 if wrong else 1 if unsolved else 0


def _lines(stdin: TextIO) -> Iterable[str]:
    """What is on stdin: all of a file, but line by line what somebody may yet be writing."""
    with suppress(OSError):  # of what has no descriptor
        if S_ISREG(os.fstat(stdin.fileno()).st_mode):
            return as_text(read("-"), "-").splitlines()
    return _as_it_comes(stdin.buffer)


def _as_it_comes(stdin: Iterable[bytes]) -> Iterator[str]:
    try:
        for raw in stdin:
            yield from as_text(raw, "-").splitlines()
    except OSError as error:
        raise Mistake(f"cannot read -: {error.strerror}") from error


def _followed(lines: Iterable[str]) -> Iterator[str]:
    """The lines, with a count of how many are done, where somebody sees it who does not type."""
    assert sys.stdin is not None, "it is read"
    columns = (*Progress.get_default_columns()[:-1], TextColumn("{task.completed}"))
    out = talk()
    with Progress(
        *columns, TimeElapsedColumn(), console=out,
        disable=not out.is_terminal or sys.stdin.isatty(),
        redirect_stdout=sys.stdout.isatty(),  # what is for a file or a pipe is not for here
    ) as bar:  # fmt: skip
        yield from bar.track(lines, description="solving")


def _value(search: Searcher, position: Position, seconds: float) -> str:
    """The value as it is printed, or `unsolved`; raises Mistake if there is no honest number."""
    choice = _solved(search, position, seconds)
    if choice.verdict is Verdict.UNDECIDED:
        return "unsolved"
    if choice.verdict is Verdict.DRAW:
        return "0"
    if choice.distance is None:
        return choice.verdict.value
    sign = "+" if choice.verdict is Verdict.WIN else "-"
    if position.game.below:
        spare = (position.game.cells + 2 - len(position.moves) - choice.distance) // 2
        return f"{sign}{spare}".removeprefix("+")
    if position.outcome:
        raise Mistake(f"the game is over ({caption(position)}): no number tells a loss in 0 plies")
    return f"{sign}{choice.distance}"


def _solved(search: Searcher, position: Position, seconds: float) -> Choice:
    if position.outcome:
        lost = position.outcome.winner is not None
        return Choice(-1, verdict=Verdict.LOSS if lost else Verdict.DRAW, distance=0)
    return search.solve(position, Budget(seconds))
