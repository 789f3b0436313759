"""Watch two random movers play a game, drawn move by move.

examples:

inarow exhibition
inarow exhibition qubic --seed 7
"""

import argparse
import random
import time
from collections.abc import Iterable, Iterator

from rich.console import Console, Group
from rich.live import Live

from client.console import board, data, talk
from games import SIDES, Mistake, Position, game_named
from games.drawing import caption
from games.notation import write_moves
from protocol.texts import count

PAUSE = 0.3  # seconds between moves where somebody is watching


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="connect4", help="default: connect4"
    )
    parser.add_argument("--seed", type=int, help="a number that makes the game repeatable")
    parser.add_argument(
        "--pause",
        type=float,
        metavar="SECONDS",
        help=f"between moves (default: {PAUSE} on a terminal, 0 in a pipe)",
    )


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    out = data()
    pause = args.pause if args.pause is not None else PAUSE if out.is_terminal else 0.0
    if not 0 <= pause <= 60:
        raise Mistake(f"the pause must be 0 to 60 seconds, not {pause}")
    seed = random.randrange(10**6) if args.seed is None else args.seed
    show = _show_in_place if out.is_terminal else _show_in_turn
    position = show(out, _play(game.start(), random.Random(seed), pause))
    out.print(f"{caption(position)} after {count(len(position.moves), 'move')}")
    out.print(write_moves(game, position.moves))
    talk().print(f"the same game again: inarow exhibition {game.name} --seed {seed}")
    return 0


def _play(position: Position, chance: random.Random, pause: float) -> Iterator[Position]:
    """Every position of a random game, the last one finished."""
    while not position.outcome:
        position = position.play(chance.choice(position.legal_moves()))
        yield position
        time.sleep(pause)


def _move_text(position: Position) -> str:
    cell = position.moves[-1]
    mover = SIDES[1 - position.turn]
    return f"move {len(position.moves)}: {mover} plays {position.game.names[cell]}"


def _show_in_place(out: Console, positions: Iterable[Position]) -> Position:
    with Live(console=out, auto_refresh=False) as live:
        for position in positions:
            live.update(Group(board(position), "", _move_text(position), ""), refresh=True)
    return position


def _show_in_turn(out: Console, positions: Iterable[Position]) -> Position:
    for position in positions:
        out.print(_move_text(position), board(position), "", sep="\n")
    return position
