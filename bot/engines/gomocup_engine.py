"""Our brain as an engine for Gomocup (Piskvork) managers.

The protocol: https://plastovicka.github.io/protocl2en.htm. Five in a row on boards of 5 to 25 rows
and columns, freestyle (INFO rule 0) or exactly five (INFO rule 1).
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic

from bot.engines.gomocup_board import (
    RULES,
    GomocupBoard,
    OwnedStone,
    empty_board,
    read_owned_stone,
    read_stone,
)
from bot.engines.gomocup_timing import GomocupTiming
from bot.engines.standby import Need, Standby
from bot.instinct import instinct
from bot.thinkers.resources import MEGABYTE, SearchResources
from bot.thinkers.thinker import BrainFailed, Stopped, Thinker
from bot.version import installed_version
from games import Cell, Game, Mistake, Position


class GomocupEngine:
    def __init__(
        self,
        make: Callable[[SearchResources, Game], Thinker],
        within: Callable[[int], SearchResources],
        now: Callable[[], float] = monotonic,
    ) -> None:
        """*within* tells what there is to think with in so many bytes, 0 for no limit."""
        self.ended = False
        self._leaving = False
        self._standby, self._within, self._now = Standby(make), within, now
        self._timing = GomocupTiming()
        self._rule = self._max_memory = 0
        self._warning = ""  # to be told with the next answer
        self._board: GomocupBoard | None = None
        self._reading: list[OwnedStone] | None = None  # the lines of a BOARD so far
        self._swapping = False  # reading the lines of a SWAP2BOARD, to no effect

    def stops(self, line: str, alone: bool) -> bool:
        """END is said to be gone at once, unless there are commands before it to be answered."""
        self._leaving = self._leaving or (line.upper() == "END" and alone)
        return self._leaving or line.upper() == "STOP"

    def halt(self) -> None:
        if self._leaving:
            self._standby.leave()
        else:
            self._standby.stop()

    def close(self) -> None:
        self._standby.close()

    def answer(self, line: str) -> Iterator[str]:
        began = self._now()
        try:
            for said in self._answers(line, began):
                if self._leaving:  # nothing is said after END
                    return
                yield said
        except (Mistake, BrainFailed) as error:
            if not self._leaving:
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
                self._board = self._started()._replace(stones=())
                self._timing.begin()
                yield "OK"
            case ("BEGIN", _):
                if self._started().stones:
                    raise Mistake("the board is not empty: RESTART comes before BEGIN")
                yield from self._move(self._started(), began)
            case ("TURN", xy):
                yield from self._move(self._started().put(read_stone(xy)), began)
            case ("BOARD", _):
                self._reading = []
            case ("SWAP2BOARD", _):
                self._swapping = True
            case ("TAKEBACK", xy):
                self._board = self._started().take_back(read_stone(xy))
                yield "OK"
            case ("INFO", text):
                self._note(text)
            case ("ABOUT", _):
                yield f'name="inarow", version="{installed_version()}", country="", www=""'
            case ("END", _):
                self.ended = True
            case ("" | "STOP", _):
                return
            case _:
                yield f"UNKNOWN {word[:40]}"

    def _start(self, text: str) -> Iterator[str]:
        board = empty_board(text, self._rule)
        for rule in RULES:  # worked out now, since an INFO in the middle of a game leaves no time
            instinct(board._replace(rule=rule).put((0, 0)).position())
        if self._get_ready(board):
            self._standby.wait()
        self._board = board
        self._timing.begin()
        yield from self._warnings()
        yield "OK"

    def _started(self) -> GomocupBoard:
        if self._board is None:
            raise Mistake("there is no board yet: START comes first")
        return self._board

    def _read_board(self, line: str, began: float) -> Iterator[str]:
        if line.upper() == "DONE" and self._swapping:
            self._swapping = False
            yield "UNKNOWN SWAP2BOARD"
        elif line.upper() == "DONE":
            lines, self._reading = self._reading or [], None
            yield from self._move(self._started().set_up(lines), began)
        elif self._reading is not None and line:
            lines, self._reading = self._reading, None
            self._reading = [*lines, read_owned_stone(line)]

    def _move(self, board: GomocupBoard, began: float) -> Iterator[str]:
        """Take a board over, once it is seen to be one with a move to make, and answer that."""
        position = board.position()
        self._board = board
        try:
            cell = self._choose(position, began)
        finally:
            self._timing.note_turn(self._now() - began)
        stone = board.stone(cell)
        self._board = board.put(stone)
        yield from self._warnings()
        yield f"{stone[0]},{stone[1]}"

    def _choose(self, position: Position, began: float) -> Cell:
        """What the brain chooses; a move at a glance, if it is not ready in time or was stopped."""
        self._get_ready(self._started())
        patience = self._timing.turn(position, self._now() - began).limit
        thinker = self._standby.acquire(position.game, patience)
        if thinker is None:
            return instinct(position)
        asked, well = self._now(), False
        turn = self._timing.turn(position, asked - began)
        try:
            choice = thinker.think(turn)
            well = True
        except Stopped:
            return instinct(position)
        finally:
            self._standby.release(well=well)
        assert turn.budget.seconds is not None, "every turn has its time"
        self._timing.note_delay(self._now() - asked - turn.budget.seconds)
        return choice.cell

    def _get_ready(self, board: GomocupBoard) -> bool:
        """In the background; False if its rule is none of ours, which the first move tells."""
        with suppress(Mistake):
            self._standby.ask(Need(self._within(self._max_memory), board.game()))
            return True
        return False

    def _note(self, text: str) -> None:
        """What the manager tells; the rest of it is not for us."""
        key, _, value = text.lower().partition(" ")
        try:
            number = int(value)
        except ValueError:
            return
        self._timing.note(key, number)
        if key == "rule":
            self._rule = max(0, number)
        elif key == "max_memory":
            self._limit_memory(max(0, number))
        if self._board is not None and key in ("rule", "max_memory"):
            self._board = self._board._replace(rule=self._rule)
            self._get_ready(self._board)

    def _limit_memory(self, limit: int) -> None:
        needed = self._within(limit).megabytes
        if 0 < limit < needed * MEGABYTE and not 0 < self._max_memory <= limit:
            told = f"max_memory is {limit // MEGABYTE} MB, but no less than {needed} MB will do"
            self._warning = f"MESSAGE {told}: it goes on with those"
        self._max_memory = limit

    def _warnings(self) -> Iterator[str]:
        if self._warning:
            yield self._warning
            self._warning = ""
