"""Our brain as an engine that speaks the line protocol of bot/README.md."""

from collections.abc import Iterator

from bot.brain import Budget
from bot.engines.line_thinker import write_info
from bot.thinkers.thinker import BotTurn, BrainFailed, Stopped, Thinker, make_ready
from bot.timing import LEAST, UNTIMED
from games import Mistake, Position, game_named
from games.notation import read_moves

GRACE = 1.0  # seconds over the budget after which a brain counts as hung
STOPPED = "it was stopped, and this brain does not tell its best move so far"


class LineEngine:
    def __init__(self, thinker: Thinker) -> None:
        self.ended = False
        self._thinker = thinker
        self._position: Position | None = None
        self._thinking = False

    def stops(self, line: str, alone: bool) -> bool:
        return line == "stop"

    def halt(self) -> None:
        if self._thinking:  # getting ready is not to be stopped
            self._thinker.stop()

    def close(self) -> None:
        self._thinker.close()

    def answer(self, line: str) -> Iterator[str]:
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "game":
                    self._position = game_named(rest.strip()).start()
                    make_ready(self._thinker, self._position.game)
                case "position":
                    self._position = read_moves(self._asked().game, rest)
                case "go":
                    yield from self._go(rest.strip())
                case "quit":
                    self.ended = True
        except (Mistake, BrainFailed) as error:
            yield f"error {error}"

    def _asked(self) -> Position:
        if self._position is None:
            raise Mistake("say which game first, as in: game tictactoe")
        return self._position

    def _go(self, text: str) -> Iterator[str]:
        position = self._asked()
        if position.outcome:
            raise Mistake("the game is over: there is no move to make")
        seconds = _seconds(text)
        turn = BotTurn(position, Budget(max(LEAST, seconds)), seconds + GRACE)
        self._thinking = True
        try:
            choice = self._thinker.think(turn)
        except Stopped:
            raise Mistake(STOPPED) from None
        finally:
            self._thinking = False
        yield write_info(position, choice)
        yield f"move {position.game.names[choice.cell]}"


def _seconds(text: str) -> float:
    try:
        seconds = float(text) if text else UNTIMED
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e6:
        raise Mistake(f"go takes a number of seconds, not {text!r}")
    return seconds
