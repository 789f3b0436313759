"""Smart Game Format FF[4] for flat boards, as GM[4] (gomoku): the main line, notes as comments.

The first mover is Black. RU holds the canonical name; files of other programs, which lack it, are
read as gomoku if the board is square and as five in a row (mnk) if it is not. Tags that SGF has no
property for, and the ending in our words, stand in GC.
"""

import re
from collections.abc import Iterator

from games.catalogue import CATALOGUE, game_named
from games.cell_names import LETTERS
from games.errors import BadRecord, Mistake
from games.formats.notes import Note, notes_of, read_note, write_note, written_score
from games.formats.supported_games import five_in_a_row, refuse_unless
from games.formats.tags import read_tags, write_tags
from games.game import Game, Position
from games.record import RESERVED, UNTOLD, MoveEvaluation, Record, RecordedResult

Node = dict[str, list[str]]

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)
_SIZE = re.compile(r"(\d{1,2})(?::(\d{1,2}))?", re.ASCII)
_COLOURS = ("B", "W")
_WAYS = {"resigned": "R", "time": "T", "misconduct": "F"}
_TAGS = {"Event": "EV", "Date": "DT"}  # tags that have a property of their own


def write(record: Record) -> str:
    game = record.position.game
    refuse_unless(len(game.shape) == 2, "SGF", "games on one flat board", game)
    rows, columns = game.shape
    size = str(rows) if rows == columns else f"{columns}:{rows}"
    root = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "SZ": size,
        "RU": game.name,
        "PB": record.players[0],
        "PW": record.players[1],
        **{key: record.tags.get(tag, "") for tag, key in _TAGS.items()},
        "RE": _written_result(record),
        "GC": _written_tags(record),
    }
    head = "".join(f"{key}[{_escaped(value)}]" for key, value in root.items() if value)
    return f"(;{head}\n{''.join(_written_moves(record))})\n"


def _written_tags(record: Record) -> str:
    is_over = record.ending or record.result is not RecordedResult.NONE
    others = {key: value for key, value in record.tags.items() if not (value and key in _TAGS)}
    return write_tags(({"Ending": record.ending} if is_over else {}) | others)


def _written_result(record: Record) -> str:
    match record.result:
        case RecordedResult.FIRST | RecordedResult.SECOND:
            winner = "B" if record.result is RecordedResult.FIRST else "W"
            return f"{winner}+{_WAYS.get(record.ending, '')}"
        case RecordedResult.DRAW:
            return "0"
    return "Void" if record.ending else "?"


def _written_moves(record: Record) -> Iterator[str]:
    columns, notes = record.position.game.shape[1], notes_of(record)
    for ply, cell in enumerate(record.position.moves):
        row, column = divmod(cell, columns)
        note = write_note(notes[ply])
        told = _value(notes[ply].evaluation, ply) + (f"C[{note}]" if note else "")
        yield f";{_COLOURS[ply % 2]}[{LETTERS[column]}{LETTERS[row]}]{told}\n"


def _value(evaluation: MoveEvaluation | None, ply: int) -> str:
    """The score for Black, as other programs have it; the mover's stands in the comment."""
    if evaluation is None or evaluation.score is None:
        return ""
    return f"V[{written_score(evaluation.score if ply % 2 == 0 else -evaluation.score)}]"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _unescaped(text: str) -> str:
    """What a backslash stands before is taken as it is, but a line break, which is left out."""
    return re.sub(r"\\(\n|.)", lambda found: found[1].strip("\n"), text)


def _simple(text: str) -> str:
    """A text on one line."""
    return re.sub(r"[\t-\r]+", " ", text).strip()


def read(text: str) -> list[Record]:
    records = []
    for number, nodes in enumerate(_games(text), 1):
        try:
            records.append(_record(nodes))
        except Mistake as error:
            raise BadRecord(f"game {number}: {error}") from None
    return records


def _games(text: str) -> Iterator[list[Node]]:
    """The nodes on the main line of each game: those before its first closing parenthesis."""
    depth, key = 0, ""
    nodes: list[Node] = []
    on_main_line = True
    for mark, name, value in _tokens(text):
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth, on_main_line = depth - 1, False
        elif depth == 0 or (mark != ";" and not nodes):
            raise BadRecord("not SGF: a game begins with (;")
        elif on_main_line and mark == ";":
            nodes.append({})
        elif on_main_line and name:
            # Older files write names out: only the capitals count.
            key = "".join(filter(str.isupper, name))
        elif on_main_line:
            nodes[-1].setdefault(key, []).append(_unescaped(value))
        if depth < 0:
            raise BadRecord("not SGF: there is a ) too many")
        if mark == ")" and depth == 0:
            yield nodes
            nodes, on_main_line = [], True
    if depth:
        raise BadRecord("the SGF ends in the middle of a game: a ) is missing")


