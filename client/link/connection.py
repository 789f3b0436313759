"""The player's end of the wire: one connection that carries everything and comes back by itself.

    async with connect("ws://127.0.0.1:8765", name="ann") as connection:
        await connection.ask(Seek(0, Terms("tictactoe")))
        async for event in connection:
            match event:
                case Started(match=match, side=side): ...
                case Ended(): break

`ask` sends a request and returns its reply, or raises RequestRefused; the id given does not matter,
for each request gets one of its own. The iteration yields the events of matches, each once and in
the order of seq, and all other news; it goes on through lost connections and ends with the context.
What is not taken out of it waits in memory.

When the link drops, it is made again with growing pauses, and the server sends what was missed: the
events since the last one seen, or a Snapshot. Where servers are a cluster, all that were given,
with commas between them, and that the server names are tried before the first pause. What was asked
meanwhile is sent then. What was sent but not answered is sent again if it is REPEATABLE: twice
changes no more than once, though a second Resign, say, may be refused because the first one ended
the match. Any other request raises ConnectionLost, because nobody can know whether it was carried
out. What the server keeps for one connection only is renewed: the last Declare, and every match and
tournament that is being watched. Not so your seeks, challenges and invites, which end with the
link, and your watching of the seeks: ask again.

ConnectionLost ends everything only when the server has said so (another connection of the same
player took over, or an administrator closed it), when `give_up` seconds have passed, or without
`reconnect`, of its LinkOptions. RequestRefused does when the server does not accept the Hello.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import overload

from msgspec.structs import replace

from client.link.outage import ConnectionLost, RequestRefused
from client.link.resumption import REPEATABLE, Announcement, DoneRequest, PendingRequest
from client.link.wire import LINK_OPTIONS, Link, LinkOptions, Wire
from protocol.parts import LiveMatch, Player
from protocol.replies import (
    AuditEntries,
    Bans,
    Blocked,
    Done,
    Fixtures,
    GameShown,
    InviteShown,
    Leaders,
    Matches,
    Nodes,
    Opened,
    Players,
    Refused,
    Replies,
    Results,
    Seeks,
    Shown,
    Tournaments,
    TournamentShown,
)
from protocol.requests import (
    Block,
    Challenge,
    FromPlayer,
    Hello,
    Invite,
    ListAudit,
    ListBans,
    ListBlocked,
    ListFixtures,
    ListLeaders,
    ListMatches,
    ListNodes,
    ListPlayers,
    ListResults,
    ListSeeks,
    ListTournaments,
    OpenTournament,
    Seek,
    ShowGame,
    ShowInvite,
    ShowMatch,
    ShowTournament,
    Unblock,
)

__all__ = [
    "REPEATABLE",
    "Announcement",
    "Connection",
    "ConnectionLost",
    "Link",
    "LinkOptions",
    "RequestRefused",
    "connect",
]  # fmt: skip


@asynccontextmanager
async def connect(
    url: str,
    name: str = "",
    *,
    token: str | None = None,
    session: str | None = None,
    bot: bool = False,
    software: str = "",
    options: LinkOptions = LINK_OPTIONS,
) -> AsyncIterator["Connection"]:
    """A connection that the server has welcomed; it is closed with the context.

    *session* takes the place of a player of whom an earlier Welcome told.
    """
    hello = Hello(0, name=name, token=token, session=session, bot=bot, software=software)
    connection = Connection(url, hello, options)
    holding = asyncio.create_task(connection._hold())
    try:
        await connection._welcomed
        yield connection
    finally:
        holding.cancel()
        await asyncio.wait([holding])
        connection._finish(None)


class Connection(Wire):
    """What `connect` gives: ask it, and iterate over it for what the server tells."""

    @property
    def you(self) -> Player:
        """Who you are to the server."""
        return self.welcome.you

    @property
    def matches(self) -> tuple[LiveMatch, ...]:
        """Yours that went on when you came."""
        return self.welcome.matches

    @property
    def has_page(self) -> bool:
        """Whether browsers find a page at the same address."""
        return self.welcome.page

    @property
    def seated(self) -> bool:
        """Whether a match that you play in goes on, as far as we know."""
        return self._resumption.seated

    @overload
    async def ask(self, request: Seek | Challenge | Invite | OpenTournament) -> Opened: ...
    @overload
    async def ask(self, request: ShowInvite) -> InviteShown: ...
    @overload
    async def ask(self, request: ListSeeks) -> Seeks: ...
    @overload
    async def ask(self, request: ListMatches) -> Matches: ...
    @overload
    async def ask(self, request: ListPlayers) -> Players: ...
    @overload
    async def ask(self, request: ListResults) -> Results: ...
    @overload
    async def ask(self, request: ListLeaders) -> Leaders: ...
    @overload
    async def ask(self, request: ShowMatch) -> Shown: ...
    @overload
    async def ask(self, request: ShowGame) -> GameShown: ...
    @overload
    async def ask(self, request: ListTournaments) -> Tournaments: ...
    @overload
    async def ask(self, request: ShowTournament) -> TournamentShown: ...
    @overload
    async def ask(self, request: ListFixtures) -> Fixtures: ...
    @overload
    async def ask(self, request: ListNodes) -> Nodes: ...
    @overload
    async def ask(self, request: Block | Unblock | ListBlocked) -> Blocked: ...
    @overload
    async def ask(self, request: ListBans) -> Bans: ...
    @overload
    async def ask(self, request: ListAudit) -> AuditEntries: ...
    @overload
    async def ask(self, request: DoneRequest) -> Done: ...
    async def ask(self, request: FromPlayer) -> Replies:
        """The server's reply; raises RequestRefused, or ConnectionLost where it stays unknown."""
        if self.link is Link.CLOSED:
            raise self._end or ConnectionLost("the connection is closed")
        request = replace(request, id=next(self._ids))
        pending = self._pending[request.id] = PendingRequest(request)
        self._resumption.note_asked(request)
        try:
            if self._socket is not None:
                await self._send(self._socket, pending)
            reply = await pending.reply
        finally:
            del self._pending[request.id]
        if isinstance(reply, Refused):
            raise RequestRefused(reply)
        self._resumption.note_granted(request)
        return reply

    def __aiter__(self) -> "Connection":
        return self

    async def __anext__(self) -> Announcement:
        news = await self._news.get()
        if news is not None:
            return news
        self._news.put_nowait(None)  # for whoever else is waiting
        raise self._end or StopAsyncIteration
