"""Any Gomocup (Piskvork) engine as a thinker.

The protocol: https://plastovicka.github.io/protocl2en.htm. Coordinates are x,y from the upper left,
so that our cell is y * columns + x. An engine is told the opponent's move (TURN), what was taken
back (TAKEBACK), or, where that is not all that happened, the whole board (BOARD).
"""

import re
from time import monotonic

from bot.brain import Choice
from bot.engines.process import EngineProcess
from bot.engines.transcript import Transcript
from bot.thinkers.answer import read_answer
from bot.thinkers.thinker import BotTurn, BrainFailed
from client.processes.reports import report
from games import Cell, Game, Position

STARTING = 30.0  # seconds that an engine has until it is ready for a game
UNLIMITED = 2147483647  # milliseconds, as the protocol has it
MOVE = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})")
CHATTER = ("MESSAGE", "DEBUG")
OTHER_BRAIN = 1  # INFO game_type
EXACTLY_FIVE = 1  # a bit of INFO rule
ENDING = "\r"  # the protocol ends lines by CR LF


class GomocupThinker:
    can_ponder = False

    def __init__(
        self, command: str, max_memory: int = 0, transcript: Transcript | None = None
    ) -> None:
        self._command, self._transcript = command, transcript
        self._max_memory = max_memory  # bytes; 0: no limit
        self._engine: EngineProcess | None = None
        self._game: Game | None = None  # that the engine has started
        self._known: tuple[Cell, ...] = ()  # the moves on its board
        self.about = ""

    def plays(self, game: Game) -> bool:
        """Five in a row on a flat board."""
        return len(game.shape) == 2 and not game.below and game.shortest == 5

    def prepare(self) -> None:
        if self._engine is None or not self._engine.is_running():
            self.close()
            self._engine = EngineProcess(self._command, self._transcript)
            self._ask_who(self._engine)

    def think(self, turn: BotTurn) -> Choice:
        position = turn.position
        if not self.plays(position.game):
            raise BrainFailed(f"Gomocup engines play five in a row, not {position.game.name}")
        self.prepare()
        assert self._engine is not None, "it is prepared"
        self._engine.forget()
        begun = monotonic()
        until = begun + turn.limit
        question = self._questions(position, min(until, begun + STARTING))
        self._say(*_limits(turn, self._max_memory), *question)
        cell = self._move(position.game, until)
        try:
            choice = read_answer(position, {"cell": cell})
        except BrainFailed as failure:  # its board is not ours any more
            raise self._given_up(str(failure)) from failure
        self._known = (*position.moves, choice.cell)
        return choice

    def stop(self) -> None:
        if self._engine is not None:
            self._engine.stop()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.dismiss("END" + ENDING)
        self._engine, self._game, self._known = None, None, ()

    # What the engine is told

    def _questions(self, position: Position, until: float) -> list[str]:
        """Bring its board to this position, but for what is returned."""
        moves, columns = position.moves, position.game.shape[1]
        if self._game == position.game and moves:
            self._take_back(moves, columns, until)
        if self._game != position.game or self._known not in ((), moves[:-1]):
            self._start(position.game, until)
        if not moves:
            return ["BEGIN"]
        if moves[:-1] == self._known:
            return [f"TURN {_coordinates(moves[-1], columns)}"]
        stones = [
            f"{_coordinates(cell, columns)},{1 if ply % 2 == position.turn else 2}"
            for ply, cell in enumerate(moves)
        ]
        return ["BOARD", *stones, "DONE"]

    def _start(self, game: Game, until: float) -> None:
        """An empty board of this game: RESTART where the engine can, else a new process."""
        if self._game == game and self._obeys("RESTART", until):
            self._known = ()
            return
        if self._game is not None:
            self.close()
            self.prepare()
        rows, columns = game.shape
        self._say(f"INFO rule {EXACTLY_FIVE if game.beyond else 0}")
        start = f"START {rows}" if rows == columns else f"RECTSTART {columns},{rows}"
        if not self._obeys(start, until):
            raise BrainFailed(f"it does not play on a board of {columns}x{rows}")
        self._game, self._known = game, ()

    def _take_back(self, moves: tuple[Cell, ...], columns: int, until: float) -> None:
        """Undo what is on its board only, if it can."""
        while self._known and self._known != moves[: len(self._known)]:
            if not self._obeys(f"TAKEBACK {_coordinates(self._known[-1], columns)}", until):
                return
            self._known = self._known[:-1]

    def _say(self, *lines: str) -> None:
        assert self._engine is not None, "it is prepared"
        self._engine.say(*(line + ENDING for line in lines))

    # What it answers

    def _obeys(self, command: str, until: float) -> bool:
        """Whether it answers OK; an engine may not know a command, or not want it."""
        self._say(command)
        word = command.split()[0]
        answer = self._hear(until, f"answer to {word}")
        if answer.upper().split()[0] in ("UNKNOWN", "ERROR"):
            return False
        if not answer.upper().startswith("OK"):
            raise self._given_up(f"it answered {answer[:60]!r} to {word}")
        return True

    def _move(self, game: Game, until: float) -> Cell:
        answer = self._hear(until, "move")
        found = MOVE.fullmatch(answer.removeprefix("SUGGEST").strip())
        if not found:
            raise self._given_up(f"it answered {answer[:60]!r} instead of a move as x,y")
        x, y = map(int, found.groups())
        rows, columns = game.shape
        if x >= columns or y >= rows:
            raise self._given_up(
                f"it answered {x},{y}, which is not on a board of {columns}x{rows}"
            )
        if answer.startswith("SUGGEST"):
            self._say(f"PLAY {x},{y}")
            self._hear(until, "answer to PLAY")
        return y * columns + x

    def _hear(self, until: float, waiting_for: str) -> str:
        """Its next line but for talk."""
        assert self._engine is not None, "it is prepared"
        while True:
            line = self._engine.hear(until, waiting_for)
            if line.split()[0].upper() not in CHATTER:
                return line

    def _given_up(self, why: str) -> BrainFailed:
        """It has lost its way: the next command is for another process."""
        if self._engine is not None:
            self._engine.kill()
        self._game, self._known = None, ()
        return BrainFailed(why)

    def _ask_who(self, engine: EngineProcess) -> None:
        engine.say("ABOUT" + ENDING)
        self.about = self._hear(monotonic() + STARTING, "answer to ABOUT")
        report("engine", about=self.about)


def _limits(turn: BotTurn, max_memory: int) -> list[str]:
    seconds = turn.limit if turn.budget.seconds is None else turn.budget.seconds
    match = turn.clock.seconds
    left = UNLIMITED if turn.left is None else _milliseconds(turn.left)
    return [
        f"INFO timeout_turn {_milliseconds(seconds)}",
        f"INFO timeout_match {0 if match is None else _milliseconds(match)}",
        f"INFO time_left {left}",
        f"INFO max_memory {max_memory}",
        f"INFO game_type {OTHER_BRAIN}",
    ]


def _milliseconds(seconds: float) -> int:
    return max(1, min(UNLIMITED, int(seconds * 1000)))  # 0 has a meaning of its own


def _coordinates(cell: Cell, columns: int) -> str:
    return f"{cell % columns},{cell // columns}"
