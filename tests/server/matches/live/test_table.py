"""Playing over real sockets: moves, their retries, their time, and who sees what."""

import pytest

from protocol.codec import JSON
from protocol.events import (
    Ended,
    Gone,
    MatchEvent,
    Played,
    Snapshot,
    Started,
)
from protocol.messages import FromPlayer
from protocol.parts import Analysis, Ending, Fault, OfferKind, Terms, TimeControl
from protocol.replies import Done, Shown
from protocol.requests import (
    Abort,
    Claim,
    Move,
    Offer,
    Rematch,
    Resign,
    Respond,
    ShowMatch,
    Swap,
    Watch,
)
from server.app import App
from tests.server.inside import socket_of
from tests.server.players_over_sockets import Player, alternate, pair, player
from tests.server.server_time import ServerTime

TERMS = Terms("tictactoe")
BLITZ = Terms("tictactoe", TimeControl(60, increment=1))
PIE = Terms("tictactoe", pie=True)
DRAW, TAKEBACK = OfferKind.DRAW, OfferKind.TAKEBACK
THOUGHT = Analysis(score=0.25, depth=7, line=(4, 0, 8))


class TestAWholeMatch:
    async def test_on_messagepack_and_on_json_before_a_spectator(
        self, app: App, ann: Player, bob: Player
    ) -> None:
        """All three hear the same events in the same order."""
        async with player(app.url, "cat", JSON) as cat:
            match = await pair(ann, bob, BLITZ)
            await cat.ask(Watch(0, match), Done)
            snapshot = await cat.next(Snapshot)
            assert (snapshot.match, snapshot.moves, snapshot.side) == (match, (), None)
            await alternate(match, (ann, bob), 0, 3, 1, 4, 2)
            ended = await cat.next(Ended)
            assert (ended.winner, ended.ending, ended.lines) == (0, Ending.LINE, ((0, 1, 2),))
            await ann.next(Ended)
            await bob.next(Ended)
            hers, his, seen = (
                [event for event in one.heard if isinstance(event, MatchEvent)]
                for one in (ann, bob, cat)
            )
            assert hers[1:] == his[1:] == seen
            assert [event.seq for event in hers] == list(range(7))
            assert (await cat.ask(ShowMatch(0, match), Shown)).events[1:] == tuple(seen)

    async def test_each_move_accounts_for_its_time(
        self, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Elapsed is credited or charged, and what is left follows from it, move by move."""
        time = ServerTime(monkeypatch)
        time.stop()
        match = await pair(ann, bob, BLITZ)
        for ply, cell in enumerate((0, 3, 1, 4, 2)):
            time.skip(ply + 0.5)
            await (ann, bob)[ply % 2].play(match, ply, cell)
        await ann.next(Ended)
        left = [60.0, 60.0]
        for played in ann.all(Played):
            assert played.elapsed == pytest.approx(played.ply + 0.5)
            side = played.ply % 2
            if played.ply < 2:
                assert (played.credited, played.charged) == (0.0, 0.0)
            else:
                assert played.elapsed == pytest.approx(played.credited + played.charged, abs=1e-6)
                left[side] = round(left[side] - played.charged + 1, 4)
            assert played.left == tuple(left)

    async def test_no_more_is_credited_than_the_round_trip_measured(
        self, app: App, ann: Player, bob: Player
    ) -> None:
        """The server's own pings decide, whatever the player says."""
        match = await pair(ann, bob, BLITZ)
        await alternate(match, (ann, bob), 0, 3)
        trips = {name: socket_of(app, name).latency for name in ("ann", "bob")}
        await alternate(match, (ann, bob), 1, 4, ply=2)
        for played, name in zip(ann.all(Played)[2:], ("ann", "bob"), strict=True):
            assert played.credited <= round(trips[name], 4)


class TestMoves:
    async def test_the_same_move_three_times_is_answered_thrice_and_played_once(
        self, ann: Player, bob: Player
    ) -> None:
        """A retry is never ambiguous."""
        match = await pair(ann, bob, TERMS)
        ids = [await ann.send(Move(0, match, 0, 4)) for _ in range(3)]
        assert [await ann.reply(id) for id in ids] == [Done(id) for id in ids]
        await bob.settle()
        assert len(bob.all(Played)) == len(ann.all(Played)) == 1

    @pytest.mark.parametrize(
        ("by_first", "ply", "cell", "code"),
        [
            (True, 2, 5, Fault.CONFLICT),
            (True, 0, 5, Fault.STALE),
            (True, 7, 5, Fault.STALE),
            (True, 3, 5, Fault.NOT_YOUR_TURN),
            (False, 3, 4, Fault.ILLEGAL_MOVE),
            (False, 3, 99, Fault.ILLEGAL_MOVE),
            (False, 0, 4, Fault.STALE),
        ],
    )
    async def test_a_wrong_move_is_refused_and_changes_nothing(
        self, ann: Player, bob: Player, by_first: bool, ply: int, cell: int, code: Fault
    ) -> None:
        """With the reason as a code, and the match goes on."""
        match = await pair(ann, bob, TERMS)
        await alternate(match, (ann, bob), 4, 0, 8)
        assert (await (ann if by_first else bob).refused(Move(0, match, ply, cell))).code is code
        await bob.play(match, 3, 2)
        await ann.settle()
        assert [played.cell for played in ann.all(Played)] == [4, 0, 8, 2]

    async def test_only_players_act(self, ann: Player, bob: Player, bot: Player) -> None:
        """Strangers are refused, and so is every request about no match at all."""
        match = await pair(ann, bob, TERMS)
        for code, name in ((Fault.NOT_SEATED, match), (Fault.NO_SUCH_MATCH, "nonsense")):
            requests: list[FromPlayer] = [
                Move(0, name, 0, 4), Resign(0, name), Offer(0, name, DRAW), Abort(0, name),
                Respond(0, name, DRAW, True), Claim(0, name), Swap(0, name),
            ]  # fmt: skip
            for request in requests:
                assert (await bot.refused(request)).code is code

    async def test_the_last_move_may_be_sent_again_after_the_end(
        self, ann: Player, bob: Player
    ) -> None:
        """An acknowledgement can get lost there too; a new move is too late."""
        match = await pair(ann, bob, TERMS)
        await alternate(match, (ann, bob), 0, 3, 1, 4, 2)
        await ann.play(match, 4, 2)
        assert (await bob.refused(Move(0, match, 5, 8))).code is Fault.OVER


class TestAnalysis:
    async def test_the_opponent_does_not_see_it_but_the_record_has_it(
        self, ann: Player, bob: Player
    ) -> None:
        """What a bot thinks of its move helps nobody during the match."""
        match = await pair(ann, bob, TERMS)
        await ann.ask(Move(0, match, 0, 4, THOUGHT), Done)
        assert (await ann.next(Played)).analysis == THOUGHT
        assert (await bob.next(Played)).analysis is None
        await bob.ask(Resign(0, match), Done)
        await bob.next(Ended)
        shown = (await bob.ask(ShowMatch(0, match), Shown)).events[1]
        assert isinstance(shown, Played)
        assert shown.analysis == THOUGHT

    @pytest.mark.parametrize("from_start", [False, True])
    async def test_the_opponent_cannot_get_at_it_by_watching(
        self, ann: Player, bob: Player, from_start: bool
    ) -> None:
        """Who plays is no spectator of the same match."""
        match = await pair(ann, bob, TERMS)
        await bob.reply(await bob.send(Watch(0, match, from_start)))
        await ann.ask(Move(0, match, 0, 4, THOUGHT), Done)
        await bob.reply(await bob.send(Watch(0, match, from_start)))
        await bob.settle()
        assert all(played.analysis is None for played in bob.all(Played))

    async def test_the_opponent_cannot_get_at_it_by_asking_for_the_record(
        self, ann: Player, bob: Player
    ) -> None:
        """Not while the match goes on."""
        match = await pair(ann, bob, TERMS)
        await ann.ask(Move(0, match, 0, 4, THOUGHT), Done)
        shown = (await bob.ask(ShowMatch(0, match), Shown)).events[1]
        assert isinstance(shown, Played)
        assert shown.analysis is None

    async def test_nor_in_a_rematch_by_having_watched_the_end(
        self, ann: Player, bob: Player
    ) -> None:
        """The audience goes along to the rematch, but its players are told once, as players."""
        match = await pair(ann, bob, TERMS)
        await bob.ask(Resign(0, match), Done)
        await bob.next(Ended)
        await bob.ask(Watch(0, match), Done)
        await bob.ask(Rematch(0, match), Done)
        await ann.ask(Rematch(0, match), Done)
        rematch = (await ann.next(Started)).match
        await bob.play(rematch, 0, 0)
        await ann.next(Played)
        await ann.ask(Move(0, rematch, 1, 4, THOUGHT), Done)
        await bob.settle()
        assert [played.analysis for played in bob.all(Played)] == [None, None]

    async def test_not_after_a_swap_either(self, app: App, ann: Player, bob: Player) -> None:
        """It stays that of the player who made the move, whatever side is theirs now."""
        match = await pair(ann, bob, PIE)
        await ann.ask(Move(0, match, 0, 4, THOUGHT), Done)
        await bob.ask(Swap(0, match), Done)
        bob.drop()
        await ann.next(Gone)
        async with player(app.url, session=bob.welcome.session, seen={match: 0}) as again:
            assert (await again.next(Played)).analysis is None
