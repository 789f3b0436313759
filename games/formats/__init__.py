"""Records in the formats of other programs: written, read, and told apart."""

from collections.abc import Callable
from typing import NamedTuple

from games.errors import BadRecord
from games.formats import digits, jsonl, pgn, psq, sgf
from games.record import Record


class RecordFormat(NamedTuple):
    """A way to write one record and to read all records in a text."""

    name: str
    about: str
    write: Callable[[Record], str]
    read: Callable[[str], list[Record]]
    many: bool = True  # whether one file can hold several games


FORMATS = {
    each.name: each
    for each in (
        RecordFormat("json", "JSON lines, one game a line; every game", jsonl.write, jsonl.read),
        RecordFormat("pgn", "tags and numbered moves; every game", pgn.write, pgn.read),
        RecordFormat("sgf", "Smart Game RecordFormat, GM[4]; flat boards", sgf.write, sgf.read),
        RecordFormat(
            "psq",
            "Gomocup (Piskvork); five in a row on flat boards",
            psq.write,
            psq.read,
            many=False,
        ),
        RecordFormat("digits", "columns run together; connect4 7x6", digits.write, digits.read),
    )
}


def detect(text: str) -> RecordFormat:
    """The format that *text* is in, by how it begins. Raises BadRecord if none fits."""
    start = text.lstrip()
    marks = {"{": "json", "[": "pgn", "(": "sgf", "P": "psq"} | dict.fromkeys("1234567", "digits")
    name = marks.get(start[:1])
    if name is None:
        raise BadRecord(
            "cannot tell the format: a game begins with { (json), [ (pgn), ( (sgf), "
            "Piskvorky (psq) or a digit (digits)"
        )
    return FORMATS[name]
