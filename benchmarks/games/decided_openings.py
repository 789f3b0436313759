"""Whether an opening is won by one side, whatever the other does: proven, or not said at all.

A lost game shows the way: its positions are looked at from its end on, so that what is found of
each helps with the one before. On wide boards the search does not look at every move of a side that
seems lost, and so proves nothing; then all of them are refuted here, one by one.
"""

from time import monotonic

from bot.brain import Budget, Choice
from bot.search.driver import Searcher
from games import Cell, Game, Position
from protocol.parts import Verdict

BACK = 15.0  # seconds for a position of the lost game
LOOK = 60.0  # seconds for the opening itself
REFUTING = 20.0  # seconds for one move of the side that seems lost
PATIENCE = 1200.0  # seconds for all of them
LOPSIDED = 20_000  # scores beyond are as good as won
RECURSION = 2  # moves of the side that seems lost for which all are refuted one by one


class Judge:
    """Proves that openings are decided, with one search for all; a pace below 1 is in a hurry."""

    def __init__(self, search: Searcher, pace: float = 1.0) -> None:
        self._search, self._pace = search, pace
        self._due = 0.0

    def is_won(self, game: Game, opening: tuple[Cell, ...], moves: tuple[Cell, ...]) -> bool:
        """Whether who won this game from an opening was bound to."""
        side = 1 - len(moves) % 2  # the last to move
        for plies in range(len(moves) - 1, len(opening), -1):
            self._look(game.after(moves[:plies]), BACK)
        self._due = monotonic() + PATIENCE * self._pace
        return self._wins(game.after(opening), side, LOOK, RECURSION)

    def _wins(self, position: Position, side: int, seconds: float, deeper: int) -> bool:
        """Whether a side is proven to win, all replies to so many of its moves looked at."""
        if position.outcome:
            return position.outcome.winner == side
        if monotonic() > self._due:
            return False
        found = self._look(position, seconds)
        on_move = position.turn == side
        if found.verdict is not Verdict.UNDECIDED:
            return (found.verdict is Verdict.WIN) == on_move and found.verdict is not Verdict.DRAW
        seems = found.score or 0
        if deeper == 0 or (seems if on_move else -seems) < LOPSIDED:
            return False
        if on_move:
            return self._wins(position.play(found.cell), side, seconds, deeper)
        replies = sorted(position.legal_moves(), key=lambda cell: cell != found.cell)
        return all(self._wins(position.play(cell), side, REFUTING, deeper - 1) for cell in replies)

    def _look(self, position: Position, seconds: float) -> Choice:
        """What the search finds within some seconds, or until it knows who wins."""

        def enough(found: Choice) -> None:
            if found.verdict is not Verdict.UNDECIDED:
                self._search.stop()

        return self._search.choose(position, Budget(seconds * self._pace), enough)
