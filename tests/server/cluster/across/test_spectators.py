"""Watching, talking, looking up and looking after, from other nodes than where it is played."""

import asyncio
from contextlib import AsyncExitStack

from protocol.events import (
    Closing,
    Ended,
    Offered,
    Played,
    RematchOffered,
    Reopened,
    Said,
    Snapshot,
    Started,
)
from protocol.parts import Fault, OfferKind, Room, SequencedEvent, Terms, TimeControl
from protocol.replies import Done, Leaders, Matches, Nodes, Results, Shown
from protocol.requests import (
    AnnounceRestart,
    EndMatch,
    Kick,
    ListLeaders,
    ListMatches,
    ListNodes,
    ListResults,
    Offer,
    Rematch,
    Resign,
    Respond,
    Say,
    Seek,
    ShowMatch,
    Unwatch,
    Watch,
    WithdrawRestart,
)
from server.app import App
from tests.patience import IN_VAIN
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, alternate, pair, player

GOMOKU = Terms("gomoku")
PRIVATE = Terms("gomoku", private=True)
RATED = Terms("tictactoe", TimeControl(60, increment=1), rated=True)
WON = [0, 3, 1, 4, 2]


class TestWatching:
    async def test_from_the_current_state_on(self, ann: Player, bob: Player, cat: Player) -> None:
        """A snapshot first, then what happens, each event once; until one has enough."""
        match = await pair(ann, bob, GOMOKU)
        await alternate(match, (ann, bob), 0, 1, 2)
        await cat.ask(Watch(0, match), Done)
        snapshot = await cat.next(Snapshot)
        assert (snapshot.seq, snapshot.moves, snapshot.side) == (3, (0, 1, 2), None)
        await bob.play(match, 3, 3)
        assert (await cat.next(Played)).seq == 4
        await cat.ask(Unwatch(0, match), Done)
        await ann.next(Played, lambda its: its.ply == 3)
        await ann.play(match, 4, 4)
        await cat.settle()
        assert [event.seq for event in cat.all(SequencedEvent)] == [4]

    async def test_from_the_start(self, ann: Player, bob: Player, cat: Player) -> None:
        """All events as they came, and then those to come."""
        match = await pair(ann, bob, GOMOKU)
        await alternate(match, (ann, bob), 0, 1, 2)
        await cat.ask(Watch(0, match, from_start=True), Done)
        await bob.play(match, 3, 3)
        await ann.ask(Resign(0, match), Done)
        await cat.next(Ended)
        assert [event.seq for event in cat.all(SequencedEvent)] == [0, 1, 2, 3, 4, 5]

    async def test_a_whole_audience_at_every_node(
        self, nodes: list[App], ann: Player, bob: Player
    ) -> None:
        """All of them see each move once."""
        match = await pair(ann, bob, GOMOKU)
        async with AsyncExitStack() as stack:
            audience = [
                await stack.enter_async_context(player(nodes[n % 3].url, f"w{n}")) for n in range(9)
            ]
            for one in audience:
                await one.ask(Watch(0, match), Done)
                await one.next(Snapshot)
            await alternate(match, (ann, bob), *range(6))
            await ann.ask(Resign(0, match), Done)
            for one in audience:
                await one.next(Ended)
                assert [event.seq for event in one.all(SequencedEvent)] == list(range(1, 8))

    async def test_private_matches_are_not_shown(
        self, ann: Player, bob: Player, cat: Player
    ) -> None:
        """At any node."""
        match = await pair(ann, bob, PRIVATE)
        for request in (Watch(0, match), ShowMatch(0, match)):
            assert (await cat.refused(request)).code in (Fault.NOT_ALLOWED, Fault.NOT_SEATED)
        assert (await cat.ask(ListMatches(0), Matches)).matches == ()


class TestTalking:
    async def test_players_hear_each_other(self, bob: Player, cat: Player) -> None:
        """Whichever node the match is at."""
        match = await pair(bob, cat, GOMOKU)
        await bob.ask(Say(0, match, Room.PLAYERS, "hello"), Done)
        assert (await cat.next(Said)).text == "hello"
        await cat.ask(Say(0, match, Room.PLAYERS, "hi"), Done)
        assert (await bob.next(Said, lambda said: said.by == "cat")).text == "hi"

    async def test_spectators_hear_each_other(
        self, nodes: list[App], ann: Player, bob: Player
    ) -> None:
        """And not the players."""
        match = await pair(ann, bob, GOMOKU)
        async with player(nodes[1].url, "one") as one, player(nodes[2].url, "two") as two:
            for each in (one, two):
                await each.ask(Watch(0, match), Done)
                await each.next(Snapshot)
            await one.ask(Say(0, match, Room.SPECTATORS, "well played"), Done)
            assert (await two.next(Said)).text == "well played"
            await alternate(match, (ann, bob), 0, 1)
            assert [*ann.all(Said), *bob.all(Said)] == []


