"""Recorded games: read from files and written to them, told by a server, or just played."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from client.console import as_text, read
from client.model.match_view import MatchView
from games.errors import BadRecord, Mistake
from games.formats import FORMATS, RecordFormat, detect
from games.record import Record, RecordedResult
from protocol.clocks import write_clock
from protocol.events import MatchEvent, Started
from protocol.parts import UNSCORED
from protocol.texts import clean

SUFFIXES = {f".{name}": form for name, form in FORMATS.items()} | {".jsonl": FORMATS["json"]}


def load_records(file: str, source: RecordFormat | None = None) -> tuple[Record, ...]:
    """All games in a file, or on stdin for `-`; the format shows by the text where none is given.

    Raises Mistake, which says what is wrong.
    """
    text = _decoded(read(file), file)
    records = (source or detect(text)).read(text)
    if not records:
        raise BadRecord(f"{file} holds no game")
    return tuple(records)


def _decoded(raw: bytes, file: str) -> str:
    """The text in UTF-8; SGF that does not say it is in that may be in its default, Latin-1."""
    if raw.lstrip().startswith(b"(") and not re.search(rb"CA\s*\[\s*UTF-8", raw, re.IGNORECASE):
        try:
            raw.decode()
        except UnicodeDecodeError:
            raw = raw.decode("latin-1").encode()
    return as_text(raw, file)


def written(records: Sequence[Record], form: RecordFormat) -> bytes:
    """The games as a file holds them, which is in UTF-8. Raises BadRecord if it cannot."""
    if len(records) > 1 and not form.many:
        raise BadRecord(f"a {form.name} file holds one game, and there are {len(records)} here")
    return "".join(map(form.write, records)).encode()


def save_record(record: Record, file: str, replace: bool = False) -> None:
    """Write a game to a file, in the format of its suffix. Raises Mistake."""
    path = Path(file).expanduser()
    form = SUFFIXES.get(path.suffix.lower())
    if form is None:
        raise Mistake(f"the name of the file must end with one of {', '.join(SUFFIXES)}")
    content = written([record], form)
    try:
        with path.open("wb" if replace else "xb") as out:
            out.write(content)
    except FileExistsError:
        raise FileThere(f"there is already a file {file}") from None
    except OSError as error:
        raise Mistake(f"cannot write {file}: {error.strerror}") from error


class FileThere(Mistake):
    """A file of this name is there already."""


def record_of(view: MatchView) -> Record:
    """A match as far as it has come."""
    ended = view.ended
    scored = ended is not None and ended.ending not in UNSCORED
    move_times = [time for time in view.move_times if time is not None]
    known = len(move_times) == view.ply
    return Record.of(
        view.position,
        (view.players[0].name, view.players[1].name),
        RecordedResult.of(ended.winner) if ended and scored else RecordedResult.NONE,
        str(ended.ending) if ended else "",
        tuple(round(time.elapsed * 1000) for time in move_times) if known else (),
        _tags(view),
    )


def _tags(view: MatchView) -> dict[str, str]:
    """When and how it was played, as far as the result does not tell."""
    began = datetime.fromtimestamp(view.started.at, UTC)
    tags = {
        "Date": f"{began:%Y-%m-%d}",
        "UTCTime": f"{began:%H:%M:%S}",
        "Clock": write_clock(view.terms.clock),
        "Match": clean(view.match),
        "Reason": clean(view.ended.reason) if view.ended else "",
    }
    return {name: value for name, value in tags.items() if value}


def record_from(events: Iterable[MatchEvent]) -> Record:
    """A match from all of its events."""
    first, *rest = events
    if not isinstance(first, Started):
        raise BadRecord("a match begins with its start")
    now = monotonic()  # only clocks need it, and they are of no interest here
    view = MatchView.of(first, now)
    for event in rest:
        view = view.hear(event, now)
    return record_of(view)
