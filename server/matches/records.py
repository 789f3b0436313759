"""A match of the past as a record, which `inarow convert` and others read."""

from collections.abc import Sequence
from datetime import UTC, datetime

from games.record import Record, RecordedResult
from protocol.clocks import write_clock
from protocol.events import Ended, MatchEvent, Played, TakenBack
from protocol.parts import UNSCORED, Terms
from server.matches.match import Match


def record_of_match(match: Match) -> Record:
    """Who played what, when, for how long, and how it ended."""
    started, ended = match.started, match.ended
    scored = ended is not None and ended.ending not in UNSCORED
    first, second = match.players
    times = _times(match.events)
    return Record.of(
        match.position,
        (first.name, second.name),
        RecordedResult.of(ended.winner) if ended and scored else RecordedResult.NONE,
        str(ended.ending) if ended else "",
        (*[0] * len(started.terms.opening), *times),
        {"Match": match.id, **_facts(match, started.terms, started.at, ended)},
    )


def _facts(match: Match, terms: Terms, at: float, ended: Ended | None) -> dict[str, str]:
    """What is worth telling beside the moves."""
    began = datetime.fromtimestamp(at, UTC)
    facts = {
        "Date": f"{began:%Y-%m-%d}",
        "UTCTime": f"{began:%H:%M:%S}",
        "Clock": write_clock(terms.clock),
        "Rated": "yes" if terms.rated else "",
        "Private": "yes" if terms.private else "",
        "OpeningMoves": str(len(terms.opening)) if terms.opening else "",
        "Reason": ended.reason if ended else "",
    }
    if place := match.fixture:
        facts |= {"Tournament": place.tournament, "Round": str(place.round)}
    return {name: fact for name, fact in facts.items() if fact}


def _times(events: Sequence[MatchEvent]) -> list[int]:
    """Milliseconds for each move that stands."""
    played: dict[int, int] = {}
    for event in events:
        match event:
            case Played(ply=ply, elapsed=elapsed):
                played[ply] = round(1000 * elapsed)
            case TakenBack(ply=stands):
                played = {ply: time for ply, time in played.items() if ply < stands}
    return [played[ply] for ply in sorted(played)]
