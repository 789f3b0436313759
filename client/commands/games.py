"""List the games, how they are won and what can be set about them.

A game is named NAME or NAME:KEY=VALUE,... like gomoku:size=19,exact=yes."""

import argparse
import json

from rich.table import Table

from client.console import data
from games import CATALOGUE
from games.catalogue import Family, Number, OneOf, Parameter, game_named
from games.notation import explain


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the catalogue as JSON")


def run(args: argparse.Namespace) -> int:
    if args.json:
        print(json.dumps([_described(family) for family in CATALOGUE.values()], indent=2))
        return 0
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0))
    for heading in ("name", "board", "wins", "parameters (default)", "a move"):
        table.add_column(heading, overflow="fold")
    for family in CATALOGUE.values():
        settings = "\n".join(
            f"{each.key} {each.range} ({each.default})" for each in family.parameters
        )
        table.add_row(family.name, family.board, family.rule, settings, _example(family))
    data().print(table, soft_wrap=False)
    return 0


def _example(family: Family) -> str:
    return explain(game_named(family.name)).rsplit(" ", 1)[-1]


def _described(family: Family) -> dict[str, object]:
    return {
        "name": family.name,
        "board": family.board,
        "rule": family.rule,
        "notation": explain(game_named(family.name)),
        "parameters": [_setting(parameter) for parameter in family.parameters],
    }


def _setting(parameter: Parameter) -> dict[str, object]:
    known: dict[str, object] = {"key": parameter.key, "default": parameter.default}
    match parameter:
        case Number(low=low, high=high, within=within):
            bounds = {"low": low, "high": high}
            return known | bounds | ({"at_most_the_largest_of": within} if within else {})
        case OneOf(options=options):
            return known | {"options": options}
