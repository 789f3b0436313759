"""A brain out of a user's file: any Python file that can choose, without an import of ours."""

import os
import sys
from collections.abc import Mapping
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from bot.brain import Brain
from games.errors import Mistake

NAME = "users_brain"  # as a module: the name of the file could be that of another one
OURS = (
    "bot", "client", "games", "inarow", "organiser", "protocol", "server", "tournament", "web",
)  # fmt: skip
RIGHT = "it needs a function choose(position, budget), or a class Brain with such a method"


def load_brain(path: Path, options: Mapping[str, Any]) -> Brain:
    """The brain that a file defines. Raises whatever running it raises, and Mistake without one."""
    module = _run(path)
    found = getattr(module, "brain", None) or getattr(module, "Brain", None)
    if found is None and callable(getattr(module, "choose", None)):
        found = module
    if isinstance(found, type):
        found = found(**options)
    elif options:
        raise Mistake(f"{path} takes no options: only a class Brain does")
    if not callable(getattr(found, "choose", None)):
        raise Mistake(f"{path} has no brain: {RIGHT}")
    return cast(Brain, found)


def _run(path: Path) -> ModuleType:
    path, folder = path.absolute(), path.resolve().parent
    os.chdir(folder)  # so that it finds its data wherever we were started
    sys.path.insert(0, str(folder))  # and its neighbours, as Python runs a file
    for name in OURS:
        if name != path.stem:
            _give_way(name, folder)
    spec = spec_from_file_location(NAME, path)
    assert spec is not None, "a file that ends with .py"
    assert spec.loader is not None, "a file that ends with .py"
    module = module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
    return module


def _give_way(name: str, folder: Path) -> None:
    """Where a neighbour of the file has a name of ours, let that be what it imports.

    What is loaded of ours stays what it is for all that has imported it.
    """
    found = PathFinder.find_spec(name, [str(folder)])
    ours = sys.modules.get(name)
    if found is None or found.origin == getattr(ours, "__file__", None):
        return
    bare = found.origin is None  # a folder without an __init__.py
    if bare and not any((folder / name).glob("*.py")):
        return  # of something else
    for known in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[known]
    if bare:  # or else what is found later on the path would go before it
        sys.modules[name] = module_from_spec(found)
