"""What is printed cannot steer a terminal, whoever wrote it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

from client.console import data, harmless, talk
from client.plain.main import failed, say

STEERING = "\x1b]0;mine\x07\x1b[2J\x9b31m\u202eevil\r\x08"


@given(st.text())
def test_lines_stay_and_nothing_steers(text: str) -> None:
    """But for line ends and tabs, no control character is left."""
    found = harmless(text)
    assert len(found) == len(text)
    assert found.count("\n") == text.count("\n")
    assert not [char for char in found if char < " " and char not in "\n\t"]


@pytest.mark.parametrize("console", [data, talk])
def test_a_console_prints_nothing_that_steers(
    console: type, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither in a line nor in a table."""
    table = Table(STEERING)
    table.add_row(STEERING)
    console().print(STEERING)
    console().print(table)
    printed = "".join(capsys.readouterr())
    assert printed.count("evil") == 3
    assert not set(printed) & set("\x1b\x07\x9b\u202e\r\x08")


def test_what_is_said_line_by_line_steers_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Also why it came to nothing, which a server may have told."""
    say(STEERING)
    failed(STEERING)
    printed = "".join(capsys.readouterr())
    assert printed.count("evil") == 2
    assert not set(printed) & set("\x1b\x07\x9b\u202e\r\x08")
