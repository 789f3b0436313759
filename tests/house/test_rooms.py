"""Rooms in which a stranger finds the way: small, introduced by a sentence, one word a thing."""

import ast
from collections import Counter, defaultdict

import pytest

from tests import ROOT
from tests.house.source import modules, tree

MOST_FILES = 14
FOLDERS = ("games", "protocol", "tournament", "server", "client", "bot", "organiser", "benchmarks",
           "tests")  # fmt: skip
MANY = "migrations/versions"  # of revisions there will be ever more
MOST_LINES, MOST_PARAMETERS = 50, 7
# What may be the name of several modules, because it means the same wherever it stands.
SHARED_NAMES = {
    # Kernels are built alike: each has its board, its moves, its search.
    "board", "evaluation", "kernel", "moves", "opening_table", "proof_numbers", "search", "solver",
    "vcf",
    # A command is a module of its own name; so is a benchmark, by what it measures.
    "admin", "book", "export", "judging", "match", "played", "results", "rules", "tournament",
    # One thing as it is asked for, known, told, drawn or kept in another room.
    "bans", "blocks", "bracket", "charts", "endings", "events", "lists", "names", "news", "options",
    "plans", "policy", "records", "seeks", "sprt", "standings", "tournaments",
    # What the server has of matches and of tournaments alike.
    "loader", "rows", "state",
    "app", "__main__",  # the whole of a program
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef


def rooms() -> list[str]:
    """Every folder with code in it."""
    files = (file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    return sorted({file.parent.relative_to(ROOT).as_posix() for file in files})


@pytest.mark.parametrize("room", rooms())
def test_a_room_is_small_and_says_what_belongs_in_it(room: str) -> None:
    """One can look around in it."""
    names = {path.name for path in (ROOT / room).glob("*.py")}
    assert len(names - {"__init__.py"}) <= MOST_FILES or room.endswith(MANY)
    assert ast.get_docstring(tree(ROOT / room / "__init__.py"))


def test_no_two_public_classes_have_one_name() -> None:
    """Whoever looks for a name finds the one thing that it means."""
    homes = defaultdict(list)
    for module, path in modules().items():
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(module)
    assert not {name: found for name, found in homes.items() if len(found) > 1}


def test_no_two_modules_have_one_name_but_for_one_thing() -> None:
    """Whoever opens a file by its name has the one they meant; and no name is excused in vain."""
    files = (file for folder in FOLDERS[:-1] for file in (ROOT / folder).rglob("*.py"))
    names = Counter(file.stem for file in files if file.stem != "__init__")
    assert {name for name, count in names.items() if count > 1} == SHARED_NAMES


def functions(module: str) -> list[Function]:
    nodes = ast.walk(tree(modules()[module]))
    return [node for node in nodes if isinstance(node, Function)]


@pytest.mark.parametrize("module", modules())
def test_a_function_fits_in_one_look(module: str) -> None:
    """What travels together is a value; only searches are long."""
    for each in functions(module):
        given = each.args
        parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
        own = [one for one in parameters if one and one.arg not in ("self", "cls")]
        assert len(own) <= MOST_PARAMETERS, f"{each.name} has {len(own)} parameters"
        lines = (each.end_lineno or each.lineno) - each.lineno + 1
        assert lines <= MOST_LINES or module.startswith("bot.search."), (
            f"{each.name}: {lines} lines"
        )
