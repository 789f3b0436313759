"""Reports: data beside what people read, and only where somebody asked for it."""

import io

import pytest

from client.processes.reports import VARIABLE, report, split_report


def test_nothing_is_reported_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What people see stays as it is."""
    monkeypatch.delenv(VARIABLE, raising=False)
    stderr = io.StringIO()
    report("ready", stderr, matches=2)
    assert stderr.getvalue() == ""


def test_a_report_is_read_as_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, whatever is in it."""
    monkeypatch.setenv(VARIABLE, "1")
    stderr = io.StringIO()
    report("resigned", stderr, match="m1", reason="it raised\nValueError")
    line, rest = stderr.getvalue().split("\n")
    assert rest == ""
    assert split_report(line) == (
        "",
        {"event": "resigned", "match": "m1", "reason": "it raised\nValueError"},
    )


@pytest.mark.parametrize(
    "line",
    ["ready for 1 match at once", "", '{"event": "ready"}', "\x1e", "\x1enonsense", "\x1e[1]"],
)
def test_all_else_is_for_people(line: str) -> None:
    """Also what looks like a report."""
    assert split_report(line)[1] is None


def test_what_was_printed_without_an_end_does_not_spoil_it() -> None:
    assert split_report('thinking ...\x1e{"event": "ready"}') == (
        "thinking ...",
        {"event": "ready"},
    )
