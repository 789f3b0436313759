"""Find the best move in a position, what it is worth, and the play to expect.

examples:

inarow analyze connect4 44444
inarow analyze gomoku h8 g9 i9 --seconds 10
inarow analyze nineboard 71 15 --depth 12 --json

The score is for the side to move. The verdict is win, loss or draw once it is proven; the score is
then 31000 or more for a win, -31000 or less for a loss, 0 for a draw. In how many plies it is won
or lost is told if that is exact; where the end is only known to come no later, or who wins, it says
so. The line goes to the end of a game whose end is known, as far as the time allows, or for a
second more.
"""

import argparse
import json
from time import monotonic

from rich.live import Live

from bot.brain import Budget, Choice
from bot.commands import search_options
from bot.search.core.mode import Mode
from bot.search.driver import Searcher
from client.console import as_text, board, data, read, talk
from games import Cell, Position, game_named
from games.drawing import caption
from games.errors import Mistake
from games.notation import read_moves, write_moves
from protocol.parts import Verdict
from protocol.texts import count

SECONDS = 5.0
AFTERTHOUGHT = 1.0  # seconds at least to follow the play to the end, and to prove how far that is


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="its name; `inarow games` lists them")
    parser.add_argument(
        "moves",
        metavar="MOVES",
        nargs="*",
        help="in the game's notation, apart or run together; - reads them from stdin",
    )
    parser.add_argument(
        "--seconds",
        type=search_options.positive,
        metavar="S",
        help=f"how long to search (default: {SECONDS:g}, or no limit with --depth)",
    )
    parser.add_argument(
        "--depth", type=search_options.plies, metavar="D", help="how deep, in plies"
    )
    search_options.configure(parser)
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    text = as_text(read("-"), "-") if args.moves == ["-"] else " ".join(args.moves)
    position = read_moves(game_named(args.game), text)
    if position.outcome:
        raise Mistake(f"there is nothing to find: the game is over ({caption(position)})")
    seconds = args.seconds or (None if args.depth else SECONDS)
    with search_options.searcher(args, position.game.name) as search:
        began = monotonic()
        with Live(console=talk(), transient=True, auto_refresh=False) as live:

            def show(choice: Choice) -> None:
                live.update(_line(position, choice, monotonic() - began), refresh=True)

            shown = show if live.console.is_terminal else None
            choice = search.choose(position, Budget(seconds, args.depth), shown)
        took = monotonic() - began
        more = max((seconds or 0.0) - took, AFTERTHOUGHT)
        choice = search.confirmed(position, choice, more)
        choice = choice._replace(line=_to_the_end(search, position, choice, more))
    if args.json:
        print(json.dumps(_described(position, choice, took)))
    else:
        _report(position, choice, took)
    return 0


def _to_the_end(
    search: Searcher, position: Position, choice: Choice, seconds: float
) -> tuple[Cell, ...]:
    """The play to expect, searched again move by move, while what was proven can be seen.

    What proves a win may be threats alone, of which no table keeps the moves.
    """
    if choice.within is None and choice.verdict is not Verdict.DRAW:
        return choice.line
    after, line, due = position.play(choice.cell), [choice.cell], monotonic() + seconds
    while not after.outcome and (left := due - monotonic()) > 0:
        found = search.search(after, Mode.PLAY, Budget(left), None)
        if found.verdict is Verdict.UNDECIDED:
            break
        line.append(found.cell)
        after = after.play(found.cell)
    return max(choice.line, tuple(line), key=len)


def _line(position: Position, choice: Choice, took: float) -> str:
    return (
        f"{took:5.1f} s  depth {choice.depth}  {position.game.names[choice.cell]}  "
        f"{search_options.verdict_text(choice)}  score {choice.score:+}  "
        f"{count(choice.nodes or 0, 'node')}"
    )


def _report(position: Position, choice: Choice, took: float) -> None:
    out = data()
    out.print(board(position))
    out.print(f"\n{caption(position)}\n")
    rate = round((choice.nodes or 0) / took)
    for name, value in (
        ("best move", position.game.names[choice.cell]),
        ("verdict", search_options.verdict_text(choice)),
        ("score", f"{choice.score:+}"),
        ("depth", str(choice.depth)),
        ("nodes", f"{choice.nodes:,} in {took:.2f} s, {rate:,} a second"),
        ("line", " ".join(search_options.line_moves(position, choice))),
    ):
        out.print(f"{name:10} {value}")


def _described(position: Position, choice: Choice, took: float) -> dict[str, object]:
    return {
        "game": position.game.name,
        "moves": write_moves(position.game, position.moves),
        "best": position.game.names[choice.cell],
        "cell": choice.cell,
        "score": choice.score,
        "verdict": choice.verdict,
        "distance": choice.distance,
        "within": choice.within,
        "depth": choice.depth,
        "nodes": choice.nodes,
        "nodes_per_second": round((choice.nodes or 0) / took),
        "seconds": round(took, 3),
        "line": search_options.line_moves(position, choice),
    }
