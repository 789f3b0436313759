"""What figures come to in plain words."""

import pytest

from tests.tournament.statistics.simulated import paired, simulated, verdict_of
from tournament.results import Result, ScheduledGame
from tournament.verdict.duels import duels
from tournament.verdict.sentences import count, named, percent


def duel(outcomes: str) -> str:
    """The sentence about Ada and Bob after these games."""
    (found,) = duels(["Ada", "Bob"], paired("Ada", "Bob", outcomes))
    return found.sentence


def told(strengths: dict[str, float], rounds: int, finished: bool = True) -> tuple[str, ...]:
    results = simulated(strengths, rounds)
    return verdict_of(list(strengths), results, finished=finished).sentences


class TestDuel:
    def test_what_is_settled_is_said_plainly(self) -> None:
        """With how sure one can be, but never 100 %."""
        assert duel("w" * 40) == "Ada is stronger than Bob (over 99.9 %)"
        assert duel("l" * 40) == "Bob is stronger than Ada (over 99.9 %)"

    def test_what_is_not_settled_says_what_would_settle_it(self) -> None:
        """At this score; pairs, because pairs were played."""
        assert duel("wd" * 5 + "ld" + "wl" * 6) == (
            "Ada may be stronger than Bob (97 %); about 2 more pairs would settle it"
        )
        assert duel("wd" * 3 + "wl" * 6 + "wwll" + "wd") == (
            "Ada may be stronger than Bob (89 %); about 19 more pairs would settle it"
        )

    @pytest.mark.parametrize("outcomes", ["wl" * 6, "wl" * 100, "dd" * 6, "d" * 50, "wwll" * 6])
    def test_equals_are_level(self, outcomes: str) -> None:
        """However they came to be."""
        assert duel(outcomes) == "Ada and Bob are level: nothing shows which is stronger"

    def test_too_few_games_are_said_to_be_too_few(self) -> None:
        """Whoever won them."""
        few = "too few games to say which of them is stronger"
        assert duel("w") == f"Ada made 1 of 1 point against Bob: {few}"
        assert duel("wwwwww") == f"Ada made 6 of 6 points against Bob: {few}"
        assert duel("wlwd") == f"Ada made 2.5 of 4 points against Bob: {few}"

    def test_large_numbers_are_round(self) -> None:
        """They are estimates."""
        assert "about 1,400 more pairs" in duel("ww" + "wlwllw" * 33 + "ll" * 6 + "ww" * 7)
        assert "more than 100,000 more pairs" in duel("dw" + "wl" * 300 + "ww" * 300 + "ll" * 300)


class TestTournament:
    def test_without_games_there_is_nothing_to_say(self) -> None:
        """Yet, or for good."""
        assert told({"a": 0, "b": 0}, 0, finished=False) == ("No game has been played yet.",)
        assert told({"a": 0, "b": 0}, 0) == ("No game was played.",)
        absent = [Result(ScheduledGame(1, 1, ("a", "b"), 1), 0, "absent")]
        assert verdict_of("ab", absent).sentences == ("No game was played.",)

    def test_two_players_are_told_by_their_duel(self) -> None:
        """After who made more points."""
        found = verdict_of(["Ada", "Bob"], paired("Ada", "Bob", "wwwdwwwl" * 2), "sprt").sentences
        assert found[0] == "Ada won with 13 points from 16 games."
        assert found[1].startswith("Ada is stronger than Bob")

    def test_a_clear_lead_is_settled(self) -> None:
        """By the Elo of all games together."""
        found = told({"Ada": 400, "Bob": 0, "Cy": 0}, 20)
        assert found[0].startswith("Ada won with ")
        assert found[1].startswith("The lead over ")
        assert "is settled: by the Elo of all games Ada is stronger than" in found[1]

    def test_a_narrow_lead_says_how_much_is_missing(self) -> None:
        """And who leads while it is not over."""
        found = told({"Ada": 0, "Bob": 0, "Cy": -300}, 4, finished=False)
        assert " leads with " in found[0]
        assert "is not settled: by the Elo of all games" in found[1]
        assert found[1].endswith(" more games like these would settle it.")

    def test_those_who_share_the_lead_are_all_named(self) -> None:
        """Unless they are many."""
        circle = [
            Result(ScheduledGame(at, 1, players, at), 0, "line")
            for at, players in enumerate((("a", "b"), ("b", "c"), ("c", "a")), 1)
        ]
        found = verdict_of("abc", circle).sentences
        assert found[0] == "a, b and c shared the first place with 1 point."
        assert found[1] == "There are too few games to say whether a or b is stronger."
        even = [each for one, two in ("ab", "bc", "ca") for each in paired(one, two, "wllwdd" * 3)]
        found = verdict_of("abc", even).sentences
        assert found[1] == (
            "By the Elo of all games a and b are level: nothing shows which is stronger."
        )

    def test_a_tie_break_is_said_to_be_one(self) -> None:
        """Points alone would not explain the order."""
        games = [("a", "b", 0), ("b", "c", 0), ("c", "d", 0), ("d", "b", 1), ("a", "d", 0)]
        results = [
            Result(ScheduledGame(at, 1, (one, two), at), winner, "line")
            for at, (one, two, winner) in enumerate(games, 1)
        ]
        found = verdict_of("abcd", results).sentences
        assert found[0].endswith(" by the tie-break.")

    def test_the_first_move_is_told_of_if_it_matters(self) -> None:
        """As where its player always wins."""
        always = [result._replace(winner=0) for result in paired("a", "b", "wl" * 20)]
        assert verdict_of("ab", always).sentences[-1].startswith("Moving first is worth 3")
        never = [result._replace(winner=1) for result in always]
        assert verdict_of("ab", never).sentences[-1].startswith("Moving second is worth 3")
        even = paired("a", "b", "wlwl" + "lwlw")
        assert not any("Moving" in sentence for sentence in verdict_of("ab", even).sentences)


class TestWords:
    def test_percentages_have_digits_where_they_matter(self) -> None:
        """And nothing is certain."""
        figures = (0.5, 0.876, 0.97, 0.9751, 0.996, 0.9995, 1.0)
        expected = ["50 %", "88 %", "97 %", "97.5 %", "99.6 %", "over 99.9 %", "over 99.9 %"]
        assert list(map(percent, figures)) == expected

    def test_one_of_a_thing_has_no_plural(self) -> None:
        """And many are written with commas."""
        assert [count(many, "game") for many in (0, 1, 1200)] == [
            "0 games",
            "1 game",
            "1,200 games",
        ]

    def test_many_names_are_not_all_named(self) -> None:
        """The rest are counted."""
        assert [named("abcde"[:many]) for many in (1, 2, 3, 5)] == [
            "a", "a and b", "a, b and c", "a, b and 3 others",
        ]  # fmt: skip
