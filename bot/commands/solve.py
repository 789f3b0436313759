"""Find the exact values of positions: one a line on stdin, its moves in the game's notation.

Each is printed with its value last on the line, for the side to move. An empty line is the empty
board. For Connect 4 the value is the usual score: with how many stones to spare the winner wins,
counting the last one as 1 (on 7x6: 22 less the stones that the winner has used); negative for a
loss; 0 for a draw. For all other games it is +N for a win in N plies, -N for a loss, 0 for a draw.
What cannot be solved in time is marked `unsolved`, and the exit code is then 1. A line that is no
position is marked `wrong`; stderr says why, and the exit code is 2.

examples:

echo 44444 | inarow solve connect4
printf 'b2\\n' | inarow solve mnk:rows=4,cols=4,k=4
inarow solve connect4 < positions.txt > values.txt
"""

import argparse
import sys
from collections.abc import Iterator

from rich.progress import Progress, TextColumn, TimeElapsedColumn

from bot.brain import Budget, Choice
from bot.commands import thinking
from bot.search.driver import Searcher
from client.console import as_text, read, talk
from games import Mistake, Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict

SECONDS = 300.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="its name; `inarow games` lists them")
    parser.add_argument(
        "--seconds",
        type=thinking.positive,
        default=SECONDS,
        metavar="S",
        help=f"the most to spend on one position (default: {SECONDS:g})",
    )
    thinking.configure(parser)


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    if sys.stdin is not None and sys.stdin.isatty():
        talk().print("reading positions from this terminal, one a line; Ctrl-D ends")
    lines = as_text(read("-"), "-").splitlines()
    wrong = unsolved = 0
    with thinking.searcher(args, game.name) as search:
        for number, line in enumerate(_followed(lines), 1):
            try:
                position = read_moves(game, line)
            except Mistake as error:
                talk().print(f"line {number}: {error}")
                value, wrong = "wrong", wrong + 1
            else:
                value = _value(search, position, args.seconds)
                unsolved += value == "unsolved"
            print(f"{line.strip()} {value}".lstrip(), flush=True)
    if unsolved:
        talk().print(f"{unsolved} of {len(lines)} not solved within {args.seconds:g} s each")
    return 2 if wrong else 1 if unsolved else 0


def _followed(lines: list[str]) -> Iterator[str]:
    """The lines, with a bar that shows how many are done, where somebody can see it."""
    columns = (*Progress.get_default_columns()[:-1], TextColumn("{task.completed}"))
    out = talk()
    with Progress(*columns, TimeElapsedColumn(), console=out, disable=not out.is_terminal) as bar:
        yield from bar.track(lines, description="solving")


def _value(search: Searcher, position: Position, seconds: float) -> str:
    """The value as it is printed, or `unsolved`."""
    choice = _solved(search, position, seconds)
    if choice.verdict is Verdict.UNDECIDED:
        return "unsolved"
    if choice.verdict is Verdict.DRAW:
        return "0"
    assert choice.distance is not None
    sign = "+" if choice.verdict is Verdict.WIN else "-"
    if position.game.below:
        spare = (position.game.cells + 2 - len(position.moves) - choice.distance) // 2
        return f"{sign}{spare}".removeprefix("+")
    return f"{sign}{choice.distance}"


def _solved(search: Searcher, position: Position, seconds: float) -> Choice:
    if position.outcome:
        lost = position.outcome.winner is not None
        return Choice(-1, verdict=Verdict.LOSS if lost else Verdict.DRAW, distance=0)
    return search.solve(position, Budget(seconds))
