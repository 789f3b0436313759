"""A node's connection to NATS, where it cannot be had."""

import pytest

from games.errors import Mistake
from server.cluster.nats import NatsLink

NOBODY = ("nats://inarow:s3cret@127.0.0.1:1", "nats://127.0.0.1:2")


class Deaf:
    def receive(self, sender: str, data: bytes) -> None: ...
    def cut_off(self) -> None: ...
    def reconnected(self) -> None: ...


async def test_a_nats_that_cannot_be_reached_is_named_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a sentence."""
    monkeypatch.setattr("server.cluster.nats.CONNECT_SECONDS", 0.1)
    link = NatsLink(NOBODY, "cluster", "node", Deaf())
    with pytest.raises(Mistake) as told:
        await link.open()
    assert str(told.value).startswith("cannot use NATS at nats://127.0.0.1:1,nats://127.0.0.1:2: ")
    assert not link.connected
