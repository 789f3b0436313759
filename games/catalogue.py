"""The games on offer, and their names: `name` or `name:key=value,...`."""

import copyreg
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from games.connect4 import connect4
from games.errors import UnknownGame
from games.game import Game
from games.mnk import gomoku, mnk, tictactoe
from games.nineboard import nineboard
from games.qubic import qubic

Value = int | str
Values = dict[str, Value]


@dataclass(frozen=True)
class Number:
    """A parameter that is a whole number."""

    key: str
    default: int
    low: int
    high: int
    within: tuple[str, ...] = ()  # the largest of these parameters bounds it too

    @property
    def range(self) -> str:
        high = f"max({', '.join(self.within)})" if self.within else str(self.high)
        return f"{self.low}..{high}"

    def read(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise UnknownGame(f"{self.key} must be a whole number, {self.range}, not {text!r}")
        if text != str(int(text)):
            raise UnknownGame(f"{self.key} has no leading zeros: write {int(text)}, not {text}")
        return int(text)

    def check(self, values: Values) -> None:
        """Raise UnknownGame unless the value fits, also beside the other values."""
        value = values[self.key]
        high = max((int(values[key]) for key in self.within), default=self.high)
        if not self.low <= int(value) <= high:
            why = f" (the larger of {' and '.join(self.within)})" if self.within else ""
            raise UnknownGame(f"{self.key} must be {self.low} to {high}{why}, not {value}")


@dataclass(frozen=True)
class OneOf:
    """A parameter that is one of a few words."""

    key: str
    default: str
    options: tuple[str, ...]

    @property
    def range(self) -> str:
        return "|".join(self.options)

    def read(self, text: str) -> str:
        if text not in self.options:
            raise UnknownGame(f"{self.key} must be {' or '.join(self.options)}, not {text!r}")
        return text

    def check(self, values: Values) -> None:
        """Reading it was check enough."""


Parameter = Number | OneOf


@dataclass(frozen=True)
class Family:
    """Games that differ in their parameters only."""

    name: str
    board: str
    rule: str
    build: Callable[..., Game]
    parameters: tuple[Parameter, ...] = ()

    def canonical(self, values: Values) -> str:
        """Defaults left out, keys in the order of the parameters."""
        given = [
            f"{parameter.key}={values[parameter.key]}"
            for parameter in self.parameters
            if values[parameter.key] != parameter.default
        ]
        return f"{self.name}:{','.join(given)}" if given else self.name


_EXACT = OneOf("exact", "no", ("no", "yes"))

CATALOGUE = {
    family.name: family
    for family in (
        Family("tictactoe", "3x3", "three in a row", tictactoe),
        Family(
            "mnk",
            "rows x cols",
            "k or more in a row, column or diagonal; exact=yes: exactly k",
            mnk,
            (
                Number("rows", 20, 3, 25),
                Number("cols", 20, 3, 25),
                Number("k", 5, 3, 25, within=("rows", "cols")),
                _EXACT,
            ),
        ),
        Family(
            "gomoku",
            "size x size",
            "five or more in a row; exact=yes: exactly five",
            gomoku,
            (Number("size", 15, 5, 25), _EXACT),
        ),
        Family(
            "connect4",
            "width x height, stones fall",
            "four (or k) or more in a row",
            connect4,
            (
                Number("width", 7, 4, 10),
                Number("height", 6, 4, 10),
                Number("k", 4, 3, 10, within=("width", "height")),
            ),
        ),
        Family(
            "nineboard",
            "nine boards of 3x3",
            "three in a row on any one board; the cell played names the board of the reply; "
            "full: what sending to a full board does",
            nineboard,
            (OneOf("full", "anywhere", ("anywhere", "draw")),),
        ),
        Family("qubic", "4x4x4", "four in a row in any direction through the cube", qubic),
    )
}


def game_named(name: str) -> Game:
    """The game that *name* stands for. Raises UnknownGame, which says what would be right."""
    family, values = _parsed(name)
    return _built(family.canonical(values))


@lru_cache(maxsize=256)
def _built(canonical: str) -> Game:
    """By the canonical name, so that every spelling of a name gets the same object."""
    family, values = _parsed(canonical)
    return family.build(canonical, **values)


def _parsed(name: str) -> tuple[Family, Values]:
    head, colon, tail = name.partition(":")
    family = CATALOGUE.get(head)
    if family is None:
        raise UnknownGame(f"no game is called {head!r}: {_instead(head, CATALOGUE)}")
    try:
        values: Values = {each.key: each.default for each in family.parameters}
        values |= _read_values(family, tail.split(",")) if colon else {}
        for parameter in family.parameters:
            parameter.check(values)
    except UnknownGame as error:
        raise UnknownGame(f"{family.name}: {error}") from None
    return family, values


def _read_values(family: Family, pairs: list[str]) -> Values:
    parameters = {parameter.key: parameter for parameter in family.parameters}
    values: Values = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not parameters:
            raise UnknownGame(f"it has no parameters, so {pair!r} cannot be set")
        if not equals:
            raise UnknownGame(f"a parameter is written key=value, not {pair!r}")
        if key not in parameters:
            raise UnknownGame(f"no parameter is called {key!r}: {_instead(key, parameters)}")
        if key in values:
            raise UnknownGame(f"{key} is given twice")
        values[key] = parameters[key].read(text)
    return values


def _instead(wrong: str, known: Iterable[str]) -> str:
    names = list(known)
    close = get_close_matches(wrong.lower(), names, n=1)
    meant = f"did you mean {close[0]}? Otherwise " if close else ""
    return f"{meant}choose from {', '.join(names)}"


def _pickled(game: Game) -> Any:
    """A game of the catalogue travels as its name; one that is not in it travels whole."""
    try:
        _parsed(game.name)
    except UnknownGame:
        return game.__reduce_ex__(2)
    return game_named, (game.name,)


copyreg.pickle(Game, _pickled)
