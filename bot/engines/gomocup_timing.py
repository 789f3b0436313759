"""What a move may take of the time that a Gomocup manager tells of. Nothing here reads a clock."""

from math import inf

from bot.brain import Budget
from bot.thinkers.thinker import BotTurn
from bot.timing import LEAST, RESERVE, MoveOverhead, TurnClock, allocate
from games import Position
from protocol.parts import TimeControl

DEFAULT_TURN = 30.0  # seconds, where the manager does not say
UNLIMITED = 2147483647  # milliseconds, of time_left
HURRY = 5.0  # seconds that a brain has which was asked to play as fast as possible
MARGIN = 0.03  # of a turn's time, kept back besides what was measured
TYPICAL_GAME, FEWEST = 14, 7  # moves of ours until a game is decided, and to come at any time


class GomocupTiming:
    """The limits of a turn and of a match, what is left, and how late the brain has been."""

    def __init__(self) -> None:
        self._turn, self._match = DEFAULT_TURN, 0.0
        self._left: float | None = None  # seconds, as told or as counted
        self._overhead = MoveOverhead()
        self._overhead.note_lag(0.0)

    def note(self, key: str, milliseconds: int) -> None:
        """What an INFO tells, if it is about time."""
        seconds = milliseconds / 1000
        match key:
            case "timeout_turn":
                self._turn = max(0.0, seconds)
            case "timeout_match":
                self._match = max(0.0, seconds)
            case "time_left":
                self._left = None if milliseconds == UNLIMITED else seconds

    def begin(self) -> None:
        """The clock of another match begins."""
        self._left = None

    def turn(self, position: Position, elapsed: float) -> BotTurn:
        """What to ask a brain, after so much of the turn."""
        if self._left is None:
            self._left = self._match or None
        left = None if self._left is None else max(0.0, self._left)
        due = min((1 - MARGIN) * self._turn, inf if left is None else left)
        margin, moves = self._overhead.margin, _moves_to_come(position)
        spent = allocate(
            TurnClock(TimeControl(per_move=due), None, moves, elapsed),
            margin=margin,
            most=self._share(position, left, margin) - elapsed,
        )
        limit = HURRY
        if self._turn:  # 0 asks for speed, and sets no limit
            remaining = due - elapsed
            limit = min(spent.limit, max(LEAST, remaining - min(margin, remaining / 4)))
        control = TimeControl(self._match or None, 0.0, self._turn)
        return BotTurn(position, Budget(min(spent.think, limit)), limit, left, control)

    def note_turn(self, seconds: float) -> None:
        """A turn took so long."""
        if self._left is not None:
            self._left -= seconds

    def note_delay(self, seconds: float) -> None:
        """A brain answered this long after its budget had ended."""
        self._overhead.note_delay(seconds)

    def _share(self, position: Position, left: float | None, margin: float) -> float:
        """What a move may take of the match.

        The margin is kept back once and not of every move, since most are not late by so much, and
        those that are, leave the others less.
        """
        if left is None:
            return inf
        made, moves = len(position.moves) // 2, _moves_to_come(position)
        horizon = min(moves, max(FEWEST, TYPICAL_GAME - made))
        return max(0.0, left - margin - moves * RESERVE) / horizon


def _moves_to_come(position: Position) -> int:
    """Of ours, at most."""
    return (position.game.cells - len(position.moves) + 1) // 2
