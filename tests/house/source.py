"""The source of the project as tests look at it: its modules, and what each of them imports."""

import ast
from functools import cache
from pathlib import Path

from tests import ROOT

PACKAGES = ("games", "protocol", "tournament", "server", "client", "bot", "organiser", "web")


@cache
def modules() -> dict[str, Path]:
    """Every module of the packages by its full name; a folder's own is called as the folder."""
    found = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {_name(path): path for path in found}


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imports(path: Path) -> frozenset[str]:
    """The full names of all modules that a file imports, wherever in it and whatever for."""
    names: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names |= {_imported(node.module or "", alias.name) for alias in node.names}
    return frozenset(names)


def _imported(module: str, name: str) -> str:
    """A module of a package, or the module that something is taken from."""
    return f"{module}.{name}" if f"{module}.{name}" in modules() else module


def ours(path: Path) -> frozenset[str]:
    """Of what a file imports, that which is ours."""
    return imports(path) & modules().keys()


def is_within(module: str, place: str) -> bool:
    """Whether a module is a package or room, or in it."""
    return f"{module}.".startswith(f"{place}.")
