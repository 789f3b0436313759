"""Our brain as an engine for Gomocup (Piskvork) managers.

The protocol: https://plastovicka.github.io/protocl2en.htm. Five in a row on boards of 5 to 25 rows
and columns, freestyle (INFO rule 0) or exactly five (INFO rule 1).
"""

import re
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from time import monotonic

from bot.brain import Budget
from bot.instinct import instinct
from bot.thinking import BrainFailed, Stopped, Thinker, Turn
from bot.timing import Punctuality, allot
from games import Cell, Game, Mistake, Position, game_named
from protocol.parts import TimeControl

SMALLEST, LARGEST = 5, 25
DEFAULT_TURN = 30_000  # milliseconds, where the manager does not say
UNLIMITED = 2147483647  # milliseconds, of time_left
EXACTLY_FIVE, CONTINUOUS = 1, 2  # bits of INFO rule; renju and caro are not ours
HURRY = 5.0  # seconds that a brain has which was asked to play as fast as possible
MARGIN = 0.05  # of a turn's time, kept back besides what was measured
OWN, THEIRS = 1, 2  # in the lines of BOARD
Stone = tuple[int, int]  # x, y


# A thinker that keeps to so many bytes, 0 for no limit; raises Mistake if none can.
Maker = Callable[[int], Thinker]


