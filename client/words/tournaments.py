"""Tournaments in sentences."""

from client.words.matches import time_control
from client.words.outcome import how_won, why_nobody_won
from client.words.text import printable
from games import SIDES
from protocol.replies import TournamentShown
from protocol.texts import count
from protocol.tournaments import FixtureSummary, Stage, Standing, TournamentSummary

ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"


def about(summary: TournamentSummary) -> str:
    """`Spring cup (k7m3): round-robin, tictactoe, 5 minutes; open, 2 players, none played`."""
    terms = summary.terms
    how = f"{summary.format}, {terms.game}, {time_control(terms.clock)}"
    rated = ", rated" if terms.rated else ""
    players = count(len(summary.players), "player")
    title = printable(summary.title)
    return (
        f"{title} ({summary.tournament}): {how}{rated}; {summary.stage}, {players}, "
        f"{_games(summary)}"
    )


def _games(summary: TournamentSummary) -> str:
    if not summary.games:
        return "no games yet"
    return f"{summary.played} of {count(summary.games, 'game')} played"


def due(title: str, fixture: FixtureSummary, name: str, seconds: float) -> str:
    """That a game waits for us, and what to do."""
    side = fixture.players.index(name)
    against = f"you are {SIDES[side]} against {fixture.players[1 - side]}"
    return (
        f"Your next game in {printable(title)}: {against}; "
        f"say ready, or it starts in {count(round(seconds), 'second')}."
    )


def change(before: TournamentSummary | None, after: TournamentSummary, name: str) -> str:
    """What is new, for this player; the end is told with the standings instead."""
    if before is None:
        return ""
    parts = [_entered(before, after, name), _left(before, after, name), _stage(before, after)]
    return " ".join(part for part in parts if part)


def _stage(before: TournamentSummary, after: TournamentSummary) -> str:
    if before.stage is after.stage:
        return ""
    title = printable(after.title)
    match after.stage:
        case Stage.RUNNING if before.stage is Stage.OPEN:
            return f"{title} has begun, with {count(len(after.players), 'player')}."
        case Stage.RUNNING:
            return f"{title} goes on."
        case Stage.PAUSED:
            return f"{title} is paused: games under way are played to their ends."
        case Stage.CANCELLED:
            return f"{title} is cancelled."
        case _:
            return ""


def _entered(before: TournamentSummary, after: TournamentSummary, name: str) -> str:
    new = _names(after) - _names(before) - {name}
    if not new:
        return ""
    who, enter = " and ".join(sorted(new)), "enters" if len(new) == 1 else "enter"
    return f"{who} {enter} {printable(after.title)}: {count(len(after.players), 'player')}."


def _left(before: TournamentSummary, after: TournamentSummary, name: str) -> str:
    gone = _names(before) - _names(after) - {name}
    return f"{' and '.join(sorted(gone))} left {printable(after.title)}." if gone else ""


def _names(summary: TournamentSummary) -> set[str]:
    return {player.name for player in summary.players}


def result(fixture: FixtureSummary) -> str:
    """`ann wins against bob on time.`"""
    first, second = fixture.players
    if fixture.winner is None:
        return f"{first} against {second}: {why_nobody_won(fixture.ending, fixture.reason)}"
    winner, loser = (first, second) if fixture.winner == 0 else (second, first)
    return f"{winner} wins against {loser}{how_won(fixture.ending, loser, fixture.reason)}."


# Standings


def places(standings: tuple[Standing, ...]) -> list[int]:
    """The place of each line; those whom nothing separates share one."""
    found: list[int] = []
    for at, line in enumerate(standings):
        above = standings[at - 1] if at else None
        same = above and (above.points, above.tie_breaks) == (line.points, line.tie_breaks)
        found.append(found[-1] if same else at + 1)
    return found


def standing(shown: TournamentShown, name: str) -> str:
    """`Spring cup: you are 1st of 2, with 1 point after 1 game.`; nothing for who is not in it."""
    placed = zip(places(shown.standings), shown.standings, strict=True)
    found = [(place, line) for place, line in placed if line.player == name]
    if not found:
        return ""
    place, line = found[0]
    of = f"{ordinal(place)} of {len(shown.standings)}"
    after = f"{_points(line)} after {count(line.games, 'game')}"
    return f"{printable(shown.tournament.title)}: you are {of}, with {after}."


def end(shown: TournamentShown, name: str) -> str:
    """Who won, and where we came."""
    title = printable(shown.tournament.title)
    placed = list(zip(places(shown.standings), shown.standings, strict=True))
    first = [line for place, line in placed if place == 1]
    if not first or not first[0].games:
        return f"{title} is over."
    who = " and ".join("you" if line.player == name else line.player for line in first)
    won = f"{title} is over, and {who} won it with {_points(first[0])}."
    mine = [place for place, line in placed if line.player == name and place > 1]
    return f"{won} You are {ordinal(mine[0])} of {len(placed)}." if mine else won


def table(shown: TournamentShown) -> list[str]:
    """The standings, a line for each player."""
    placed = zip(places(shown.standings), shown.standings, strict=True)
    return [f"{place}. {_line(line, shown.tie_breaks)}" for place, line in placed]


def _line(line: Standing, names: tuple[str, ...]) -> str:
    score = f"{line.wins} won, {line.draws} drawn, {line.losses} lost"
    others = zip(names, line.tie_breaks, strict=False)
    more = "".join(f"; {name} {value:g}" for name, value in others if name != "wins")
    return f"{line.player}: {_points(line)}; {score}{more}"


def _points(line: Standing) -> str:
    return count(line.points, "point")
