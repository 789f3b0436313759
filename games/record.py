"""A finished or running game, as a value and as one JSON line."""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from games.catalogue import game_named
from games.errors import BadRecord, Mistake
from games.game import Position, Side
from games.notation import read_moves, write_moves

RESERVED = (
    "Game",
    "First",
    "Second",
    "Result",
    "Ending",
    "Evaluations",
)  # tags that the record itself fills
UNTOLD = "other"  # the ending where a file has a result but does not say how it came about
LONGEST_TIME = 10**12  # milliseconds: thirty years
LARGEST = 1e9  # score
MOST_PLIES = 10**9  # of depth
VERDICTS = ("", "win", "loss", "draw")
_ENDING = re.compile(r"(?:[a-z]+(?:-[a-z]+)*)?")


class RecordedResult(StrEnum):
    """The score, first mover's points first."""

    FIRST = "1-0"
    SECOND = "0-1"
    DRAW = "1/2-1/2"
    NONE = "*"  # still running, or ended without a score

    @classmethod
    def of(cls, winner: Side | None) -> "RecordedResult":
        return cls.DRAW if winner is None else (cls.FIRST, cls.SECOND)[winner]


class MoveEvaluation(NamedTuple):
    """What the mover thought of a move."""

    score: float | None = None  # for the mover
    depth: int | None = None  # plies that it looked ahead
    verdict: str = ""  # win, loss or draw for the mover, once that is proven


@dataclass(frozen=True)
class Record:
    """One game: who played, what was played, how it ended. It cannot hold an illegal move."""

    position: Position
    players: tuple[str, str] = ("", "")  # the first mover's name first; empty if unknown
    result: RecordedResult = RecordedResult.NONE
    ending: str = ""  # how it ended in one word ("line", "full", "time", ...); empty while running
    times_ms: tuple[int, ...] = ()  # milliseconds for each move, or none at all
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    evaluations: tuple[MoveEvaluation | None, ...] = ()  # of each move, or none at all

    def __post_init__(self) -> None:
        if not isinstance(self.tags, Mapping):
            raise BadRecord("tags must be a mapping of names to texts")
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        known = tuple(None if each == MoveEvaluation() else each for each in self.evaluations)
        object.__setattr__(self, "evaluations", known if any(known) else ())
        _check_texts(self)
        _check_ending(self.ending)
        _check_times(self)
        _check_evaluations(self)
        _check_result(self)

    @classmethod
    def of(
        cls,
        position: Position,
        players: tuple[str, str] = ("", ""),
        result: RecordedResult = RecordedResult.NONE,
        ending: str = "",
        times_ms: tuple[int, ...] = (),
        tags: Mapping[str, str] | None = None,
        evaluations: tuple[MoveEvaluation | None, ...] = (),
    ) -> "Record":
        """A record in which a finished board has the last word on how the game ended.

        Files may leave that open, or tell of a resignation at the last stone; but they must not
        name another winner.
        """
        _check_ending(ending)
        if outcome := position.outcome:
            told, result = result, RecordedResult.of(outcome.winner)
            if told not in (RecordedResult.NONE, result):
                raise BadRecord(f"the board says {result}, but the record says {told}")
            ending = board_ending(position)
        tags = {} if tags is None else tags
        return cls(position, players, result, ending, times_ms, tags, evaluations)

    def __reduce__(self) -> tuple[Any, ...]:
        # A read-only mapping cannot be pickled, so the tags travel as a plain one.
        fields = (self.position, self.players, self.result, self.ending, self.times_ms)
        return Record, (*fields, dict(self.tags), self.evaluations)

    def to_json(self) -> str:
        """One line of JSON, without the line end."""
        game = self.position.game
        data = {
            "game": game.name,
            "players": self.players,
            "moves": write_moves(game, self.position.moves),
            "result": self.result,
            "ending": self.ending,
            "times_ms": self.times_ms,
            "tags": dict(self.tags),
        }
        if self.evaluations:
            data["evaluations"] = [each and _told(each) for each in self.evaluations]
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "Record":
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"not a line of JSON: {error}") from None
        if not isinstance(data, dict):
            raise BadRecord('a record is a JSON object, like {"game": "connect4", ...}')
        return cls.of(**_fields(data))


def board_ending(position: Position) -> str:
    """How the game ended on the board, in the word that the server uses."""
    if position.outcome is None:
        return ""
    return "full" if position.outcome.winner is None else "line"


