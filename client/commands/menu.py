"""Ask what to do, for whoever types `inarow` and nothing else."""

import argparse
from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from client.commands import play, played, watch
from client.kept.left import offered
from client.link.server_option import LOCAL_SERVER
from client.local.private_server import LEVEL
from client.options import GAME
from games import CATALOGUE, Mistake, game_named

Ask = Callable[[str], str]
LEAVE = ("q", "quit", "exit")


class MenuItem(NamedTuple):
    about: str
    module: ModuleType
    words: Callable[[Ask], list[str]]


def configure(parser: argparse.ArgumentParser) -> None:
    """It takes no options."""


def run(args: argparse.Namespace, ask: Ask = input) -> int:
    """Ask until something is chosen, and do it; its exit code."""
    menu = {str(number): item for number, item in enumerate(_items(), 1)}
    print("\n".join(f"{number}  {item.about}" for number, item in menu.items()))
    print("q  leave; `inarow --help` tells all commands")
    try:
        while (answer := ask("What would you like? ").strip().lower()) not in menu:
            if answer in LEAVE:
                return 0
            print(f"Type a number from 1 to {len(menu)}, or q.")
        item = menu[answer]
        return _run(item.module, item.words(ask))
    except EOFError:
        print()
        return 0


def _run(module: ModuleType, words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="inarow")
    module.configure(parser)
    code: int = module.run(parser.parse_args(words))
    return code


def _continue(ask: Ask) -> list[str]:
    return ["--continue"]


def _here(ask: Ask) -> list[str]:
    return ["--game", _game(ask), "--level", _level(ask)]


def _two(ask: Ask) -> list[str]:
    return ["--two", "--game", _game(ask)]


def _bots(ask: Ask) -> list[str]:
    return ["--bots", "--boards", "--game", _game(ask)]


def _host(ask: Ask) -> list[str]:
    return ["--host", "--game", _game(ask)]


def _seek(ask: Ask) -> list[str]:
    return [*_server(ask), "--game", _game(ask)]


def _invite(ask: Ask) -> list[str]:
    return [*_server(ask), "--game", _game(ask), "--invite"]


def _join(ask: Ask) -> list[str]:
    return [*_server(ask), "--against", ask("Its code: ").strip()]


def _top(ask: Ask) -> list[str]:
    return [*_server(ask), "--top"]


def _played(ask: Ask) -> list[str]:
    _run(played, [])
    return [ask(f"Which game? [{played.LAST}] ").strip() or played.LAST]


def _game(ask: Ask) -> str:
    print(f"The games: {', '.join(CATALOGUE)}.")
    while True:
        answer = ask(f"Which game? [{GAME}] ").strip() or GAME
        try:
            return game_named(answer).name
        except Mistake as mistake:
            print(mistake)


def _level(ask: Ask) -> str:
    while True:
        answer = ask(f"How strong, 1 to 10? [{LEVEL}] ").strip() or str(LEVEL)
        if answer.isdecimal() and int(answer) in play.LEVELS:
            return answer
        print("Type a number from 1, a beginner, to 10, full strength.")


def _server(ask: Ask) -> list[str]:
    return ["--server", ask(f"Which server? [{LOCAL_SERVER}] ").strip() or LOCAL_SERVER]


def _items() -> list[MenuItem]:
    """What there is to do, beginning with a game that was left."""
    left = offered()
    going_on = f"go on with {left.text}" if left else ""
    return [*([MenuItem(going_on, play, _continue)] if left else []), *ALWAYS]


ALWAYS = (
    MenuItem("play against the computer", play, _here),
    MenuItem("play each other at this keyboard", play, _two),
    MenuItem("play on a server, with whoever wants the same", play, _seek),
    MenuItem("host here: a server for a friend in your network", play, _host),
    MenuItem("invite a friend to a server", play, _invite),
    MenuItem("join a friend who has invited you", play, _join),
    MenuItem("watch the best match on a server", watch, _top),
    MenuItem("watch two bots on this machine", watch, _bots),
    MenuItem("look back at a game that you have played", played, _played),
)
