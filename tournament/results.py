"""What tournaments are made of: fixtures, which are games to be played, and their results."""

from typing import NamedTuple

from games import Cell, Side
from games.record import MoveEvaluation

ABSENT = "absent"  # the ending of a game to which somebody did not come
# Endings by which a player is lost rather than beaten.
FAULTS = ("time", "failed", "abandoned", "misconduct", ABSENT)


class ScheduledGame(NamedTuple):
    """A game of a tournament that is played, or is to be."""

    number: int  # from 1; no other fixture of the tournament has it
    round: int  # from 1
    players: tuple[str, str]  # the first mover first
    pair: int  # games of one pair have the same opening, with sides swapped
    opening: int | None = None  # its place among the openings; None: the empty board

    def side_of(self, player: str) -> Side:
        return self.players.index(player)


class Result(NamedTuple):
    """How a fixture ended. A pairing needs no more than the first three."""

    fixture: ScheduledGame
    winner: Side | None
    ending: str  # in the word that the server uses: line, full, time, failed, absent, ...
    reason: str = ""  # what else was said of it
    match: str = ""  # under which the server keeps it
    opening: tuple[Cell, ...] = ()  # the moves that were on the board at the start
    moves: tuple[Cell, ...] = ()  # all of them, the opening's too
    seconds: tuple[float, ...] = ()  # that each move took, those of the opening left out
    lag: tuple[float, ...] = ()  # of them, what was credited for the network
    evaluations: tuple[MoveEvaluation | None, ...] = ()  # of each of these moves, by its player
    facts: tuple[tuple[str, str], ...] = ()  # how it was played: date, clock, machine, versions

    @property
    def points(self) -> tuple[float, float]:
        """Of the first mover and of the second; nobody has any where both did not come."""
        if self.winner is None:
            return (0.0, 0.0) if self.ending == ABSENT else (0.5, 0.5)
        return (1.0, 0.0) if self.winner == 0 else (0.0, 1.0)

    def points_of(self, player: str) -> float:
        return self.points[self.fixture.side_of(player)]

    @property
    def loser(self) -> str | None:
        return None if self.winner is None else self.fixture.players[1 - self.winner]
