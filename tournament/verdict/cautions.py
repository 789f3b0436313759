"""What one must know before one believes the figures of a tournament."""

from collections.abc import Mapping, Sequence

from tournament.results import ABSENT
from tournament.verdict.sentences import count, named
from tournament.verdict.verdict import ClockUse, Opening, StandingsLine

OFTEN = 0.1  # the share of games from which repeating is more than a coincidence
LUCK = 0.05  # how likely some opening looks lopsided where none is
LATE, DELAY = 1.1, 0.1  # times its seconds that a bot may take on the average, and seconds more

LOST_BY = {
    "time": "on time",
    "failed": "by failing",
    "abandoned": "by leaving",
    "misconduct": "for misconduct",
    ABSENT: "by not coming",
}


def cautions(
    games: int,
    repeated: int,
    absent: int,
    lines: Sequence[StandingsLine],
    openings: Sequence[Opening],
) -> tuple[str, ...]:
    """Games that repeat others, were not played or were lost beside the board; unfair openings."""
    found: list[str] = []
    if repeated:
        found.append(_repeats(games, repeated, bool(openings)))
    if absent:
        found.append(
            f"{count(absent, 'game')} {'was' if absent == 1 else 'were'} not played because "
            "somebody did not come: that counts for points, but not for Elo."
        )
    found += [_faults(line) for line in lines if line.faults]
    found += _lopsided(openings)
    return tuple(found)


def overruns(paces: Sequence[ClockUse], seconds: Mapping[str, float]) -> tuple[str, ...]:
    """Who takes longer than the seconds that a bot was given of its own, which no clock sees."""
    return tuple(
        f"{pace.player} took {pace.mean:.2g} s for a move on the average, and was to think for "
        f"{seconds[pace.player]:g} s: that is not made up for."
        for pace in paces
        if pace.mean > LATE * seconds.get(pace.player, pace.mean) + DELAY
    )


def _repeats(games: int, repeated: int, openings: bool) -> str:
    verb = "repeats" if repeated == 1 else "repeat"
    told = f"{repeated:,} of {count(games, 'game')} {verb} an earlier one move by move"
    if repeated < OFTEN * games:
        return f"{told}, or its mirror image."
    return (
        f"{told}, or its mirror image, as bots do that leave nothing to chance: all figures are "
        f"less certain than they look. What would help: {'more ' if openings else ''}openings, "
        "or bots that vary their moves."
    )


def _faults(line: StandingsLine) -> str:
    ways = [f"{many:,} {LOST_BY[ending]}" for ending, many in line.faults.items()]
    lost = count(sum(line.faults.values()), "game")
    hint = " A longer clock would help." if line.faults.get("time") else ""
    return f"{line.player} lost {lost} beside the board: {', '.join(ways)}.{hint}"


def _lopsided(openings: Sequence[Opening]) -> list[str]:
    """Those in which one side won every game, if that is more than luck."""
    first = sum(each.first_wins for each in openings)
    second = sum(each.second_wins for each in openings)
    games = first + second + sum(each.draws for each in openings)
    likely = max(first, second) / games if games else 1.0
    unfair = [
        str(each.number)
        for each in openings
        if _one_sided(each)
        and likely ** (each.first_wins + each.second_wins) < LUCK / len(openings)
    ]
    if not unfair:
        return []
    which = f"opening {unfair[0]}" if len(unfair) == 1 else f"openings {named(unfair)}"
    return [f"From {which} the same side won every game: pairs of games from there say little."]


def _one_sided(opening: Opening) -> bool:
    return not opening.draws and 0 in (opening.first_wins, opening.second_wins)
