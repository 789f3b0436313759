"""A player for tests over a real socket: remembers all it hears, and waits for nothing in vain."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, TypeVar, overload

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol.codec import MSGPACK, Codec
from protocol.events import Played, Started
from protocol.messages import FromPlayer, FromServer
from protocol.parts import Fault, Message, Side, Terms
from protocol.replies import Done, Opened, Refused, Replies, Reply, Welcome
from protocol.requests import Abort, Hello, Invite, Join, Move
from tests.patience import IN_VAIN

Announcement = TypeVar("Announcement", bound=Message)
Answered = TypeVar("Answered", bound=Reply)
Found = TypeVar("Found")


class Player:
    """One connection, as a test uses it."""

    def __init__(self, socket: ClientConnection, codec: Codec) -> None:
        self.heard: list[FromServer] = []  # everything, in order
        self.welcome: Welcome  # once welcomed
        self._news: list[FromServer] = []  # what no test has waited for yet, but for replies
        self._replies: dict[int, Replies] = {}
        self._socket = socket
        self._codec = codec
        self._ids = count(1)
        self._changed = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    @property
    def name(self) -> str:
        return self.welcome.you.name

    # Asking

    async def send(self, request: FromPlayer) -> int:
        """Send a request without waiting for the reply; the id that it was given."""
        id = next(self._ids)
        numbered = msgspec.structs.replace(request, id=id)
        await self._socket.send(self._codec.encode(numbered), text=self._codec.text)
        return id

    async def send_data(self, data: dict[str, Any]) -> int:
        """Send what is perhaps no request at all, under an id of its own."""
        id = next(self._ids)
        await self._socket.send(msgspec.msgpack.encode(data | {"id": id}))
        return id

    async def reply(self, id: int) -> Replies:
        """The reply to an earlier request, whatever it is."""
        return await self._until(lambda: self._replies.get(id), f"the reply to {id}")

    @overload
    async def ask(self, request: FromPlayer) -> Replies: ...
    @overload
    async def ask(self, request: FromPlayer, kind: type[Answered]) -> Answered: ...
    async def ask(self, request: FromPlayer, kind: type[Any] = Reply) -> Any:
        """The reply to a request, which must be no refusal, and of this kind."""
        reply = await self.reply(await self.send(request))
        assert not isinstance(reply, Refused), f"{request} was refused: {reply}"
        assert isinstance(reply, kind), f"{request} was answered by {reply}"
        return reply

    async def refused(self, request: FromPlayer) -> Refused:
        """The refusal that a request must meet with."""
        reply = await self.reply(await self.send(request))
        assert isinstance(reply, Refused), f"{request} was not refused: {reply}"
        return reply

    async def play(self, match: str, ply: int, cell: int) -> None:
        await self.ask(Move(0, match, ply, cell), Done)

    # Being told

    async def next(
        self, kind: type[Announcement], where: Callable[[Announcement], bool] = lambda _: True
    ) -> Announcement:
        """The earliest news of this kind that no test has waited for; other news stays."""

        def find() -> Announcement | None:
            for index, news in enumerate(self._news):
                if isinstance(news, kind) and where(news):
                    del self._news[index]
                    return news
            return None

        return await self._until(find, kind.__name__)

    def all(self, kind: type[Announcement]) -> list[Announcement]:
        """All of this kind that were heard so far, replies too, taken or not."""
        return [message for message in self.heard if isinstance(message, kind)]

    async def settle(self) -> None:
        """Wait until all is heard that the server had to say before now."""
        # Replies keep to the order of the journal, so this refusal comes behind everything.
        await self.refused(Abort(0, "no-such-match"))

    # Leaving

    def drop(self) -> None:
        """Lose the connection without a word."""
        self._socket.transport.abort()

    async def close(self) -> None:
        await self._socket.close()
        await self._reader

    async def closed(self) -> tuple[int | None, str]:
        """The code and reason with which the connection was closed."""
        async with asyncio.timeout(IN_VAIN):
            await asyncio.shield(self._reader)
        return self._socket.close_code, self._socket.close_reason or ""

    async def _read(self) -> None:
        try:
            async for frame in self._socket:
                self._take(self._codec.decode_from_server(frame))
        except ConnectionClosed:
            pass
        finally:
            self._changed.set()

    def _take(self, message: FromServer) -> None:
        self.heard.append(message)
        if isinstance(message, Reply):
            assert message.id not in self._replies, f"a second reply: {message}"
            self._replies[message.id] = message
        else:
            self._news.append(message)
        self._changed.set()
        self._changed = asyncio.Event()

    async def _until(self, find: Callable[[], Found | None], what: str) -> Found:
        try:
            async with asyncio.timeout(IN_VAIN):
                while (found := find()) is None:
                    assert not self._reader.done(), self._in_vain(what, "and was disconnected")
                    await self._changed.wait()
                return found
        except TimeoutError:
            raise AssertionError(self._in_vain(what, f"for {IN_VAIN} s")) from None

    def _in_vain(self, what: str, how: str) -> str:
        heard = "\n  ".join(map(str, self.heard[-20:]))
        ending = self._socket.close_code, self._socket.close_reason
        return f"waited for {what} {how} {ending}; heard at last:\n  {heard}"


@asynccontextmanager
async def connected(url: str, codec: Codec = MSGPACK) -> AsyncIterator[Player]:
    """A connection on which nothing is said yet."""
    offered = [Subprotocol(codec.subprotocol)]
    async with connect(url, subprotocols=offered, compression=None, ping_interval=None) as socket:
        player = Player(socket, codec)
        try:
            yield player
        finally:
            await player.close()


@asynccontextmanager
async def player(
    url: str, name: str = "", codec: Codec = MSGPACK, **hello: Any
) -> AsyncIterator[Player]:
    """A player who was welcomed; *hello* is what else to say: bot, token, session, seen."""
    async with connected(url, codec) as one:
        one.welcome = await one.ask(Hello(0, name, **hello), Welcome)
        yield one


async def turned_away(url: str, name: str) -> None:
    """Check that no newcomer can be called this."""
    async with connected(url) as newcomer:
        assert (await newcomer.refused(Hello(0, name))).code is Fault.NAME_TAKEN


async def pair(first: Player, second: Player, terms: Terms, side: Side | None = 0) -> str:
    """Start a match between two; *side* is that of the first. Both have taken note of it."""
    opened = await first.ask(Invite(0, terms, side), Opened)
    await second.ask(Join(0, opened.key), Done)
    started = await first.next(Started)
    await second.next(Started, lambda its: its.match == started.match)
    return started.match


async def alternate(match: str, players: tuple[Player, Player], *cells: int, ply: int = 0) -> None:
    """Play these cells in turn, the first side first, each once both have heard the one before."""
    for at, cell in enumerate(cells, ply):
        await players[at % 2].play(match, at, cell)
        for one in players:
            await _hear(one, match, at)


async def _hear(one: Player, match: str, ply: int) -> Played:
    return await one.next(Played, lambda played: (played.match, played.ply) == (match, ply))
