"""What players can be called."""

import pytest

from games.errors import Mistake
from protocol.names import fold
from server.players.names import check_name


@pytest.mark.parametrize("name", ["a", "Ann", "x-y_z.1", "a" * 20])
def test_these_can_be_names(name: str) -> None:
    """Letters, digits and three marks, a letter first."""
    check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "1a",
        "-a",
        "a b",
        "a" * 21,
        "änn",
        "\N{CYRILLIC SMALL LETTER A}nn",
        "a\n",
        "a/b",
        "a\x00",
    ],
)
def test_these_cannot_be_names(name: str) -> None:
    """Among them one with a letter that only looks like an a."""
    with pytest.raises(Mistake, match="nobody can be called"):
        check_name(name)


def test_names_that_differ_in_case_are_the_same() -> None:
    """Nobody passes for somebody else by a capital letter."""
    assert fold("Ann") == fold("aNN") != fold("anne")
