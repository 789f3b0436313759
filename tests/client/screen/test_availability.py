"""What a terminal can show."""

import pytest

from client.screen.availability import is_utf8


@pytest.mark.parametrize(
    ("environment", "encoding", "utf8"),
    [
        ({"LANG": "de_DE.UTF-8"}, "utf-8", True),
        ({"LANG": "de_DE.utf8@euro"}, "UTF-8", True),
        ({"LANG": "de_DE.ISO-8859-1"}, "utf-8", False),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.ISO-8859-15@euro"}, "utf-8", True),
        ({"LC_ALL": "", "LC_CTYPE": "ja_JP.eucJP", "LANG": "C.UTF-8"}, "utf-8", False),
        ({}, "utf-8", True),
        ({}, "latin-1", False),
        ({"LANG": "C.UTF-8"}, "ascii", False),
    ],
)
def test_lines_are_drawn_where_both_sides_write_utf8(
    environment: dict[str, str], encoding: str, utf8: bool
) -> None:
    """By the first variable that is set, and by what Python writes."""
    assert is_utf8(environment, encoding) is utf8
