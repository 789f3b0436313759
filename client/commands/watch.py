"""Watch a match or a tournament on a server, two bots on this machine, or a recorded game.

MATCH is as the command `matches` lists it in the client, ID as `tournaments` does. In a terminal it
fills the screen; with --plain, in a pipe, on a dumb terminal or with NO_COLOR it goes line by line,
and ends with what is watched.

examples:

inarow watch --top --server wss://play.example.org
inarow watch 2qgzm46xwh
inarow watch --tournament 2qsfmysyeeg --server ws://127.0.0.1:8765
inarow watch --bots --game qubic --boards
inarow watch --replay game.sgf
"""

import argparse
from dataclasses import replace

from client.commands.play import start
from client.commands.play_options import configure_looks, configure_person
from client.errand import token_of
from client.kept.records import load_records
from client.link.server_option import LOCAL_SERVER
from client.local.private_server import (
    PrivateBot,
    PrivateServerFailed,
    brain_bot,
    run_private_server,
    search_bot,
)
from client.matchmaking import TOP
from client.options import GAME, PlayOptions
from client.plain.main import failed, is_plain
from client.plain.replay import tell_records
from games import Mistake, game_named

STRONGEST = 10  # level
BOT_SECONDS = "0.1"  # that each bot thinks about a move


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", nargs="?", help="the one to watch")
    parser.add_argument("--top", action="store_true", help="the one with the best players")
    parser.add_argument("--tournament", metavar="ID", help="this one: its games and standings")
    parser.add_argument("--replay", metavar="FILE", help="a recorded game: JSON, SGF, PGN, psq")
    parser.add_argument("--bots", action="store_true", help="one of two bots on this machine")
    parser.add_argument("--bot", metavar="BRAIN", help="of both bots (default: search)")
    parser.add_argument("--game", metavar="G", default=GAME, help=f"of the bots (default: {GAME})")
    configure_person(parser)
    configure_looks(parser)


def run(args: argparse.Namespace) -> int:
    one = (args.match, args.tournament, args.replay)
    if sum((*(each is not None for each in one), args.top, args.bots)) != 1:
        raise Mistake("say what to watch: MATCH, --top, --tournament ID, --bots or --replay FILE")
    records = () if args.replay is None else load_records(args.replay)
    if records and is_plain(args.plain):
        return tell_records(records, args.boards)
    options = PlayOptions(
        url=args.server or LOCAL_SERVER,
        name=args.name,
        token=token_of(args),
        new=args.new,
        game=game_named(args.game).name,
        mouse=not args.no_mouse,
        ascii=args.ascii,
        boards=args.boards,
        watch=None if args.replay or args.tournament else args.match or TOP,
        follow=args.tournament,
        records=records,
    )
    if not args.bots:
        return start(options, args.plain)
    return watch_bots(
        options, [_bot(f"bot-{n}", args.bot, options.game) for n in (1, 2)], args.plain
    )


def watch_bots(options: PlayOptions, bots: list[PrivateBot], plain: bool) -> int:
    """Two bots on this machine find each other, and play one match."""
    try:
        with run_private_server(*bots) as server:
            return start(replace(options, url="", private_server=server, token=None), plain)
    except PrivateServerFailed as failure:
        return failed(str(failure))


def _bot(name: str, brain: str | None, game: str) -> PrivateBot:
    words = ("--seek", "--once", "--game", game, "--clock", "untimed", "--seconds", BOT_SECONDS)
    if brain is not None:
        return brain_bot(brain, *words, name=name)
    return search_bot(STRONGEST, *words, "--workers", "1", name=name)
