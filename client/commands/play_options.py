"""How the command line says what is to be played, by whom, and how that looks."""

import argparse

from client.errand import token_of
from client.link.server_option import IN_ENVIRONMENT, add_server_option, server_in_environment
from client.local.private_server import LEVEL
from client.model.match_clocks import read_clock
from client.options import GAME, PlayOptions
from games import game_named
from protocol.clocks import CLOCKS

GO_ON = "go on with the game on this machine that was left last"
HOST = "start a server here that others in your network reach, and invite whoever comes"
SIDES = {"first": 0, "second": 1, "either": None}


def configure(parser: argparse.ArgumentParser) -> None:
    configure_person(parser)
    match = parser.add_argument_group("the match")
    add = match.add_argument
    add("--game", metavar="G", default=GAME, help=f"`inarow games` lists them (default: {GAME})")
    add("--clock", metavar="C", default="untimed", help=f"{CLOCKS} (default: untimed)")
    add("--against", metavar="WHOM", help="a player's name, bot for any bot, or an invite's code")
    add("--invite", action="store_true", help="wait for whoever joins by the code or link it tells")
    add("--host", action="store_true", help=HOST)
    add("--qr", action="store_true", help="in plain mode, draw the link to it as a QR code, too")
    add("--tournament", metavar="ID", help="enter this tournament, and be called to its games")
    add("--side", choices=list(SIDES), default="either", help="first moves first (default: either)")
    add(
        "--bot", metavar="BRAIN", help="of the bot here, as `inarow bot` takes it (default: search)"
    )
    add(
        "--two", nargs="*", metavar="NAME", help="two play at this keyboard, in turn; X comes first"
    )
    add("--continue", action="store_true", dest="go_on", help=GO_ON)
    add("--level", metavar="L", type=int, help=f"of its search, 1 to 10 (default: {LEVEL})")
    add("--rated", action="store_true", help="play for ratings; needs a token")
    add("--pie", action="store_true", help="the second player may swap sides after the first move")
    add("--private", action="store_true", help="let nobody watch")
    configure_looks(parser)


def configure_person(parser: argparse.ArgumentParser) -> None:
    server = parser.add_argument_group("the server")
    add = server.add_argument
    add_server_option(server, server_in_environment(), IN_ENVIRONMENT)
    add("--name", default="", help="of a guest (default: that of your login)")
    add("--token", help="of an account (default: the environment's INAROW_TOKEN)")
    add("--new", action="store_true", help="come as a new guest, not as the one of last time")


def configure_looks(parser: argparse.ArgumentParser) -> None:
    looks = parser.add_argument_group("the looks")
    add = looks.add_argument
    add("--plain", action="store_true", help="line by line, without a full screen")
    add("--boards", action="store_true", help="in plain mode, draw the board after each move")
    add("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    add("--ascii", action="store_true", help="draw with ASCII only")


def options_from(args: argparse.Namespace) -> PlayOptions:
    return PlayOptions(
        url=args.server or "",
        name=args.name,
        token=token_of(args),
        new=args.new,
        game=game_named(args.game).name,
        clock=read_clock(args.clock),
        against=args.against,
        invite=args.invite,
        qr=args.qr,
        tournament=args.tournament,
        side=SIDES[args.side],
        rated=args.rated,
        pie=args.pie,
        private=args.private,
        mouse=not args.no_mouse,
        ascii=args.ascii,
        boards=args.boards,
    )
