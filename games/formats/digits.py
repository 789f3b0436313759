"""Connect 4 on the standard board as a string of columns, the form that every solver reads.

It holds the moves only: names, times, tags and a resignation are lost. Test sets write the value of
the position behind the moves; it is passed over.
"""

import re

from games.errors import BadRecord
from games.formats.supported_games import refuse_unless
from games.notation import write_moves
from games.record import Record, position_of

_LINE = re.compile(r"\s*(\S+)(?:\s+-?\d+)?\s*", re.ASCII)


def write(record: Record) -> str:
    game = record.position.game
    refuse_unless(game.name == "connect4", "a digit string", "connect4 on the 7x6 board", game)
    return write_moves(game, record.position.moves) + "\n"


def read(text: str) -> list[Record]:
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                records.append(_record(line))
            except BadRecord as error:
                raise BadRecord(f"line {number}: {error}") from None
    return records


def _record(line: str) -> Record:
    found = _LINE.fullmatch(line)
    if found is None:
        raise BadRecord(
            f"cannot read {line.strip()!r}: write the moves run together, like 4453, "
            "and at most a value behind them"
        )
    return Record.of(position_of("connect4", found[1]))
