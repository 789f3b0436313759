"""A node's connection to NATS: what is posted to a node arrives in order, or not at all."""

import asyncio
import re
from collections import deque
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from games.errors import Mistake
from server.logs import log

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

CONNECT_SECONDS = 5.0  # for the first connection
BETWEEN_TRIES = 0.2  # seconds
PING_SECONDS = 1  # by which a server that is silent is noticed
UNSENT = 16 * 2**20  # bytes that wait for a server that is away
HEADROOM = 512  # bytes of a message that are not ours
MORE, LAST = b"\x01", b"\x00"  # the first byte of a part: whether others follow

_USER = re.compile("//[^@/]*@")


class Receiver(Protocol):
    """Who takes what comes, and knows whether anything can."""

    def receive(self, sender: str, data: bytes) -> None: ...
    def cut_off(self) -> None: ...
    def reconnected(self) -> None: ...


class NatsLink:
    """Each node hears at a subject of its own, on which the last word is who has sent."""

    def __init__(self, urls: Sequence[str], cluster: str, node: str, receiver: Receiver) -> None:
        self._urls, self._prefix, self._node = list(urls), f"inarow.{cluster}", node
        self._receiver = receiver
        self._unsent: deque[tuple[str, bytes]] = deque()
        self._wake = asyncio.Event()
        self._parts: dict[str, list[bytes]] = {}  # by sender
        self._client: Client | None = None
        self._sender: asyncio.Task[None] | None = None
        self._trouble: Exception | None = None  # the latest with the connection

    @property
    def _shown(self) -> str:
        """The urls without what is secret in them."""
        return ",".join(_USER.sub("//", url) for url in self._urls)

    @property
    def connected(self) -> bool:
        return self._client is not None and self._client.is_connected

    async def open(self) -> None:
        """Connect; from then on the connection comes back by itself. Raises Mistake."""
        if find_spec("nats") is None:
            raise Mistake("a cluster needs another package: pip install 'inarow[cluster]'")
        from nats.aio.client import Client

        self._client = Client()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._connect(self._client)
        except Exception as error:
            await self._client.close()
            reason = _say(self._trouble or error)
            raise Mistake(f"cannot use NATS at {self._shown}: {reason}") from error
        self._sender = asyncio.create_task(self._send(self._client), name="nats sender")

    async def _connect(self, client: "Client") -> None:
        await client.connect(
            self._urls,
            name=f"inarow {self._node}",
            max_reconnect_attempts=-1,
            reconnect_time_wait=BETWEEN_TRIES,  # type: ignore[arg-type]
            ping_interval=PING_SECONDS,
            pending_size=UNSENT,
            error_cb=self._on_error,
            disconnected_cb=self._on_loss,
            reconnected_cb=self._on_return,
        )
        # Without limits: what is dropped here would be lost, and is in memory in any case.
        await client.subscribe(
            f"{self._prefix}.{self._node}.*",
            cb=self._hear,
            pending_msgs_limit=0,
            pending_bytes_limit=0,
        )
        await client.flush()

    def post(self, node: str, data: bytes) -> None:
        self._unsent.append((node, data))
        self._wake.set()

    async def close(self) -> None:
        """Send what is posted, if that is possible at once, and leave."""
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.wait({self._sender})
        if self._client is not None:
            if self._client.is_connected:
                await self._send_all(self._client)
            await self._client.close()

    async def _send(self, client: "Client") -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._send_all(client)

    async def _send_all(self, client: "Client") -> None:
        while self._unsent:
            node, data = self._unsent.popleft()
            try:
                await self._publish(client, f"{self._prefix}.{node}.{self._node}", data)
            except Exception as error:  # the receiver finds that something is missing
                log().warning("a message was not sent", node=node, error=str(error))

    async def _publish(self, client: "Client", subject: str, data: bytes) -> None:
        size = client.max_payload - HEADROOM
        starts = range(0, len(data), size)
        for at in starts:
            mark = LAST if at == starts[-1] else MORE
            await client.publish(subject, mark + data[at : at + size])

    async def _hear(self, message: "Msg") -> None:
        sender = message.subject.rpartition(".")[2]
        part = message.data[1:]
        if message.data[:1] == MORE:
            self._parts.setdefault(sender, []).append(part)
            return
        earlier = self._parts.pop(sender, None)
        try:
            self._receiver.receive(sender, b"".join((*earlier, part)) if earlier else part)
        except Exception:
            log().exception("a message of a node hit a fault of ours", node=sender)

    async def _on_error(self, error: Exception) -> None:
        self._trouble = error
        log().debug("the connection to NATS fails", error=_say(error))

    async def _on_loss(self) -> None:
        self._parts.clear()
        if self._client is not None and not self._client.is_closed:
            log().error("the connection to NATS is lost", node=self._node)
            self._receiver.cut_off()

    async def _on_return(self) -> None:
        log().info("the connection to NATS is back", node=self._node)
        self._receiver.reconnected()


def _say(error: Exception) -> str:
    return str(error) or type(error).__name__
