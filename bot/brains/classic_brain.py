"""What the classics have in common: every root move searched to one depth, and the best chosen."""

import random
import time
from threading import Timer
from typing import TYPE_CHECKING, ClassVar

from bot.brain import Budget, Choice
from bot.search.classic.method import Method
from games.catalogue import game_named
from games.errors import Mistake
from games.game import Game, Position
from games.lines import Cell
from protocol.parts import Verdict

if TYPE_CHECKING:
    from bot.search.classic.search import ClassicSearch

DEEPEST = 40  # what may be asked for


class ClassicBrain:
    """A brain with a method of the plain search and a rule for how deep to look.

    Of equal moves the first is chosen, or as the method says the last, or with a seed any. Out of
    time it is the best so far.
    """

    name: ClassVar[str]
    games: ClassVar[str]  # in words, for those who ask for another one

    def __init__(self, seed: int | None = None) -> None:
        from bot.search.classic.search import ClassicSearch

        self._trial = ClassicSearch
        self._trials: dict[str, ClassicSearch] = {}
        self._chance = None if seed is None else random.Random(seed)
        self._ticket = 0
        self._warm_up()

    @classmethod
    def checked(cls, key: str, value: int | None) -> int | None:
        """An option as given. Raises Mistake if it is out of range; any seed is right."""
        fits = value is None or (isinstance(value, int) and 1 <= value <= DEEPEST)
        if key != "seed" and not fits:
            right = f"a whole number from 1 to {DEEPEST}"
            raise Mistake(f"{key} of {cls.name} must be {right}, not {value}")
        return value

    @staticmethod
    def plays(game: Game) -> bool:
        raise NotImplementedError

    def method(self, game: Game) -> Method:
        raise NotImplementedError

    def depth(self, position: Position) -> int:
        """How many plies to look ahead from a position."""
        raise NotImplementedError

    def choose(self, position: Position, budget: Budget) -> Choice:
        game = position.game
        if not self.plays(game):
            raise Mistake(f"{self.name} plays {self.games}, not {game.name}")
        method = self.method(game)
        if method.radius and not position.moves:
            return Choice(middle(game))
        if game.name not in self._trials:
            self._trials[game.name] = self._trial(game, method)
        trial = self._trials[game.name]
        trial.load(position)
        before = int(trial.signal[1])
        choice = self._think(trial, position, budget, time.monotonic())
        return choice._replace(nodes=int(trial.signal[1]) - before)

    def _think(
        self, trial: "ClassicSearch", position: Position, budget: Budget, now: float
    ) -> Choice:
        depth = min(self.depth(position), budget.depth or DEEPEST)
        return self._best(trial, position, trial.moves(), depth, budget.seconds)[0]

    def _best(
        self,
        trial: "ClassicSearch",
        position: Position,
        cells: list[Cell],
        depth: int,
        seconds: float | None,
    ) -> tuple[Choice, bool]:
        """The best of these moves, and whether there was time to look at all of them."""
        self._ticket += 1
        timer = _stop_after(trial, self._ticket, seconds)
        best: list[tuple[int, Cell]] = []
        found: int | None = 0
        for cell in cells:
            alpha = best[0][0] if best else -1_000_000_000
            # One below the best keeps an equal score exact, and not just a bound.
            found = trial.search(cell, depth, alpha - (self._chance is not None), self._ticket)
            if found is None:
                break
            if not best or found > best[0][0]:
                best = [(found, cell)]
            elif found == best[0][0]:
                best.append((found, cell))
        if timer:
            timer.cancel()
        if not best:
            return Choice(cells[0]), False
        last = self.method(position.game).last_of_equals
        score, cell = self._chance.choice(best) if self._chance else best[-1 if last else 0]
        return self._choice(position, cell, score, depth), found is not None

    def _choice(self, position: Position, cell: Cell, score: int, depth: int) -> Choice:
        """A choice with what the score proves; cells left out of a search leave room for doubt."""
        method, stones = self.method(position.game), len(position.moves)
        plies = method.victory - abs(score) - stones
        verdict, distance = Verdict.UNDECIDED, None
        if plies <= depth and (not method.radius or plies == 1):
            verdict, distance = (Verdict.WIN if score > 0 else Verdict.LOSS), plies
        elif score == 0 and depth >= position.game.cells - stones and not method.radius:
            verdict = Verdict.DRAW
        return Choice(cell, score, verdict, distance, depth, line=(cell,))

    def _warm_up(self) -> None:
        """Compile before the clock runs; what is compiled does not depend on the game."""
        game = game_named("tictactoe")
        trial = self._trial(game, Method((0, 1, 10, 0)))
        trial.load(game.start())
        trial.search(trial.moves()[0], 2, -1_000_000_000, 1)
        trial.evaluate()


def middle(game: Game) -> Cell:
    rows, columns = game.shape
    return rows // 2 * columns + columns // 2


def _stop_after(trial: "ClassicSearch", ticket: int, seconds: float | None) -> Timer | None:
    """Cancel the searches with this ticket after so many seconds."""
    if seconds is None:
        return None
    timer = Timer(max(seconds, 0), trial.signal.__setitem__, (0, ticket))
    timer.daemon = True
    timer.start()
    return timer
