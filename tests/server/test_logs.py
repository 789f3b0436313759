"""The log, for people and for programs."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from server.logs import configure, log


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Where the test has its log written; what was set up before is set up again after it."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    root, ours = logging.getLogger(), logging.getLogger("inarow")
    handlers, levels = list(root.handlers), (root.level, ours.level)
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


def objects(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def fail() -> None:
    raise RuntimeError("the match\nis broken")


class TestJson:
    def test_an_event_is_one_object_with_its_context(self, stream: io.StringIO) -> None:
        """Time, level and event come first."""
        configure("json", "info", stream)
        log().info("match ended", match="m1", ending="line", plies=9)
        [told] = objects(stream)
        assert list(told) == ["time", "level", "event", "match", "ending", "plies"]
        assert told["time"].endswith("Z")
        assert (told["level"], told["event"], told["plies"]) == ("info", "match ended", 9)

    def test_a_traceback_is_one_field(self, stream: io.StringIO) -> None:
        """However many lines it has."""
        configure("json", "info", stream)
        try:
            fail()
        except RuntimeError:
            log().exception("match failed", match="m1")
        [told] = objects(stream)
        assert told["level"] == "error"
        assert told["match"] == "m1"
        assert told["exception"].startswith("Traceback")
        assert "in fail" in told["exception"]
        assert told["exception"].endswith("RuntimeError: the match\nis broken")

    def test_an_uncaught_exception_is_logged(self, stream: io.StringIO) -> None:
        """With its traceback, as every other."""
        configure("json", "info", stream)
        try:
            fail()
        except RuntimeError as error:
            sys.excepthook(RuntimeError, error, error.__traceback__)
        [told] = objects(stream)
        assert (told["level"], told["event"]) == ("critical", "uncaught exception")
        assert "in fail" in told["exception"]

    def test_what_json_does_not_know_is_told_by_its_repr(self, stream: io.StringIO) -> None:
        """A log line never fails for its context."""
        configure("json", "info", stream)
        log().info("odd", value={1}, raw=b"x")
        assert objects(stream)[0]["value"] == "{1}"
        assert objects(stream)[0]["raw"] == "b'x'"


class TestText:
    def test_an_event_is_one_line(self, stream: io.StringIO) -> None:
        """With its context as key=value."""
        configure("text", "info", stream)
        log().info("match ended", match="m1", ending="line")
        line = stream.getvalue()
        assert line.endswith("Z info    match ended match=m1 ending=line\n")

    def test_nobody_can_forge_a_line(self, stream: io.StringIO) -> None:
        """Line ends, escapes and spaces in what players send are quoted."""
        configure("text", "info", stream)
        log().warning("hello", name="x\n2026 info match ended", software="\x1b[31m", text="a b=c")
        assert stream.getvalue().count("\n") == 1
        assert r"name='x\n2026 info match ended' software='\x1b[31m' text='a b=c'" in (
            stream.getvalue()
        )

    def test_a_traceback_follows_its_line(self, stream: io.StringIO) -> None:
        """For people, as Python prints it."""
        configure("text", "info", stream)
        try:
            fail()
        except RuntimeError:
            log().exception("match failed", match="m1")
        first, second, *_ = stream.getvalue().splitlines()
        assert first.endswith("error   match failed match=m1")
        assert second == "Traceback (most recent call last):"


class TestConfigure:
    def test_only_the_level_and_above_is_told(self, stream: io.StringIO) -> None:
        """Each level tells what the stricter ones tell, too."""
        configure("json", "warning", stream)
        log().info("not told")
        log().warning("told")
        log().error("told")
        assert [each["event"] for each in objects(stream)] == ["told", "told"]

    def test_context_can_be_bound(self, stream: io.StringIO) -> None:
        """Without changing the log of others."""
        configure("json", "info", stream)
        log().bind(match="m1").info("one")
        log().info("other")
        one, other = objects(stream)
        assert one["match"] == "m1"
        assert "match" not in other

    def test_the_name_of_the_server_stands_in_every_line(self, stream: io.StringIO) -> None:
        """For when several write to one place."""
        configure("json", "info", stream, name="north")
        log().info("started")
        assert objects(stream)[0]["server"] == "north"

    def test_libraries_are_told_the_same_way_from_warnings_on(self, stream: io.StringIO) -> None:
        """Their chatter about every connection is not."""
        configure("json", "debug", stream)
        logging.getLogger("websockets.server").info("connection open")
        logging.getLogger("asyncio").error("%s was lost", "a task", exc_info=ValueError("why"))
        [told] = objects(stream)
        assert told["event"] == "a task was lost"
        assert told["logger"] == "asyncio"
        assert told["exception"].endswith("ValueError: why")

    def test_the_standard_library_reaches_the_same_log(self, stream: io.StringIO) -> None:
        """With its extra as context."""
        configure("json", "info", stream)
        logging.getLogger("inarow").info("started", extra={"port": 8765})
        [told] = objects(stream)
        assert told["event"] == "started"
        assert told["port"] == 8765

    def test_the_last_configuration_is_the_only_one(self, stream: io.StringIO) -> None:
        """Nothing is told twice."""
        earlier = io.StringIO()
        configure("json", "info", earlier)
        configure("text", "info", stream)
        log().info("once")
        assert earlier.getvalue() == ""
        assert stream.getvalue().count("once") == 1
