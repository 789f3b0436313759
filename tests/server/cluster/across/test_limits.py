"""Limits of a player that hold for the cluster, and not for each node."""

from contextlib import AsyncExitStack
from pathlib import Path

from protocol.parts import Fault, Terms
from protocol.replies import Done
from protocol.requests import Unwatch, Watch
from tests.server.cluster.nodes import serving_nodes
from tests.server.players_over_sockets import pair, player

NAMES = ("ann", "bob", "dan", "eve")


async def test_one_may_watch_so_many_matches_wherever_they_are(tmp_path: Path) -> None:
    """What is followed already counts once, and what is not any more makes room."""
    async with serving_nodes(tmp_path, 2, watches=1) as (one, two), AsyncExitStack() as stack:
        players = [await stack.enter_async_context(player(one.url, name)) for name in NAMES]
        cat = await stack.enter_async_context(player(two.url, "cat"))
        first = await pair(players[0], players[1], Terms("gomoku"))
        second = await pair(players[2], players[3], Terms("gomoku"))
        await cat.ask(Watch(0, first), Done)
        assert (await cat.refused(Watch(0, second))).code is Fault.BUSY
        await cat.ask(Watch(0, first), Done)
        await cat.ask(Unwatch(0, first), Done)
        await cat.ask(Watch(0, second), Done)
