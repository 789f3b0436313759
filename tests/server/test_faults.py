"""A bug of ours in one match: it ends, it is in the log, and nothing else notices."""

import logging
from typing import Any

import pytest

from protocol.events import Ended, Played
from protocol.parts import Ending, Fault, Terms, TimeControl
from protocol.replies import Results
from protocol.requests import ListResults, Move
from server.app import App
from server.matches.match import Match
from tests.server.inside import counted
from tests.server.players_over_sockets import Player, pair

GOMOKU = Terms("gomoku")


def break_down(match: str, method: str, patch: pytest.MonkeyPatch) -> None:
    """Let a method fail in this match."""
    works = getattr(Match, method)

    def fails(self: Match, *args: Any, **options: Any) -> Any:
        if self.id == match:
            raise ZeroDivisionError("a bug")
        return works(self, *args, **options)

    patch.setattr(Match, method, fails)


@pytest.mark.parametrize("method", ["play", "_turn_due"])
async def test_a_match_that_hits_a_bug_ends_and_others_go_on(
    method: str,
    app: App,
    ann: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Both players are told, and the one who asked gets an answer."""
    broken, sound = await pair(ann, bob, GOMOKU), await pair(ann, bob, GOMOKU)
    break_down(broken, method, monkeypatch)
    with caplog.at_level(logging.ERROR):
        refused = await ann.refused(Move(0, broken, 0, 0))
    assert refused.code is Fault.OVER
    for one in (ann, bob):
        ended = await one.next(Ended)
        assert (ended.match, ended.ending, ended.winner) == (broken, Ending.FAULT, None)
    assert any("fault of ours" in record.getMessage() for record in caplog.records)
    assert counted(app, "matches_ended_total", ending="fault") == 1
    await ann.play(sound, 0, 0)
    await bob.next(Played, lambda its: its.match == sound)
    [past] = (await ann.ask(ListResults(0), Results)).results
    assert (past.match, past.ending) == (broken, "fault")


async def test_a_bug_when_time_is_up_ends_the_match(
    app: App, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody has asked anything."""
    match = await pair(ann, bob, Terms("gomoku", TimeControl(0.2)))
    break_down(match, "tick", monkeypatch)
    for ply in range(2):
        await (ann, bob)[ply].play(match, ply, ply)
    assert (await ann.next(Ended)).ending is Ending.FAULT
    assert (await bob.next(Ended)).ending is Ending.FAULT
