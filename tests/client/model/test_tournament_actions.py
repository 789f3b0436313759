"""What can be done in a tournament, for those who play in it, run it, or only look."""

import pytest

from client.model.tournament_actions import ARENA_SECONDS, Step, asking, doubt, steps
from client.model.tournaments import Due
from protocol.parts import Fixture, Player, Terms
from protocol.requests import Enter, Quit, Ready, Steer
from protocol.tournaments import FixtureSummary, Format, Order, Stage, TournamentSummary

DUE = Due(FixtureSummary(Fixture("t1", 1, 1, 1), ("ann", "bob")), 60.0)


def cup(stage: Stage = Stage.RUNNING, format: Format = Format.SWISS) -> TournamentSummary:
    players = (Player("ann"), Player("bob"))
    return TournamentSummary("t1", "Cup", format, Terms("tictactoe"), "eve", stage, players, 0, 1)


@pytest.mark.parametrize(
    ("stage", "name", "possible"),
    [
        (Stage.OPEN, "cal", {Step.ENTER}),
        (Stage.OPEN, "ann", {Step.LEAVE}),
        (Stage.OPEN, "eve", {Step.ENTER, Step.START, Step.EXTEND, Step.CANCEL}),
        (Stage.RUNNING, "cal", set()),
        (Stage.RUNNING, "ann", {Step.LEAVE}),
        (Stage.RUNNING, "eve", {Step.PAUSE, Step.EXTEND, Step.CANCEL}),
        (Stage.PAUSED, "eve", {Step.CONTINUE, Step.EXTEND, Step.CANCEL}),
        (Stage.FINISHED, "ann", set()),
        (Stage.FINISHED, "eve", {Step.EXTEND}),
        (Stage.CANCELLED, "eve", set()),
    ],
)
def test_what_is_possible_depends_on_who_one_is(
    stage: Stage, name: str, possible: set[Step]
) -> None:
    """And on how far the tournament is."""
    assert steps(cup(stage), name, None) == possible


def test_some_formats_differ() -> None:
    """An arena is entered at any time, and a knockout ends when one is left."""
    assert steps(cup(format=Format.ARENA), "cal", None) == {Step.ENTER}
    assert Step.EXTEND not in steps(cup(format=Format.KNOCKOUT), "eve", None)


def test_who_is_called_says_ready_once() -> None:
    """For a game that is due."""
    assert Step.READY in steps(cup(), "ann", DUE)
    assert Step.READY not in steps(cup(), "ann", Due(DUE.fixture, 60.0, ready=True))


def test_each_step_is_a_request() -> None:
    """Extended is by a round, or by minutes."""
    assert asking(cup(), Step.READY) == Ready(0, "t1")
    assert asking(cup(), Step.ENTER) == Enter(0, "t1")
    assert asking(cup(), Step.LEAVE) == Quit(0, "t1")
    assert asking(cup(), Step.START) == Steer(0, "t1", Order.START)
    assert asking(cup(), Step.EXTEND) == Steer(0, "t1", Order.EXTEND, 1)
    arena = asking(cup(format=Format.ARENA), Step.EXTEND)
    assert arena == Steer(0, "t1", Order.EXTEND, ARENA_SECONDS)


def test_what_cannot_be_taken_back_is_asked_about() -> None:
    """Leaving costs nothing before the start."""
    assert doubt(cup(), Step.LEAVE)
    assert not doubt(cup(Stage.OPEN), Step.LEAVE)
    assert doubt(cup(Stage.OPEN), Step.CANCEL)
    assert not doubt(cup(), Step.PAUSE)
