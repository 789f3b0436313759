"""What a report is made of: boards, words, figures and charts."""

import re

from games import game_named
from organiser.report.charts import line_chart
from organiser.report.endings import story
from organiser.report.fairness import lopsided
from organiser.report.figures import likelihood, number, points, seconds, signed
from organiser.report.scales import spread, thinned, ticks
from tournament.results import Result, ScheduledGame
from tournament.verdict.verdict import Opening


def told(winner: int | None, ending: str, reason: str = "") -> str:
    fixture = ScheduledGame(1, 1, ("ann", "bob"), 0)
    return story(game_named("gomoku"), Result(fixture, winner, ending, reason))


def test_endings_are_told_in_words() -> None:
    """Who won, how, and what else was said."""
    assert told(0, "line") == "X, ann, won with five in a row."
    assert told(1, "time") == "O, bob, won: ann ran out of time."
    assert told(0, "failed", "exit code 1") == "X, ann, won: bob failed. Exit code 1."
    assert told(None, "full") == "A draw: no line can be filled any more."
    assert told(None, "absent") == "Nobody came."
    assert told(0, "adjudicated") == "X, ann, won by adjudication."
    assert told(0, "unheard-of") == "X, ann, won (unheard-of)."
    assert told(None, "unheard-of") == "Nobody won (unheard-of)."


def test_figures_are_printed_with_care() -> None:
    """Halves as fractions, true minus signs, and nothing is quite certain."""
    assert [points(each) for each in (0, 0.5, 4.5, 12)] == ["0", "½", "4½", "12"]
    assert [number(each) for each in (3.25, 2.0)] == ["3.25", "2"]
    assert [signed(each) for each in (35.2, 0.3, -0.2)] == ["+35", "0", "0"]
    assert signed(-120) == "\N{MINUS SIGN}120"
    assert [likelihood(each) for each in (0.5, 1.0)] == ["50.0\xa0%", "> 99.9\xa0%"]
    assert [seconds(each) for each in (0.0421, 1.234, 31.25)] == ["0.042", "1.23", "31.2"]


def test_lopsided_openings_need_games() -> None:
    """Nine of ten is further from even than one of one."""
    assert lopsided(Opening(1, "", 9, 0, 1)) > lopsided(Opening(2, "", 1, 0, 0))
    assert lopsided(Opening(3, "", 0, 4, 0)) == 0


# Charts


def test_ticks_are_round_and_enclose_the_range() -> None:
    """Also for a range of nothing."""
    assert ticks(-37, 61) == [-40, -20, 0, 20, 40, 60, 80]
    assert ticks(3, 3) == [3, 4]


def test_labels_are_spread_apart() -> None:
    """They keep their order and their distance."""
    assert spread([10, 11, 50], 15, 0, 100) == [10, 25, 50]
    assert spread([95, 99], 15, 0, 100) == [85, 100]


def test_thinning_keeps_both_ends() -> None:
    """A long line loses points, not its beginning and not its end."""
    line = [(at, float(at)) for at in range(1000)]
    thin = thinned(line, 50)
    assert (len(thin), thin[0], thin[-1]) == (50, line[0], line[-1])


def test_lines_differ_in_more_than_colour() -> None:
    """Each player's dashes and marks are no other's, up to a field of thirty-five."""
    players = {f"p{number}": ((1, float(number)), (2, 0.0)) for number in range(35)}
    page = str(line_chart(players, "Elo", "games", "Elo"))
    legend = re.findall(r'<li class="[^"]*">(.*?)<bdi>', page)
    assert len(set(legend)) == len(players)


def test_nothing_to_draw_is_no_chart() -> None:
    """A chart without a point is left out."""
    assert line_chart({"ann": ()}, "Elo", "games", "Elo") is None
    assert line_chart({"ann": ((1, float("nan")),)}, "Elo", "games", "Elo") is None
