"""A connection as screens see it: every match they show, and answers instead of errors."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol

from client.join import join_server
from client.kept.played import keep_ended
from client.link.connection import Announcement, ConnectionLost, Link, RequestRefused
from client.link.conversation import Conversation
from client.local.analysis import Analyse, analyse
from client.model.match_view import MatchView
from client.model.tournaments import KnownTournaments, takes_part
from client.options import PlayOptions
from client.words import tournaments
from client.words.invites import page_url
from client.words.matches import BLOCKED
from client.words.text import capitalised, printable
from protocol.events import Gone, Snapshot, Started, TournamentChanged
from protocol.names import fold
from protocol.replies import Blocked
from protocol.requests import Block, FromPlayer, ListBlocked, Unblock
from protocol.tournaments import Stage, TournamentSummary

Now = Callable[[], float]


class SessionListener(Protocol):
    """Who is told what comes in, for as long as it is running."""

    @property
    def is_running(self) -> bool: ...

    def heard(self, news: Announcement) -> None: ...

    def linked(self, link: Link) -> None: ...

    def tell(self, note: str) -> None: ...


class PlayerSession:
    """One connection, and what is known of the matches that were seen through it."""

    def __init__(
        self,
        options: PlayOptions,
        listener: SessionListener,
        now: Now = monotonic,
        analyse: Analyse = analyse,
    ) -> None:
        self.options = options
        self.now = now
        self.analyse = analyse
        self.views: dict[str, MatchView] = {}
        self.known_tournaments = KnownTournaments()  # of tournaments
        self.link = Link.RECONNECTING
        self.ready = asyncio.Event()  # we have been welcomed
        self._listener = listener
        self._connection: Conversation | None = None

    @property
    def connection(self) -> Conversation:
        """Once it is ready."""
        assert self._connection is not None, "nobody has welcomed us yet"
        return self._connection

    @property
    def name(self) -> str:
        """Ours, as the server has it."""
        return self._connection.you.name if self._connection else self.options.name

    @property
    def page(self) -> str:
        """Where browsers find the page of the server; empty if it has none."""
        connection = self._connection
        return page_url(connection.url) if connection and connection.has_page else ""

    @property
    def going_to(self) -> str:
        """Another server, where the one that we were at has sent us."""
        return self._connection.going_to if self._connection else ""

    async def run(self) -> None:
        """Hold the connection; raises what ends it for good."""
        async with join_server(self.options, self._linked, self._listener.tell) as connection:
            self._connection = connection
            self.ready.set()
            async for news in connection:
                self._hear(news)

    async def ask(self, request: FromPlayer) -> Any:
        """The reply, or None after the listener was told why there is none.

        While the connection is lost it waits; what cannot be sent twice may be lost with it.
        """
        await self.ready.wait()
        try:
            reply = await self.connection.ask(request)
            return reply if self.alive else None
        except RequestRefused as refusal:
            self._listener.tell(printable(refusal.text))
        except ConnectionLost as lost:
            self._listener.tell(f"That may not have arrived: {printable(lost.reason)}")
        return None

    async def toggle_block(self, name: str) -> None:
        """Block a player, or take that back, and tell which."""
        listed = await self.ask(ListBlocked(0))
        if not isinstance(listed, Blocked):
            return
        there = fold(name) in map(fold, listed.players)
        if await self.ask(Unblock(0, name) if there else Block(0, name)):
            now = "not blocked any more" if there else f"blocked: {BLOCKED}"
            self._listener.tell(f"{printable(name)} is {now}.")

    @property
    def alive(self) -> bool:
        """Whether there is still somebody to show things to."""
        return self._listener.is_running

    def forget(self, match: str) -> None:
        self.views.pop(match, None)

    def _linked(self, link: Link) -> None:
        self.link = link
        self._listener.linked(link)

    def _hear(self, news: Announcement) -> None:
        if not self.alive or self._is_known_anyhow(news):
            return
        now = self.now()
        for match, view in self.views.items():
            self.views[match] = view.hear(news, now)
            self._keep(view, self.views[match])
        if isinstance(news, Started | Snapshot) and news.match not in self.views:
            started = news if isinstance(news, Started) else news.started
            before = self.views.get(started.previous or "")
            self.views[news.match] = MatchView.of(news, now, before, self.options.two is not None)
            self._keep(None, self.views[news.match])
        if isinstance(news, TournamentChanged):
            self._tell_change(news.tournament)
        self.known_tournaments.hear(news, now)
        self._listener.heard(news)

    def _is_known_anyhow(self, news: Announcement) -> bool:
        """Whether it says of a bot here that it is away: `preparing` says why."""
        return isinstance(news, Gone) and self.options.private_server is not None

    @property
    def preparing(self) -> str:
        """What a bot here that we play against is still waiting for."""
        server = self.options.private_server
        preparation = None if server is None else server.preparation
        if preparation is None:
            return ""
        done = "" if preparation.done is None else f" {100 * preparation.done:.0f} %"
        return f"{capitalised(preparation.doing)}{done}"

    def _keep(self, before: MatchView | None, view: MatchView) -> None:
        if note := keep_ended(before, view, self.options.url):
            self._listener.tell(note)

    def _tell_change(self, summary: TournamentSummary) -> None:
        """Tell those who play in a tournament, or run it, wherever they are."""
        before = self.known_tournaments.known.get(summary.tournament)
        text = tournaments.change(before, summary, self.name)
        if before and before.stage is not summary.stage and summary.stage is Stage.FINISHED:
            text = f"{printable(summary.title)} is over."
        if text and (summary.by == self.name or takes_part(summary, self.name)):
            self._listener.tell(text)
