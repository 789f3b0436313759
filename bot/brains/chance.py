"""Any legal cell, each as likely as the others: the weakest opponent, and the fastest."""

import random

from bot.brain import Budget
from games import Cell, Position


class Chance:
    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: Position, budget: Budget) -> Cell:
        return self._chance.choice(position.legal_moves())
