"""Without PostgreSQL nothing is acknowledged, no clock runs, and who is cut off is silent."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager

import pytest

from protocol.closes import Close
from protocol.events import Played
from protocol.replies import Done, Players
from protocol.requests import Hello, ListPlayers, Move
from server.storage.leases import Leases
from tests.patience import IN_VAIN
from tests.server.cluster.engines.clocked import BLITZ, LONG, back, enough, goes_on, has_stage
from tests.server.cluster.engines.conftest import Logged
from tests.server.cluster.engines.engines import LEASE, Node
from tests.server.inside import counted
from tests.server.players_over_sockets import alternate, connected, pair, player
from tests.server.server_time import ServerTime
from tests.server.storage.test_health import comes, health


async def test_nothing_is_acknowledged_and_no_clock_runs_until_it_is_back(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then all is, in its order; for whoever did not wait, it was a pause."""
    time = ServerTime(monkeypatch)
    async with player(nodes[0].url, "ann") as ann, player(nodes[1].url, "bob") as bob:
        match = await pair(ann, bob, BLITZ)
        await alternate(match, (ann, bob), 0, 1)
        for node in nodes:
            node.lose_database()
        move = await ann.send(Move(0, match, 2, 2))
        host = nodes[0] if match in nodes[0].app.house.tables.all else nodes[1]
        await comes(lambda: _counts_failures(host))
        status, what, reason = await health(host.app)
        assert (status, what) == (503, "failing")
        assert reason.startswith("commits fail and are tried again")
        assert not [each for each in bob.all(Played) if each.ply == 2]
        time.skip(LONG)
        for node in nodes:
            await node.find_database()
        assert isinstance(await ann.reply(move), Done)
        await bob.next(Played, lambda its: its.ply == 2)
        await bob.play(match, 3, 3)
        enough((await ann.next(Played, lambda its: its.ply == 3)).left)


async def _counts_failures(node: Node) -> bool:
    return counted(node.app, "commit_failures_total") > 0


async def test_everybody_is_sent_away_when_no_lease_lasts_and_comes_back(
    nodes: list[Node], logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody takes anything over, and nobody pays."""
    time = ServerTime(monkeypatch)
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(player(nodes[1].url, "ann"))
        bob = await stack.enter_async_context(player(nodes[2].url, "bob"))
        match = await pair(ann, bob, BLITZ)
        await alternate(match, (ann, bob), 0, 1)
        adopted = [counted(node.app, "adoptions_total") for node in nodes]
        for node in nodes:
            node.lose_database()
            node.lapse()
        for one in (ann, bob):
            code, reason = await one.closed()
            assert (code, "cut off from the database" in reason) == (Close.SERVICE_RESTART, True)
        for node in nodes:
            assert (await health(node.app))[1:] == ("failing", "the lease of this node has run out")
            assert counted(node.app, "lease_age_seconds") >= 0.8 * LEASE
            async with connected(node.url) as eve:
                await eve.send(Hello(0, "eve"))
                assert (await eve.closed())[0] == Close.TRY_AGAIN_LATER
        time.skip(LONG)
        for node in nodes:
            await node.find_database()
        for node in nodes:
            assert counted(node.app, "lease_age_seconds") < IN_VAIN
        ann, bob = (
            await back(stack, ann, nodes[0].url, match),
            await back(stack, bob, nodes[2].url, match),
        )
        await goes_on(match, ann, bob)
        assert [counted(node.app, "adoptions_total") for node in nodes] == adopted
        assert {"the lease of this node has run out: it does nothing until it has a new one",
                "the lease of this node lasts again"} <= logged()  # fmt: skip


@pytest.mark.parametrize("number", [0, 1], ids=["with-the-lobby", "with-matches"])
async def test_a_node_that_is_cut_off_is_silent_before_others_take_over_and_begins_anew(
    number: int, nodes: list[Node], logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players find their match elsewhere as they left it."""
    time = ServerTime(monkeypatch)
    cut, heir, other = nodes[number], nodes[(number + 1) % 3], nodes[(number + 2) % 3]
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(player(cut.url, "ann"))
        bob = await stack.enter_async_context(player(cut.url, "bob"))
        match = await pair(ann, bob, BLITZ)
        await alternate(match, (ann, bob), 0, 1)
        assert match in cut.app.house.tables.all
        id = cut.peer.id
        cut.lose_database()
        cut.lapse()
        for one in (ann, bob):
            assert (await one.closed())[0] == Close.SERVICE_RESTART
        time.skip(LONG)
        await heir.take_over_from(cut)
        ann, bob = await back(stack, ann, heir.url, match), await back(stack, bob, other.url, match)
        await goes_on(match, ann, bob)
        assert counted(heir.app, "nodes") == 2
        with holding_back(monkeypatch) as begun:
            finding = asyncio.create_task(cut.find_database())
            await comes(lambda: has_stage(cut, "starting"))
            begun.set()
        await finding
        assert cut.peer.id != id
        await comes(lambda: knows(heir, 3))
        async with player(cut.url, "eve") as eve:
            there = (await eve.ask(ListPlayers(0), Players)).players
            assert sorted(each.player.name for each in there) == ["ann", "bob", "eve"]
            await pair(eve, ann, BLITZ)
        assert {"took over from a node", "a node is gone", "adopted", "the lease was not renewed",
                "others have taken over from this node: it begins anew"} <= logged()  # fmt: skip


@contextmanager
def holding_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """Whoever begins anew takes nothing up until the event is set."""
    gate, adopt = asyncio.Event(), Leases.adopt_orphans

    async def later(leases: Leases) -> list[str]:
        await gate.wait()
        return await adopt(leases)

    with monkeypatch.context() as patch:
        patch.setattr(Leases, "adopt_orphans", later)
        yield gate


async def knows(node: Node, count: int) -> bool:
    return counted(node.app, "nodes") == count
