"""What nodes ask each other is answered exactly once, whatever becomes of the answer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from protocol.parts import Fault, NodeInfo, Player
from server.cluster.exchange import Astray, Unreachable
from server.peers.node_messages import AskStatus, Leave, ListLive, Release
from server.peers.post import Post
from server.refusal import Refusal
from server.storage.sqlite_file import BadDatabase
from tests.server.cluster.exchanges import three
from tests.server.cluster.virtual_time import idle, in_virtual_time

STATUS = NodeInfo("b", "ws://b", "1", False, True, 1, 2, 3, 0.5)


class PostOffice(Post):
    """All that a node hears; what becomes of others is nothing to it."""

    def missed(self, sender: str) -> None: ...
    def fell_silent(self, node: str) -> None: ...
    def is_back(self, node: str) -> None: ...


@asynccontextmanager
async def two() -> AsyncIterator[tuple[Post, Post]]:
    """Posts of nodes that know each other."""
    _, *nodes, _ = three()
    posts = [PostOffice(node.exchange) for node in nodes]
    for post in posts:
        post.exchange.listener = post
    yield posts[0], posts[1]
    for post in posts:
        await post.close()


@in_virtual_time
async def test_an_answer_may_be_there_at_once_or_come_later() -> None:
    """It is of the class that is the answer to what was asked."""

    async def later() -> tuple[()]:
        await asyncio.sleep(1.5)
        return ()

    async with two() as (a, b):
        b.on_ask(AskStatus, lambda sender, asked: STATUS)
        b.on_ask(ListLive, lambda sender, asked: later())
        assert await a.ask("b", AskStatus()) == STATUS
        assert await a.ask("b", ListLive(False)) == ()


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("fault", "answer"),
    [
        (Refusal(Fault.BUSY, "not now", 1.0), Refusal),
        (Astray(), Astray),
        (Unreachable("the next one"), Astray),
        (BadDatabase("gone"), Refusal),
        (ZeroDivisionError(), Refusal),
    ],
    ids=["refusal", "astray", "unreachable", "database", "fault-of-ours"],
)
@in_virtual_time
async def test_whatever_goes_wrong_is_an_answer(
    fault: Exception, answer: type[Exception], at_once: bool
) -> None:
    """Nobody waits for one who has failed."""

    def now(sender: str, asked: AskStatus) -> None:
        raise fault

    async def later(sender: str, asked: AskStatus) -> None:
        raise fault

    async with two() as (a, b):
        b.on_ask(AskStatus, now if at_once else later)
        with pytest.raises(answer) as told:
            await a.ask("b", AskStatus())
        if isinstance(fault, Refusal) and isinstance(told.value, Refusal):
            assert (told.value.code, told.value.wait) == (Fault.BUSY, 1.0)


@in_virtual_time
async def test_who_is_not_the_one_to_ask_says_so() -> None:
    """Also one who is leaving, and was until now."""
    async with two() as (a, b):
        with pytest.raises(Astray):
            await a.ask("b", AskStatus())
        b.on_ask(AskStatus, lambda sender, asked: STATUS)
        b.stop_answering()
        with pytest.raises(Astray):
            await a.ask("b", AskStatus())


@in_virtual_time
async def test_what_is_told_is_heard_in_order_and_a_fault_with_it_stops_nothing() -> None:
    """What nobody here hears is let go."""
    heard: list[tuple[str, object]] = []

    def leave(sender: str, told: Leave) -> None:
        heard.append((sender, told))
        if told.ticket == 1:
            raise ZeroDivisionError

    async with two() as (a, b):
        b.on_tell(Leave, leave)
        for message in (Leave(1), Release(Player("ann")), Leave(2)):
            a.tell("b", message)
        a.tell_all(Leave(3))
        await idle()
        assert heard == [("a", Leave(ticket)) for ticket in (1, 2, 3)]


@in_virtual_time
async def test_what_is_done_beside_ends_with_the_node() -> None:
    """And says in the log what went wrong."""
    ended = asyncio.Event()

    async def forever() -> None:
        try:
            await asyncio.sleep(1e9)
        finally:
            ended.set()

    async def fails() -> None:
        raise ZeroDivisionError

    async with two() as (a, _):
        a.spawn(forever())
        a.spawn(fails())
        await idle()
        assert not ended.is_set()
    assert ended.is_set()
