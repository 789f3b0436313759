"""A node that is stopped hands over: others have all that it owned before its players are there."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial

import pytest

from protocol.closes import Close
from protocol.events import Started
from protocol.parts import Terms
from protocol.replies import Done, Opened
from protocol.requests import Invite, Join
from server.storage.leases import Leases
from tests.patience import IN_VAIN
from tests.server.cluster.engines.clocked import BLITZ, LONG, back, goes_on, has_stage
from tests.server.cluster.engines.conftest import Logged
from tests.server.cluster.engines.engines import Node
from tests.server.inside import counted
from tests.server.players_over_sockets import alternate, pair, player
from tests.server.server_time import ServerTime
from tests.server.storage.test_health import comes


@contextmanager
def holding_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """Nobody hands over until the event is set."""
    gate, hand_over = asyncio.Event(), Leases.hand_over

    async def later(leases: Leases) -> None:
        await gate.wait()
        await hand_over(leases)

    with monkeypatch.context() as patch:
        patch.setattr("server.app.GOODBYE_SECONDS", IN_VAIN)
        patch.setattr(Leases, "hand_over", later)
        yield gate


@pytest.mark.parametrize("number", [0, 1], ids=["with-the-lobby", "with-matches"])
async def test_its_matches_go_on_at_once_and_nobody_pays(
    number: int, nodes: list[Node], logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players are told where to go, and a balancer to send nobody."""
    time = ServerTime(monkeypatch)
    leaving, *others = nodes[number], *nodes[:number], *nodes[number + 1 :]
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(player(leaving.url, "ann"))
        bob = await stack.enter_async_context(player(leaving.url, "bob"))
        assert set(ann.welcome.nodes) == {node.url for node in others}
        match = await pair(ann, bob, BLITZ)
        await alternate(match, (ann, bob), 0, 1)
        adopted = sum(counted(node.app, "adoptions_total") for node in others)
        with holding_back(monkeypatch) as gate:
            stopping = asyncio.create_task(leaving.stop())
            await comes(lambda: has_stage(leaving, "draining"))
            gate.set()
            for one in (ann, bob):
                code, reason = await one.closed()
                assert code == Close.SERVICE_RESTART
                assert reason == "this server is going down: resume at another"
            time.skip(LONG)
            await stopping
        ann = await back(stack, ann, others[0].url, match)
        bob = await back(stack, bob, others[1].url, match)
        await goes_on(match, ann, bob)
        taken = sum(counted(node.app, "adoptions_total") for node in others) - adopted
        assert taken == (2 if leaving is nodes[0] else 1)  # the lobby, too
        for node in others:
            assert await node.is_healthy()
            await comes(partial(node.knows, 2))
            assert counted(node.app, "nodes") == 2
        assert {"going down", "took over from a node", "a node is gone", "adopted"} <= logged()


async def test_what_players_of_other_nodes_have_open_stays_open(nodes: list[Node]) -> None:
    """Their own nodes tell whoever owns the lobby next."""
    async with player(nodes[1].url, "ann") as ann, player(nodes[2].url, "bob") as bob:
        key = (await ann.ask(Invite(0, Terms("gomoku"), 0), Opened)).key
        await nodes[0].stop()
        await bob.ask(Join(0, key), Done)
        started = await bob.next(Started)
        assert [each.name for each in started.players] == ["ann", "bob"]
        await alternate((await ann.next(Started)).match, (ann, bob), 0, 1)
