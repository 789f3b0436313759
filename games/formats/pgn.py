"""A text with tags and numbered moves, in the manner of chess's PGN, for every game.

[Game "tictactoe"]
[First "ann"]
[Second "bob"]
[Result "1-0"]
[Ending "line"]

1. b2 {+12/8 350 ms} a1 {1200 ms} 2. a2 c3 3. c2 1-0

What stands in braces behind a move is told in notes.py.
"""

import re
import textwrap
from collections.abc import Iterator

from games.errors import BadRecord
from games.formats.notes import Note, notes_of, read_note, write_note
from games.formats.tags import read_tag, write_tags
from games.record import RESERVED, Record, RecordedResult, position_of, result_of

# An open comment runs to the end of the text, so that each character is looked at once.
_TOKEN = re.compile(r"\{([^}]*)(\}|\Z)|;[^\n]*|([^\s{;]+)")
_NUMBER = re.compile(r"^\d+\.+", re.ASCII)


def write(record: Record) -> str:
    game = record.position.game
    head = dict(
        zip(RESERVED, (game.name, *record.players, record.result, record.ending), strict=False)
    )
    movetext = " ".join([*_written_moves(record), record.result])
    body = textwrap.fill(movetext, 80, break_long_words=False, break_on_hyphens=False)
    return f"{write_tags(head | dict(record.tags))}\n{body}\n\n"


def _written_moves(record: Record) -> Iterator[str]:
    names = record.position.game.names
    for ply, (cell, note) in enumerate(zip(record.position.moves, notes_of(record), strict=True)):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        told = write_note(note)
        yield number + names[cell] + (f" {{{told}}}" if told else "")


def read(text: str) -> list[Record]:
    records = []
    for number, (tags, movetext) in enumerate(_games(text), 1):
        try:
            records.append(_record(tags, movetext))
        except BadRecord as error:
            raise BadRecord(f"game {number}: {error}") from None
    return records


def _games(text: str) -> Iterator[tuple[dict[str, str], str]]:
    """The tags and the moves of each game: a tag after moves begins the next one."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    for line in text.split("\n"):
        tag = read_tag(line)
        if tag is None:
            moves.append(line)
            continue
        if any(each.strip() for each in moves):
            yield tags, "\n".join(moves)
            tags, moves = {}, []
        tags[tag[0]] = tag[1]
    if tags or any(each.strip() for each in moves):
        yield tags, "\n".join(moves)


def _record(tags: dict[str, str], movetext: str) -> Record:
    if "Game" not in tags:
        raise BadRecord('there is no tag that names the game, like [Game "gomoku"]')
    words, notes = _words(movetext)
    score = (
        words.pop()
        if words and words[-1] in set(RecordedResult)
        else tags.get("Result", RecordedResult.NONE)
    )
    if tags.get("Result", score) != score:
        raise BadRecord(f"the tag says {tags['Result']}, the moves end with {score}")
    position = position_of(tags["Game"], " ".join(words))
    players = tags.get("First", ""), tags.get("Second", "")
    others = {key: value for key, value in tags.items() if key not in RESERVED}
    times = tuple(note.time for note in notes if note.time is not None)
    thoughts = tuple(note.evaluation for note in notes)
    ending = tags.get("Ending", "")
    return Record.of(position, players, result_of(score), ending, times, others, thoughts)


def _words(movetext: str) -> tuple[list[str], list[Note]]:
    """The words without move numbers and comments, and the note behind each move."""
    words: list[str] = []
    notes: list[Note] = []
    noted = True  # whether a note would be out of place here
    for token in _TOKEN.finditer(movetext):
        comment, close, word = token.groups()
        if bare := _NUMBER.sub("", word or ""):
            words.append(bare)
            noted = bare in set(RecordedResult)
            notes += [] if noted else [Note()]
        elif close == "":
            raise BadRecord("a comment is not closed: a } is missing")
        elif note := read_note(comment or ""):
            if noted:
                raise BadRecord(f"the time {{{comment}}} must stand behind its move, one for each")
            notes[-1], noted = note, True
    return words, notes
