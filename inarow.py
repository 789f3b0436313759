"""The command `inarow`: hands each subcommand to its package, importing what that one needs."""

import argparse
import gc
import os
import sys
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

OK, FAILED, MISTAKEN, INTERRUPTED = 0, 1, 2, 130

EXIT_CODES = f"""\
exit codes: {OK} done; {FAILED} it did not work out; {MISTAKEN} something given was wrong (the
message says what); {INTERRUPTED} interrupted with Ctrl-C.
`inarow COMMAND --help` tells more about each command."""


class Command(NamedTuple):
    module: str
    about: str


COMMANDS = {
    "serve": Command("server.commands.serve", "run a server"),
    "account": Command("server.commands.account", "create accounts, and keep people away"),
    "backup": Command("server.commands.backup", "write a backup of the database, at any time"),
    "restore": Command("server.commands.restore", "make a database of a backup"),
    "records": Command("server.commands.records", "write matches that are over as records"),
    "prune": Command("server.commands.prune", "forget matches that were over long ago"),
    "bot": Command("bot.commands.bot", "run a bot that plays on a server"),
    "engine": Command(
        "bot.commands.engine", "offer a brain to Gomocup managers and other programs"
    ),
    "doctor": Command("bot.commands.doctor", "examine a bot and say what is wrong with it"),
    "admin": Command("client.commands.errands.admin", "look after a running server"),
    "play": Command("client.commands.play", "play a match, against a bot here or on a server"),
    "watch": Command("client.commands.watch", "watch a match"),
    "tournament": Command("organiser.commands.tournament", "run a tournament, and judge it"),
    "match": Command("organiser.commands.match", "let two bots play each other"),
    "played": Command("client.commands.played", "list the games that you have played here"),
    "results": Command("client.commands.errands.results", "list the latest results, or a player's"),
    "export": Command("client.commands.errands.export", "print a match of a server as a record"),
    "leaders": Command("client.commands.errands.leaders", "list the best rated players of a game"),
    "why-lost": Command("client.commands.errands.why_lost", "explain how a match was lost"),
    "analyze": Command("bot.commands.analyze", "find the best move in a position"),
    "solve": Command("bot.commands.solve", "find the exact values of positions"),
    "games": Command("client.commands.games", "list the games and their parameters"),
    "show": Command("client.commands.show", "draw the position after some moves"),
    "convert": Command("client.commands.convert", "turn game records into another format"),
    "exhibition": Command("client.commands.exhibition", "watch two random movers play a game"),
    "protocol": Command("client.commands.protocol", "print the protocol as an AsyncAPI document"),
}


MENU = "client.commands.menu"  # for whoever types nothing else, on a terminal


class Version(argparse.Action):
    """Looks the version up only when it is asked for: that import is the slowest of all."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"inarow {version('inarow')}")
        parser.exit()


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if sys.stdout is None:
        return _failed("there is nowhere to write to: stdout is closed")
    try:
        try:
            return _run(sys.argv[1:] if argv is None else argv)
        finally:
            sys.stdout.flush()  # so that what fails in this is told here, not at exit
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone
        _let_go_of_stdout()
        return FAILED
    except OSError as error:
        _let_go_of_stdout()
        what = f"{error.filename}: " if error.filename else ""
        return _failed(f"{what}{error.strerror or error}")
    except UnicodeEncodeError as error:
        text = error.object[error.start : error.end]
        return _failed(f"cannot write {text!a} in {error.encoding}: set PYTHONIOENCODING=utf-8")
    except Exception as error:
        from games.errors import Mistake

        if not isinstance(error, Mistake):
            raise
        return _failed(str(error), MISTAKEN)


def _failed(why: str, code: int = FAILED) -> int:
    print(f"inarow: {why}", file=sys.stderr)
    return code


def _let_go_of_stdout() -> None:
    """What can no longer be written must not fail again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: list[str]) -> int:
    if not argv and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        return _command("", MENU, [])
    if not argv or argv[0] not in COMMANDS:
        return _answer_without_command(argv)
    return _command(argv[0], COMMANDS[argv[0]].module, argv[1:])


def _command(name: str, place: str, words: list[str]) -> int:
    module = _loaded(place)
    parser = argparse.ArgumentParser(
        prog=f"inarow {name}".rstrip(),
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.configure(parser)
    code: int = module.run(parser.parse_args(words))
    return code


def _loaded(place: str) -> ModuleType:
    """The module of a command. What loading makes stays: no search for garbage goes through it."""
    gc.disable()
    try:
        return import_module(place)
    finally:
        gc.freeze()
        gc.enable()


def _answer_without_command(argv: list[str]) -> int:
    """Help, the version, or what is wrong with the command."""
    commands = "\n".join(f"  {name:12}{command.about}" for name, command in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="inarow",
        usage="inarow [--help] [--version] COMMAND ...",
        description=f"K-in-a-row games: rules, records and matches.\n\ncommands:\n{commands}",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=Version)
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    command = parser.parse_args(argv[:1]).command
    if command is not None:
        parser.error(f"no command is called {command!r}: choose from {', '.join(COMMANDS)}")
    parser.print_help()
    return OK


if __name__ == "__main__":
    sys.exit(main())
