"""Everything that the results of a tournament say, as one value to be shown in any form."""

from dataclasses import dataclass, field, fields

from tournament.formats.knockout import Tie
from tournament.results import Result
from tournament.statistics.interval import Interval
from tournament.verdict.conditions import Conditions


@dataclass(frozen=True)
class StandingsLine:
    """A line of the standings."""

    rank: int  # shared by those whom no tie-break separates
    player: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    tie_breaks: tuple[float, ...]  # as many as the verdict names
    elo: Interval | None  # None where there is too little to say
    faults: dict[str, int]  # games lost by time, failed, abandoned, misconduct or absent


@dataclass(frozen=True)
class Tally:
    """What one player made of the games against another."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class Duel:
    """Two players against each other; all figures are those of the first named."""

    players: tuple[str, str]
    score: Tally  # of the games that were played
    pairs: tuple[int, int, int, int, int]  # of games: worth 0, 1/2, 1, 3/2 and 2 points
    elo: Interval | None  # None, as the next two, where there are too few games to say
    normalised: Interval | None
    superiority: float | None  # how likely the first is the stronger, 0 to 1
    sentence: str


@dataclass(frozen=True)
class SprtVerdict:
    """A sequential test of whether the first player is ahead of the second by elo0 or by elo1."""

    players: tuple[str, str]
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str  # of the Elo: normalised or logistic
    pairs: int
    llr: float
    lower: float  # the LLR at which H0 is accepted
    upper: float  # and H1
    accepted: str  # H0, H1 or undecided
    sentence: str
    course: tuple[tuple[int, float], ...] = ()  # the LLR after so many pairs


@dataclass(frozen=True)
class Opening:
    """How fair an opening was."""

    number: int  # from 1
    moves: str  # in the game's notation
    first_wins: int
    draws: int
    second_wins: int


@dataclass(frozen=True)
class ClockUse:
    """How a player used the clock, in seconds."""

    player: str
    moves: int
    mean: float
    longest: float
    lag_mean: float
    lag_longest: float


@dataclass(frozen=True)
class TournamentVerdict:
    """All of it, for one tournament, which is one game."""

    title: str
    game: str  # its canonical name
    format: str
    clock: str
    finished: bool
    seeds: tuple[str, ...]  # who took part, the best seed first
    games: int
    distinct: int  # of them, those that repeat no earlier one, not even turned or mirrored
    tie_breaks: tuple[str, ...]  # their names
    standings: tuple[StandingsLine, ...]
    rule: str  # of a knockout: how a tie is decided, in a sentence
    bracket: tuple[tuple[Tie, ...], ...]  # of a knockout: its rounds so far
    crosstable: dict[str, dict[str, Tally]]  # by the player, then by the opponent
    duels: tuple[Duel, ...]
    elo_of: str  # whose Elo it is: what the scale is, in a sentence
    first_move: Interval | None  # what moving first is worth, in Elo; None: too few games to say
    draw_rate: float
    first_wins: int
    draws: int
    second_wins: int
    openings: tuple[Opening, ...]
    paces: tuple[ClockUse, ...]
    rating_chart: dict[str, tuple[tuple[int, float], ...]]  # Elo after so many games of all
    score_chart: dict[str, tuple[tuple[int, float], ...]]  # points after so many games of all
    sentences: tuple[str, ...]  # what it comes to, in plain words
    warnings: tuple[str, ...]
    results: tuple[Result, ...]
    sprt: SprtVerdict | None = None  # of a sequential test, what it has come to
    conditions: Conditions = field(default_factory=dict)  # how the games were played
    conditions_by_player: dict[str, Conditions] = field(default_factory=dict)

    @property
    def further_tie_breaks(self) -> dict[str, int]:
        """Those that are not figures of every line anyway, as wins are, by name: their places."""
        figures = {field.name for field in fields(StandingsLine)}
        return {name: at for at, name in enumerate(self.tie_breaks) if name not in figures}
