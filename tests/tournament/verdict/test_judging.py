"""The whole verdict, from results."""

from math import isfinite

import pytest

from games import CATALOGUE, Mistake
from tests.tournament.formats.pairings import names, play
from tests.tournament.statistics.simulated import LINE, paired, simulated, verdict_of
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame
from tournament.verdict.judging import TournamentRecord, judge
from tournament.verdict.standings import TIE_BREAKS
from tournament.verdict.verdict import Opening, Tally, TournamentVerdict

STRENGTHS = {"Ada": 200.0, "Bob": 50.0, "Cy": -50.0, "Di": -200.0}
RESULTS = simulated(STRENGTHS, 10)
VERDICT = verdict_of(list(STRENGTHS), RESULTS)


def figures(verdict: TournamentVerdict) -> list[float]:
    """Every estimate in it."""
    intervals = [line.elo for line in verdict.standings] + [verdict.first_move]
    intervals += [each for duel in verdict.duels for each in (duel.elo, duel.normalised)]
    charts = [*verdict.rating_chart.values(), *verdict.score_chart.values()]
    return [
        *(each for found in intervals if found for each in (found.value, found.low, found.high)),
        *(duel.superiority for duel in verdict.duels if duel.superiority is not None),
        *(value for points in charts for _, value in points),
    ]


class TestStandings:
    def test_the_strongest_is_first_with_the_highest_elo(self) -> None:
        """And points, tie-breaks and Elo go together."""
        assert [line.player for line in VERDICT.standings] == list(STRENGTHS)
        assert [line.rank for line in VERDICT.standings] == [1, 2, 3, 4]
        elos = [line.elo.value for line in VERDICT.standings if line.elo]
        assert elos == sorted(elos, reverse=True)
        assert sum(elos) == pytest.approx(0, abs=1e-6)
        assert VERDICT.tie_breaks == ("Sonneborn-Berger", "wins")

    def test_those_whom_nothing_separates_share_a_rank(self) -> None:
        """The next rank is left out."""
        results = paired("a", "b", "dd") + paired("c", "d", "dd") + paired("d", "e", "ww")
        verdict = verdict_of("abcde", results)
        assert [(line.rank, line.player) for line in verdict.standings] == [
            (1, "d"), (2, "c"), (3, "a"), (3, "b"), (5, "e"),
        ]  # fmt: skip

    def test_who_did_not_play_has_no_elo(self) -> None:
        """There is too little to say; a walkover is no game."""
        walkover = Result(ScheduledGame(9, 1, ("c", "d"), 9), 0, "absent")
        verdict = verdict_of("abcd", [*paired("a", "b", "wllwdd" * 3), walkover])
        assert {line.player: line.elo is None for line in verdict.standings} == {
            "a": False, "b": False, "c": True, "d": True,
        }  # fmt: skip

    def test_faults_are_counted_for_those_who_lost_by_them(self) -> None:
        """For both if neither came."""
        time, failed, absent = paired("a", "b", "wwd")
        results = [
            time._replace(ending="time"),
            failed._replace(ending="failed"),
            absent._replace(ending="absent"),
        ]
        faults = {line.player: line.faults for line in verdict_of("ab", results).standings}
        assert faults == {"a": {"absent": 1}, "b": {"time": 1, "failed": 1, "absent": 1}}


