"""Gomocup's .psq, which Piskvork writes: five in a row on a flat board, `x,y,milliseconds` a move.

Behind the moves come both names, a code and `winner,rule`. Readers stop there, so what the format
has no place for follows as tag pairs. Where the times are unknown, the third number is left out.

The header's last number is 1 if the player named second moved first. The winner is read as 1 for
the first mover and 2 for the other: Piskvork's source, which does not write it, cannot tell.
"""

import re

from games.catalogue import game_named
from games.errors import BadRecord, Mistake
from games.formats.notes import Note, read_note, write_note
from games.formats.supported_games import five_in_a_row, refuse_unless
from games.formats.tags import read_tag, write_tags
from games.game import Game, Position
from games.record import RESERVED, UNTOLD, MoveEvaluation, Record, RecordedResult, result_of

Lines = list[tuple[int, str]]  # with their numbers in the file

_HEADER = re.compile(
    r"Piskvorky\s+(\d{1,3})x(\d{1,3})(?:\s*,\s*-?\d+\s*:\s*-?\d+\s*,\s*([01]))?", re.ASCII
)
_MOVE = re.compile(r"-?\d{1,6}\s*,\s*-?\d{1,6}\s*(?:,\s*\d{1,13})?", re.ASCII)
_NAME = re.compile(r"[^\W\d].*")  # Piskvork would take a digit for a move
_CODE = re.compile(r"-?\d+", re.ASCII)
_VERDICT = re.compile(r"[012]\s*,\s*[A-Za-z]+", re.ASCII)
_KINDS = {"m": _MOVE, "n": _NAME, "c": _CODE, "v": _VERDICT}
_ORDER = re.compile(r"(m*)((?:nn)?)(c?)(v?)(t*)")
EVALUATIONS = RESERVED[-1]  # the tag of what was thought of each move, as notes.py has it
_RESULTS = {"1": RecordedResult.FIRST, "2": RecordedResult.SECOND}
_CAPACITY = "five in a row on one flat board"


def write(record: Record) -> str:
    game = record.position.game
    flat_five = len(game.shape) == 2 and not game.below and len(game.lines[0]) == 5
    refuse_unless(flat_five, "psq", _CAPACITY, game)
    rows, columns = game.shape
    times = [f",{time}" for time in record.times_ms] or [""] * len(record.position.moves)
    moves = [
        f"{cell % columns + 1},{cell // columns + 1}{time}"
        for cell, time in zip(record.position.moves, times, strict=True)
    ]
    winner = {RecordedResult.FIRST: 1, RecordedResult.SECOND: 2}.get(record.result, 0)
    verdict = f"{winner},{'Standard' if game.beyond else 'Freestyle'}"
    names = [_safe(name, f"homo-{n}") for n, name in enumerate(record.players, 1)]
    lines = [f"Piskvorky {columns}x{rows}, 11:11, 0", *moves, *names, "-1", verdict]
    values = (game.name, *record.players, record.result, record.ending)
    tags = dict(zip(RESERVED, values, strict=False)) | dict(record.tags)
    if record.evaluations:
        told = (write_note(Note(evaluation)) for evaluation in record.evaluations)
        tags[EVALUATIONS] = ";".join(told)
    return "\n".join(lines) + "\n" + write_tags(tags)


def _safe(name: str, otherwise: str) -> str:
    """A name that no reader can take for a move."""
    return name if name[:1].isalpha() else otherwise


def read(text: str) -> list[Record]:
    numbered = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    top, *lines = [each for each in numbered if each[1]] or [(1, "")]
    header = _HEADER.fullmatch(top[1])
    if header is None:
        raise BadRecord("a psq file begins like 'Piskvorky 15x15, 11:11, 0'")
    moves, names, _, verdicts, pairs = _parts(lines)
    tags = dict(tag for _, line in pairs if (tag := read_tag(line)))
    winner, rule = _verdict(verdicts)
    game = _game(int(header[2]), int(header[1]), tags.get("Game"), rule)
    position, times = _played(game, moves)
    here, there = [name for _, name in names] or ("", "")
    first, second = (there, here) if header[3] == "1" else (here, there)
    players = tags.get("First", first), tags.get("Second", second)
    result = result_of(tags.get("Result", winner))
    ending = tags.get("Ending", "" if result is RecordedResult.NONE else UNTOLD)
    others = {key: value for key, value in tags.items() if key not in RESERVED}
    thoughts = _evaluations(tags[EVALUATIONS]) if EVALUATIONS in tags else ()
    return [Record.of(position, players, result, ending, times, others, thoughts)]


def _evaluations(text: str) -> tuple[MoveEvaluation | None, ...]:
    notes = (read_note(each) or Note() for each in text.split(";"))
    return tuple(note.evaluation for note in notes)


def _parts(lines: Lines) -> list[Lines]:
    """The moves, the names, the code, the verdict and the tags; all lines must be in this order."""
    found = _ORDER.match("".join(_kind(line) for _, line in lines))
    assert found is not None  # it matches nothing at all, too
    if found.end() < len(lines):
        number, line = lines[found.end()]
        raise BadRecord(
            f"line {number}: {line!r} is out of place: moves like 8,8,350 come first, then two "
            "names, a code, the winner and rule like 1,Freestyle, and tag pairs"
        )
    return [lines[found.start(part) : found.end(part)] for part in range(1, 6)]


def _kind(line: str) -> str:
    """One letter for what a line is."""
    if read_tag(line):
        return "t"
    return next((kind for kind, form in _KINDS.items() if form.fullmatch(line)), "?")


def _verdict(lines: Lines) -> tuple[RecordedResult, str]:
    """The result and the rule."""
    winner, rule = lines[0][1].split(",") if lines else ("0", "freestyle")
    return _RESULTS.get(winner.strip(), RecordedResult.NONE), rule.strip().lower()


def _game(rows: int, columns: int, name: str | None, rule: str) -> Game:
    try:
        game = game_named(name) if name else five_in_a_row(rows, columns, rule == "standard")
    except Mistake as error:
        raise BadRecord(str(error)) from error
    if game.shape != (rows, columns):
        raise BadRecord(f"the board is {columns}x{rows}, but {game.name} is played on another")
    if rule not in ("freestyle", "standard"):
        raise BadRecord(f"the rule is {rule}: only Freestyle and Standard can be read")
    return game


def _played(game: Game, moves: Lines) -> tuple[Position, tuple[int, ...]]:
    position, times = game.start(), []
    for number, line in moves:
        x, y, *time = map(int, line.split(","))
        try:
            position = position.play(_cell(game, x, y))
        except Mistake as error:
            raise BadRecord(f"line {number}: {error}") from error
        times += time
    return position, tuple(times)


def _cell(game: Game, x: int, y: int) -> int:
    rows, columns = game.shape
    if not (1 <= x <= columns and 1 <= y <= rows):
        raise BadRecord(f"the move {x},{y} is off the board: x is 1 to {columns}, y 1 to {rows}")
    return (y - 1) * columns + x - 1
