"""Our brain as an engine that speaks the line protocol of bot/README.md."""

from collections.abc import Iterator

from bot.brain import Budget
from bot.engines.lines import write_info
from bot.thinking import BrainFailed, Stopped, Thinker, Turn
from bot.timing import LEAST, UNTIMED
from games import Mistake, Position, game_named
from games.notation import read_moves

GRACE = 1.0  # seconds over the budget after which a brain counts as hung


class LinesDialogue:
    def __init__(self, thinker: Thinker) -> None:
        self.ended = False
        self._thinker = thinker
        self._position: Position | None = None

    def stops(self, line: str) -> bool:
        return line in ("stop", "quit")

    def halt(self) -> None:
        self._thinker.stop()

    def close(self) -> None:
        self._thinker.close()

    def answer(self, line: str) -> Iterator[str]:
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "game":
                    self._position = game_named(rest.strip()).start()
                    self._thinker.prepare()
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
        turn = Turn(position, Budget(max(LEAST, seconds)), seconds + GRACE)
        try:
            choice = self._thinker.think(turn)
        except Stopped:
            return
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
