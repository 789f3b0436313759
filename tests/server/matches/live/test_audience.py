"""Watching matches, and talking about them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from protocol.codec import JSON
from protocol.events import Ended, Played, Said, Snapshot, Started
from protocol.parts import Fault, LiveMatch, Room, SequencedEvent, Terms
from protocol.replies import Done, Matches, Shown
from protocol.requests import ListMatches, Rematch, Resign, Say, ShowMatch, Unwatch, Watch
from server.app import App
from tests.patience import IN_VAIN
from tests.server.players_over_sockets import Player, pair, player
from tests.server.playing import alternate
from tests.server.serving import serving

GOMOKU = Terms("gomoku")
PRIVATE = Terms("gomoku", private=True)
WON = [0, 3, 1, 4, 2]  # a game of tic-tac-toe


@pytest.fixture
async def eve(app: App) -> AsyncIterator[Player]:
    async with player(app.url, "eve", JSON) as eve:
        yield eve


async def live(one: Player) -> tuple[LiveMatch, ...]:
    return (await one.ask(ListMatches(0), Matches)).matches


class TestWatching:
    async def test_from_the_current_state_on(self, ann: Player, bob: Player, eve: Player) -> None:
        """A snapshot first, then what happens, each event once."""
        match = await pair(ann, bob, GOMOKU)
        await alternate(match, ann, bob, [0, 1, 2])
        await eve.ask(Watch(0, match), Done)
        snapshot = await eve.next(Snapshot)
        assert (snapshot.seq, snapshot.moves, snapshot.side) == (3, (0, 1, 2), None)
        await bob.play(match, 3, 3)
        assert (await eve.next(Played)).seq == 4
        assert [each.watchers for each in await live(eve)] == [1]

    async def test_from_the_start(self, ann: Player, bob: Player, eve: Player) -> None:
        """All events as they came, and then those to come."""
        match = await pair(ann, bob, GOMOKU)
        await alternate(match, ann, bob, [0, 1, 2])
        await eve.ask(Watch(0, match, from_start=True), Done)
        await bob.play(match, 3, 3)
        await ann.ask(Resign(0, match), Done)
        await eve.next(Ended)
        assert [event.seq for event in eve.all(SequencedEvent)] == [0, 1, 2, 3, 4, 5]
        [started] = eve.all(Started)
        assert started.side is None

    async def test_until_one_has_enough(self, ann: Player, bob: Player, eve: Player) -> None:
        """Then nothing more is told."""
        match = await pair(ann, bob, GOMOKU)
        await eve.ask(Watch(0, match), Done)
        await eve.ask(Unwatch(0, match), Done)
        await ann.play(match, 0, 0)
        await eve.settle()
        assert eve.all(Played) == []
        assert [each.watchers for each in await live(eve)] == [0]

    async def test_those_who_leave_watch_no_more(self, app: App, ann: Player, bob: Player) -> None:
        """They are not counted."""
        match = await pair(ann, bob, GOMOKU)
        async with player(app.url, "eve") as eve:
            await eve.ask(Watch(0, match), Done)
        async with player(app.url, "eve") as eve:
            assert [each.watchers for each in await live(eve)] == [0]
            await ann.play(match, 0, 0)
            await eve.settle()
            assert eve.all(Played) == []

    async def test_spectators_follow_a_rematch(self, ann: Player, bob: Player, eve: Player) -> None:
        """And the one after that."""
        match = await pair(ann, bob, GOMOKU)
        await eve.ask(Watch(0, match), Done)
        for _ in range(2):
            await ann.ask(Resign(0, match), Done)
            await ann.ask(Rematch(0, match), Done)
            await bob.ask(Rematch(0, match), Done)
            started = await eve.next(Started)
            assert (started.previous, started.side) == (match, None)
            match = started.match
        await ann.play(match, 0, 0)
        assert (await eve.next(Played)).match == match

    async def test_a_private_match_cannot_be_watched(
        self, ann: Player, bob: Player, eve: Player
    ) -> None:
        """Nor looked up, during it or afterwards."""
        match = await pair(ann, bob, PRIVATE)
        assert (await eve.refused(Watch(0, match))).code is Fault.NOT_ALLOWED
        assert (await eve.refused(ShowMatch(0, match))).code is Fault.NOT_SEATED
        assert await live(eve) == ()
        await ann.ask(ShowMatch(0, match), Shown)
        await ann.ask(Resign(0, match), Done)
        assert (await eve.refused(Watch(0, match))).code is Fault.NOT_ALLOWED
        assert (await eve.refused(ShowMatch(0, match))).code is Fault.NOT_SEATED

    async def test_what_is_not_there_cannot_be_watched(self, eve: Player) -> None:
        """It is said so."""
        assert (await eve.refused(Watch(0, "nothing"))).code is Fault.NO_SUCH_MATCH
        assert (await eve.refused(Unwatch(0, "nothing"))).code is Fault.NO_SUCH_MATCH

    @pytest.mark.parametrize("from_start", [False, True])
    async def test_a_match_of_the_past_is_shown_from_the_archive(
        self, from_start: bool, tmp_path: Path
    ) -> None:
        """Also after a restart."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, Terms("tictactoe"))
            await alternate(match, ann, bob, WON)
        async with serving(tmp_path) as app, player(app.url, "eve") as eve:
            await eve.ask(Watch(0, match, from_start), Done)
            if from_start:
                assert (await eve.next(Ended)).winner == 0
                assert [each.cell for each in eve.all(Played)] == WON
            else:
                snapshot = await eve.next(Snapshot)
                assert snapshot.moves == tuple(WON)
                assert snapshot.ended is not None
                assert snapshot.ended.lines == ((0, 1, 2),)
            await eve.ask(Unwatch(0, match), Done)


