"""Spans of time as people write them."""

import pytest

from protocol.clocks import read_span, write_span


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("10m", 600), ("1.5h", 5400), ("7d", 604800)]
)
def test_times_are_read(text: str, seconds: float) -> None:
    """In seconds, where nothing is said."""
    assert read_span(text, 30 * 86400.0) == seconds


@pytest.mark.parametrize("text", ["", "m", "-1", "31d", "nan", "inf", "10 parsecs"])
def test_other_times_are_refused(text: str) -> None:
    """With what would be right."""
    with pytest.raises(ValueError, match="such as 90s"):
        read_span(text, 30 * 86400.0)


@pytest.mark.parametrize("text", ["1d", "7d", "36h", "90m", "10m", "90s", "0s", "0.5s"])
def test_a_span_is_written_as_it_is_read(text: str) -> None:
    """In its longest whole unit."""
    assert write_span(read_span(text)) == text
