"""What stands behind a move in a text: what its player thought of it, and how long that took.

`+12/8 350 ms` is a score of 12 for the mover at depth 8; `-31967=loss/9 5 ms` is proven to be lost.
Each part may be missing.
"""

import re
from typing import NamedTuple

from games.record import MoveEvaluation, Record

_NOTE = re.compile(
    r"(?:([+-]\d{1,15}(?:\.\d{1,22})?(?:e[+-]\d{1,3})?)?(?:=(win|loss|draw))?(?:/(\d{1,9}))?)"
    r"(?:(?:^|\s+)(\d{1,13})\s+ms)?",
    re.ASCII,
)


class Note(NamedTuple):
    evaluation: MoveEvaluation | None = None
    time: int | None = None  # in milliseconds


def write_note(note: Note) -> str:
    """Empty where nothing is known."""
    found, time = note
    words = [] if found is None else [_written(found)]
    words += [] if time is None else [f"{time} ms"]
    return " ".join(words)


def _written(evaluation: MoveEvaluation) -> str:
    score, depth, verdict = evaluation
    parts = [
        "" if score is None else written_score(score),
        f"={verdict}" if verdict else "",
        "" if depth is None else f"/{depth}",
    ]
    return "".join(parts)


def written_score(score: float) -> str:
    """With its sign, and no more digits than it has."""
    return f"{int(score):+d}" if score == int(score) else f"{score:+}"


def read_note(text: str) -> Note | None:
    """What it says, or None for a comment of another kind."""
    found = _NOTE.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        return None
    score, verdict, depth, time = found.groups()
    evaluation = MoveEvaluation(
        None if score is None else _read_score(score),
        None if depth is None else int(depth),
        verdict or "",
    )
    return Note(
        evaluation if any(found.groups()[:3]) else None, None if time is None else int(time)
    )


def _read_score(text: str) -> float:
    """As it was written: a whole number stays one."""
    return int(text) if text[1:].isdigit() else float(text)


def notes_of(record: Record) -> list[Note]:
    """One for each move."""
    unknown = (None,) * len(record.position.moves)
    both = zip(record.evaluations or unknown, record.times_ms or unknown, strict=True)
    return [Note(*each) for each in both]
