"""Recorded games to look back at: from a file, from the server's events, or just played."""

from collections.abc import Iterable
from time import monotonic

from client.console import as_text, read
from client.model.match_view import MatchView
from games.errors import BadRecord
from games.formats import detect
from games.record import Record, RecordedResult
from protocol.events import MatchEvent, Started
from protocol.parts import UNSCORED


def load_records(file: str) -> tuple[Record, ...]:
    """All games in a file, in any format that we read. Raises Mistake, which says what is wrong."""
    raw = read(file)
    if raw.lstrip().startswith(b"("):  # SGF that is not in UTF-8 is in Latin-1
        try:
            raw.decode()
        except UnicodeDecodeError:
            raw = raw.decode("latin-1").encode()
    text = as_text(raw, file)
    records = detect(text).read(text)
    if not records:
        raise BadRecord(f"{file} holds no game")
    return tuple(records)


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
    )


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
