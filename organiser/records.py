"""Games of a tournament as records, and records as results: each can be had from the other."""

from collections.abc import Iterable, Mapping, Sequence

from games import BadRecord, game_named
from games.record import MoveEvaluation, Record, RecordedResult
from protocol.events import Ended, MatchEvent, Played, Started
from protocol.parts import Analysis, Verdict
from protocol.texts import clean
from protocol.tournaments import FixtureSummary
from tournament.results import ABSENT, Result, ScheduledGame

# What is told of how a game was played, of which not all need be known.
FACTS = (
    "Date", "UTCTime", "Clock", "Seed", "Machine", "Software", "FirstBot", "SecondBot",
    "FirstVersion", "SecondVersion",
)  # fmt: skip
Facts = Mapping[str, str]


def result_of(
    told: FixtureSummary, events: Sequence[MatchEvent], facts: Facts | None = None
) -> Result:
    """What came of a game, by all that happened in it, and what else is known of it."""
    started, ended = events[0], events[-1]
    assert isinstance(started, Started), "a match begins with its start"
    assert isinstance(ended, Ended), "a game that is over has ended"
    played = [event for event in events if isinstance(event, Played)]
    place = told.fixture
    return Result(
        ScheduledGame(place.number, place.round, told.players, place.pair, place.opening),
        ended.winner,
        ended.ending,
        clean(ended.reason),
        told.match,
        started.terms.opening,
        (*started.terms.opening, *(event.cell for event in played)),
        tuple(event.elapsed for event in played),
        tuple(event.credited for event in played),
        _known(_evaluation(event.analysis) for event in played),
        tuple((name, facts[name]) for name in FACTS if facts and facts.get(name)),
    )


def _evaluation(analysis: Analysis | None) -> MoveEvaluation | None:
    if analysis is None:
        return None
    verdict = "" if analysis.verdict is Verdict.UNDECIDED else analysis.verdict.value
    score = analysis.score
    whole = score is not None and score == int(score)
    found = MoveEvaluation(
        int(score) if score is not None and whole else score, analysis.depth, verdict
    )
    return None if found == MoveEvaluation() else found


def _known(evaluations: Iterable[MoveEvaluation | None]) -> tuple[MoveEvaluation | None, ...]:
    """Nothing where there is none of any move."""
    found = tuple(evaluations)
    return found if any(found) else ()


def record_of(title: str, game: str, result: Result) -> Record:
    """The game as a record that tells its place in the tournament too."""
    fixture = result.fixture
    untold = [0] * len(result.opening)
    tags = {
        "Event": title,
        "Round": str(fixture.round),
        "Number": str(fixture.number),
        "Pair": str(fixture.pair),
        "OpeningMoves": str(len(result.opening)),
        "Match": result.match,
        "Lag": " ".join(f"{1000 * lag:.0f}" for lag in result.lag),
        "Reason": clean(result.reason),
        **dict(result.facts),
    }
    if fixture.opening is not None:
        tags["Opening"] = str(fixture.opening + 1)
    both_lost = result.ending == ABSENT and result.winner is None
    return Record.of(
        game_named(game).after(result.moves),
        fixture.players,
        RecordedResult.NONE if both_lost else RecordedResult.of(result.winner),
        result.ending,
        (*untold, *(round(1000 * seconds) for seconds in result.seconds)),
        {tag: text for tag, text in tags.items() if text},
        (*(None for _ in untold), *result.evaluations) if result.evaluations else (),
    )


def read_result(record: Record) -> Result:
    """The result that a record of ours tells of. Raises BadRecord for one from elsewhere."""
    tags = record.tags
    try:
        opening = int(tags["Opening"]) - 1 if "Opening" in tags else None
        fixture = ScheduledGame(
            int(tags["Number"]), int(tags["Round"]), record.players, int(tags["Pair"]), opening
        )
        before = int(tags["OpeningMoves"])
        lag = tuple(int(each) / 1000 for each in tags.get("Lag", "").split())
    except (KeyError, ValueError) as error:
        raise BadRecord(f"this is no record of a tournament: {error}") from error
    winner = {RecordedResult.FIRST: 0, RecordedResult.SECOND: 1}.get(record.result)
    seconds = tuple(time / 1000 for time in record.times_ms[before:])
    moves = record.position.moves
    reason, match = tags.get("Reason", ""), tags.get("Match", "")
    facts = tuple((name, tags[name]) for name in FACTS if name in tags)
    return Result(
        fixture, winner, record.ending, reason, match, moves[:before], moves, seconds, lag,
        record.evaluations[before:], facts,
    )  # fmt: skip
