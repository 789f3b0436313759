"""What messages about tournaments are made of."""

from enum import StrEnum
from typing import Annotated

import msgspec

from protocol.parts import Cells, Count, Fixture, Part, Player, Score, Seconds, Side, Terms
from protocol.texts import Line, Name

Seeds = Annotated[tuple[Name, ...], msgspec.Meta(max_length=1000)]
Probability = Annotated[float, msgspec.Meta(ge=1e-6, le=0.49)]
Openings = Annotated[tuple[Cells, ...], msgspec.Meta(max_length=2000)]


class Format(StrEnum):
    """Who plays whom."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"
    SPRT = "sprt"


class Stage(StrEnum):
    """How far a tournament is."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Order(StrEnum):
    """What can be done with a tournament."""

    START = "start"
    PAUSE = "pause"
    CONTINUE = "continue"
    EXTEND = "extend"
    CANCEL = "cancel"


class Sprt(Part, frozen=True):
    """A test that stops by itself: is the first player as good as elo1, or no better than elo0?"""

    elo0: Score = 0.0
    elo1: Score = 10.0
    alpha: Probability = 0.05
    beta: Probability = 0.05
    normalised: bool = True  # Elo by the spread of the results, or else by their mean alone


class Plan(Part, frozen=True):
    """How a tournament is played."""

    title: Line
    format: Format
    terms: Terms  # without an opening
    rounds: Count = 1  # Swiss: rounds; else: pairs of games between any two who meet
    openings: Openings = ()  # which pairs of games have by turns
    at_once: Count = 0  # games; 0: as many as the players can
    best_of: Count = 2  # knockout: games between two
    extra_pairs: Count = 3  # knockout: by which a level tie goes on; then the better seed does
    third_place: bool = False  # knockout: play for it
    seeds: Seeds = ()  # the best first; who is not named follows by rating, then by entry
    challengers: Count = 1  # gauntlet: so many of the best seeds play all others
    singles: bool = False  # Swiss: one game a round instead of a pair
    seconds: Seconds | None = None  # arena: how long it goes on
    sprt: Sprt | None = None
    attended: bool = False  # it stands still while who has opened it is away
    ready_seconds: Seconds = 60.0  # within which a player must be there, and a person ready
    open_analysis: bool = False  # everyone sees the analyses of its games at once


class TournamentSummary(Part, frozen=True):
    """A tournament as lists show it."""

    tournament: str
    title: str
    format: Format
    terms: Terms
    by: str  # who has opened it
    stage: Stage
    players: tuple[Player, ...]  # who take part: by entry, and by seed once it has begun
    played: Count  # games that are over
    games: Count  # that are paired so far, played or not


class FixtureSummary(Part, frozen=True):
    """A game of a tournament."""

    fixture: Fixture
    players: tuple[str, str]  # the first mover first
    match: str = ""  # empty while it has not begun
    winner: Side | None = None
    ending: str = ""  # empty while it is not over
    reason: str = ""
    plies: Count = 0


class Standing(Part, frozen=True):
    """A line of the standings."""

    player: str
    points: Score
    games: Count
    wins: Count
    draws: Count
    losses: Count
    tie_breaks: tuple[Score, ...] = ()
    faults: Count = 0  # games lost by time, failure, abandonment, misconduct or absence
