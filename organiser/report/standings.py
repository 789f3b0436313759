"""Who came where, who played whom, and what each pair of players comes to."""

from collections.abc import Iterable, Sequence

from organiser.report.bars import scale_of, whisker
from organiser.report.endings import FAULT_WORDS
from organiser.report.figures import (
    DASH,
    MINUS,
    estimate,
    likelihood,
    made,
    number,
    percent,
    points,
    signed,
    span,
    tally,
)
from organiser.report.html_tables import Column, table, words
from organiser.report.markup import Html, bdi, html, join, tag
from protocol.texts import count
from tournament.verdict.verdict import Duel, StandingsLine, Tally, TournamentVerdict

STANDINGS = "Points and tie-breaks, Elo with its 95 % interval, and games lost by a fault"


def standings(verdict: TournamentVerdict) -> Html:
    columns = [
        Column("#", title="rank"),
        words("Player"),
        Column("Points"),
        Column("Games"),
        Column("+", title="wins"),
        Column("=", title="draws"),
        Column(MINUS, title="losses"),
        *(Column(name) for name in verdict.further_tie_breaks),
        Column("Elo"),
        Column(f"{percent(0.95)} interval"),
        words("Lost by fault"),
    ]
    scale = scale_of([line.elo for line in verdict.standings])
    further = verdict.further_tie_breaks.values()
    rows = [_line(line, further, scale) for line in verdict.standings]
    return table(STANDINGS, columns, rows, heading=1, kind="standings")


def _line(line: StandingsLine, further: Iterable[int], scale: tuple[float, float]) -> list[str]:
    return [
        str(line.rank),
        bdi(line.player),
        tag("strong", points(line.points)),
        *map(str, (line.games, line.wins, line.draws, line.losses)),
        *(number(line.tie_breaks[at]) for at in further),
        DASH if line.elo is None or line.elo.is_open else signed(line.elo.value),
        join([html(span(line.elo) if line.elo else DASH), whisker(line.elo, scale)]),
        faults(line.faults),
    ]


def faults(counts: dict[str, int]) -> str:
    """`2 on time, 1 failed`."""
    told = [f"{many} {FAULT_WORDS.get(word, word)}" for word, many in counts.items() if many]
    return ", ".join(told) or DASH


def crosstable(verdict: TournamentVerdict, tournament: int, players: Sequence[str]) -> Html:
    """Everyone against everyone; a cell is a button that lists its games."""
    columns = [
        words("Player"),
        *(Column(str(place), title=player) for place, player in enumerate(players, 1)),
    ]
    rows = [
        [
            join([tag("span", str(row + 1), class_="place"), bdi(player)]),
            *(
                _meeting(verdict, tournament, players, row, column)
                for column in range(len(players))
            ),
        ]
        for row, player in enumerate(players)
    ]
    return table("Crosstable: the row's points against the column", columns, rows, kind="cross")


def _meeting(
    verdict: TournamentVerdict, tournament: int, players: Sequence[str], row: int, column: int
) -> str:
    if row == column:
        return tag("span", "", class_="self")
    player, opponent = players[row], players[column]
    score = verdict.crosstable.get(player, {}).get(opponent)
    if score is None or not _games(score):
        return tag("span", DASH, class_="none")
    label = f"{player} against {opponent}: {points(made(score))} of {count(_games(score), 'game')}"
    return tag(
        "button",
        tag("span", points(made(score)), class_="points"),
        tag("small", tally(score)),
        type="button",
        aria_label=f"{label}, {tally(score)}. List the games",
        aria_haspopup="dialog",
        data_list=f"{tournament} {row} {column}",
    )


def _games(score: Tally) -> int:
    return score.wins + score.draws + score.losses


PAIR_WORTHS = ("0", "½", "1", "1½", "2")


def duels(verdict: TournamentVerdict) -> Html:
    columns = [
        words("Players, and what can be said of them"),
        Column("Score"),
        *(
            Column(worth, title=f"pairs of games by what they made: {worth}")
            for worth in PAIR_WORTHS
        ),
        Column(f"Elo ({percent(0.95)})"),
        Column(f"Normalised Elo ({percent(0.95)})"),
        Column("Superiority", title="how likely the first named is the stronger"),
    ]
    caption = "Duels: figures of the player named first, and pairs of games by what they were worth"
    return table(caption, columns, [_duel(duel) for duel in verdict.duels], kind="duels")


def _duel(duel: Duel) -> list[str]:
    first, second = map(bdi, duel.players)
    score = duel.score
    return [
        join([Html(f"{first} {DASH} {second}"), tag("small", duel.sentence)]),
        f"{points(made(score))} / {_games(score)}",
        *map(str, duel.pairs),
        estimate(duel.elo),
        estimate(duel.normalised),
        likelihood(duel.superiority),
    ]


def list_all(verdict: TournamentVerdict, tournament: int) -> Html:
    """The way to every game, for crosstables that are mostly empty."""
    many = len(verdict.results)
    if not many:
        return Html("")
    return tag(
        "p",
        tag(
            "button",
            f"List all {count(many, 'game')}" if many > 1 else "List the game",
            type="button",
            class_="plain",
            aria_haspopup="dialog",
            data_list=str(tournament),
        ),
    )
