"""Draw the position after some moves: whose turn it is, or how the game ended.

examples:

inarow show connect4 4453
inarow show gomoku:size=19 k10 l11 k11
inarow show nineboard 71 15 --json
"""

import argparse
import json

from client.console import as_text, board, data, read
from games import Position, game_named
from games.drawing import caption
from games.game import members
from games.notation import read_moves, write_moves
from protocol.texts import count


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="its name; `inarow games` lists them")
    parser.add_argument(
        "moves",
        metavar="MOVES",
        nargs="*",
        help="in the game's notation, apart or run together; - reads them from stdin",
    )
    parser.add_argument("--json", action="store_true", help="print the position as JSON")


def run(args: argparse.Namespace) -> int:
    text = as_text(read("-"), "-") if args.moves == ["-"] else " ".join(args.moves)
    position = read_moves(game_named(args.game), text)
    if args.json:
        print(json.dumps(_described(position)))
        return 0
    out = data()
    out.print(f"{position.game.name}, {_moves(position)}\n")
    out.print(board(position))
    out.print(f"\n{caption(position)}")
    return 0


def _moves(position: Position) -> str:
    if not position.moves:
        return "no moves yet"
    text = write_moves(position.game, position.moves)
    return f"{count(len(position.moves), 'move')}: {text}"


def _described(position: Position) -> dict[str, object]:
    outcome = position.outcome
    return {
        "game": position.game.name,
        "shape": position.game.shape,
        "moves": write_moves(position.game, position.moves),
        "cells": position.moves,
        "stones": [members(stones) for stones in position.stones],
        "turn": None if outcome else position.turn,
        "legal": position.legal_moves(),
        "outcome": outcome and {"winner": outcome.winner, "lines": outcome.lines},
    }