class GomocupDialogue:
    def __init__(self, make: Maker, now: Callable[[], float] = monotonic) -> None:
        self.ended = False
        self._leaving = self._thinking = False
        self._make, self._now = make, now
        self._thinker: Thinker | None = None
        self._memory = 0  # that the thinker was made for
        self._info = {"timeout_turn": DEFAULT_TURN, "timeout_match": 0, "max_memory": 0, "rule": 0}
        self._time_left: float | None = None  # seconds, as told or as counted
        self._size: tuple[int, int] | None = None  # columns, rows
        self._stones: list[Stone] = []  # in the order of the moves
        self._reading: list[tuple[int, int, int]] | None = None  # the lines of a BOARD so far
        self._swapping = False  # reading the lines of a SWAP2BOARD, to no effect
        self._punctuality = Punctuality()
        self._punctuality.note_lag(0.0)

    def stops(self, line: str, alone: bool) -> bool:
        """END is said to be gone at once, unless there are commands before it to be answered."""
        self._leaving = self._leaving or (line.upper() == "END" and alone)
        return self._leaving or line.upper() == "STOP"

    def halt(self) -> None:
        if self._thinker is not None and (self._thinking or self._leaving):
            self._thinker.stop()

    def close(self) -> None:
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    def answer(self, line: str) -> Iterator[str]:
        began = self._now()
        try:
            yield from self._answers(line, began)
        except (Mistake, BrainFailed) as error:
            yield f"ERROR {error}"

    def _answers(self, line: str, began: float) -> Iterator[str]:
        word, _, rest = line.partition(" ")
        if self._reading is not None or self._swapping:
            yield from self._read_board(line, began)
            return
        match word.upper(), rest.strip():
            case ("START", size):
                yield from self._start(f"{size},{size}")
            case ("RECTSTART", size):
                yield from self._start(size)
            case ("RESTART", _):
                self._board()
                self._stones = []
                self._time_left = None
                yield "OK"
            case ("BEGIN", _):
                if self._stones:
                    raise Mistake("the board is not empty: RESTART comes before BEGIN")
                yield from self._move(began)
            case ("TURN", place):
                self._put(_place(place))
                yield from self._move(began)
            case ("BOARD", _):
                self._reading = []
            case ("SWAP2BOARD", _):
                self._swapping = True
            case ("TAKEBACK", place):
                self._take_back(_place(place))
                yield "OK"
            case ("INFO", text):
                self._note(text)
            case ("ABOUT", _):
                yield f'name="inarow", version="{_version()}", country="", www=""'
            case ("END", _):
                self.ended = True
            case ("" | "STOP", _):
                return
            case _:
                yield f"UNKNOWN {word[:40]}"

    # The board

    def _start(self, text: str) -> Iterator[str]:
        columns, rows = _place(text)
        if not (SMALLEST <= columns <= LARGEST and SMALLEST <= rows <= LARGEST):
            raise Mistake(f"boards have {SMALLEST} to {LARGEST} rows and columns, not {text}")
        self._size, self._stones, self._time_left = (columns, rows), [], None
        self._ready().prepare()
        yield "OK"

    def _board(self) -> tuple[int, int]:
        if self._size is None:
            raise Mistake("there is no board yet: START comes first")
        return self._size

    def _put(self, stone: Stone) -> None:
        columns, rows = self._board()
        if not (stone[0] < columns and stone[1] < rows):
            raise Mistake(f"{stone[0]},{stone[1]} is not on the board")
        if stone in self._stones:
            raise Mistake(f"{stone[0]},{stone[1]} is taken")
        self._stones.append(stone)

    def _take_back(self, stone: Stone) -> None:
        if not self._stones or self._stones[-1] != stone:
            raise Mistake(f"{stone[0]},{stone[1]} is not the last move")
        self._stones.pop()

    def _read_board(self, line: str, began: float) -> Iterator[str]:
        if line.upper() == "DONE" and self._swapping:
            self._swapping = False
            yield "UNKNOWN SWAP2BOARD"
        elif line.upper() == "DONE":
            lines, self._reading = self._reading or [], None
            self._lay(lines)
            yield from self._move(began)
        elif self._reading is not None and line:
            found = re.fullmatch(r"(\d+)\s*,\s*(\d+)\s*,\s*([123])", line)
            if not found:
                self._reading = None
                raise Mistake(f"a line of BOARD is x,y,1 or x,y,2, not {line[:40]!r}")
            x, y, whose = map(int, found.groups())
            self._reading.append((x, y, whose))

    def _lay(self, lines: list[tuple[int, int, int]]) -> None:
        """Take the stones over; whose turn it is tells who began."""
        own = [(x, y) for x, y, whose in lines if whose == OWN]
        theirs = [(x, y) for x, y, whose in lines if whose == THEIRS]
        if len(own) + len(theirs) < len(lines) or len(theirs) - len(own) not in (0, 1):
            raise Mistake("the stones on this board do not come from moves in turn")
        first, second = (own, theirs) if len(own) == len(theirs) else (theirs, own)
        self._stones = []
        for ply in range(len(lines)):
            self._put((first if ply % 2 == 0 else second)[ply // 2])

    # Thinking

    def _move(self, began: float) -> Iterator[str]:
        position = self._position()
        if position.outcome:
            raise Mistake("the game is over")
        turn = self._turn(position, self._now() - began)
        asked = self._now()
        cell = self._chosen(turn)
        now = self._now()
        assert turn.budget.seconds is not None, "every turn has its time"
        self._punctuality.note_delay(now - asked - turn.budget.seconds)
        if self._time_left is not None:
            self._time_left -= now - began
        if self._leaving:  # nothing is said after END
            return
        columns, _ = self._board()
        stone = cell % columns, cell // columns
        self._stones.append(stone)
        yield f"{stone[0]},{stone[1]}"

    def _chosen(self, turn: Turn) -> Cell:
        """What the brain chooses; a move at a glance, if it was stopped and has not told one."""
        thinker, self._thinking = self._ready(), True
        try:
            return thinker.think(turn).cell
        except Stopped:
            return instinct(turn.position)
        finally:
            self._thinking = False

    def _turn(self, position: Position, elapsed: float) -> Turn:
        per_move = self._info["timeout_turn"] / 1000
        total = self._info["timeout_match"] / 1000 or None
        if self._time_left is None:
            self._time_left = total
        left = None if self._time_left is None else max(0.0, self._time_left)
        control = TimeControl(total, 0.0, per_move)
        margin = self._punctuality.margin + MARGIN * per_move
        moves = (position.game.cells - len(position.moves) + 1) // 2
        spent = allot(control, left, margin=margin, moves=moves, elapsed=elapsed)
        limit = spent.limit if per_move else HURRY  # 0 asks for speed, and sets no limit
        return Turn(position, Budget(spent.think), limit, left, control)

    def _position(self) -> Position:
        columns, _ = self._board()
        position = self._game().start()
        for x, y in self._stones:
            position = position.play(Cell(y * columns + x))
        return position

    def _game(self) -> Game:
        columns, rows = self._board()
        rule = self._info["rule"]
        if rule & ~(EXACTLY_FIVE | CONTINUOUS):
            raise Mistake(f"rule {rule} is not played here: 0 is freestyle, 1 exactly five")
        exact = ",exact=yes" if rule & EXACTLY_FIVE else ""
        if rows == columns:
            return game_named(f"gomoku:size={rows}{exact}")
        return game_named(f"mnk:rows={rows},cols={columns},k=5{exact}")

    def _ready(self) -> Thinker:
        """A thinker that keeps to the memory that there is."""
        memory = self._info["max_memory"]
        if self._thinker is not None and memory != self._memory:
            self.close()
        if self._thinker is None:
            self._thinker = self._make(memory)
            self._memory = memory
        return self._thinker

    def _note(self, text: str) -> None:
        """What the manager tells; the rest of it is not for us."""
        key, _, value = text.partition(" ")
        try:
            number = int(value)
        except ValueError:
            return
        if key.lower() == "time_left":
            self._time_left = None if number == UNLIMITED else number / 1000
        elif key.lower() in self._info:
            self._info[key.lower()] = max(0, number)


def _place(text: str) -> Stone:
    found = re.fullmatch(r"(\d{1,4})\s*,\s*(\d{1,4})", text)
    if not found:
        raise Mistake(f"cannot read {text[:40]!r}: write x,y")
    x, y = map(int, found.groups())
    return x, y


def _version() -> str:
    try:
        return version("inarow")
    except PackageNotFoundError:
        return "0"
