"""The bracket of a knockout: a column for each round, and the third place below the final."""

from collections.abc import Sequence

from organiser.bracket import BY
from organiser.report.figures import DASH, points
from organiser.report.markup import Html, bdi, join, tag
from tournament.formats.knockout import FINAL, THIRD_PLACE, Tie
from tournament.verdict.verdict import TournamentVerdict


def bracket(verdict: TournamentVerdict) -> Html:
    """Rounds from left to right; who goes on is in bold, and is said to those who cannot see it."""
    rounds = tag("div", join([_round(ties) for ties in verdict.bracket]), class_="bracket")
    label = "Bracket: seeds in front of the names, points behind them"
    scroll = tag("div", rounds, class_="scroll", tabindex=0, role="region", aria_label=label)
    return join([scroll, tag("p", verdict.rule, class_="note")])


def _round(ties: Sequence[Tie]) -> Html:
    tree = [tie for tie in ties if not tie.third_place]
    third = [tie for tie in ties if tie.third_place]
    parts = [tag("h4", tree[0].name), tag("ol", join([_tie(tie) for tie in tree]))]
    if third:
        parts += [tag("h4", third[0].name), tag("ol", join([_tie(tie) for tie in third]))]
    return tag("div", join(parts), class_="round")


def _tie(tie: Tie) -> Html:
    slots = [_slot(tie, at) for at in (0, 1)]
    by = [tag("small", BY[tie.decided])] if tie.decided in BY else []
    return tag("li", join([*slots, *by]))


def _slot(tie: Tie, at: int) -> Html:
    name, seed = tie.slots[at], tie.seeds[at]
    if name is None:
        return tag("span", tag("span", DASH, class_="name"), class_="slot")
    won = bool(tie.decided) and tie.winner == name
    parts = [
        tag("span", str(seed), class_="seed"),
        tag("span", bdi(name), class_="name"),
        tag("span", points(tie.points[at]) if tie.played else "", class_="made"),
    ]
    if won:
        parts.append(
            tag("span", "wins" if tie.name in (FINAL, THIRD_PLACE) else "goes on", class_="unseen")
        )
    return tag("span", join(parts), class_="slot won" if won else "slot")
