"""Without NATS what can go on does, the rest waits, and nothing that was lost stays lost."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

from benchmarks.cluster_rig.broker import Broker
from protocol.closes import Close
from protocol.events import Played, Snapshot
from protocol.parts import Fault, Terms
from protocol.replies import Done, Opened, Players, Seeks, Welcome
from protocol.requests import Hello, ListPlayers, ListSeeks, Move, Seek
from tests.patience import IN_VAIN
from tests.server.cluster.engines.clocked import BLITZ, LONG, enough
from tests.server.cluster.engines.conftest import Logged
from tests.server.cluster.engines.engines import Node
from tests.server.inside import counted
from tests.server.players_over_sockets import Player, alternate, connected, pair, player
from tests.server.server_time import ServerTime
from tests.server.storage.test_health import comes, health


@asynccontextmanager
async def at(node: Node, *names: str) -> AsyncIterator[list[Player]]:
    """Two players of one node."""
    one, two = names
    async with player(node.url, one) as first, player(node.url, two) as second:
        yield [first, second]


def host_of(match: str, nodes: list[Node]) -> Node:
    [host] = [node for node in nodes if match in node.app.house.tables.all]
    return host


async def is_cut_off(node: Node) -> bool:
    return (await health(node.app)) == (503, "failing", "NATS cannot be reached")


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody waits for a match, and for the lobby until it is said that it is in vain."""
    monkeypatch.setattr("server.peers.lobby_access.PATIENCE", IN_VAIN)
    monkeypatch.setattr("server.peers.lobby_access.ONE_TRY", 0.1)
    monkeypatch.setattr("server.peers.match_access.PATIENCE", IN_VAIN)


