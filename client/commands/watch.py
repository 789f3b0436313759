"""Watch a match on a server, or two bots that play each other on this machine.

MATCH is as the command `matches` lists it in the client. In a terminal it fills the screen; with
--plain, in a pipe, on a dumb terminal or with NO_COLOR it goes line by line, and ends with the
match.

examples:

inarow watch --top --server wss://play.example.org
inarow watch 2qgzm46xwh
inarow watch --bots --game qubic --boards
"""

import argparse
from dataclasses import replace

from client.arranging import TOP
from client.asking import SERVER, token_of
from client.commands.play import configure_looks, configure_person, start
from client.options import GAME, PlayOptions
from client.playing import failed
from client.private import Bot, PrivateFailed, private_house, search
from games import Mistake, game_named

BOT_SECONDS = "0.3"  # that each bot thinks about a move


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", nargs="?", help="the one to watch")
    parser.add_argument("--top", action="store_true", help="the one with the best players")
    parser.add_argument("--bots", action="store_true", help="one of two bots on this machine")
    parser.add_argument("--game", metavar="G", default=GAME, help=f"of the bots (default: {GAME})")
    configure_person(parser)
    configure_looks(parser)


def run(args: argparse.Namespace) -> int:
    if sum((args.match is not None, args.top, args.bots)) != 1:
        raise Mistake("say what to watch: MATCH, --top or --bots")
    options = PlayOptions(
        url=args.server or SERVER,
        name=args.name,
        token=token_of(args),
        game=game_named(args.game).name,
        mouse=not args.no_mouse,
        ascii=args.ascii,
        boards=args.boards,
        watch=args.match or TOP,
    )
    return watch_bots(options, args.plain) if args.bots else start(options, args.plain)


def watch_bots(options: PlayOptions, plain: bool) -> int:
    """Two bots on this machine find each other, and play one match."""
    try:
        with private_house(*map(_bot, (1, 2), (options.game,) * 2)) as house:
            return start(replace(options, house=house, token=None), plain)
    except PrivateFailed as failure:
        return failed(str(failure))


def _bot(number: int, game: str) -> Bot:
    seeking = ("--seek", "--once", "--game", game, "--clock", "untimed", "--seconds", BOT_SECONDS)
    return search(10, *seeking, "--workers", "1", name=f"bot-{number}")