def _fields(data: dict[str, Any]) -> dict[str, Any]:
    """The record's fields from decoded JSON, each of the right type."""
    known = (
        "game", "players", "moves", "result", "ending", "times_ms", "tags", "evaluations",
    )  # fmt: skip
    for key in data.keys() - set(known):
        raise BadRecord(f"a record has no field {key!r}: its fields are {', '.join(known)}")
    for key in ("game", "moves"):
        if not isinstance(data.get(key), str):
            raise BadRecord(f"{key} must be there, and a text")
    players, times = data.get("players", ["", ""]), data.get("times_ms", [])
    if not isinstance(players, list) or len(players) != 2:
        raise BadRecord("players must be a list of two names, the first mover's first")
    if not isinstance(times, list):
        raise BadRecord("times_ms must be a list of milliseconds, one for each move")
    evaluations = data.get("evaluations", [])
    if not isinstance(evaluations, list):
        raise BadRecord("evaluations must be a list, with an object or null for each move")
    return {
        "position": position_of(data["game"], data["moves"]),
        "players": tuple(players),
        "result": result_of(data.get("result", RecordedResult.NONE)),
        "ending": data.get("ending", ""),
        "times_ms": tuple(times),
        "tags": data.get("tags", {}),
        "evaluations": tuple(map(_evaluation, evaluations)),
    }


def _told(evaluation: MoveEvaluation) -> dict[str, Any]:
    """What there is to tell of it."""
    return {key: value for key, value in evaluation._asdict().items() if value not in (None, "")}


def _evaluation(data: object) -> MoveEvaluation | None:
    if data is None:
        return None
    if not isinstance(data, dict) or not data.keys() <= set(MoveEvaluation._fields):
        right = '{"score": 12, "depth": 8, "verdict": "win"}'
        raise BadRecord(f"an evaluation is null or an object like {right}, not {data!r}")
    return MoveEvaluation(**data)


def position_of(game: str, moves: str) -> Position:
    """The position that the moves lead to, with what is wrong told as a fault of the record."""
    try:
        return read_moves(game_named(game), moves)
    except Mistake as error:
        raise BadRecord(str(error)) from error


def result_of(text: str) -> RecordedResult:
    try:
        return RecordedResult(text)
    except ValueError:
        allowed = ", ".join(RecordedResult)
        raise BadRecord(f"the result must be one of {allowed}, not {text!r}") from None


def _check_texts(record: Record) -> None:
    texts = {"the first player": record.players[0], "the second player": record.players[1]}
    texts |= {f"the tag {key}": value for key, value in record.tags.items()}
    for what, text in texts.items():
        if not isinstance(text, str) or not is_one_line(text):
            raise BadRecord(f"{what} must be a text on one line, not {text!r}")
        if text != text.strip():
            raise BadRecord(f"{what} must not begin or end with a space, as {text!r} does")
    for key in record.tags:
        if not (key.isascii() and key.replace("_", "").isalnum()) or key in RESERVED:
            raise BadRecord(
                f"a tag cannot be called {key!r}: use letters, digits and underscores, "
                f"and none of {', '.join(RESERVED)}"
            )


def is_one_line(text: str) -> bool:
    """Whether the text can stand on one line of a file: no control characters, no line ends."""
    return not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)


def _check_ending(ending: str) -> None:
    if not isinstance(ending, str) or not _ENDING.fullmatch(ending):
        raise BadRecord(
            "the ending must be one word of lower-case letters and hyphens, like 'resigned', "
            f"not {ending!r}"
        )


def _check_times(record: Record) -> None:
    moves = len(record.position.moves)
    if record.times_ms and len(record.times_ms) != moves:
        raise BadRecord(f"give one time for each move: {moves} in all, not {len(record.times_ms)}")
    for time in record.times_ms:
        if type(time) is not int or not 0 <= time <= LONGEST_TIME:
            raise BadRecord(f"a time must be a whole number of milliseconds, not {time!r}")


def _check_evaluations(record: Record) -> None:
    moves, told = len(record.position.moves), len(record.evaluations)
    if told and told != moves:
        raise BadRecord(f"give one evaluation, or null, for each move: {moves} in all, not {told}")
    for score, depth, verdict in filter(None, record.evaluations):
        number = type(score) in (int, float) and -LARGEST <= (score or 0) <= LARGEST
        if score is not None and not number:
            raise BadRecord(f"the score of a move must be a number, not {score!r}")
        if depth is not None and not (type(depth) is int and 0 <= depth <= MOST_PLIES):
            raise BadRecord(f"a depth must be a whole number from 0 to {MOST_PLIES}, not {depth!r}")
        if verdict not in VERDICTS:
            raise BadRecord(f"a verdict must be {', '.join(VERDICTS[1:])}, not {verdict!r}")


def _check_result(record: Record) -> None:
    """The board and the result must not contradict each other."""
    outcome = record.position.outcome
    on_board = ("line", "full")
    if outcome is None:
        if record.ending in on_board:
            raise BadRecord(f"the ending is {record.ending!r}, but the board is not finished")
        return
    result = RecordedResult.of(outcome.winner)
    if record.result != result or record.ending != board_ending(record.position):
        raise BadRecord(
            f"the board says {result} by {board_ending(record.position)!r}, "
            f"but the record says {record.result} by {record.ending!r}"
        )
