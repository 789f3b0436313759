"""A sequential test: its hypotheses, how far it has come, and what it accepts."""

from organiser.report.charts import line_chart
from organiser.report.figures import MINUS
from organiser.report.html_tables import Column, table, words
from organiser.report.markup import Html, bdi, join, tag
from tournament.statistics.interval import signed
from tournament.verdict.verdict import SprtVerdict


def sprt(verdict: SprtVerdict) -> Html:
    """The hypotheses, and where the LLR stands between its bounds."""
    columns = [
        words("Tested"),
        Column("H0", title="the Elo of the null hypothesis"),
        Column("H1", title="the Elo of the other hypothesis"),
        words("Model"),
        Column("Alpha", title="how often H1 may be accepted where H0 is true"),
        Column("Beta", title="how often H0 may be accepted where H1 is true"),
        Column("Pairs"),
        Column("Accept H0 at"),
        Column("LLR", title="the logarithm of the ratio of the likelihoods of H1 and H0"),
        Column("Accept H1 at"),
        words("Accepted"),
    ]
    one, two = map(bdi, verdict.players)
    row = [
        Html(f"{one} against {two}"),
        *(f"{elo:g}".replace("-", MINUS) for elo in (verdict.elo0, verdict.elo1)),
        verdict.model,
        *(f"{rate:g}" for rate in (verdict.alpha, verdict.beta)),
        f"{verdict.pairs:,}",
        *map(_two_digits, (verdict.lower, verdict.llr, verdict.upper)),
        tag("strong", verdict.accepted),
    ]
    told = table("Sequential test: the LLR between its bounds", columns, [row], kind="sprt")
    return join([told, *_course(verdict)])


def _course(verdict: SprtVerdict) -> list[Html]:
    """How the LLR went, if it has gone anywhere."""
    levels = {"accept H1": verdict.upper, "accept H0": verdict.lower}
    points = [(0, 0.0), *verdict.course]
    chart = line_chart({"LLR": points}, "The LLR as the pairs came in", "pairs", "LLR", levels)
    return [chart] if chart and verdict.course else []


def _two_digits(value: float) -> str:
    return signed(value, 2).replace("-", MINUS)
