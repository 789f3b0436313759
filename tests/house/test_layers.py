"""Packages import only what the map in the README allows."""

import ast
from pathlib import Path

import pytest

from tests import ROOT

OURS = {"games", "protocol", "tournament", "server", "client", "bot", "organiser", "inarow"}
MAY_IMPORT = {
    "games": set[str](),
    "protocol": set[str](),
    "tournament": {"games"},
    "server": {"games", "protocol", "tournament"},
    "client": {"games", "protocol"},
    "bot": {"games", "protocol", "client.link.connection", "client.console"},
    "organiser": {"games", "protocol", "tournament", "client", "bot"},
}
STANDARD_LIBRARY_ONLY = ["games"]
NO_IO = [
    "games", "protocol", "tournament",
    "server/matches/match.py", "server/matches/clock.py",
    "server/lobby/lobby.py", "server/lobby/policy.py",
]  # fmt: skip
IO = {
    "asyncio", "websockets", "socket", "select", "ssl", "time", "datetime", "threading",
    "multiprocessing", "subprocess", "os", "io", "sys", "pathlib", "tempfile", "sqlite3", "rich",
}  # fmt: skip
SEARCH_ONLY = {"numpy", "numba"}


def imports(path: Path) -> set[str]:
    """The full names of all modules that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names |= {node.module or ""}
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def top(names: set[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


def files(place: str) -> list[Path]:
    path = ROOT / place
    return [path] if path.suffix else sorted(path.rglob("*.py"))


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_its_layer(package: str) -> None:
    """No arrow points back up."""
    allowed = MAY_IMPORT[package] | {package}
    assert files(package)
    for path in files(package):
        for name in imports(path):
            if name.split(".")[0] in OURS:
                assert any(name == each or f"{name}.".startswith(f"{each}.") for each in allowed), (
                    f"{path} imports {name}"
                )


@pytest.mark.parametrize("package", STANDARD_LIBRARY_ONLY)
def test_the_rules_need_no_other_package(package: str) -> None:
    """The games run wherever Python runs."""
    import sys

    for path in files(package):
        assert top(imports(path)) <= set(sys.stdlib_module_names) | {package}, path


@pytest.mark.parametrize("place", [each for each in NO_IO if (ROOT / each).exists()])
def test_the_core_does_no_io(place: str) -> None:
    """Rules, messages, matches, clocks and pairings need no network and no clock on the wall."""
    for path in files(place):
        assert not top(imports(path)) & IO, path
        calls = [
            node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
        ]
        called = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
        assert not called & {"print", "open", "input"}, path


def test_number_crunching_stays_in_the_search() -> None:
    """A server or a client never pays for importing numpy or numba."""
    for package in MAY_IMPORT:
        for path in files(package):
            if "bot/search" not in path.as_posix():
                assert not top(imports(path)) & SEARCH_ONLY, path
