"""Play a match, against a bot on this machine or on a server.

Without a server it starts one of its own with a bot on it, for as long as you play; with --two, two
play each other at this keyboard. On a server it looks for whoever wants the same, unless you say
against whom. In a terminal it fills the screen; with --plain, in a pipe, on a dumb terminal or with
NO_COLOR it goes line by line.

examples:

inarow play
inarow play --game gomoku --level 3 --side second
inarow play --game tictactoe --bot ./mybot.py
inarow play --two Ann Bob --game gomoku
inarow play --host --game gomoku
inarow play --continue
inarow play --server wss://play.example.org --game qubic --clock 5+3
inarow play --server wss://play.example.org --invite
inarow play --server wss://play.example.org --against K7M3PX
inarow play --server wss://play.example.org --tournament 2qgzm46xwh
printf '4\\n4\\n' | inarow play --game connect4
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from client.commands.play_options import configure, options_from
from client.console import talk
from client.kept.left import KeptGame, latest_left
from client.link.server_option import server_in_environment
from client.local.addresses import lan_address, port_for_all
from client.local.private_server import (
    LEVEL,
    PrivateBot,
    PrivateServerFailed,
    brain_bot,
    run_hosted_server,
    run_private_server,
    search_bot,
)
from client.matchmaking import ANY_BOT
from client.options import UNTIMED, PlayOptions
from client.plain.main import failed, is_plain, run_plain
from client.processes.supervision import LOCALHOST
from client.screen.availability import full_screen
from games import Mistake
from protocol.names import LONGEST_NAME
from protocol.texts import clean

__all__ = ["LEVELS", "configure", "play_here", "run", "start"]

LEVELS = range(1, 11)
TWO = ("Player 1", "Player 2")


def run(args: argparse.Namespace) -> int:
    options = options_from(args)
    if options.tournament is not None and (options.against is not None or options.invite):
        raise Mistake("a tournament finds your opponents: leave --against and --invite out")
    if args.two is not None:
        return _play_two(args, options)
    if args.host:
        return _host(args, options)
    if args.server is not None:
        if args.level is not None or args.bot is not None or args.go_on:
            raise Mistake(
                "--bot, --level and --continue are for a bot on this machine: leave --server out"
            )
        return start(options, args.plain)
    alone = options.against in (None, ANY_BOT) and options.tournament is None
    if not alone or options.invite or options.rated:
        raise Mistake("this needs others to play with: say where with --server URL")
    options = replace(options, against=ANY_BOT, token=None)
    if args.go_on:
        if args.level is not None or args.bot is not None:
            raise Mistake("a game goes on as it began: leave --bot and --level out")
        return _go_on(options, args.plain)
    return play_here(options, _bots(args.bot, args.level, options.game), args.plain)


def _bots(brain: str | None, level: int | None, game: str) -> list[PrivateBot]:
    """One for this game, which is ready soon, and one for all games, which takes longer."""
    if brain is not None:
        if level is not None:
            raise Mistake(f"--level is for the search: write --bot {brain} without it")
        file, colon, options = brain.partition(":")
        if Path(file).is_file():  # the game may be gone on with from another folder
            brain = f"{Path(file).resolve()}{colon}{options}"
        return [brain_bot(brain, "--takebacks")]
    level = LEVEL if level is None else level
    if level not in LEVELS:
        raise Mistake(f"the level must be {LEVELS[0]} to {LEVELS[-1]}, not {level}")
    for_all = search_bot(level, "--takebacks", name=f"level-{level}-any")
    return [search_bot(level, "--takebacks", "--game", game), for_all]


def play_here(options: PlayOptions, bots: list[PrivateBot], plain: bool) -> int:
    """Play against the first of these bots.

    Whoever sits at a terminal can go on to the others, and leave a game to go on with it later.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        return _play(options, bots[:1], plain)
    try:
        kept = KeptGame.begin(options.game, tuple(bots))
    except OSError as error:
        talk().print(f"inarow: this game cannot be left and continued: {error}")
        return _play(options, bots, plain)
    return _play_kept(options, kept, plain)


def _play_two(args: argparse.Namespace, options: PlayOptions) -> int:
    given = {"--host": args.host, "--invite": args.invite, "--clock": options.clock != UNTIMED}
    _refuse("two at one keyboard play", _elsewhere(args) | given)
    names = [clean(name, LONGEST_NAME).strip() for name in args.two]
    if len(names) > 2 or not all(names) or len({*names, *TWO[len(names) :]}) < 2:
        raise Mistake("--two takes two names that differ, like --two Ann Bob, or none")
    first, second = (*names, *TWO[len(names) :])
    options = replace(options, two=(second, first) if options.side == 1 else (first, second))
    if sys.stdin is None or not sys.stdin.isatty():
        return start(options, args.plain)
    try:
        kept = KeptGame.begin(options.game, two=options.two, pie=options.pie)
    except OSError as error:
        talk().print(f"inarow: this game cannot be left and continued: {error}")
        return start(options, args.plain)
    return _play_kept(options, kept, args.plain)


def _host(args: argparse.Namespace, options: PlayOptions) -> int:
    """A server, an invite and the address to pass on, in one step."""
    _refuse("whoever hosts plays", _elsewhere(args))
    address, port = lan_address(), port_for_all()
    if not address:
        talk().print("inarow: this machine is in no network: only those at it can come.")
    options = replace(options, url=f"ws://{address or LOCALHOST}:{port}", invite=True, token=None)
    try:
        with run_hosted_server(port) as server:
            return start(replace(options, hosted=server), args.plain)
    except PrivateServerFailed as failure:
        return failed(str(failure))


def _elsewhere(args: argparse.Namespace) -> dict[str, bool]:
    """What is only for other ways to play, and whether it was given."""
    return {
        "--server": args.server not in (None, server_in_environment()),
        "--bot": args.bot is not None,
        "--level": args.level is not None,
        "--against": args.against is not None,
        "--tournament": args.tournament is not None,
        "--continue": args.go_on,
        "--rated": args.rated,
    }


def _refuse(who: str, given: dict[str, bool]) -> None:
    if wrong := [name for name, there in given.items() if there]:
        raise Mistake(f"{who} without {wrong[0]}: leave it out")


def _go_on(options: PlayOptions, plain: bool) -> int:
    kept = latest_left()
    if kept is None:
        raise Mistake("no game on this machine was left: `inarow play` begins one")
    asked = kept.asked
    talk().print(f"You go on with {asked.text}.")
    options = replace(options, game=asked.game, two=asked.two, pie=asked.pie or options.pie)
    return _play_kept(options, kept, plain)


def _play_kept(options: PlayOptions, kept: KeptGame, plain: bool) -> int:
    options = replace(options, kept=kept)
    try:
        if options.two is not None:
            return start(options, plain)
        bots = [PrivateBot(*each) for each in kept.asked.bots]
        return _play(options, bots, plain, kept.path)
    finally:
        if kept.close():
            talk().print("The game is kept: `inarow play --continue` goes on with it.")


def _play(
    options: PlayOptions, bots: list[PrivateBot], plain: bool, folder: Path | None = None
) -> int:
    try:
        with run_private_server(bots[0], later=bots[1:], folder=folder) as server:
            return start(replace(options, private_server=server), plain)
    except PrivateServerFailed as failure:
        return failed(str(failure))


def start(options: PlayOptions, plain: bool) -> int:
    """Run the client that fits; a private server gets up meanwhile."""
    screen = None if is_plain(plain) else full_screen()
    return run_plain(options) if screen is None else screen(options)
