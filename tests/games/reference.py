"""The rules once more, written the slow and obvious way, to check the fast ones against."""

from itertools import product

from games import Game
from games.lines import Place

Stones = dict[Place, int]  # who holds each place


class Reference:
    """A game in progress that looks at the whole board for everything."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.k = len(game.lines[0])
        self.places = list(product(*map(range, game.shape)))
        self.moves: list[int] = []
        self.stones: Stones = {}

    def play(self, cell: int) -> None:
        self.stones[self.places[cell]] = len(self.moves) % 2
        self.moves.append(cell)

    def winner(self) -> int | None:
        """Who has a winning row anywhere."""
        for place, side in self.stones.items():
            if any(self._starts_a_win(place, step, side) for step in self._steps()):
                return side
        return None

    def is_drawn(self) -> bool:
        if self.winner() is not None:
            return False
        if len(self.stones) == len(self.places):
            return True
        sent_to_full = self._sent_to() and all(place in self.stones for place in self._sent_to())
        return bool(sent_to_full and "full=draw" in self.game.name)

    def legal(self) -> list[int]:
        if self.winner() is not None or self.is_drawn():
            return []
        open_now = [place for place in self.places if self._is_open(place)]
        confined = [place for place in open_now if place in self._sent_to()]
        return [self.places.index(place) for place in confined or open_now]

    def _steps(self) -> list[Place]:
        axes = len(self.game.shape)
        steps = [step for step in product((-1, 0, 1), repeat=axes) if any(step)]
        # A row on nine boards stays on its board.
        return [step for step in steps if axes < 4 or not any(step[:2])]

    def _starts_a_win(self, place: Place, step: Place, side: int) -> bool:
        if self._holds(place, step, -1, side):
            return False  # the row starts earlier
        length = 1
        while self._holds(place, step, length, side):
            length += 1
        return length == self.k if "exact=yes" in self.game.name else length >= self.k

    def _holds(self, place: Place, step: Place, count: int, side: int) -> bool:
        there = tuple(at + count * by for at, by in zip(place, step, strict=True))
        return self.stones.get(there) == side

    def _is_open(self, place: Place) -> bool:
        if place in self.stones:
            return False
        if not self.game.name.startswith("connect4"):
            return True
        row, column = place
        return row == self.game.shape[0] - 1 or (row + 1, column) in self.stones

    def _sent_to(self) -> list[Place]:
        if len(self.game.shape) < 4 or not self.moves:
            return []
        target = self.places[self.moves[-1]][2:]
        return [place for place in self.places if place[:2] == target]
