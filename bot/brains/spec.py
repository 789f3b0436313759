"""Brains as they are named on a command line: `search`, `chance:seed=7`, `./mybot.py`.

Nothing is built here but by `build`, which runs in the process where the brain is to think.
"""

import inspect
import os
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from bot.brain import Brain
from bot.brains.chance import Chance
from bot.brains.classics import CLASSICS
from bot.search.installed import check_installed
from games import Game, Mistake

SEARCH, CHANCE = "search", "chance"
Constructor = Callable[..., Brain]
Value = int | float | str
LEVELS = range(1, 11)


class Spec(NamedTuple):
    """Which brain, and how it is set."""

    name: str  # or the path of a file
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def is_file(self) -> bool:
        return _is_path(self.name)

    @property
    def is_search(self) -> bool:
        return self.name == SEARCH

    def option(self, key: str, default: int) -> int:
        return int(dict(self.options).get(key, default))


def constructors() -> dict[str, Constructor]:
    """The brains that have a name, but for the search."""
    return {CHANCE: Chance, **CLASSICS}


def read_spec(text: str) -> Spec:
    """The brain that *text* names. Raises Mistake, which says what would be right."""
    name, options = _split(text.strip())
    if _is_path(name):
        _check_file(name)
        return Spec(name, options)
    if name == SEARCH:
        check_installed()
        _check_search(dict(options))
        return Spec(name, options)
    known = constructors()
    if name not in known:
        raise Mistake(f"no brain is called {name!r}: {_instead(name, [SEARCH, *known])}")
    if name != CHANCE:
        check_installed()
    _check_options(name, known[name], dict(options))
    return Spec(name, options)


def build(spec: Spec) -> Brain:
    """The brain itself; a user's file is run for it."""
    if spec.is_file:
        from bot.brains.file_brain import load_brain

        return load_brain(Path(spec.name), dict(spec.options))
    return constructors()[spec.name](**dict(spec.options))


def plays(spec: Spec, game: Game) -> bool:
    """Whether a game is one for this brain; those that do not say are asked for any."""
    if spec.is_file or spec.is_search:
        return True
    says = getattr(constructors()[spec.name], "plays", None)
    return bool(says(game)) if callable(says) else True


def _split(text: str) -> tuple[str, tuple[tuple[str, Value], ...]]:
    name, colon, tail = text.rpartition(":")
    if not colon or (_is_path(text) and "=" not in tail):  # a colon may stand in a path
        name, tail = text, ""
    elif not tail:
        raise Mistake(f"{text!r} ends with a colon: write {name}, or {name}:key=value,...")
    options: dict[str, Value] = {}
    for pair in tail.split(",") if tail else []:
        key, equals, value = pair.partition("=")
        if not (key.isidentifier() and equals and value):
            raise Mistake(f"cannot read {pair!r} in {text!r}: write {name}:key=value,...")
        if key in options:
            raise Mistake(f"{key} is given twice in {text!r}")
        options[key] = _value(value)
    return name, tuple(options.items())


def _value(text: str) -> Value:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _is_path(name: str) -> bool:
    return name.endswith(".py") or "/" in name or os.sep in name


def _check_file(name: str) -> None:
    if not Path(name).is_file():
        raise Mistake(f"there is no file {name}: name a Python file with choose(position, budget)")
    if not os.access(name, os.R_OK):
        raise Mistake(f"{name} cannot be read")
    if not name.endswith(".py"):
        raise Mistake(f"{name} is no Python file: run another program with --engine {name}")


def _check_search(options: Mapping[str, Value]) -> None:
    for key, value in options.items():
        if key not in ("level", "workers", "hash"):
            right = "search takes level, workers and hash, as in search:level=5"
            right += ", and --seconds beside it" if key == "seconds" else ""
            raise Mistake(f"search has no option {key!r}: {right}")
        if not isinstance(value, int) or value < 0:
            raise Mistake(f"{key} of search must be a whole number, not {value!r}")
    check_level(int(options.get("level", LEVELS[-1])))


def check_level(level: int) -> None:
    if level not in LEVELS:
        raise Mistake(f"the level must be {LEVELS[0]} to {LEVELS[-1]}, not {level}")


def _check_options(name: str, constructor: Constructor, options: Mapping[str, Any]) -> None:
    parameters = list(inspect.signature(constructor).parameters)
    check = getattr(constructor, "checked", None)
    for key, value in options.items():
        if key not in parameters:
            takes = f"it takes {', '.join(parameters)}" if parameters else "it takes none"
            raise Mistake(f"{name} has no option {key!r}: {takes}")
        if isinstance(value, str):
            raise Mistake(f"{key} of {name} must be a number, not {value!r}")
        if check is not None:
            check(key, value)


def _instead(wrong: str, known: list[str]) -> str:
    close = get_close_matches(wrong.lower(), known, n=1)
    meant = f"did you mean {close[0]}? There are" if close else "there are"
    return f"{meant} {', '.join(known)}, and any file of yours, such as ./mybot.py"
