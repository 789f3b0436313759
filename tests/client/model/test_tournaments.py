"""What is known of tournaments from what the server tells, and how it is put into words."""

import pytest

from client.model.tournament_plan import FORMATS, counted, plan, read_plan
from client.model.tournaments import KnownTournaments
from client.words import tournaments
from games.errors import Mistake
from protocol.events import FixtureDue, Started, TournamentChanged
from protocol.parts import Ending, Fixture, Player, Terms, TimeControl
from protocol.replies import TournamentShown
from protocol.tournaments import (
    FixtureSummary,
    Format,
    Plan,
    Stage,
    Standing,
    TournamentSummary,
)
from tests.client.model.match_views import started

TERMS = Terms("tictactoe", TimeControl(300.0))
GAME = FixtureSummary(Fixture("t1", 1, 1, 1), ("ann", "bob"))


def cup(stage: Stage = Stage.RUNNING, *names: str, played: int = 0) -> TournamentSummary:
    players = tuple(Player(name) for name in names or ("ann", "bob"))
    return TournamentSummary(
        "t1", "Cup", Format.ROUND_ROBIN, TERMS, "eve", stage, players, played, 2
    )


def shown(*lines: Standing, stage: Stage = Stage.RUNNING) -> TournamentShown:
    planned = Plan("Cup", Format.ROUND_ROBIN, TERMS)
    return TournamentShown(0, cup(stage), planned, lines, ("wins", "Sonneborn-Berger"), (), ())


def game_of_the_cup() -> Started:
    return started("tictactoe", fixture=GAME.fixture)


def test_a_game_waits_until_it_begins_or_the_tournament_does_not_go_on() -> None:
    """Its time is told from when we heard of it."""
    for news in (game_of_the_cup(), TournamentChanged(cup(Stage.PAUSED))):
        known_tournaments = KnownTournaments()
        known_tournaments.hear(FixtureDue("t1", GAME, 60.0), 100.0)
        due = known_tournaments.next
        assert due is not None
        assert (due.at, due.tournament) == (160.0, "t1")
        assert (due.side("bob"), due.opponent("bob")) == (1, "ann")
        known_tournaments.hear(TournamentChanged(cup()), 101.0)
        assert known_tournaments.next == due
        known_tournaments.hear(news, 102.0)
        assert known_tournaments.next is None


def test_who_said_ready_stays_so_when_called_once_more_to_the_same_game() -> None:
    """To another game they are called anew."""
    known_tournaments = KnownTournaments()
    known_tournaments.hear(FixtureDue("t1", GAME, 60.0), 100.0)
    known_tournaments.readied("t1")
    known_tournaments.hear(FixtureDue("t1", GAME, 50.0), 110.0)
    assert known_tournaments.due["t1"].ready
    other = FixtureSummary(Fixture("t1", 2, 1, 1), ("bob", "ann"))
    known_tournaments.hear(FixtureDue("t1", other, 60.0), 120.0)
    assert not known_tournaments.due["t1"].ready


def test_the_most_urgent_game_comes_first() -> None:
    """Where somebody plays in two tournaments."""
    known_tournaments = KnownTournaments()
    known_tournaments.hear(FixtureDue("t1", GAME, 60.0), 0.0)
    other = FixtureSummary(Fixture("t2", 1, 1, 1), ("ann", "bob"))
    known_tournaments.hear(FixtureDue("t2", other, 30.0), 0.0)
    assert known_tournaments.next is not None
    assert known_tournaments.next.tournament == "t2"
    known_tournaments.retired("t2")
    assert known_tournaments.next.tournament == "t1"


def test_tournaments_of_ours_are_those_that_go_on() -> None:
    """And their titles are known."""
    known_tournaments = KnownTournaments()
    assert known_tournaments.title("t1") == "t1"
    known_tournaments.note(cup())
    assert known_tournaments.title("t1") == "Cup"
    assert [each.tournament for each in known_tournaments.mine("ann")] == ["t1"]
    assert not known_tournaments.mine("eve")
    known_tournaments.note(cup(Stage.FINISHED))
    assert not known_tournaments.mine("ann")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (cup(Stage.OPEN), cup(Stage.RUNNING), "Cup has begun, with 2 players."),
        (cup(Stage.PAUSED), cup(Stage.RUNNING), "Cup goes on."),
        (cup(Stage.FINISHED), cup(Stage.RUNNING), "Cup goes on."),
        (cup(), cup(Stage.PAUSED), "Cup is paused: games under way are played to their ends."),
        (cup(), cup(Stage.CANCELLED), "Cup is cancelled."),
        (cup(), cup(Stage.FINISHED), ""),
        (cup(), cup(played=1), ""),
        (cup(), cup(Stage.RUNNING, "ann", "bob", "cal"), "cal enters Cup: 3 players."),
        (cup(), cup(Stage.RUNNING, "ann"), "bob left Cup."),
        (cup(), cup(Stage.RUNNING, "bob"), ""),
        (None, cup(), ""),
    ],
)
def test_what_changes_is_told_once(
    before: TournamentSummary | None, after: TournamentSummary, told: str
) -> None:
    """But for what we do ourselves, and for the end, which comes with the standings."""
    assert tournaments.change(before, after, "ann") == told


