"""The verdict as CSV and as JSON."""

import csv
import json
import re

import pytest

from organiser.display import verdict_table
from organiser.report import render
from tests.tournament.statistics.simulated import paired, simulated, verdict_of
from tournament.verdict.export import as_json, crosstable_csv, standings_csv
from tournament.verdict.standings import TIE_BREAKS

STRENGTHS = {"Ada": 200.0, 'Bob, the "2nd"': 0.0, "Cy": -200.0}
VERDICT = verdict_of(list(STRENGTHS), simulated(STRENGTHS, 10))


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(text.splitlines()))


class TestCsv:
    def test_the_standings_have_a_line_for_each_player(self) -> None:
        """Names with commas and quotes survive."""
        lines = list(csv.DictReader(standings_csv(VERDICT).splitlines()))
        assert [line["player"] for line in lines] == list(STRENGTHS)
        for line, expected in zip(lines, VERDICT.standings, strict=True):
            assert float(line["points"]) == expected.points
            assert float(line["Sonneborn-Berger"]) == expected.tie_breaks[0]
            assert expected.elo is not None
            assert line["elo_low"] == f"{expected.elo.low:.1f}"

    def test_numbers_are_as_short_as_they_can_be(self) -> None:
        """Half points have a point, whole ones none; what is not known is empty."""
        text = standings_csv(verdict_of("abc", paired("a", "b", "wd")))
        first, _, last = rows(text)[1:]
        assert first[:7] == ["1", "a", "1.5", "2", "1", "1", "0"]
        assert last == ["3", "c", "0", "0", "0", "0", "0", "0", *[""] * 3, *["0"] * 5]

    def test_faults_have_columns(self) -> None:
        """Each its own."""
        lost = [each._replace(ending="time") for each in paired("a", "b", "ww")]
        lines = csv.DictReader(standings_csv(verdict_of("ab", lost)).splitlines())
        assert [(line["time"], line["failed"]) for line in lines] == [("0", "0"), ("2", "0")]

    def test_the_crosstable_is_square(self) -> None:
        """With the points of the line's player in as many games."""
        text = crosstable_csv(verdict_of("abc", paired("a", "b", "wwd")))
        assert rows(text) == [
            ["player/opponent", "a", "b", "c"],
            ["a", "", "2.5/3", ""],
            ["b", "0.5/3", "", ""],
            ["c", "", "", ""],
        ]


@pytest.mark.parametrize("format", TIE_BREAKS)
def test_no_table_has_two_columns_of_one_name(format: str) -> None:
    """Whatever the format, and though players are called as columns are."""
    players = ["player", "wins", "Elo"]
    results = simulated(dict.fromkeys(players, 0.0), 2, game="tictactoe")
    verdict = verdict_of(players, results, format, "tictactoe")
    tables = [rows(text)[0] for text in (standings_csv(verdict), crosstable_csv(verdict))]
    page = render([verdict])
    heads = [
        re.findall(r"<th\b.*?</th>", each)
        for each in re.findall(r"<thead\b.*?</thead>", page, re.S)
    ]
    tables += [[re.sub("<.*?>", "", each) for each in head] for head in heads]
    tables.append([str(column.header) for column in verdict_table(verdict).columns])
    assert len(tables) > 5
    for headings in tables:
        assert len(headings) == len(set(headings)), headings


class TestJson:
    def test_a_verdict_is_json(self) -> None:
        """All of it, in the words of its fields."""
        data = json.loads(json.dumps(as_json(VERDICT), allow_nan=False))
        assert data["title"] == "Cup"
        assert data["standings"][0]["player"] == "Ada"
        assert data["standings"][0]["elo"].keys() == {"value", "low", "high"}
        assert data["sentences"] == list(VERDICT.sentences)
        assert len(data["duels"]) == 3

    def test_games_are_told_by_their_fixtures(self) -> None:
        """Without moves, which are kept under the match; the winner is named."""
        (result,) = paired("a", "b", "w")
        verdict = verdict_of("ab", [result._replace(match="m1", reason="four in a row")])
        assert as_json(verdict)["results"] == [
            {
                "number": 1,
                "round": 1,
                "pair": 1,
                "opening": None,
                "players": ["a", "b"],
                "winner": "a",
                "points": [1.0, 0.0],
                "ending": "line",
                "reason": "four in a row",
                "match": "m1",
            }
        ]

    def test_a_tournament_without_games_is_json_too(self) -> None:
        """With nothing in most places."""
        data = json.loads(json.dumps(as_json(verdict_of("ab", [])), allow_nan=False))
        assert data["results"] == data["duels"] == []
        assert data["first_move"] is None
