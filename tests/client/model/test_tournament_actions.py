"""What can be done in a tournament, for those who play in it, run it, or only look."""

import pytest

from client.model.tournament_actions import (
    ARENA_SECONDS,
    TournamentAction,
    confirmation,
    possible_actions,
    request_for,
)
from client.model.tournaments import DueGame
from protocol.parts import Fixture, Player, Terms
from protocol.requests import Enter, Quit, Ready, Steer
from protocol.tournaments import FixtureSummary, Format, Order, Stage, TournamentSummary

DUE = DueGame(FixtureSummary(Fixture("t1", 1, 1, 1), ("ann", "bob")), 60.0)


def cup(stage: Stage = Stage.RUNNING, format: Format = Format.SWISS) -> TournamentSummary:
    players = (Player("ann"), Player("bob"))
    return TournamentSummary("t1", "Cup", format, Terms("tictactoe"), "eve", stage, players, 0, 1)


@pytest.mark.parametrize(
    ("stage", "name", "possible"),
    [
        (Stage.OPEN, "cal", {TournamentAction.ENTER}),
        (Stage.OPEN, "ann", {TournamentAction.LEAVE}),
        (
            Stage.OPEN,
            "eve",
            {
                TournamentAction.ENTER,
                TournamentAction.START,
                TournamentAction.EXTEND,
                TournamentAction.CANCEL,
            },
        ),
        (Stage.RUNNING, "cal", set()),
        (Stage.RUNNING, "ann", {TournamentAction.LEAVE}),
        (
            Stage.RUNNING,
            "eve",
            {TournamentAction.PAUSE, TournamentAction.EXTEND, TournamentAction.CANCEL},
        ),
        (
            Stage.PAUSED,
            "eve",
            {TournamentAction.CONTINUE, TournamentAction.EXTEND, TournamentAction.CANCEL},
        ),
        (Stage.FINISHED, "ann", set()),
        (Stage.FINISHED, "eve", {TournamentAction.EXTEND}),
        (Stage.CANCELLED, "eve", set()),
    ],
)
def test_what_is_possible_depends_on_who_one_is(
    stage: Stage, name: str, possible: set[TournamentAction]
) -> None:
    """And on how far the tournament is."""
    assert possible_actions(cup(stage), name, None) == possible


def test_some_formats_differ() -> None:
    """An arena is entered at any time, and a knockout ends when one is left."""
    assert possible_actions(cup(format=Format.ARENA), "cal", None) == {TournamentAction.ENTER}
    assert TournamentAction.EXTEND not in possible_actions(cup(format=Format.KNOCKOUT), "eve", None)


def test_who_is_called_says_ready_once() -> None:
    """For a game that is due."""
    assert TournamentAction.READY in possible_actions(cup(), "ann", DUE)
    assert TournamentAction.READY not in possible_actions(
        cup(), "ann", DueGame(DUE.fixture, 60.0, ready=True)
    )


def test_each_step_is_a_request() -> None:
    """Extended is by a round, or by minutes."""
    assert request_for(cup(), TournamentAction.READY) == Ready(0, "t1")
    assert request_for(cup(), TournamentAction.ENTER) == Enter(0, "t1")
    assert request_for(cup(), TournamentAction.LEAVE) == Quit(0, "t1")
    assert request_for(cup(), TournamentAction.START) == Steer(0, "t1", Order.START)
    assert request_for(cup(), TournamentAction.EXTEND) == Steer(0, "t1", Order.EXTEND, 1)
    arena = request_for(cup(format=Format.ARENA), TournamentAction.EXTEND)
    assert arena == Steer(0, "t1", Order.EXTEND, ARENA_SECONDS)


def test_what_cannot_be_taken_back_is_asked_about() -> None:
    """Leaving costs nothing before the start."""
    assert confirmation(cup(), TournamentAction.LEAVE)
    assert not confirmation(cup(Stage.OPEN), TournamentAction.LEAVE)
    assert confirmation(cup(Stage.OPEN), TournamentAction.CANCEL)
    assert not confirmation(cup(), TournamentAction.PAUSE)