class TestGames:
    def test_the_crosstable_has_both_sides_of_every_score(self) -> None:
        """What one won the other lost."""
        table = verdict_of("abc", paired("a", "b", "wwdl")).crosstable
        assert table == {"a": {"b": Tally(2, 1, 1)}, "b": {"a": Tally(1, 1, 2)}, "c": {}}

    def test_results_are_counted_by_side(self) -> None:
        """Those of games that were played."""
        absent = Result(ScheduledGame(9, 1, ("a", "b"), 9), 0, "absent")
        verdict = verdict_of("ab", [*paired("a", "b", "wwdl"), absent])
        assert (verdict.first_wins, verdict.draws, verdict.second_wins) == (2, 1, 1)
        assert verdict.draw_rate == 0.25
        assert verdict.games == 5
        assert any("1 game was not played" in warning for warning in verdict.warnings)

    def test_walkovers_are_no_news_of_strength(self) -> None:
        """However many there are."""
        absent = [
            Result(ScheduledGame(at, 1, ("Di", "Ada"), at), 0, "absent") for at in range(900, 950)
        ]
        verdict = verdict_of(list(STRENGTHS), [*RESULTS, *absent])
        assert {line.player: line.elo for line in verdict.standings} == {
            line.player: line.elo for line in VERDICT.standings
        }
        assert verdict.first_move == VERDICT.first_move

    def test_games_that_repeat_others_are_not_distinct(self) -> None:
        """And there is a warning."""
        results = [each._replace(moves=LINE) for each in paired("a", "b", "wlwlwl")]
        verdict = verdict_of("ab", results, game="tictactoe")
        assert (verdict.games, verdict.distinct) == (6, 1)
        assert verdict.warnings[0].startswith("5 of 6 games repeat an earlier one")
        assert VERDICT.distinct == VERDICT.games
        assert VERDICT.warnings == ()

    def test_openings_are_told_by_how_their_games_went(self) -> None:
        """In the game's notation; games from the empty board belong to none."""
        results = [
            each._replace(fixture=each.fixture._replace(opening=place))
            for each, place in zip(paired("a", "b", "wlwwd"), (0, 0, 1, 1, None), strict=True)
        ]
        verdict = verdict_of("ab", results, openings=[(38, 31), (35,), ()])
        assert verdict.openings == (
            Opening(1, "44", 2, 0, 0),
            Opening(2, "1", 1, 0, 1),
            Opening(3, "", 0, 0, 0),
        )

    def test_the_clock_is_told_by_player(self) -> None:
        """From the moves after the opening, whose side they belong to."""
        fixture = ScheduledGame(1, 1, ("a", "b"), 1)
        result = Result(
            fixture,
            0,
            "line",
            opening=(4,),
            moves=LINE,
            seconds=(1.0, 2.0, 3.0),
            lag=(0.1, 0.2, 0.3),
        )
        bob, ada = verdict_of("ba", [result], game="tictactoe").paces
        assert (ada.player, ada.moves, ada.mean, ada.longest) == ("a", 1, 2.0, 2.0)
        assert (bob.player, bob.moves, bob.mean, bob.longest) == ("b", 2, 2.0, 3.0)
        assert bob.lag_mean == pytest.approx(0.2)
        assert bob.lag_longest == 0.3


class TestWhole:
    @pytest.mark.parametrize("format", TIE_BREAKS)
    def test_every_format_has_a_verdict(self, format: str) -> None:
        """After every number of games, with figures that are finite and something to say."""
        players = names(2 if format == "sprt" else 5)
        results = simulated(dict.fromkeys(players, 0.0), 1)
        if format in ("swiss", "knockout"):
            results = play(PairingPlan(format, 3), players, 1)
        for games in range(len(results) + 1):
            verdict = verdict_of(players, results[:games], format)
            assert all(map(isfinite, figures(verdict)))
            assert verdict.sentences
            assert len(verdict.standings) == len(players)

    @pytest.mark.parametrize("game", CATALOGUE)
    def test_every_game_has_a_verdict(self, game: str) -> None:
        """By its canonical name."""
        verdict = verdict_of("ab", simulated({"a": 0, "b": 0}, 2, game=game), game=game)
        assert verdict.game == game
        assert verdict.games == 4

    @pytest.mark.parametrize("outcomes", ["", "w", "d", "l", "wwwwwwww", "dddddddd", "wlwlwlwl"])
    def test_the_plainest_matches_have_sound_verdicts(self, outcomes: str) -> None:
        """Perfect scores, draws alone and no games at all."""
        verdict = verdict_of("ab", paired("a", "b", outcomes))
        assert all(map(isfinite, figures(verdict)))
        assert len(verdict.duels) == bool(outcomes)

    def test_nobody_at_all_has_a_verdict(self) -> None:
        """A tournament to which nobody has come yet."""
        assert verdict_of([], [], finished=False).standings == ()

    def test_what_is_given_is_passed_on(self) -> None:
        """Words for the reader, and the results for whoever wants to look."""
        assert (VERDICT.title, VERDICT.clock, VERDICT.format) == ("Cup", "10+0.1", "round-robin")
        assert VERDICT.finished
        assert VERDICT.results == tuple(RESULTS)
        assert "0 is the mean of the players" in VERDICT.elo_of

    def test_an_unknown_format_is_a_mistake(self) -> None:
        """It says which there are."""
        with pytest.raises(Mistake, match="choose from round-robin"):
            verdict_of("ab", [], "league")

    def test_byes_count(self) -> None:
        """For points, not for games."""
        verdict = judge(TournamentRecord(
            title="", game="tictactoe", plan=PairingPlan("swiss", 1, paired=False), clock="",
            players="abc", results=paired("a", "b", "w"), finished=True,
        ))  # fmt: skip
        assert {line.player: line.points for line in verdict.standings} == {
            "a": 1,
            "b": 0,
            "c": 1,
        }
