"""The server's log: one line or one JSON object per event, for people or for programs.

The standard library does nearly all of it. With structlog, which takes rich and all of its styles
along, a server took a fifth longer to start.
"""

import json
import logging
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self, TextIO

_HEAD = ("time", "level", "event")
_HANDLER = "inarow"
_OURS = logging.getLogger("inarow")
_OF_EVERY_RECORD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

Error = tuple[type[BaseException], BaseException, TracebackType | None]


class EventLog:
    """Tells of events by name, each with its context."""

    def __init__(self, context: dict[str, object]) -> None:
        self._context = context

    def bind(self, **context: object) -> Self:
        """This log, with something that belongs to every event from now on."""
        return type(self)(self._context | context)

    def debug(self, event: str, **context: object) -> None:
        self._tell(logging.DEBUG, event, context)

    def info(self, event: str, **context: object) -> None:
        self._tell(logging.INFO, event, context)

    def warning(self, event: str, **context: object) -> None:
        self._tell(logging.WARNING, event, context)

    def error(self, event: str, **context: object) -> None:
        self._tell(logging.ERROR, event, context)

    def exception(self, event: str, **context: object) -> None:
        """An error, with the exception that is being handled."""
        self._tell(logging.ERROR, event, context, error=True)

    def critical(self, event: str, error: Error, **context: object) -> None:
        self._tell(logging.CRITICAL, event, context, error)

    def _tell(
        self, level: int, event: str, context: dict[str, object], error: Error | bool = False
    ) -> None:
        if _OURS.isEnabledFor(level):
            told = {"event": event, **self._context, **context}
            _OURS.log(level, told, exc_info=error, stacklevel=3)


_LOG = EventLog({})


def log() -> EventLog:
    """The log, to be used as ``log().info("match ended", match=id, ending=ending)``."""
    return _LOG


def configure(format: str, level: str, stream: TextIO | None = None, name: str = "") -> None:
    """Write the log to the stream (stderr), in place of where an earlier call had it written.

    The *name*, if any, is that of the server and stands in every line. What libraries log
    comes out the same way, from warnings on: at lower levels they tell of every connection.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.set_name(_HANDLER)
    handler.setFormatter(_EventFormatter(format == "json", name))
    root = logging.getLogger()
    for old in [each for each in root.handlers if each.name == _HANDLER]:
        root.removeHandler(old)
    root.addHandler(handler)
    chosen = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(chosen, logging.WARNING))
    _OURS.setLevel(chosen)
    sys.excepthook = _uncaught


class _EventFormatter(logging.Formatter):
    def __init__(self, as_json: bool, name: str) -> None:
        super().__init__()
        self._as_json, self._name = as_json, name

    def format(self, record: logging.LogRecord) -> str:
        fields = _fields(record)
        if self._name:
            fields["server"] = self._name
        if record.exc_info and record.exc_info[0]:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=repr) if self._as_json else _as_text(fields)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """What is told, time, level and event first; of a library also which one it is."""
    if isinstance(record.msg, dict):
        told = record.msg
    else:
        extra = {key: value for key, value in vars(record).items() if key not in _OF_EVERY_RECORD}
        told = {"event": record.getMessage(), "logger": record.name, **extra}
    time = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
    head = dict(zip(_HEAD, (time, record.levelname.lower(), told["event"]), strict=True))
    return head | {key: value for key, value in told.items() if key not in _HEAD}


def _as_text(fields: dict[str, Any]) -> str:
    time, level, said = (fields.pop(key) for key in _HEAD)
    traceback = fields.pop("exception", None)
    context = "".join(f" {key}={_plain(value, ' =')}" for key, value in fields.items())
    line = f"{time} {level:7} {_plain(said)}{context}"
    return f"{line}\n{traceback}" if traceback else line


def _plain(value: object, special: Iterable[str] = ()) -> str:
    """The value in one line, quoted where it could be mistaken for something else."""
    text = str(value)
    if text and text.isprintable() and not any(each in text for each in special):
        return text
    return repr(text)


def _uncaught(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    if issubclass(kind, Exception):
        log().critical("uncaught exception", (kind, error, traceback))
    else:
        sys.__excepthook__(kind, error, traceback)