def test_a_call_says_whom_we_play_and_how_long_we_have() -> None:
    """As a person can act upon."""
    assert tournaments.due("Cup", GAME, "bob", 60.0) == (
        "Your next game in Cup: you are O against ann; say ready, or it starts in 60 seconds."
    )


@pytest.mark.parametrize(
    ("winner", "ending", "told"),
    [
        (0, Ending.LINE, "ann wins against bob by a full line."),
        (1, Ending.TIME, "bob wins against ann on time."),
        (0, Ending.ABSENT, "ann wins against bob: bob did not come."),
        (0, Ending.FAILED, "ann wins against bob: bob's bot failed."),
        (None, Ending.AGREED, "ann against bob: A draw by agreement."),
    ],
)
def test_a_result_is_a_sentence(winner: int | None, ending: Ending, told: str) -> None:
    """With both players and how it came."""
    over = FixtureSummary(GAME.fixture, GAME.players, "m1", winner, ending)
    assert tournaments.result(over) == told


def test_standings_are_told_with_shared_places() -> None:
    """Those whom nothing separates share one."""
    lines = (
        Standing("ann", 1.5, 2, 1, 1, 0, (1.0, 0.75)),
        Standing("bob", 0.5, 1, 0, 1, 0, (0.0, 0.75)),
        Standing("cal", 0.5, 1, 0, 1, 0, (0.0, 0.75)),
        Standing("dan", 0.0, 2, 0, 0, 2, (0.0, 0.0)),
    )
    table = tournaments.table(shown(*lines))
    assert [line.partition(":")[0] for line in table] == ["1. ann", "2. bob", "2. cal", "4. dan"]
    assert table[0].endswith("1.5 points; 1 won, 1 drawn, 0 lost; Sonneborn-Berger 0.75")
    assert tournaments.standing(shown(*lines), "cal") == (
        "Cup: you are 2nd of 4, with 0.5 points after 1 game."
    )
    assert tournaments.standing(shown(*lines), "eve") == ""
    assert tournaments.end(shown(*lines), "dan") == (
        "Cup is over, and ann won it with 1.5 points. You are 4th of 4."
    )
    assert tournaments.end(shown(*lines), "ann") == "Cup is over, and you won it with 1.5 points."
    assert tournaments.end(shown(), "ann") == "Cup is over."


def test_places_are_counted_as_people_do() -> None:
    """With the teens as they are."""
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)
    told = "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th"
    assert " ".join(map(tournaments.ordinal, numbers)) == told


def test_what_others_call_a_tournament_cannot_steer_a_terminal() -> None:
    """Control characters are left out."""
    assert "\x1b" not in tournaments.about(
        TournamentSummary("t1", "a\x1b[2J", Format.ARENA, TERMS, "eve", Stage.OPEN, (), 0, 0)
    )


def test_a_line_becomes_a_plan() -> None:
    """The number counts what makes sense for the format."""
    assert read_plan("round-robin tictactoe 5 2 Friday  night") == Plan(
        "Friday  night", Format.ROUND_ROBIN, TERMS, rounds=2
    )
    assert read_plan("arena tictactoe 5 30 Rush").seconds == 1800.0
    assert read_plan("knockout tictactoe 5 4 Cup").best_of == 4
    assert {counted(each) for each in FORMATS} == {
        "rounds", "games between two", "minutes", "pairs of games between two",
    }  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        ("fair", "tictactoe", "5", "1", "Cup"),
        ("swiss", "chess", "5", "1", "Cup"),
        ("swiss", "tictactoe", "soon", "1", "Cup"),
        ("swiss", "tictactoe", "5", "many", "Cup"),
        ("swiss", "tictactoe", "5", "1", " "),
    ],
)
def test_what_is_no_plan_is_a_mistake(words: tuple[str, str, str, str, str]) -> None:
    """Whichever word of it is wrong."""
    with pytest.raises(Mistake):
        plan(*words)
