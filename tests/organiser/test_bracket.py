"""The bracket of a knockout as people and programs are shown it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from organiser.bracket import bracket_lines, tie_line
from organiser.display import print_verdict
from organiser.report import render
from tests.organiser.report.test_page import Reader
from tests.tournament.formats.pairings import names, play
from tests.tournament.statistics.simulated import paired, verdict_of
from tournament.formats.knockout import bracket
from tournament.plan import PairingPlan
from tournament.verdict.export import as_json

PLAN = PairingPlan("knockout", 1, third_place=True)


def test_a_tree_joins_those_who_meet() -> None:
    """The best has the bye, points stand behind names, and who goes on at the end of the joint."""
    rounds = bracket(PLAN, ["ann", "bob", "cat"], play(PLAN, ["ann", "bob", "cat"]))
    assert bracket_lines(rounds, 80) == [
        "1 ann ──┐",
        "        ├ 1 ann 2 ┐",
        "- ──────┘         │",
        "                  ├ 1 ann",
        "2 bob 2 ┐         │",
        "        ├ 2 bob 0 ┘",
        "3 cat 0 ┘",
        "third place: 3 cat, without a game",
    ]


@given(st.integers(2, 20), st.integers(20, 200), st.integers(0, 99), st.integers(0, 60))
def test_all_ties_are_shown_in_any_width(many: int, width: int, seed: int, played: int) -> None:
    """As a tree that fits, or else as a list; also while it goes on."""
    players = names(many)
    rounds = bracket(PLAN, players, play(PLAN, players, seed)[:played])
    lines = bracket_lines(rounds, width)
    text = "\n".join(lines)
    tree = "┐" in text
    assert not tree or max(map(len, lines[: 4 * len(rounds[0]) - 1])) <= width
    for tie in (tie for ties in rounds for tie in ties):
        assert (
            tie_line(tie) in text if not tree else all((slot or "-") in text for slot in tie.slots)
        )


@pytest.mark.parametrize(("drawn", "told"), [("wlwlwlwl", "better seed"), ("wlww", "extra games")])
def test_a_level_tie_says_how_it_was_decided(
    drawn: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the terminal, in the report and as JSON, each with the rule of the plan."""
    results = [
        each._replace(fixture=each.fixture._replace(round=1)) for each in paired("a", "b", drawn)
    ]
    verdict = verdict_of("ab", results, "knockout", "tictactoe")
    print_verdict(verdict)
    printed, page = capsys.readouterr().out, Reader(render([verdict]))
    assert page.open == []
    for text in (" ".join(printed.split()), " ".join(page.words)):
        assert told in text
        assert verdict.rule in text
        assert "a won the final against b" in text
    [[tie]] = json.loads(json.dumps(as_json(verdict)))["bracket"]
    assert (tie["winner"], tie["slots"], tie["seeds"]) == ("a", ["a", "b"], [1, 2])
    assert tie["decided"] in ("seed", "extra games")
