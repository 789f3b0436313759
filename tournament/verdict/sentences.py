"""What the figures of a tournament come to, in plain words."""

from collections.abc import Sequence
from math import ceil, log10

from tournament.statistics.elo import FEWEST, Estimate
from tournament.statistics.fit import Fit
from tournament.statistics.interval import TOO_FEW, Interval, telling
from tournament.verdict.verdict import Duel, StandingsLine, Tally

UNSETTLED = "whether moving first helps is not settled"
_COUNTLESS = 100_000  # games that nobody will play


def sentences(
    lines: Sequence[StandingsLine],
    duels: Sequence[Duel],
    fit: Fit | None,
    games: int,
    finished: bool,
) -> tuple[str, ...]:
    """Who leads, whether that is settled, and what moving first is worth if that is."""
    if not games or not lines:
        return ("No game was played." if finished else "No game has been played yet.",)
    found = [_leader(lines, finished)]
    if len(lines) == 2 and duels:
        found.append(f"{duels[0].sentence}.")
    elif len(lines) > 2 and fit is not None:
        found += _lead(lines[0], lines[1], fit, games)
    if fit is not None:
        found += _first_move(first_move_of(fit, games))
    return tuple(found)


def first_move_of(fit: Fit, games: int) -> Interval | None:
    """What moving first is worth, if there are games enough to say."""
    return telling(fit.first_move) if games >= FEWEST else None


def compared(players: tuple[str, str], score: Tally, found: Estimate | None, unit: str) -> str:
    """Which of two is stronger, how surely, and how many more games or pairs would settle it.

    One *is* stronger only where the bounds of the Elo are on one side of 0; without an estimate
    there are too few games.
    """
    one, two = players
    if found is None:
        return _undecided(one, two, score)
    if found.more is None or _level(found.superiority):
        return _are_level(one, two)
    ahead = _ahead(one, two, found.superiority, found.settled)
    return ahead if found.settled else f"{ahead}; {_more(found.more, unit)} would settle it"


def percent(share: float) -> str:
    """Never certain: what rounds to 0 or 100 % is said to be beyond."""
    if share > 0.999:
        return "over 99.9 %"
    if share < 0.001:
        return "under 0.1 %"
    return f"{100 * share:.1f} %" if share >= 0.975 else f"{100 * share:.0f} %"


def count(how_many: int, thing: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{how_many:,} {thing}{'' if how_many == 1 else 's'}"


def named(players: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`, `A, B and 7 others`."""
    if len(players) > 3:
        return f"{players[0]}, {players[1]} and {len(players) - 2} others"
    *most, last = players
    return f"{', '.join(most)} and {last}" if most else last


def _level(superiority: float) -> bool:
    """Whether one would have to say 50 %."""
    return abs(superiority - 0.5) < 0.005


def _are_level(one: str, two: str) -> str:
    return f"{one} and {two} are level: nothing shows which is stronger"


def _ahead(one: str, two: str, superiority: float, settled: bool) -> str:
    better, worse = (one, two) if superiority > 0.5 else (two, one)
    verb = "is" if settled else "may be"
    return f"{better} {verb} stronger than {worse} ({percent(max(superiority, 1 - superiority))})"


def _undecided(one: str, two: str, score: Tally) -> str:
    games, points = score.wins + score.draws + score.losses, score.wins + score.draws / 2
    made = f"{one} made {points:g} of {count(games, 'point')} against {two}"
    return f"{made}: {TOO_FEW} which of them is stronger"


def _more(more: int, unit: str) -> str:
    """`about 40 more pairs`, to two digits."""
    if more > _COUNTLESS:
        return f"more than {_COUNTLESS:,} more {unit}s"
    rough = round(more, 1 - int(log10(more))) if more > 100 else more
    return f"about {rough:,} more {unit}{'' if rough == 1 else 's'}"


def _leader(lines: Sequence[StandingsLine], finished: bool) -> str:
    first = [line for line in lines if line.rank == 1]
    names, best = named([line.player for line in first]), first[0]
    points = f"{best.points:g} point{'' if best.points == 1 else 's'}"
    if len(first) > 1:
        return f"{names} {'shared' if finished else 'share'} the first place with {points}."
    made = (
        f"{names} {'won' if finished else 'leads'} with {points} from {count(best.games, 'game')}"
    )
    level = len(lines) > 1 and lines[1].points == best.points
    return f"{made}, ahead of {lines[1].player} by the tie-break." if level else f"{made}."


def _lead(first: StandingsLine, second: StandingsLine, fit: Fit, games: int) -> list[str]:
    """Whether the Elo of all games bears out who is first and who second."""
    one, two = first.player, second.player
    too_few = [f"There are {TOO_FEW} whether {one} or {two} is stronger."]
    if min(fit.games.get(each, 0) for each in (one, two)) < FEWEST:
        return too_few
    ahead, superiority = fit.ahead(one, two), fit.superiority(one, two)
    if telling(ahead) is None:
        return too_few
    if _level(superiority):
        return [f"By the Elo of all games {_are_level(one, two)}."]
    settled = ahead.excludes_zero
    told = f"y the Elo of all games {_ahead(one, two, superiority, settled)}"
    told += (
        "." if settled else f"; {_more(_missing(ahead, games), 'game')} like these would settle it."
    )
    if first.rank == second.rank:
        return [f"B{told}"]
    borne_out = "settled" if ahead.value > 0 else "one of points only"
    return [f"The lead over {two} is {borne_out if settled else 'not settled'}: b{told}"]


def _missing(ahead: Interval, games: int) -> int:
    """How many more games would bring the bounds to one side of 0 at this difference."""
    return max(1, ceil(games * (ahead.error / ahead.value) ** 2) - games)


def _first_move(worth: Interval | None) -> list[str]:
    if worth is None or not worth.excludes_zero:
        return []
    which, bound = ("first", worth.low) if worth.value > 0 else ("second", -worth.high)
    about = f"{bound:.0f} Elo or more" if worth.is_open else f"about {abs(worth.value):.0f} Elo"
    return [f"Moving {which} is worth {about}."]