class TestAfterwards:
    async def test_offers_and_rematches(self, bob: Player, cat: Player) -> None:
        """A draw is agreed upon, and the same terms again with sides swapped."""
        match = await pair(bob, cat, GOMOKU)
        await alternate(match, (bob, cat), 0, 1)
        await bob.ask(Offer(0, match, OfferKind.DRAW), Done)
        assert (await cat.next(Offered)).offer is OfferKind.DRAW
        await cat.ask(Respond(0, match, OfferKind.DRAW, accept=True), Done)
        for one in (bob, cat):
            assert (await one.next(Ended)).winner is None
        await bob.ask(Rematch(0, match), Done)
        assert await cat.next(RematchOffered) == RematchOffered(match, "bob")
        await cat.ask(Rematch(0, match), Done)
        started = await bob.next(Started)
        assert (started.previous, started.side) == (match, 1)
        await alternate(started.match, (cat, bob), 0, 1)

    async def test_what_was_played_is_known_everywhere(
        self, ann: Player, bob: Player, cat: Player
    ) -> None:
        """The live matches, the past ones, and each of them with all that happened."""
        match = await pair(bob, cat, Terms("tictactoe", TimeControl(60.0)))
        await alternate(match, (bob, cat), *WON[:3])
        [live] = (await ann.ask(ListMatches(0), Matches)).matches
        assert (live.match, live.ply) == (match, 3)
        assert len((await ann.ask(ShowMatch(0, match), Shown)).events) == 4
        await cat.play(match, 3, WON[3])
        await bob.next(Played, lambda its: its.ply == 3)
        await bob.play(match, 4, WON[4])
        for one in (bob, cat):
            await one.next(Ended)
        for one in (ann, bob, cat):
            [past] = (await one.ask(ListResults(0), Results)).results
            assert (past.match, past.winner, past.plies) == (match, 0, 5)
            events = (await one.ask(ShowMatch(0, match), Shown)).events
            assert [event.seq for event in events] == list(range(7))

    async def test_no_rating_is_lost(self, nodes: list[App]) -> None:
        """Matches of one player at two nodes that end at once both count."""
        names = ("deep", "blue", "red")
        tokens = [await account(nodes[0], name) for name in names]
        async with (
            player(nodes[0].url, token=tokens[0]) as deep,
            player(nodes[1].url, token=tokens[1]) as blue,
            player(nodes[2].url, token=tokens[2]) as red,
        ):
            for _ in range(5):
                matches = [await pair(other, deep, RATED) for other in (blue, red)]
                for match, other in zip(matches, (blue, red), strict=True):
                    await alternate(match, (other, deep), 0, 1)
                await asyncio.gather(
                    *(
                        other.ask(Resign(0, match), Done)
                        for match, other in zip(matches, (blue, red), strict=True)
                    )
                )
                for _ in matches:
                    await deep.next(Ended)
            leaders = (await deep.ask(ListLeaders(0, "tictactoe", "fast"), Leaders)).leaders
            assert {each.player.name: each.games for each in leaders} == {
                "deep": 10, "blue": 5, "red": 5,
            }  # fmt: skip
            assert leaders[0].player.name == "deep"


class TestAdministrators:
    async def test_put_somebody_out_at_any_node(self, nodes: list[App], bob: Player) -> None:
        """And keep them away from all nodes for a while."""
        token = await account(nodes[2], "root", admin=True)
        async with player(nodes[2].url, token=token) as root:
            await root.ask(Kick(0, "bob", "spam", 600.0), Done)
            assert await bob.closed() == (4003, "spam")

    async def test_end_a_match_at_any_node(
        self, nodes: list[App], ann: Player, bob: Player
    ) -> None:
        """For whom they say."""
        token = await account(nodes[2], "root", admin=True)
        match = await pair(ann, bob, GOMOKU)
        async with player(nodes[2].url, token=token) as root:
            await root.ask(EndMatch(0, match, winner=1), Done)
            for one in (ann, bob):
                assert (await one.next(Ended)).winner == 1

    async def test_announce_a_restart_to_everyone(
        self, nodes: list[App], ann: Player, bob: Player, cat: Player
    ) -> None:
        """No node starts a match any more, until it is called off."""
        token = await account(nodes[2], "root", admin=True)
        async with player(nodes[2].url, token=token) as root:
            await root.ask(AnnounceRestart(0, 60.0, "an upgrade"), Done)
            for one in (ann, bob, cat):
                assert "an upgrade" in (await one.next(Closing)).reason
                assert (await one.refused(Seek(0, GOMOKU))).code is Fault.CLOSING
            await root.ask(WithdrawRestart(0), Done)
            for one in (ann, bob, cat):
                await one.next(Reopened)
        await pair(bob, cat, GOMOKU)

    async def test_see_all_nodes(
        self, nodes: list[App], ann: Player, bob: Player, cat: Player
    ) -> None:
        """What each of them owns, whichever is asked."""
        token = await account(nodes[1], "root", admin=True)
        match = await pair(bob, cat, GOMOKU)
        await alternate(match, (bob, cat), 0, 1)
        async with player(nodes[1].url, token=token) as root:
            async with asyncio.timeout(IN_VAIN):
                while True:
                    found = (await root.ask(ListNodes(0), Nodes)).nodes
                    if sum(each.connections for each in found) == 4:
                        break
        assert {each.url for each in found} == {node.url for node in nodes}
        assert sum(each.owns_lobby for each in found) == 1
        assert sum(each.matches for each in found) == 1
        assert not any(each.draining for each in found)
