"""Coming back after a lost link."""

from pathlib import Path

import pytest

from protocol.events import Back, Ended, Gone, Played, Snapshot, Started
from protocol.parts import SequencedEvent, Terms, TimeControl
from protocol.replies import Welcome
from protocol.requests import Hello, Resign, Seek
from tests.server.connections.links import hear, narrow_link, narrow_servers, send
from tests.server.inside import held_up
from tests.server.players_over_sockets import Player, pair, player
from tests.server.playing import alternate
from tests.server.serving import serving

GOMOKU = Terms("gomoku")
BLITZ = Terms("gomoku", TimeControl(60.0, 1.0))


def seqs(one: Player) -> list[int]:
    return [event.seq for event in one.all(SequencedEvent)]


class TestALostLink:
    async def test_brings_exactly_what_was_missed(self, tmp_path: Path) -> None:
        """First on one side of the match, then on the other."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann") as ann:
                match = await pair(ann, bob, GOMOKU)
                await alternate(match, ann, bob, [0, 1, 2])
                session = ann.welcome.session
            await bob.play(match, 3, 3)
            async with player(app.url, session=session, seen={match: 3}) as ann:
                missed = await ann.next(Played)
                assert (missed.seq, missed.cell) == (4, 3)
                await ann.settle()
                assert seqs(ann) == [4]
                assert ann.all(Snapshot) == []
                [live] = ann.welcome.matches
                assert (live.match, live.ply, live.seq, live.side) == (match, 4, 4, 0)
                await bob.close()
                await ann.play(match, 4, 4)
                seen = {match: 4}
                async with player(app.url, session=bob.welcome.session, seen=seen) as bob_again:
                    assert (await bob_again.next(Played)).seq == 5
                    await bob_again.play(match, 5, 5)
                    await ann.next(Played, lambda its: its.ply == 5)

    async def test_where_nothing_was_missed_nothing_is_told(self, tmp_path: Path) -> None:
        """Only what is new comes, once."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann") as ann:
                match = await pair(ann, bob, GOMOKU)
            async with player(app.url, session=ann.welcome.session, seen={match: 0}) as ann:
                await ann.settle()
                assert ann.all(SequencedEvent) == []
                await ann.play(match, 0, 0)
                assert (await ann.next(Played)).seq == 1

    @pytest.mark.parametrize("seen", [None, 1, 99])
    async def test_a_snapshot_where_too_much_was_missed(
        self, seen: int | None, tmp_path: Path
    ) -> None:
        """Or where one says not what was seen, or what cannot have been."""
        async with (
            serving(tmp_path, replay_events=2) as app,
            player(app.url, "bob") as bob,
        ):
            async with player(app.url, "ann") as ann:
                match = await pair(ann, bob, GOMOKU)
                await alternate(match, ann, bob, [7, 8, 9, 10])
            known = {} if seen is None else {match: seen}
            async with player(app.url, session=ann.welcome.session, seen=known) as ann:
                snapshot = await ann.next(Snapshot)
                assert (snapshot.seq, snapshot.moves, snapshot.side) == (4, (7, 8, 9, 10), 0)
                assert (snapshot.turn, snapshot.started.match) == (0, match)
                await ann.settle()
                assert ann.all(SequencedEvent) == []

    async def test_all_matches_come_back_and_strange_ones_do_not(self, tmp_path: Path) -> None:
        """What one claims to have seen of others' matches is of no account."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann") as ann:
                mine = [await pair(ann, bob, GOMOKU, side=n % 2) for n in range(3)]
            async with player(app.url, "eve") as eve:
                other = await pair(eve, bob, GOMOKU)
                session = ann.welcome.session
                async with player(app.url, session=session, seen={other: 0}) as ann:
                    assert [live.match for live in ann.welcome.matches] == mine
                    assert [live.side for live in ann.welcome.matches] == [0, 1, 0]
                    shown = {(await ann.next(Snapshot)).match for _ in mine}
                    assert shown == set(mine)

    async def test_before_the_start_is_committed_the_start_is_told(self, tmp_path: Path) -> None:
        """Whoever comes in between hears of the match as soon as it is one."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            with held_up(app) as gate:
                await ann.ask(Seek(0, GOMOKU))
                await bob.ask(Seek(0, GOMOKU))
                async with player(app.url, session=ann.welcome.session) as again:
                    assert again.welcome.matches == ()
                    gate.set()
                    started = await again.next(Started)
                    await again.settle()
                    assert (seqs(again), again.all(Snapshot)) == ([0], [])
                    await again.ask(Resign(0, started.match))
                    await bob.next(Ended)

    async def test_what_one_is_owed_is_no_slow_reading(self, tmp_path: Path) -> None:
        """However much it is, one who comes back may take it in at leisure."""
        with narrow_servers():
            async with serving(tmp_path, queue_bytes=4096) as app, player(app.url, "bob") as bob:
                async with player(app.url, "ann") as ann:
                    match = await pair(ann, bob, Terms("mnk:rows=16,cols=16,k=16"))
                    await alternate(match, ann, bob, range(240))
                async with narrow_link(app.url) as link:
                    hello = Hello(0, session=ann.welcome.session, seen={match: 0})
                    await send(link, hello)
                    assert isinstance(await hear(link), Welcome)
                    for seq in range(1, 241):
                        told = await hear(link)
                        assert isinstance(told, Played)
                        assert told.seq == seq


class TestGoneAndBack:
    @pytest.mark.parametrize(("terms", "wait"), [(GOMOKU, 120.0), (BLITZ, 10.0)])
    async def test_the_opponent_sees_both(self, terms: Terms, wait: float, tmp_path: Path) -> None:
        """With the time until a claim, which is longer with longer clocks."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann") as ann:
                match = await pair(ann, bob, terms)
                ann.drop()
                gone = await bob.next(Gone)
                assert (gone.match, gone.side) == (match, 0)
                assert wait - 2 < gone.claim_in <= wait
            async with player(app.url, session=ann.welcome.session):
                back = await bob.next(Back)
                assert (back.match, back.side) == (match, 0)

    async def test_one_who_comes_back_sees_that_the_opponent_is_gone(self, tmp_path: Path) -> None:
        """Since when, in the time that is left until a claim."""
        async with serving(tmp_path) as app:
            async with player(app.url, "ann") as ann, player(app.url, "bob") as bob:
                match = await pair(ann, bob, GOMOKU)
            async with player(app.url, session=ann.welcome.session) as ann:
                gone = await ann.next(Gone)
                assert (gone.match, gone.side) == (match, 1)
                assert 110 < gone.claim_in <= 120
