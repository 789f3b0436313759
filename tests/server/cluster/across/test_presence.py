"""Names and connections where players are on different nodes."""

import asyncio
from contextlib import AsyncExitStack
from time import time

from msgspec.structs import replace

from protocol.closes import Close
from protocol.events import Back, Gone, Played, Snapshot
from protocol.parts import Fault, Terms
from protocol.replies import Done, Players, Refused, Welcome
from protocol.requests import Hello, ListPlayers, Move, Resign
from server.app import App
from server.ids import new_match_id
from tests.patience import IN_VAIN
from tests.server.accounts import account
from tests.server.players_over_sockets import (
    Player,
    alternate,
    connected,
    pair,
    player,
    turned_away,
)

GOMOKU = Terms("gomoku")


async def online_at(one: Player, *expected: str) -> None:
    """Wait until these are online, and nobody else."""
    async with asyncio.timeout(IN_VAIN):
        while True:
            online = (await one.ask(ListPlayers(0), Players)).players
            if sorted(each.player.name for each in online) == sorted(expected):
                return


class TestNames:
    async def test_a_name_is_taken_at_every_node(self, nodes: list[App], bob: Player) -> None:
        """And free everywhere when its guest has gone for good."""
        for node in nodes:
            await turned_away(node.url, "bob")
            await turned_away(node.url, "BOB")

    async def test_of_all_who_ask_at_once_one_gets_it(self, nodes: list[App]) -> None:
        """Three at each node want to be called the same."""
        async with AsyncExitStack() as stack:
            crowd = [
                await stack.enter_async_context(connected(node.url))
                for node in nodes
                for _ in range(3)
            ]
            ids = [await one.send(Hello(0, "eve")) for one in crowd]
            replies = [await one.reply(id) for one, id in zip(crowd, ids, strict=True)]
            assert sum(isinstance(reply, Welcome) for reply in replies) == 1
            faults = [reply.code for reply in replies if isinstance(reply, Refused)]
            assert faults == 8 * [Fault.NAME_TAKEN]

    async def test_a_name_is_free_when_its_guest_has_left(
        self, nodes: list[App], ann: Player
    ) -> None:
        """At another node, too."""
        async with player(nodes[1].url, "eve"):
            await online_at(ann, "ann", "eve")
        await online_at(ann, "ann")
        async with player(nodes[2].url, "eve") as eve:
            assert eve.name == "eve"

    async def test_who_is_here_is_known_everywhere(
        self, ann: Player, bob: Player, cat: Player
    ) -> None:
        """Also who has left."""
        for one in (ann, bob, cat):
            await online_at(one, "ann", "bob", "cat")
        await cat.close()
        for one in (ann, bob):
            await online_at(one, "ann", "bob")


async def test_what_a_node_tells_of_itself_says_nothing_of_who_comes_meanwhile(
    nodes: list[App], cat: Player
) -> None:
    """It may be older than what was asked since; or say of somebody that they are coming in."""
    owner, other = nodes[0].house.peer, nodes[2].house.peer
    assert owner is not None
    assert other is not None
    service, lobby = owner.takeover.service, owner.takeover.lobby
    assert service is not None
    assert lobby is not None
    before = other.takeover.inventory()
    async with player(nodes[2].url, "eve"):
        service.take(other.id, before)
        now = other.takeover.inventory()
        entering = [replace(each, serial=0) for each in now.connections]
        service.take(other.id, replace(now, connections=entering))
        assert lobby.presence.online.keys() >= {"cat", "eve"}
        service.take(other.id, replace(now, connections=[]))
        assert not lobby.presence.online.keys() & {"cat", "eve"}


