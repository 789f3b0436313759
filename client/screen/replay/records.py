"""Recorded games to look back at: from a file, from the server's events, or just played."""

from collections.abc import Iterable
from time import monotonic

from client.console import as_text, read
from client.model.sitting import UNCOUNTED, Sitting
from games.errors import BadRecord
from games.formats import detect
from games.record import Record, RecordedResult
from protocol.events import MatchEvent, Started


def load_records(file: str) -> list[Record]:
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
    return records


def record_of(sitting: Sitting) -> Record:
    """A match as far as it has come."""
    ended = sitting.ended
    scored = ended is not None and ended.ending not in UNCOUNTED
    costs = [cost for cost in sitting.costs if cost is not None]
    known = len(costs) == sitting.ply
    return Record.of(
        sitting.position,
        (sitting.players[0].name, sitting.players[1].name),
        RecordedResult.of(ended.winner) if ended and scored else RecordedResult.NONE,
        str(ended.ending) if ended else "",
        tuple(round(cost.elapsed * 1000) for cost in costs) if known else (),
    )


def record_from(events: Iterable[MatchEvent]) -> Record:
    """A match from all of its events."""
    first, *rest = events
    if not isinstance(first, Started):
        raise BadRecord("a match begins with its start")
    now = monotonic()  # only clocks need it, and they are of no interest here
    sitting = Sitting.of(first, now)
    for event in rest:
        sitting = sitting.after(event, now)
    return record_of(sitting)