@pytest.mark.usefixtures("brief")
async def test_matches_at_one_node_go_on_and_others_wait_without_a_clock(
    nats: Broker, nodes: list[Node], logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is back: then everything goes on by itself."""
    time = ServerTime(monkeypatch)
    async with at(nodes[1], "ann", "bob") as (ann, bob), at(nodes[2], "cat", "dan") as (cat, dan):
        near = await pair(ann, bob, Terms("gomoku"))
        across = await pair(ann, cat, BLITZ)
        assert host_of(near, nodes) is nodes[1]
        await alternate(across, (ann, cat), 0, 1)
        await nats.kill()
        for node in nodes:
            await comes(partial(is_cut_off, node))
        assert host_of(across, nodes).app.house.tables.all[across].match.suspended
        await alternate(near, (ann, bob), 0, 1, 2)
        time.skip(LONG)
        monkeypatch.setattr("server.peers.lobby_access.PATIENCE", 0.1)
        refused = await dan.refused(ListPlayers(0))
        assert (refused.code, refused.wait is not None) == (Fault.BUSY, True)
        async with connected(nodes[1].url) as eve:
            await eve.send(Hello(0, "eve"))
            assert (await eve.closed())[0] == Close.TRY_AGAIN_LATER
        move = await ann.send(Move(0, across, 2, 2))
        monkeypatch.setattr("server.peers.lobby_access.PATIENCE", IN_VAIN)
        await nats.start()
        for node in nodes:
            await comes(node.is_healthy)
        assert isinstance(await ann.reply(move), Done)
        await comes(lambda: plays(cat, across, 3))
        enough((await ann.next(Played, lambda its: its.ply == 3)).left)
        async with player(nodes[1].url, "eve") as eve:
            there = (await eve.ask(ListPlayers(0), Players)).players
            assert sorted(each.player.name for each in there) == ["ann", "bob", "cat", "dan", "eve"]
        assert {"the connection to NATS is lost", "the connection to NATS is back",
                "a node is silent"} <= logged()  # fmt: skip


async def plays(one: Player, match: str, ply: int) -> bool:
    """Whether they know that it is their turn."""
    return isinstance(await one.reply(await one.send(Move(0, match, ply, ply))), Done)


class LossyCarrier:
    """Loses all that goes to one node."""

    def __init__(self, node: Node, to: Node) -> None:
        self._link, self._to = node.peer.link, to.peer.id

    def post(self, node: str, data: bytes) -> None:
        if node != self._to:
            self._link.post(node, data)


async def test_what_nats_has_lost_is_told_again(nodes: list[Node], logged: Logged) -> None:
    """As soon as anything else comes, and it is counted."""
    async with player(nodes[1].url, "ann") as ann, player(nodes[2].url, "bob") as bob:
        match = await pair(ann, bob, BLITZ)
        await alternate(match, (ann, bob), 0, 1)
        host = host_of(match, nodes)
        mover, other = (ann, nodes[2]) if host is nodes[1] else (bob, nodes[1])
        if mover is bob:
            await ann.play(match, 2, 2)
            await bob.next(Played, lambda its: its.ply == 2)
        ply, waiting = (2, bob) if mover is ann else (3, ann)
        host.peer.exchange.link = LossyCarrier(host, other)
        await mover.play(match, ply, ply)
        assert not [each for each in waiting.all(Played) if each.ply == ply]
        host.peer.exchange.link = host.peer.link
        snapshot = await waiting.next(Snapshot, lambda its: len(its.moves) == ply + 1)
        assert snapshot.moves == tuple(range(ply + 1))
        await waiting.play(match, ply + 1, ply + 1)
        assert counted(other.app, "bus_losses_total") >= 1
        assert "messages of a node are lost" in logged()


async def test_a_move_that_nats_has_lost_is_made_as_soon_as_that_is_noticed(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not when its player's node asks again by itself: the clock runs."""
    for name in ("server.cluster.exchange.AGAIN", "server.peers.match_access.ONE_TRY"):
        monkeypatch.setattr(name, IN_VAIN)
    async with player(nodes[1].url, "ann") as ann, player(nodes[2].url, "bob") as bob:
        match = await pair(ann, bob, BLITZ)
        await alternate(match, (ann, bob), 0, 1)
        host = host_of(match, nodes)
        mover, home, ply = (ann, nodes[1], 2) if host is nodes[2] else (bob, nodes[2], 3)
        if mover is bob:
            await ann.play(match, 2, 2)
            await bob.next(Played, lambda its: its.ply == 2)
        home.peer.exchange.link = LossyCarrier(home, host)
        move = await mover.send(Move(0, match, ply, ply))
        await comes(lambda: is_lost(home, host))
        home.peer.exchange.link = home.peer.link
        assert isinstance(await mover.reply(move), Done)


async def is_lost(home: Node, host: Node) -> bool:
    """Whether an ask is on its way to a node, and nothing else is left to be sent."""
    exchange = home.peer.exchange
    return not exchange._unsent and any(
        ask.node == host.peer.id for ask in exchange._waiting.values()
    )


@asynccontextmanager
async def losing_an_answer(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """What the lobby answers is lost until it is asked again; call for that."""
    monkeypatch.setattr("server.peers.lobby_access.ONE_TRY", 0.1)
    monkeypatch.setattr("server.peers.lobby_access.PATIENCE", IN_VAIN)
    owner, exchange = nodes[0].peer, nodes[1].peer.exchange
    tries: set[object] = set()

    async def is_asked_again() -> bool:
        tries.update(ask.answer for ask in exchange._waiting.values())
        return len(tries) > 1

    async def go_on() -> None:
        await comes(is_asked_again)
        owner.exchange.link = owner.link

    owner.exchange.link = LossyCarrier(nodes[0], nodes[1])
    yield go_on


async def test_a_newcomer_whose_answer_is_lost_has_not_taken_their_own_name(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked once more, the lobby says the same."""
    async with connected(nodes[1].url) as eve, losing_an_answer(nodes, monkeypatch) as go_on:
        hello = await eve.send(Hello(0, "eve"))
        await go_on()
        welcome = await eve.reply(hello)
        assert isinstance(welcome, Welcome)
        assert welcome.you.name == "eve"


async def test_a_request_whose_answer_is_lost_is_carried_out_once(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has opened is open once, and known to who opened it."""
    async with (
        player(nodes[1].url, "ann") as ann,
        losing_an_answer(nodes, monkeypatch) as go_on,
    ):
        seek = await ann.send(Seek(0, BLITZ))
        await go_on()
        opened = await ann.reply(seek)
        assert isinstance(opened, Opened)
        listed = (await ann.ask(ListSeeks(0), Seeks)).seeks
        assert [each.key for each in listed] == [opened.key]
