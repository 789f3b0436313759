"""A brain out of a user's file: any Python file that can choose, without an import of ours."""

import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from bot.brain import Brain
from games.errors import Mistake

NAME = "users_brain"  # as a module: the name of the file could be that of another one
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
    sys.path.append(str(path.resolve().parent))  # so that it finds its neighbours
    spec = spec_from_file_location(NAME, path)
    assert spec is not None, "a file that ends with .py"
    assert spec.loader is not None, "a file that ends with .py"
    module = module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
    return module
