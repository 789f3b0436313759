"""What a user's file may be called, and its neighbours."""

import tomllib

from bot.brains.file_brain import OURS
from tests import ROOT


def test_every_name_that_we_install_can_give_way() -> None:
    """To a neighbour of a brain that has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    installed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    assert sorted(OURS) == sorted(name.removesuffix(".py") for name in installed)
