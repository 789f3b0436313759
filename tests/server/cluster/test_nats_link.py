"""A node's connection to NATS: what is posted arrives in order, whole, or not at all."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from benchmarks.cluster_rig.broker import Broker
from games.errors import Mistake
from server.cluster.nats import NatsLink
from tests.patience import IN_VAIN
from tests.server.cluster.nodes import broker

NOBODY = ("nats://inarow:s3cret@127.0.0.1:1", "nats://127.0.0.1:2")
MEGABYTE = 2**20  # about what a NATS takes as one message


class Listener:
    """Who hears what comes, and whether anything can."""

    def __init__(self) -> None:
        self.had: list[tuple[str, bytes]] = []
        self.news: list[str] = []
        self.fault: Exception | None = None  # of whoever takes what comes
        self._changed = asyncio.Event()

    def receive(self, sender: str, data: bytes) -> None:
        self.had.append((sender, data))
        self._changed.set()
        if self.fault is not None:
            raise self.fault

    def cut_off(self) -> None:
        self.news.append("cut off")
        self._changed.set()

    def reconnected(self) -> None:
        self.news.append("reconnected")
        self._changed.set()

    def has_heard(self, *news: str) -> bool:
        return self.news == list(news)

    async def until(self, met: Callable[[], bool]) -> None:
        async with asyncio.timeout(IN_VAIN):
            while not met():
                self._changed.clear()
                await self._changed.wait()


@pytest.fixture
async def nats(tmp_path: Path) -> AsyncIterator[Broker]:
    async with broker(tmp_path) as nats:
        yield nats


@asynccontextmanager
async def linked(
    nats: Broker, node: str, cluster: str = "one"
) -> AsyncIterator[tuple[NatsLink, Listener]]:
    listener = Listener()
    link = NatsLink((f"nats://127.0.0.1:{nats.port}",), cluster, node, listener)
    await link.open()
    try:
        yield link, listener
    finally:
        await link.close()


async def test_a_nats_that_cannot_be_reached_is_named_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a sentence."""
    monkeypatch.setattr("server.cluster.nats.CONNECT_SECONDS", 0.1)
    link = NatsLink(NOBODY, "cluster", "node", Listener())
    with pytest.raises(Mistake) as told:
        await link.open()
    assert str(told.value).startswith("cannot use NATS at nats://127.0.0.1:1,nats://127.0.0.1:2: ")
    assert not link.connected


async def test_messages_of_any_size_arrive_whole_and_in_order(nats: Broker) -> None:
    """Also those that are too large for one message of NATS, of two senders at once."""
    sizes = [1, 3 * MEGABYTE, 7, MEGABYTE - 512, MEGABYTE - 511, 2 * MEGABYTE, 1]
    sent = [bytes([at]) * size for at, size in enumerate(sizes, 65)]
    async with (
        linked(nats, "a") as (a, _),
        linked(nats, "b") as (b, _),
        linked(nats, "c") as (_, hears),
    ):
        for data in sent:
            a.post("c", data)
            b.post("c", data[::-1])
        await hears.until(lambda: len(hears.had) == 2 * len(sent))
        for sender in "ab":
            assert [data for by, data in hears.had if by == sender] == sent


async def test_clusters_on_one_nats_do_not_hear_each_other(nats: Broker) -> None:
    """Though their nodes were called the same."""
    async with (
        linked(nats, "a") as (a, _),
        linked(nats, "b") as (_, hears),
        linked(nats, "b", "another") as (_, stranger),
    ):
        a.post("b", b"hello")
        await hears.until(lambda: bool(hears.had))
        assert (hears.had, stranger.had) == ([("a", b"hello")], [])


async def test_a_fault_with_one_message_leaves_the_next(nats: Broker) -> None:
    """It is in the log."""
    async with linked(nats, "a") as (a, _), linked(nats, "b") as (_, hears):
        hears.fault = ValueError("this message is no good")
        a.post("b", b"one")
        await hears.until(lambda: len(hears.had) == 1)
        a.post("b", b"two")
        await hears.until(lambda: len(hears.had) == 2)


async def test_a_connection_that_is_lost_comes_back_by_itself(nats: Broker) -> None:
    """Whoever listens is told of both, and what is posted then arrives."""
    async with linked(nats, "a") as (a, loses), linked(nats, "b") as (b, hears):
        assert a.connected
        await nats.kill()
        await loses.until(lambda: loses.news == ["cut off"])
        await hears.until(lambda: hears.news == ["cut off"])
        assert not a.connected
        assert not b.connected
        await nats.start()
        for each in (loses, hears):
            await each.until(partial(each.has_heard, "cut off", "reconnected"))
        assert a.connected
        a.post("b", b"here again")
        await hears.until(lambda: ("a", b"here again") in hears.had)


async def test_the_rest_of_a_message_that_was_cut_is_not_taken_for_a_whole_one(
    nats: Broker,
) -> None:
    """What comes after the connection is back begins anew."""
    async with linked(nats, "a") as (a, loses), linked(nats, "b") as (b, hears):
        b._parts["a"] = [b"the beginning of what will never come to its end"]
        await nats.restart()
        await hears.until(lambda: "reconnected" in hears.news)
        await loses.until(lambda: "reconnected" in loses.news)
        a.post("b", b"whole")
        await hears.until(lambda: ("a", b"whole") in hears.had)
        assert [data for _, data in hears.had] == [b"whole"]


async def test_what_was_posted_is_sent_before_leaving(nats: Broker) -> None:
    """A last word is heard."""
    async with linked(nats, "b") as (_, hears):
        async with linked(nats, "a") as (a, loses):
            a.post("b", b"goodbye")
        await hears.until(lambda: hears.had == [("a", b"goodbye")])
        assert loses.news == []
