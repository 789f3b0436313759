"""A link to the server that is made again whenever it breaks, and what goes over it."""

import asyncio
import ssl as tls
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from client.link.outage import (
    GOING_AWAY,
    PATIENCE,
    ConnectionLost,
    Outage,
    RequestRefused,
    close_code,
    describe,
)
from client.link.resumption import Announcement, PendingRequest, Resumption
from client.link.servers import Servers, split_urls
from client.link.socket import socket_opener
from protocol.closes import Close
from protocol.codec import MSGPACK, Codec, MalformedMessage
from protocol.events import Closing, Reopened
from protocol.messages import FromServer
from protocol.replies import Refused, Replies, Reply, Shown, Welcome
from protocol.requests import FromPlayer, Hello

BREACHES = (Close.POLICY_VIOLATION, Close.TOO_BIG)  # over a frame that it cannot take


class Link(StrEnum):
    """How a connection is."""

    CONNECTED = "connected"
    RECONNECTING = "reconnecting"
    CLOSED = "closed"


Sleep = Callable[[float], Awaitable[object]]
OnLink = Callable[[Link], None]


class LinkOptions(NamedTuple):
    """How a link is made, and what comes of its end."""

    codec: Codec = MSGPACK
    ssl: tls.SSLContext | None = None
    reconnect: bool = True
    give_up: float | None = None  # seconds out of reach in each outage; None: never
    on_link: OnLink | None = None
    sleep: Sleep = asyncio.sleep


LINK_OPTIONS = LinkOptions()


class Wire:
    """What is under way between a player and the server, on one link after the other."""

    def __init__(self, url: str, hello: Hello, options: LinkOptions) -> None:
        self.link = Link.RECONNECTING
        self.welcome: Welcome  # the latest one
        self.going_to = ""  # another server, where the one that we were at has sent us
        self._welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._socket: ClientConnection | None = None  # while we are welcome on it
        self._hello = hello
        self._codec = options.codec
        self._servers = Servers(split_urls(url))
        self._open = socket_opener(self._servers.known, options.codec, options.ssl)
        self._outage = Outage(self._servers, options.give_up, options.reconnect)
        self._on_link = options.on_link
        self._sleep = options.sleep
        self._ids = count(1)
        self._pending: dict[int, PendingRequest] = {}
        self._resumption = Resumption()
        # None: there will be no more.
        self._news: asyncio.Queue[Announcement | None] = asyncio.Queue()
        self._end: Exception | None = None

    @property
    def url(self) -> str:
        """The server where we are, or that is tried just now."""
        return self._servers.url

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _hold(self) -> None:
        """Hold the link until it ends for good, or until cancelled."""
        try:
            await self._come_back_for_ever()
        except Exception as error:
            self._finish(error)

    async def _come_back_for_ever(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._outage.patience(self._now)):
                    socket = await self._open(self.url)
                try:
                    await self._be_welcomed(socket)
                    await self._read(socket)
                finally:
                    self._socket = None
                    await socket.close()
            except (OSError, EOFError, WebSocketException, MalformedMessage) as error:
                await self._pause(error)
            except RequestRefused as refusal:
                if not self._welcomed.done() or refusal.wait is None:
                    raise
                await self._pause(refusal, refusal.wait)

    async def _pause(self, error: Exception, wait: float = 0.0) -> None:
        """Settle what the lost link leaves open, and wait; or raise if that is in vain."""
        before = self.url
        seconds = self._outage.pause(error, self._now, wait)
        leaving = close_code(error) in GOING_AWAY and self.url != before
        self.going_to = self.url if leaving else ""
        for pending in self._pending.values():
            pending.lose(describe(error), close_code(error) in BREACHES)
        self._be(Link.RECONNECTING)
        if seconds:
            await self._sleep(seconds)

    async def _be_welcomed(self, socket: ClientConnection) -> None:
        """Say Hello, and send what has been waiting for the link."""
        hello = replace(self._hello, id=next(self._ids), seen=self._resumption.seen)
        await self._write(socket, hello)
        async with asyncio.timeout(PATIENCE):
            while not isinstance(reply := await self._receive(socket), Welcome | Refused):
                self._take(reply)
        if isinstance(reply, Refused):
            raise RequestRefused(reply)
        self.welcome = reply
        self._hello = replace(self._hello, session=reply.session)
        self._outage.over(reply.nodes, self._now)
        self._socket = socket
        for request in self._resumption.renewals(reply):
            await self._write(socket, replace(request, id=next(self._ids)))
        for pending in list(self._pending.values()):
            await self._send(socket, pending)
        self._be(Link.CONNECTED)
        if not self._welcomed.done():
            self._welcomed.set_result(None)

    async def _send(self, socket: ClientConnection, pending: PendingRequest) -> None:
        if not pending.sent:
            pending.sent = True
            with suppress(ConnectionClosed):  # the reader notices, and settles what was asked
                await self._write(socket, pending.request)

    async def _write(self, socket: ClientConnection, request: FromPlayer) -> None:
        await socket.send(self._codec.encode(request), text=self._codec.text)

    async def _read(self, socket: ClientConnection) -> None:
        while True:
            self._take(await self._receive(socket))

    async def _receive(self, socket: ClientConnection) -> FromServer:
        return self._codec.decode_from_server(await socket.recv())

    def _take(self, message: FromServer) -> None:
        if isinstance(message, Reply):
            self._settle(message)
            return
        if isinstance(message, Closing):
            self._outage.announce(message, self._now)
        if isinstance(message, Reopened):
            self._outage.withdraw()
        if self._resumption.is_new(message):
            self._news.put_nowait(message)

    def _settle(self, reply: Replies) -> None:
        if pending := self._pending.get(reply.id):
            pending.answer(reply)
        elif isinstance(reply, Shown):  # to a renewal: nobody else is waiting for it
            for event in self._resumption.missed(reply.events):
                self._news.put_nowait(event)

    def _finish(self, error: Exception | None) -> None:
        """There is no more to come."""
        if self.link is Link.CLOSED:
            return
        self._end = error
        self._news.put_nowait(None)
        for pending in self._pending.values():
            pending.fail(error or ConnectionLost("the connection was closed before the reply"))
        self._be(Link.CLOSED)
        if error and not self._welcomed.done():
            self._welcomed.set_exception(error)

    def _be(self, link: Link) -> None:
        if link is not self.link:
            self.link = link
            if self._on_link:
                self._on_link(link)
