"""What a person has asked to play, watch or look at, from the command line to either client."""

import re
from dataclasses import dataclass
from typing import Literal

from client.private import House
from games.errors import Mistake
from protocol.parts import Side, Terms, TimeControl

CLOCKS = (
    "minutes and seconds added for each move like 5+3, minutes like 10, a limit for each move like "
    "30s/move, or untimed"
)
GAME = "connect4"
UNTIMED = TimeControl()
MOST_SECONDS = 30 * 86400.0
UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_NUMBER = r"(\d+(?:\.\d+)?)([smh]?)"


@dataclass(frozen=True)
class PlayOptions:
    """Both clients are started with this; what is not given has the default of its kind."""

    url: str  # of the server; empty for that of a private house
    name: str = ""  # of a guest; empty with a token
    token: str | None = None
    game: str = GAME  # a canonical name
    clock: TimeControl = UNTIMED
    # A player's name, "bot" for any bot or an invite's code. None: whoever seeks the same.
    against: str | None = None
    invite: bool = False  # wait for whoever joins with the code that the server gives
    lobby: bool = False  # look around first: no match is asked for yet
    side: Side | None = None  # None: either
    rated: bool = False
    pie: bool = False
    private: bool = False  # nobody can watch
    house: House | None = None  # where the server and its bot run on this machine, for us only
    boards: bool = False  # draw the board after each move, in plain mode
    mouse: bool = True
    ascii: bool = False
    watch: str | None = None  # a match to watch, or "top" for the one with the best players
    replay: str | None = None  # a file with a recorded game

    @property
    def terms(self) -> Terms:
        return Terms(self.game, self.clock, self.rated, self.pie, self.private)


def read_clock(text: str) -> TimeControl:
    """The clock that *text* means. Raises Mistake, which says what would be right."""
    if text.strip().lower() in ("untimed", "none"):
        return TimeControl()
    limits: dict[str, tuple[float, float]] = {}
    for part in text.lower().replace(",", " ").split():
        kind, seconds, increment = _limit(part, text)
        if kind in limits:
            raise Mistake(f"{text!r} sets a limit for the {kind} twice")
        limits[kind] = seconds, increment
    if not limits or not all(0 < seconds <= MOST_SECONDS for seconds, _ in limits.values()):
        raise Mistake(f"{text!r} is no clock that runs: write {CLOCKS}")
    whole, increment = limits.get("game", (None, 0.0))
    per_move, _ = limits.get("move", (None, 0.0))
    return TimeControl(whole, increment, per_move)


def _limit(part: str, text: str) -> tuple[Literal["game", "move"], float, float]:
    if each := re.fullmatch(rf"{_NUMBER}/move", part):
        return "move", float(each[1]) * UNITS[each[2] or "s"], 0.0
    if whole := re.fullmatch(rf"{_NUMBER}(?:\+{_NUMBER})?", part):
        increment = float(whole[3] or 0) * UNITS[whole[4] or "s"]
        return "game", float(whole[1]) * UNITS[whole[2] or "m"], increment
    raise Mistake(f"cannot read {text!r} as a clock: write {CLOCKS}")


def write_clock(control: TimeControl) -> str:
    """As `read_clock` reads it."""
    parts = []
    if control.seconds is not None:
        minutes = control.seconds / 60
        whole = f"{minutes:g}" if minutes == round(minutes, 2) else f"{control.seconds:g}s"
        parts.append(f"{whole}+{control.increment:g}")
    if control.per_move is not None:
        parts.append(f"{control.per_move:g}s/move")
    return " ".join(parts) or "untimed"