def _tokens(text: str) -> Iterator[tuple[str, str, str]]:
    """A mark, a property's name or a property's value at a time."""
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            raise BadRecord(f"not SGF at character {at + 1}: {text[at : at + 20].strip()!r}")
        mark, name, value = found.groups(default="")
        yield mark, name, value
        at = found.end()


def _record(nodes: list[Node]) -> Record:
    root = {key: values[0] for key, values in nodes[0].items() if values} if nodes else {}
    if root.get("GM", "1").strip() != "4":
        raise BadRecord(f"this SGF is of game type GM[{root.get('GM', '1')}], not GM[4] (gomoku)")
    position, notes = _played(_game(root), nodes)
    times = tuple(note.time for note in notes if note.time is not None)
    thoughts = tuple(note.evaluation for note in notes)
    players = _simple(root.get("PB", "")), _simple(root.get("PW", ""))
    result, way = _read_result(_simple(root.get("RE", "?")))
    told = read_tags(root.get("GC", ""))
    tags = {tag: value for tag, key in _TAGS.items() if (value := _simple(root.get(key, "")))}
    tags |= {tag: value for tag, value in told.items() if tag not in RESERVED}
    ending = told.get("Ending", way)
    return Record.of(position, players, result, ending, times, tags, thoughts)


def _game(root: dict[str, str]) -> Game:
    """The game that RU names, or five in a row; SZ gives its size unless the name does."""
    size = _SIZE.fullmatch(root.get("SZ", "15").strip())
    if size is None:
        raise BadRecord(f"cannot read the size SZ[{root['SZ']}]: write SZ[15] or SZ[columns:rows]")
    columns, rows = int(size[1]), int(size[2] or size[1])
    rule = _simple(root.get("RU", ""))
    if rule.partition(":")[0] not in CATALOGUE:
        return five_in_a_row(rows, columns, exact=rule.lower() == "standard")
    game = game_named(rule)
    if "SZ" not in root:
        return game
    if rule in CATALOGUE and game.shape != (rows, columns):
        game = game_named(_sized(rule, rows, columns))
    if game.shape != (rows, columns):
        raise BadRecord(f"the size is {columns} x {rows}, but {game.name} is played on another")
    return game


def _sized(family: str, rows: int, columns: int) -> str:
    """The name of the family's game on a board of this size."""
    sizes = {"size": rows, "rows": rows, "cols": columns, "width": columns, "height": rows}
    given = [each.key for each in CATALOGUE[family].parameters if each.key in sizes]
    return f"{family}:{','.join(f'{key}={sizes[key]}' for key in given)}" if given else family


def _played(game: Game, nodes: list[Node]) -> tuple[Position, list[Note]]:
    position, notes = game.start(), []
    for node in nodes:
        if "AB" in node or "AW" in node:
            raise BadRecord("the game starts from stones set up, not from an empty board")
        ply = len(position.moves) + 1
        match [colour for colour in _COLOURS if colour in node]:
            case [_, _]:
                raise BadRecord(f"move {ply} is of B and W at once: each has a node of its own")
            case [colour] if colour != _COLOURS[position.turn]:
                raise BadRecord(f"{colour} moves out of turn at move {ply}")
            case [colour]:
                position = position.play(_cell(game, node[colour]))
                notes.append(read_note("".join(node.get("C", []))) or Note())
    return position, notes


def _cell(game: Game, values: list[str]) -> int:
    rows, columns = game.shape
    point = "".join(values).strip()
    if len(point) == 2 and point[0] in LETTERS[:columns] and point[1] in LETTERS[:rows]:
        return LETTERS.index(point[1]) * columns + LETTERS.index(point[0])
    example = f"[{LETTERS[columns // 2]}{LETTERS[rows // 2]}]"
    raise BadRecord(f"cannot read the move [{point}]: write column and row, like {example}")


def _read_result(text: str) -> tuple[RecordedResult, str]:
    winner, plus, way = text.upper().partition("+")
    if plus and winner in _COLOURS:
        ways = {short: word for word, short in _WAYS.items()}
        return RecordedResult.of(_COLOURS.index(winner)), ways.get(way[:1], UNTOLD)
    if text.upper() in ("0", "DRAW"):
        return RecordedResult.DRAW, UNTOLD
    return RecordedResult.NONE, "aborted" if text.upper() == "VOID" else ""
