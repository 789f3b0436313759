"""What matches a bot takes, and the words for it on a command line."""

from typing import NamedTuple

from bot.thinkers.thinker import Thinker
from games import CATALOGUE, Mistake, game_named
from protocol import clocks
from protocol.parts import Challengers, Policy, Terms, TimeControl


class BotPolicy(NamedTuple):
    """How a bot behaves, apart from how it plays."""

    capacity: int = 1
    games: tuple[str, ...] = ()
    challengers: Challengers = Challengers.ANYONE
    kept_for_people: int = 0
    min_seconds: float = 0.0
    max_seconds: float | None = None
    per_opponent: int | None = 1
    per_address: int | None = None
    idle_seconds: float | None = None
    open_analysis: bool = False
    seeks: tuple[Terms, ...] = ()  # kept open while there is a seat
    takebacks: bool = False
    rematches: bool = True
    ponder: bool = False
    once: bool = False
    resign_on_exit: bool = False
    hold_on_exit: bool = False  # leave at once, and keep the seats for when it comes back
    tournaments: tuple[str, ...] = ()  # to take part in

    def declaration(self, ready: int) -> Policy:
        """What to declare with so many brains ready."""
        return Policy(
            capacity=ready,
            games=self.games,
            challengers=self.challengers,
            kept_for_people=min(self.kept_for_people, ready),
            min_seconds=self.min_seconds,
            max_seconds=self.max_seconds,
            per_opponent=self.per_opponent,
            per_address=self.per_address,
            idle_seconds=self.idle_seconds,
            open_analysis=self.open_analysis,
        )


def read_clock(text: str) -> TimeControl:
    """The clock that *text* means. Raises Mistake, which says what would be right."""
    try:
        return clocks.read_clock(text)
    except clocks.UnreadableClock as error:
        raise Mistake(str(error)) from error


def check_played(games: tuple[str, ...], thinker: Thinker) -> None:
    """Raises Mistake if one of the games that were named is not one for this bot."""
    for name in games:
        if not thinker.plays(game_named(name)):
            raise Mistake(f"this bot does not play {name}: leave --game {name} out")


def read_games(names: list[str]) -> tuple[str, ...]:
    """Canonical names; a family stands for all its games."""
    return tuple(
        dict.fromkeys(each if each in CATALOGUE else game_named(each).name for each in names)
    )
