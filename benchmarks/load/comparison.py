"""Holds what scripted players were told against what the journal has."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from benchmarks.load.crash_player import Told, Turn
from protocol.events import Ended, MatchEvent, Played, Resumed, Started
from protocol.parts import Ending, Left
from server.storage.archive import Archive
from server.storage.database import open_database

SLACK = 0.5  # seconds that a turn may seem shorter to its player than to the server
BY_PLAY = (Ending.LINE, Ending.FULL)
Used = Callable[[Turn], float]  # how long a player used a clock for a turn
decode = msgspec.msgpack.Decoder[MatchEvent](MatchEvent).decode


class Overcharge(NamedTuple):
    """A clock that lost more than its player used."""

    match: str
    ply: int | None  # None: it was another after a restart than before
    seconds: float  # too much
    at: float  # seconds since 1970, about


@dataclass
class Comparison:
    """What was found."""

    matches: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    unfinished: int = 0  # also those that did not end by play
    restarts_in_record: int = 0
    overcharges: list[Overcharge] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)


async def compare(database: str, told: Told, used: Used, slack: float = SLACK) -> Comparison:
    found = Comparison(acknowledged=len(told.done))
    kept = await open_database(database, use="guest")
    try:
        archive = Archive(kept)
        live = await archive.live_starts()
        for match in sorted(told.matches | live.keys()):
            events = [decode(data) for data in await archive.events(match)]
            _compare_match(found, told, match, events)
            found.overcharges += _overcharges(told, lambda turn: used(turn) + slack, match, events)
    finally:
        await kept.close()
    return found


def _compare_match(found: Comparison, told: Told, match: str, events: list[MatchEvent]) -> None:
    played = [event for event in events if isinstance(event, Played)]
    cells = {(event.ply, event.cell) for event in played}
    ended = events[-1] if events and isinstance(events[-1], Ended) else None
    found.matches += 1
    found.lost += len({(ply, cell) for of, ply, cell in told.done if of == match} - cells)
    found.doubled += len(played) - len({event.ply for event in played})
    found.unfinished += ended is None or ended.ending not in BY_PLAY
    found.endings[ended.ending if ended else "none"] += 1
    found.restarts_in_record += sum(isinstance(event, Resumed) for event in events)


def _overcharges(told: Told, used: Used, match: str, events: list[MatchEvent]) -> list[Overcharge]:
    left: Left = (None, None)
    wrong = []
    for event in events:
        if isinstance(event, Started):
            left = (event.terms.clock.seconds,) * 2
        elif isinstance(event, Played):
            turn = told.turns.get((match, event.ply))
            most = used(turn) if turn else event.charged
            excess = max(_taken(event, left) - event.charged - 1e-3, event.charged - most)
            if excess > 0:
                wrong.append(Overcharge(match, event.ply, excess, turn.at if turn else 0.0))
            left = event.left
        elif isinstance(event, Resumed) and event.left != left:
            wrong.append(Overcharge(match, None, 0.0, event.at))
    return wrong


def _taken(played: Played, before: Left) -> float:
    """How much less is on the clock than before the move."""
    mine, now = before[played.ply % 2], played.left[played.ply % 2]
    assert mine is not None, "these matches are timed"
    assert now is not None, "these matches are timed"
    return mine - now