class TestTheNewestConnection:
    async def test_it_wins_at_whichever_node(self, nodes: list[App], ann: Player) -> None:
        """The older one is told so, and their matches go on at the new one."""
        async with player(nodes[1].url, "eve") as eve:
            match = await pair(eve, ann, GOMOKU)
            await alternate(match, (eve, ann), 0, 1)
            for url in (nodes[2].url, nodes[0].url, nodes[1].url):
                session = eve.welcome.session
                before, eve = eve, await self.again(url, session)
                assert (await before.closed())[0] == Close.REPLACED
                assert (await eve.next(Snapshot)).match == match
            await alternate(match, (eve, ann), 2, 3, ply=2)
            await eve.close()

    async def again(self, url: str, session: str) -> Player:
        """At another node, for as long as the test needs."""
        context = player(url, session=session)
        one = await context.__aenter__()
        self._open = [*getattr(self, "_open", ()), context]  # or its end would close it
        return one

    async def test_one_account_is_in_one_place(self, nodes: list[App], ann: Player) -> None:
        """Of many connections with one token, the last that came stays."""
        token = await account(nodes[0], "deep")
        async with AsyncExitStack() as stack:
            many = [
                await stack.enter_async_context(player(node.url, token=token))
                for node in (*nodes, *nodes)
            ]
            for older in many[:-1]:
                assert (await older.closed())[0] == Close.REPLACED
            await online_at(ann, "ann", "deep")
            await pair(many[-1], ann, GOMOKU)

    async def test_what_was_missed_comes_at_another_node(
        self, nodes: list[App], bob: Player
    ) -> None:
        """One by one, from the last event seen."""
        async with player(nodes[0].url, "eve") as eve:
            match = await pair(eve, bob, GOMOKU)
            await alternate(match, (eve, bob), 0, 1, 2)
        await bob.play(match, 3, 3)
        seen = {match: 3}
        async with player(nodes[2].url, session=eve.welcome.session, seen=seen) as again:
            missed = await again.next(Played)
            assert (missed.seq, missed.cell) == (4, 3)
            [live] = again.welcome.matches
            assert (live.match, live.ply, live.seq, live.side) == (match, 4, 4, 0)
            await alternate(match, (again, bob), 4, 5, ply=4)
            assert again.all(Snapshot) == []

    async def test_the_opponent_sees_one_go_and_come(self, nodes: list[App], bob: Player) -> None:
        """Wherever they come back."""
        async with player(nodes[0].url, "eve") as eve:
            match = await pair(eve, bob, GOMOKU)
            eve.drop()
            gone = await bob.next(Gone)
            assert (gone.match, gone.side) == (match, 0)
        async with player(nodes[2].url, session=eve.welcome.session):
            back = await bob.next(Back)
            assert (back.match, back.side) == (match, 0)


class TestMoves:
    async def test_a_move_is_played_once(self, bob: Player, cat: Player) -> None:
        """The same again is answered as before, another is a conflict, an old one stale."""
        match = await pair(bob, cat, GOMOKU)
        for _ in range(3):
            await bob.ask(Move(0, match, 0, 7), Done)
        assert (await bob.refused(Move(0, match, 0, 8))).code is Fault.CONFLICT
        assert (await bob.refused(Move(0, match, 2, 8))).code is Fault.STALE
        assert (await bob.refused(Move(0, match, 1, 8))).code is Fault.NOT_YOUR_TURN
        await cat.next(Played)
        await cat.play(match, 1, 8)
        await bob.play(match, 2, 9)
        await bob.ask(Resign(0, match), Done)
        assert [(each.ply, each.cell) for each in cat.all(Played)][:2] == [(0, 7), (1, 8)]

    async def test_strangers_are_refused(self, ann: Player, bob: Player, cat: Player) -> None:
        """As at the node where the match is."""
        match = await pair(bob, cat, GOMOKU)
        assert (await ann.refused(Move(0, match, 0, 0))).code is Fault.NOT_SEATED
        assert (await ann.refused(Resign(0, match))).code is Fault.NOT_SEATED
        for match in ("nothing", new_match_id(time())):
            assert (await bob.refused(Move(0, match, 0, 0))).code is Fault.NO_SUCH_MATCH
