"""Connect 4 on the standard board as a string of columns, the form that every solver reads.

It holds the moves only: names, times, tags and a resignation are lost.
"""

from games.errors import BadRecord
from games.formats.fit import refuse_unless
from games.notation import write_moves
from games.record import Record, position_of


def write(record: Record) -> str:
    game = record.position.game
    refuse_unless(game.name == "connect4", "a digit string", "connect4 on the 7x6 board", game)
    return write_moves(game, record.position.moves) + "\n"


def read(text: str) -> list[Record]:
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words:
            try:
                # Test sets write the value of the position behind the moves.
                records.append(Record.of(position_of("connect4", words[0])))
            except BadRecord as error:
                raise BadRecord(f"line {number}: {error}") from None
    return records
