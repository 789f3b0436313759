"""The board of a Gomocup manager as a value: each command makes another one, or is refused."""

import re
from typing import NamedTuple, Self

from games import Cell, Game, Mistake, Position, game_named

SMALLEST, LARGEST = 5, 25
EXACTLY_FIVE, CONTINUOUS = 1, 2  # bits of INFO rule; renju and caro are not ours
RULES = (0, EXACTLY_FIVE)
OWN, THEIRS = 1, 2  # in the lines of BOARD
Stone = tuple[int, int]  # x, y
OwnedStone = tuple[int, int, int]  # x, y, and whose it is


class GomocupBoard(NamedTuple):
    columns: int
    rows: int
    rule: int = 0
    stones: tuple[Stone, ...] = ()  # in the order of the moves

    def game(self) -> Game:
        if self.rule & ~(EXACTLY_FIVE | CONTINUOUS):
            raise Mistake(f"rule {self.rule} is not played here: 0 is freestyle, 1 exactly five")
        exact = ",exact=yes" if self.rule & EXACTLY_FIVE else ""
        if self.rows == self.columns:
            return game_named(f"gomoku:size={self.rows}{exact}")
        return game_named(f"mnk:rows={self.rows},cols={self.columns},k=5{exact}")

    def position(self) -> Position:
        """With a move to make. Raises Mistake if there is none."""
        position = self.game().after(Cell(y * self.columns + x) for x, y in self.stones)
        if position.outcome:
            raise Mistake("the game is over")
        return position

    def stone(self, cell: Cell) -> Stone:
        return cell % self.columns, cell // self.columns

    def put(self, stone: Stone) -> Self:
        if not (stone[0] < self.columns and stone[1] < self.rows):
            raise Mistake(f"{stone[0]},{stone[1]} is not on the board")
        if stone in self.stones:
            raise Mistake(f"{stone[0]},{stone[1]} is taken")
        return self._replace(stones=(*self.stones, stone))

    def take_back(self, stone: Stone) -> Self:
        if not self.stones or self.stones[-1] != stone:
            raise Mistake(f"{stone[0]},{stone[1]} is not the last move")
        return self._replace(stones=self.stones[:-1])

    def set_up(self, lines: list[OwnedStone]) -> Self:
        """With these stones only; whose turn it is tells who began."""
        own = [(x, y) for x, y, whose in lines if whose == OWN]
        theirs = [(x, y) for x, y, whose in lines if whose == THEIRS]
        if len(own) + len(theirs) < len(lines) or len(theirs) - len(own) not in (0, 1):
            raise Mistake("the stones on this board do not come from moves in turn")
        first, second = (own, theirs) if len(own) == len(theirs) else (theirs, own)
        board = self._replace(stones=())
        for ply in range(len(lines)):
            board = board.put((first if ply % 2 == 0 else second)[ply // 2])
        return board


def empty_board(size: str, rule: int) -> GomocupBoard:
    """A board of so many columns and rows, written `20,15`."""
    columns, rows = read_stone(size)
    if not (SMALLEST <= columns <= LARGEST and SMALLEST <= rows <= LARGEST):
        raise Mistake(f"boards have {SMALLEST} to {LARGEST} rows and columns, not {size}")
    return GomocupBoard(columns, rows, rule)


def read_stone(text: str) -> Stone:
    found = re.fullmatch(r"(\d{1,4})\s*,\s*(\d{1,4})", text)
    if not found:
        raise Mistake(f"cannot read {text[:40]!r}: write x,y")
    x, y = map(int, found.groups())
    return x, y


def read_owned_stone(line: str) -> OwnedStone:
    found = re.fullmatch(r"(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*([123])", line)
    if not found:
        raise Mistake(f"a line of BOARD is x,y,1 or x,y,2, not {line[:40]!r}")
    x, y, whose = map(int, found.groups())
    return x, y, whose