DELAY = 3600.0


def show_next() -> None:
    """Let what is next to be shown to spectators be due, which it is not before its time."""
    loop: Any = asyncio.get_running_loop()
    timers = [each for each in loop._scheduled if "Audience._show" in repr(each)]
    first = min((each for each in timers if not each.cancelled()), key=lambda each: each.when())
    assert DELAY - IN_VAIN < first.when() - loop.time() <= DELAY
    first._run()
    first.cancel()


class TestDelay:
    async def test_spectators_see_later_what_players_see_at_once(self, tmp_path: Path) -> None:
        """By the time that is set, and not by any other way either."""
        async with (
            serving(tmp_path, watch_delay=DELAY) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
            player(app.url, "eve") as eve,
        ):
            match = await pair(ann, bob, GOMOKU)
            await eve.ask(Watch(0, match), Done)
            show_next()
            await eve.next(Started)
            await ann.play(match, 0, 0)
            await bob.next(Played)
            late = await eve.ask(ShowMatch(0, match), Shown)
            assert [event.seq for event in late.events] == [0]
            assert not eve.all(Played)
            show_next()
            assert (await eve.next(Played)).seq == 1
            await bob.play(match, 1, 1)
            await eve.ask(Watch(0, match), Done)
            assert (await eve.next(Snapshot)).moves == (0,)
            show_next()
            assert (await eve.next(Played)).seq == 2
            await ann.ask(Resign(0, match), Done)
            late = await eve.ask(ShowMatch(0, match), Shown)
            assert [event.seq for event in late.events] == [0, 1, 2]
            show_next()
            assert (await eve.next(Ended)).seq == 3


class TestTalking:
    async def test_players_talk_among_themselves(
        self, ann: Player, bob: Player, eve: Player
    ) -> None:
        """Spectators neither hear it nor can join in."""
        match = await pair(ann, bob, GOMOKU)
        await eve.ask(Watch(0, match), Done)
        await ann.ask(Say(0, match, Room.PLAYERS, "good luck"), Done)
        for one in (ann, bob):
            said = await one.next(Said)
            assert (said.by, said.room, said.text) == ("ann", Room.PLAYERS, "good luck")
        refused = await eve.refused(Say(0, match, Room.PLAYERS, "hi"))
        assert refused.code is Fault.NOT_SEATED
        await eve.settle()
        assert eve.all(Said) == []

    async def test_spectators_talk_among_themselves(
        self, app: App, ann: Player, bob: Player, eve: Player
    ) -> None:
        """Players cannot be helped by it, for they neither hear it nor join in, nor by watching."""
        match = await pair(ann, bob, GOMOKU)
        async with player(app.url, "fox") as fox:
            for one in (eve, fox):
                await one.ask(Watch(0, match), Done)
            await eve.ask(Say(0, match, Room.SPECTATORS, "ann wins at 7"), Done)
            for one in (eve, fox):
                assert (await one.next(Said)).text == "ann wins at 7"
        refused = await ann.refused(Say(0, match, Room.SPECTATORS, "really?"))
        assert refused.code is Fault.NOT_ALLOWED
        await ann.send(Watch(0, match))
        await eve.ask(Say(0, match, Room.SPECTATORS, "at 7, I say"), Done)
        for one in (ann, bob):
            await one.settle()
            assert one.all(Said) == []

    async def test_after_the_match_players_may_join_the_spectators(
        self, ann: Player, bob: Player, eve: Player
    ) -> None:
        """What they say there is heard by those who watched."""
        match = await pair(ann, bob, GOMOKU)
        await eve.ask(Watch(0, match), Done)
        await ann.ask(Resign(0, match), Done)
        await ann.ask(Say(0, match, Room.SPECTATORS, "thank you"), Done)
        assert (await eve.next(Said)).by == "ann"

    async def test_strangers_do_not_talk_to_spectators_of_a_private_match(
        self, ann: Player, bob: Player, eve: Player
    ) -> None:
        """There are none."""
        match = await pair(ann, bob, PRIVATE)
        refused = await eve.refused(Say(0, match, Room.SPECTATORS, "hello?"))
        assert refused.code in (Fault.NOT_ALLOWED, Fault.NOT_SEATED)
