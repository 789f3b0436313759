"""One of a thing is told in the singular, wherever a number of things is told."""

import ast
import re

import pytest

from protocol.texts import count
from tests.house.source import modules, tree

# What is counted in sentences of ours. Abbreviations, such as `s`, have no plural.
THINGS = (
    "attempt", "bot", "byte", "character", "column", "connection", "core", "day", "entry", "error",
    "event", "failure", "file", "game", "guest", "hour", "line", "match", "message", "minute",
    "move", "node", "opening", "pair", "person", "player", "ply", "point", "position", "process",
    "record", "request", "round", "row", "seat", "second", "spectator", "stone", "time", "token",
    "tournament", "watcher", "word", "worker",
)  # fmt: skip
ODD = {"match": "matches", "ply": "plies", "process": "processes", "entry": "entries",
       "person": "people"}  # fmt: skip
PLURALS = "|".join(ODD.get(thing, f"{thing}s") for thing in THINGS)
COUNTED = re.compile(rf"\s(more )?({PLURALS})\b(?! out)")


def always_many(number: ast.expr) -> bool:
    """Whether it is a constant of ours, which is not one."""
    number = number.value if isinstance(number, ast.Subscript) else number
    name = number.attr if isinstance(number, ast.Attribute) else getattr(number, "id", "")
    return bool(name) and name == name.upper()


def guarded(root: ast.Module) -> set[ast.expr]:
    """The texts that are one of two: then the other one is for a single thing."""
    chosen = (node for node in ast.walk(root) if isinstance(node, ast.IfExp))
    return {text for node in chosen for text in (node.body, node.orelse)}


def unsure(root: ast.Module) -> list[str]:
    """The texts in which a plural follows a number that may be one."""
    found, chosen = [], guarded(root)
    for text in ast.walk(root):
        if not isinstance(text, ast.JoinedStr) or text in chosen:
            continue
        for number, after in zip(text.values, text.values[1:], strict=False):
            if isinstance(number, ast.FormattedValue) and isinstance(after, ast.Constant):
                plural = COUNTED.match(str(after.value))
                if plural and not always_many(number.value):
                    found.append(ast.unparse(text))
    return found


def test_numbers_of_things_are_counted_in_one_way() -> None:
    """By `count`, which knows that there may be one."""
    found = {module: unsure(tree(path)) for module, path in modules().items()}
    assert not {module: texts for module, texts in found.items() if texts}


@pytest.mark.parametrize("text", ['f"{n} moves"', 'f"in {n:.0f} seconds"', 'f"{n} more games"'])
def test_a_plural_after_any_number_is_found(text: str) -> None:
    assert unsure(ast.parse(text))
    assert not unsure(ast.parse(f"{text.replace('{n', '{MOST')}"))
    assert not unsure(ast.parse(f"'one' if n == 1 else {text}"))


@pytest.mark.parametrize(
    ("number", "told"),
    [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (1.0, "1 move"), (9.3, "9.3 moves"),
     (1200, "1,200 moves")],
)  # fmt: skip
def test_things_are_counted(number: float, told: str) -> None:
    assert count(number, "move") == told
    assert count(number, "ply", "plies").endswith("ply") == (number == 1)
