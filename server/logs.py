"""The server's log: one line or one JSON object per event, for people or for programs."""

import json
import logging
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import TextIO

import structlog
from structlog.stdlib import BoundLogger, ExtraAdder, ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

_HEAD = ("time", "level", "event")
_HANDLER = "inarow"

_COMMON: tuple[Processor, ...] = (
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
)
_LOG: BoundLogger = structlog.wrap_logger(
    logging.getLogger("inarow"),
    processors=[
        structlog.stdlib.filter_by_level,
        *_COMMON,
        ProcessorFormatter.wrap_for_formatter,
    ],
    wrapper_class=BoundLogger,
    context_class=dict,
).bind()


def log() -> BoundLogger:
    """The log, to be used as ``log().info("match ended", match=id, ending=ending)``."""
    return _LOG


def configure(format: str, level: str, stream: TextIO | None = None, name: str = "") -> None:
    """Write the log to the stream (stderr), in place of where an earlier call had it written.

    The *name*, if any, is that of the server and stands in every line. What libraries log
    comes out the same way, from warnings on: at lower levels they tell of every connection.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.set_name(_HANDLER)
    handler.setFormatter(_formatter(format, name))
    root = logging.getLogger()
    for old in [each for each in root.handlers if each.name == _HANDLER]:
        root.removeHandler(old)
    root.addHandler(handler)
    chosen = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(chosen, logging.WARNING))
    logging.getLogger("inarow").setLevel(chosen)
    sys.excepthook = _uncaught


def _formatter(format: str, name: str) -> ProcessorFormatter:
    def named(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
        if name:
            event["server"] = name
        return event

    return ProcessorFormatter(
        foreign_pre_chain=[*_COMMON, _with_logger, ExtraAdder()],
        processors=[
            ProcessorFormatter.remove_processors_meta,
            named,
            structlog.processors.format_exc_info,
            _as_json if format == "json" else _as_text,
        ],
    )


def _with_logger(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Says which library speaks."""
    event["logger"] = event["_record"].name
    return event


def _as_json(_: WrappedLogger, __: str, event: EventDict) -> str:
    ordered = {key: event.pop(key) for key in _HEAD}
    ordered.update(event)
    return json.dumps(ordered, default=repr)


def _as_text(_: WrappedLogger, __: str, event: EventDict) -> str:
    time, level, said = (event.pop(key) for key in _HEAD)
    traceback = event.pop("exception", None)
    context = "".join(f" {key}={_plain(value, ' =')}" for key, value in event.items())
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
        log().critical("uncaught exception", exc_info=(kind, error, traceback))
    else:
        sys.__excepthook__(kind, error, traceback)
