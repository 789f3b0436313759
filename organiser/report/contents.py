"""What an event is: its tournaments, how its players did in all of them, how it was played."""

from collections.abc import Iterable, Sequence

from organiser.report.figures import DASH, made, percent, points
from organiser.report.html_tables import Column, table, words
from organiser.report.markup import Html, bdi, join, tag
from tournament.verdict.verdict import Tally, TournamentVerdict

CONDITIONS = ("Date", "Seed", "Machine", "Software")  # as records call them
MANY = 3  # values of one condition, from which only the first and the last are told


def all_of(verdicts: Sequence[TournamentVerdict], shared: bool) -> Html:
    """The way to each tournament and, where players met in several, how they did in all."""
    return join([tournaments(verdicts, shared), overall(verdicts)])


def tournaments(verdicts: Sequence[TournamentVerdict], shared: bool) -> Html:
    """All tournaments of an event, each with who leads it; a title that all share is left out."""
    columns = [words("Game"), Column("Games"), words("State"), words("First")]
    columns += [] if shared else [words("Tournament")]
    rows = [
        [
            tag("a", verdict.game, href=f"#t{at}"),
            str(verdict.games),
            "finished" if verdict.finished else "under way",
            leaders(verdict),
            *([] if shared else [verdict.title]),
        ]
        for at, verdict in enumerate(verdicts)
    ]
    return table("The tournaments of this event", columns, rows)


def leaders(verdict: TournamentVerdict) -> Html:
    first = [bdi(line.player) for line in verdict.standings if line.rank == 1]
    return join(first, ", ") if first else Html(DASH)


def overall(verdicts: Sequence[TournamentVerdict]) -> Html:
    """Everyone's score in each game and in all of them, the best first."""
    scores = [
        {player: _total(tallies.values()) for player, tallies in verdict.crosstable.items()}
        for verdict in verdicts
    ]
    players = dict.fromkeys(player for each in scores for player in each)
    totals = {
        player: _total(each[player] for each in scores if player in each) for player in players
    }
    columns = [words("Player"), Column("All games"), *(Column(each.game) for each in verdicts)]
    rows = [
        [
            bdi(player),
            tag("strong", _score(totals[player])),
            *(_score(each.get(player)) for each in scores),
        ]
        for player in sorted(totals, key=lambda player: _share(totals[player]), reverse=True)
    ]
    caption = "All games together: points of the games played, a win 1 and a draw ½"
    return table(caption, columns, rows, kind="overall")


def _total(tallies: Iterable[Tally]) -> Tally:
    several = list(tallies)
    wins, draws, losses = (
        sum(getattr(each, what) for each in several) for what in ("wins", "draws", "losses")
    )
    return Tally(wins, draws, losses)


def _games(score: Tally) -> int:
    return score.wins + score.draws + score.losses


def _share(score: Tally) -> float:
    return made(score) / _games(score) if _games(score) else 0.0


def _score(score: Tally | None) -> str:
    """`12½ of 20, 63 %`."""
    if score is None or not _games(score):
        return DASH
    return f"{points(made(score))} of {_games(score)}, {percent(_share(score))}"


def conditions(verdict: TournamentVerdict) -> dict[str, str]:
    """How the games were played, of what is known of that."""
    known = {name: values for name in CONDITIONS if (values := verdict.conditions.get(name))}
    return {
        name: _told(sorted(values) if name == "Date" else values) for name, values in known.items()
    }


def entrants(verdict: TournamentVerdict, players: Sequence[str]) -> Html:
    """What each player is: as it was named, and as it names itself."""
    known = {
        player: facts for player in players if (facts := verdict.conditions_by_player.get(player))
    }
    told = [name for name in ("Bot", "Version") if any(name in facts for facts in known.values())]
    rows = [
        [bdi(player), *(tag("code", _told(facts.get(name, ()))) for name in told)]
        for player, facts in known.items()
    ]
    columns = [words("Player"), *map(words, told)]
    return table("As they were named, and name themselves", columns, rows, kind="entrants")


def _told(values: Sequence[str]) -> str:
    if len(values) > MANY:
        return f"{values[0]} to {values[-1]}"
    return ", ".join(values)
