"""What is told of a tournament while it goes on, where there is no terminal."""

import pytest

from organiser.display import Display, standing_text
from organiser.event import Section
from protocol.parts import Terms
from protocol.replies import TournamentShown
from protocol.tournaments import Format, Plan, Stage, Standing, TournamentSummary

PLAN = Plan("Cup", Format.ROUND_ROBIN, Terms("qubic"))


def shown(played: int, *points: float) -> TournamentShown:
    """After so many games, with these points for `a`, `b` and so on."""
    lines = tuple(
        Standing("abcdefghijk"[at], made, played, 0, 0, 0) for at, made in enumerate(points)
    )
    summary = TournamentSummary(
        "t1", "Cup", PLAN.format, PLAN.terms, "ann", Stage.RUNNING, (), played, 40
    )
    return TournamentShown(0, summary, PLAN, lines, (), (), ())


def test_the_standings_are_told_in_a_line() -> None:
    """Of many players those of the best."""
    assert standing_text(shown(20, 12.5, 7.5)) == "after 20 of 40 games: a 12.5, b 7.5"
    many = standing_text(shown(40, *range(11, 0, -1)))
    assert many.endswith("g 5, h 4, and 3 more")


def test_the_standings_are_told_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    """After every ten games or, where they come fast, at the next look."""
    display = Display()
    for played in (1, 9, 10, 14, 23, 24, 33):
        display.standing(Section(PLAN, ("a", "b")), shown(played, played, 0))
    told = capsys.readouterr().err.splitlines()
    assert [line.split()[2] for line in told] == ["10", "23", "33"]
