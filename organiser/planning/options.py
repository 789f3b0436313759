"""What can be said about an event: on the command line or in a TOML file, the former first."""

import argparse
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from client.link.server_option import add_server_option
from games import Mistake
from protocol.clocks import CLOCKS
from protocol.tournaments import Format

FORMATS = [format.value for format in Format]
MODELS = ("normalised", "logistic")


class Option(NamedTuple):
    """A flag, and the key of the same name in the file."""

    default: Any
    about: str
    metavar: str = ""
    choices: tuple[str, ...] = ()
    many: bool = False

    @property
    def kind(self) -> type:
        return str if self.many or self.default is None else type(self.default)


PLAYERS = {
    "bot": Option((), "one that takes part; may be repeated", "BOT", many=True),
    "wait_for": Option(0, "players in all, so that others can enter too", "N"),
    "seeds": Option((), "a name; repeated, the best first; then as --bot", "NAME", many=True),
}
GAMES = {
    "title": Option("", "what it is called (default: the format)", "TEXT"),
    "game": Option((), "may be repeated (default: connect4)", "G", many=True),
    "clock": Option("", f"{CLOCKS} (default: 0.2s/move, or what the seconds of bots need)", "C"),
    "format": Option(FORMATS[0], f"{', '.join(FORMATS)} (default: the first)", "F", tuple(FORMATS)),
    "rounds": Option(10, "pairs of games of any two; Swiss: rounds (default: 10)", "N"),
    "openings": Option("", "a file with one a line, random or none (default: balanced)", "FILE"),
    "opening_plies": Option(0, "moves in those that are made (default: by game)", "N"),
    "seed": Option(1, "of the openings (default: 1)", "N"),
    "open_analysis": Option(False, "show everyone what the bots think while they play"),
    "concurrency": Option(0, "games at once (default: what the cores can serve)", "N"),
}
FORMAT = {
    "best_of": Option(2, "knockout: games between two (default: 2)", "N"),
    "extra_pairs": Option(3, "knockout: if level, so many more; then the seed (default: 3)", "N"),
    "third_place": Option(False, "knockout: play for it"),
    "challengers": Option(1, "gauntlet: so many of the first bots (default: 1)", "N"),
    "singles": Option(False, "Swiss: one game a round, not a pair"),
    "minutes": Option(10.0, "arena: how long it goes on (default: 10)", "M"),
    "elo0": Option(0.0, "sprt: the Elo of the null hypothesis (default: 0)", "E"),
    "elo1": Option(10.0, "sprt: and of the other (default: 10)", "E"),
    "alpha": Option(0.05, "sprt: how often to be wrong (default: 0.05)", "P"),
    "beta": Option(0.05, "sprt: and in the other way (default: 0.05)", "P"),
    "model": Option("normalised", "sprt: the scale of Elo (default: normalised)", "M", MODELS),
}
ENDS = {
    "move_limit": Option(0, "draw a game after so many moves", "N"),
    "agreement": Option(0, "end it when both say the same so often in a row", "N"),
    "solve": Option(0.0, "end it when its value is found in so many seconds", "S"),
    "ready_seconds": Option(60.0, "that a player is waited for (default: 60)", "S"),
}
GROUPS = {
    "who plays": PLAYERS, "what is played": GAMES, "formats": FORMAT, "how games end": ENDS,
}  # fmt: skip
OPTIONS = {name: option for group in GROUPS.values() for name, option in group.items()}
IN_SHORT = ("bot", "rounds", "format", "wait_for")  # which a match of two settles by itself


def configure_event(parser: argparse.ArgumentParser, short: bool = False) -> None:
    for title, options in GROUPS.items():
        group = parser.add_argument_group(title)
        for name, option in options.items():
            if not (short and (name in IN_SHORT or options is FORMAT)):
                _add(group, name, option)


def configure_output(parser: argparse.ArgumentParser, short: bool = False) -> None:
    group = parser.add_argument_group("the run")
    add = group.add_argument
    add("--config", metavar="FILE", help="all of the above from TOML; flags go before it")
    add_server_option(group, "", "default: a private one")
    add("--token", help="of an account there (default: the environment's INAROW_TOKEN)")
    add("--name", help="of the organiser there, as a guest")
    kept = "none, it is not kept" if short else "a new one here"
    add("--out", metavar="FOLDER", help=f"where all is kept (default: {kept})")
    add("--record", metavar="FILE", help="add each game to this .pgn, .sgf or .jsonl as it ends")
    add("--resume", metavar="FOLDER", help="go on with what was begun there")
    add(
        "--extend",
        metavar="N",
        type=int,
        help="with --resume: N more rounds, or minutes of an arena",
    )
    add("--cancel", action="store_true", help="with --resume: play no more of it")
    add("--quiet", action="store_true", help="only the verdict")
    add("--json", action="store_true", help="print the verdict as JSON")


def _add(group: Any, name: str, option: Option) -> None:
    flag = f"--{name.replace('_', '-')}"
    if option.default is False:
        group.add_argument(flag, action="store_true", default=None, help=option.about)
        return
    group.add_argument(
        flag,
        metavar=option.metavar,
        type=option.kind,
        choices=option.choices or None,
        action="append" if option.many else "store",
        default=None,
        help=option.about,
    )


def chosen(args: argparse.Namespace) -> dict[str, Any]:
    """The value of every option. Raises Mistake for what is wrong in the file."""
    in_file = _in_file(args.config) if args.config else {}
    found = {}
    for name, option in OPTIONS.items():
        given = getattr(args, name, None)
        found[name] = given if given is not None else in_file.get(name, option.default)
    return found


def _in_file(path: str) -> dict[str, Any]:
    try:
        table = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Mistake(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise Mistake(f"{path} is not a TOML file: {error}") from error
    return {key: _checked(path, key, value) for key, value in table.items()}


def _checked(path: str, key: str, value: object) -> object:
    option = OPTIONS.get(key)
    if option is None:
        close = get_close_matches(key, OPTIONS, n=1)
        meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(OPTIONS)}"
        raise Mistake(f"no option is called {key!r} in {path}: {meant}")
    if option.many:
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(each, str) for each in values):
            raise Mistake(f"{key} in {path} must be a list of texts, not {value!r}")
        return values
    if option.kind is float and type(value) is int:
        value = float(value)
    if type(value) is not option.kind:
        raise Mistake(f"{key} in {path} must be a {_KINDS[option.kind]}, not {value!r}")
    if option.choices and value not in option.choices:
        raise Mistake(f"{key} in {path} must be one of {', '.join(option.choices)}, not {value!r}")
    return value


_KINDS: dict[type, str] = {
    str: "text", int: "whole number", float: "number", bool: "truth value",
}  # fmt: skip
