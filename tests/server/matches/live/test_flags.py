"""Flags over real sockets: they fall by themselves, and never before their time."""

import pytest

from protocol.events import Ended, Played
from protocol.parts import Ending, Fault, Terms, TimeControl
from protocol.replies import Done
from protocol.requests import Move
from server.app import App
from tests.server.inside import socket_of
from tests.server.players_over_sockets import Player, pair
from tests.server.server_time import ServerTime, run_out

MINUTE = Terms("tictactoe", TimeControl(60))
CLOCKS = [
    TimeControl(0.3),
    TimeControl(0.2, increment=0.1),
    TimeControl(per_move=0.25),
    TimeControl(0.3, per_move=5),
    TimeControl(5, per_move=0.3),
]


async def begun(ann: Player, bob: Player, terms: Terms) -> str:
    """A match in which both have made the first move, which is not on the clock."""
    match = await pair(ann, bob, terms)
    await ann.play(match, 0, 0)
    await bob.play(match, 1, 1)
    await ann.next(Played, lambda played: played.ply == 1)
    return match


@pytest.mark.parametrize("clock", CLOCKS)
async def test_they_fall_when_the_time_is_up(
    app: App, ann: Player, bob: Player, clock: TimeControl
) -> None:
    """Whatever the clock; the end is dated at the deadline, credit included, or after it."""
    match = await begun(ann, bob, Terms("gomoku", clock))
    state = app.house.tables.all[match].match
    ended = await ann.next(Ended)
    assert (ended.winner, ended.ending) == (1, Ending.TIME)
    assert ended.left[0] == 0.0 or clock.per_move is not None
    allowance = min(limit for limit in (clock.seconds, clock.per_move) if limit is not None)
    assert ended.elapsed - ended.credited >= allowance - 1e-6, "never before the time is up"
    assert ended.at - state.started.at >= allowance - 1e-6


async def test_the_alarm_is_set_for_the_deadline(app: App, ann: Player, bob: Player) -> None:
    """Or a moment before it, after each move."""
    match = await begun(ann, bob, MINUTE)
    table = app.house.tables.all[match]
    for ply in range(2, 5):
        deadline = table.match.deadline()
        assert deadline is not None
        assert table._alarm is not None
        assert table._alarm_at <= table._due <= deadline
        await (ann, bob)[ply % 2].play(match, ply, (2, 3, 5)[ply - 2])


async def test_lag_that_has_passed_does_not_hold_a_flag_up(
    app: App, ann: Player, bob: Player
) -> None:
    """A player whose round trip turns out shorter loses the credit for the longer one."""
    socket = socket_of(app, "ann")
    socket.latency = 0.9
    match = await begun(ann, bob, MINUTE)
    table = app.house.tables.all[match]
    before = table.match.deadline()
    socket.latency = 0.0
    await ann.refused(Move(0, match, 2, 0))
    after = table.match.deadline()
    assert before is not None
    assert after is not None
    assert before - after == pytest.approx(0.9)
    assert table._alarm_at <= table._due <= after


async def test_a_move_that_lay_unread_while_the_server_was_late_counts(
    ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came in before the flag fell, though nobody looked."""
    time = ServerTime(monkeypatch)
    match = await begun(ann, bob, MINUTE)
    time.skip(100)
    assert isinstance(await ann.ask(Move(0, match, 2, 4)), Done)


async def test_a_move_after_the_flag_is_too_late(app: App, ann: Player, bob: Player) -> None:
    """And who flagged has nothing left."""
    match = await begun(ann, bob, MINUTE)
    run_out(app, match)
    ended = await ann.next(Ended)
    assert ended.ending is Ending.TIME
    assert ended.left == (0.0, 60.0)
    assert (await ann.refused(Move(0, match, 2, 4))).code is Fault.OVER
