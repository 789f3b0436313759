"""JSON lines: one game a line, everything that a record holds."""

from games.errors import BadRecord
from games.record import Record


def write(record: Record) -> str:
    return record.to_json() + "\n"


def read(text: str) -> list[Record]:
    records = []
    # Only \n ends a line here: names may hold characters that splitlines would split at.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                records.append(Record.from_json(line))
            except BadRecord as error:
                raise BadRecord(f"line {number}: {error}") from None
    return records
