"""Nothing imports what stands above it: neither between packages, nor between rooms, nor in a ring.

An import that only type checkers see counts like any other.
"""

import ast
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.house.source import PACKAGES, imports, is_within, modules, ours, tree

MAY_IMPORT = {
    "games": (),
    "protocol": (),
    "tournament": ("games",),
    "server": ("games", "protocol", "tournament", "client.processes"),
    "client": ("games", "protocol"),
    "bot": ("games", "protocol", "client.link", "client.processes", "client.console"),
    "organiser": ("games", "protocol", "tournament", "client", "bot", "web"),
    "web": (),
}
# The rooms of each package and what stands beside them, lowest first: none imports a later one.
ROOMS = {
    "games": (
        "errors", "lines", "cell_names", "game", "notation", "symmetry", "connect4", "mnk",
        "nineboard", "qubic", "catalogue", "drawing", "record", "formats",
    ),
    "protocol": (
        "names", "texts", "parts", "clocks", "tournaments", "administration", "events", "requests",
        "replies", "messages", "codec", "closes", "fold", "asyncapi",
    ),
    "tournament": ("results", "plan", "statistics", "formats", "verdict"),
    "server": (
        "setting_types", "settings", "logs", "keys", "ids", "indexed_dict", "refusal", "rules",
        "metrics", "storage", "cluster", "node", "players", "connections", "lobby", "matches",
        "tournaments", "requests", "lobby_house", "peers", "house", "app", "commands",
    ),
    "client": (
        "processes", "link", "local", "model", "console", "kept", "options", "words",
        "shared_table", "join", "player_session", "matchmaking", "errand", "screen.widgets",
        "screen.board",
        "screen.match", "screen.tournament", "screen.replay", "screen.lobby", "screen", "plain",
        "commands",
    ),
    "bot": (
        "brain", "log", "version", "compilation", "cores", "timing", "instinct",
        "child_processes", "search.core", "search.general", "search.classic", "search.bitboard",
        "search.connect4", "search.flat", "search.nineboard", "search.style", "search", "brains",
        "thinkers", "player", "engines",
        "doctor", "commands",
    ),
    "organiser": (
        "records", "hardware", "bracket", "planning.entrants", "event", "planning", "report",
        "follower", "tournament_processes", "adjudicator", "verdicts", "live_report", "runner",
        "display", "commands",
    ),
}  # fmt: skip
IO = {
    "asyncio", "websockets", "socket", "select", "ssl", "threading", "multiprocessing",
    "subprocess", "os", "io", "sys", "pathlib", "tempfile", "sqlite3", "rich",
}  # fmt: skip
CLOCKS = {"time", "datetime", "asyncio"}
SOCKETS = {"websockets", "socket"}
PURE = ("games", "protocol", "tournament", "client.model")
NUMERIC = {"numpy", "numba"}


def outermost(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_those_below_it(package: str) -> None:
    """As the map in the README has it."""
    allowed = (package, *MAY_IMPORT[package])
    for module, path in modules().items():
        if is_within(module, package):
            for name in ours(path):
                assert any(is_within(name, each) for each in allowed), f"{module} imports {name}"


def room_of(module: str, rooms: tuple[str, ...]) -> int:
    """The place in the order of the innermost room that holds a module."""
    holding = [room for room in rooms if is_within(module, room)]
    assert holding, f"{module} is in no room that is listed here"
    return rooms.index(max(holding, key=len))


@pytest.mark.parametrize("package", ROOMS)
def test_a_room_imports_only_those_below_it(package: str) -> None:
    """What a lower room needs of a higher one, it names as a protocol of its own."""
    rooms = tuple(f"{package}.{room}" for room in ROOMS[package])
    for module, path in modules().items():
        if is_within(module, package) and module != package:
            for name in ours(path) - {package}:
                if is_within(name, package):
                    assert room_of(name, rooms) <= room_of(module, rooms), (
                        f"{module} imports {name}"
                    )


def test_no_imports_go_round_in_a_ring() -> None:
    """Whichever module one reads first, what it stands on can be read before it."""
    arrows = {module: ours(path) - {module} for module, path in modules().items()}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(f"these import each other: {' <- '.join(error.args[1])}")


def promises(module: str, path: Path) -> set[str]:
    """What a module says it does without, in its first line or by where it stands."""
    first = path.read_text().partition("\n")[0].lower()
    pure = any(is_within(module, place) for place in PURE)
    without = {"no i/o": IO, "no sockets": SOCKETS, "no tasks": {"asyncio"}, "no clock": CLOCKS,
               "no time of its own": CLOCKS}  # fmt: skip
    said = [names for words, names in without.items() if words in first]
    return set().union(*said, *([IO, CLOCKS] if pure else []))


@pytest.mark.parametrize(
    "module", [each for each, path in modules().items() if promises(each, path)]
)
def test_who_promises_to_do_no_io_does_none(module: str) -> None:
    """Rules, messages, matches, clocks and pairings need no network and no clock on the wall."""
    path = modules()[module]
    assert not outermost(path) & promises(module, path)
    calls = (node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call))
    called = {func.id for func in calls if isinstance(func, ast.Name)}
    assert not called & {"print", "open", "input"}


def test_the_rules_need_no_other_package() -> None:
    """The games run wherever Python runs."""
    for module, path in modules().items():
        if is_within(module, "games"):
            assert outermost(path) <= set(sys.stdlib_module_names) | {"games"}, module


def test_number_crunching_stays_in_the_search() -> None:
    """A server or a client never pays for importing numpy or numba."""
    for module, path in modules().items():
        if not is_within(module, "bot.search"):
            assert not outermost(path) & NUMERIC, module
