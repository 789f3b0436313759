"""Gomocup's .psq, which Piskvork writes: five in a row on a flat board, `x,y,milliseconds` a move.

Behind the moves come both names, a code and `winner,rule`. Readers stop there, so what the format
has no place for follows as tag pairs. Times that are all zero are read as unknown.
"""

import re

from games.catalogue import game_named
from games.errors import BadRecord, Mistake
from games.formats.fit import refuse_unless
from games.formats.tags import read_tags, write_tags
from games.game import Game
from games.record import RESERVED, UNTOLD, Record, Result, result_of

_HEADER = re.compile(r"Piskvorky\s+(\d{1,3})x(\d{1,3})\b.*", re.ASCII)
_MOVE = re.compile(r"\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*(?:,\s*(\d{1,13})\s*)?", re.ASCII)
_VERDICT = re.compile(r"\s*([012])\s*,\s*([A-Za-z]+)\s*", re.ASCII)
_CAPACITY = "five in a row on one flat board"


def write(record: Record) -> str:
    game = record.position.game
    flat_five = len(game.shape) == 2 and not game.below and len(game.lines[0]) == 5
    refuse_unless(flat_five, "psq", _CAPACITY, game)
    rows, columns = game.shape
    times = record.times_ms or (0,) * len(record.position.moves)
    moves = [
        f"{cell % columns + 1},{cell // columns + 1},{time}"
        for cell, time in zip(record.position.moves, times, strict=True)
    ]
    winner = {Result.FIRST: 1, Result.SECOND: 2}.get(record.result, 0)
    verdict = f"{winner},{'Standard' if game.beyond else 'Freestyle'}"
    names = [_safe(name, f"homo-{n}") for n, name in enumerate(record.players, 1)]
    lines = [f"Piskvorky {columns}x{rows}, 11:11, 0", *moves, *names, "-1", verdict]
    values = (game.name, *record.players, record.result, record.ending)
    tags = dict(zip(RESERVED, values, strict=True)) | dict(record.tags)
    return "\n".join(lines) + "\n" + write_tags(tags)


def _safe(name: str, otherwise: str) -> str:
    """A name that no reader can take for a move."""
    return name if name[:1].isalpha() else otherwise


def read(text: str) -> list[Record]:
    lines = text.lstrip("\ufeff").split("\n")
    header = _HEADER.fullmatch(lines[0].strip())
    if header is None:
        raise BadRecord("a psq file begins like 'Piskvorky 15x15, 11:11, 0'")
    moves = []
    for line in lines[1:]:
        found = _MOVE.fullmatch(line)
        if found is None:
            break
        moves.append(found)
    rest = [line.strip() for line in lines[1 + len(moves) :]]
    times = tuple(int(found[3] or 0) for found in moves)
    try:
        game = _game(int(header[1]), int(header[2]), rest)
        position = game.start()
        for found in moves:
            position = position.play(_cell(game, int(found[1]), int(found[2])))
    except Mistake as error:
        raise BadRecord(str(error)) from error
    tags = read_tags("\n".join(rest))
    players, result, ending = _about(tags, rest)
    others = {key: value for key, value in tags.items() if key not in RESERVED}
    return [Record.of(position, players, result, ending, times if any(times) else (), others)]


def _game(columns: int, rows: int, rest: list[str]) -> Game:
    tags = read_tags("\n".join(rest))
    if "Game" in tags:
        game = game_named(tags["Game"])
        if game.shape != (rows, columns):
            raise BadRecord(f"the board is {columns}x{rows}, but {game.name} is played on another")
        return game
    rule = next((found[2].lower() for found in map(_VERDICT.fullmatch, rest) if found), "freestyle")
    if rule not in ("freestyle", "standard"):
        raise BadRecord(f"the rule is {rule}: only Freestyle and Standard can be read")
    board = f"gomoku:size={rows}" if rows == columns else f"mnk:rows={rows},cols={columns}"
    return game_named(board + (",exact=yes" if rule == "standard" else ""))


def _cell(game: Game, x: int, y: int) -> int:
    rows, columns = game.shape
    if not (1 <= x <= columns and 1 <= y <= rows):
        raise BadRecord(f"the move {x},{y} is off the board: x is 1 to {columns}, y 1 to {rows}")
    return (y - 1) * columns + x - 1


def _about(tags: dict[str, str], rest: list[str]) -> tuple[tuple[str, str], Result, str]:
    """Players, result and ending: from the tags, or from the lines that Piskvork writes."""
    if "Result" in tags:
        players = tags.get("First", ""), tags.get("Second", "")
        return players, result_of(tags["Result"]), tags.get("Ending", "")
    names = [line for line in rest if line and not re.fullmatch(r"-?\d+(,.*)?", line)]
    first, second, *_ = [*names, "", ""]
    winner = next((found[1] for found in map(_VERDICT.fullmatch, rest) if found), "0")
    result = {"1": Result.FIRST, "2": Result.SECOND}.get(winner, Result.NONE)
    return (first, second), result, "" if result is Result.NONE else UNTOLD
