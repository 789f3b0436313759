"""What the plain client knows of where it is, and how it asks, moves and waits."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from client.link.connection import ConnectionLost, Link, RequestRefused
from client.link.conversation import Conversation
from client.local.analysis import Analyse, analyse
from client.matchmaking import OpenRequest
from client.model.match_view import MatchView
from client.model.tournaments import KnownTournaments
from client.options import PlayOptions
from client.words.text import sentence
from games.drawing import draw
from protocol.events import Challenged
from protocol.requests import Move

Say = Callable[[str], None]


class PlainSession:
    """Somebody at a server, with one board in front of them."""

    def __init__(
        self, connection: Conversation, options: PlayOptions, say: Say, interactive: bool
    ) -> None:
        self.connection = connection
        self.options = options
        self.say = say
        self.interactive = interactive
        self.view: MatchView | None = None
        self.open_request: OpenRequest | None = None  # that has not led to a match yet
        self.challenges: dict[str, Challenged] = {}  # to us, by key
        self.known_tournaments = KnownTournaments()
        self.analyse: Analyse = analyse
        self.boards = options.boards
        self.unconfirmed = ""  # the command that waits to be confirmed
        self.left = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.fault: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sent: tuple[str, int] | None = None  # match and ply of the move on its way
        self._changed = asyncio.Event()

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def playing(self) -> MatchView | None:
        """The match that we play in and that goes on."""
        view = self.view
        live = view is not None and view.side is not None and not view.ended
        return view if live else None

    async def ask(self, request: Any, typed: str = "") -> bool:
        """Ask, and say what went wrong; whether it was carried out."""
        if self.connection.link is not Link.CONNECTED:
            self.say("Not connected: this is sent as soon as the connection is back.")
        try:
            await self.connection.ask(request)
        except RequestRefused as refusal:
            self.say(sentence(refusal.text))
            return False
        except ConnectionLost as lost:
            if self.connection.link is not Link.CLOSED:
                again = f" If not, type it again: {typed}" if typed else ""
                self.say(f"The connection broke, and this may not have arrived.{again}")
            else:
                self.say(sentence(lost.reason))
            return False
        return True

    async def play(self, cell: int) -> None:
        """Send a move, and wait until it is played or refused."""
        view = self.view
        assert view is not None, "a move needs a match"
        match, ply = view.match, view.ply
        if self._sent == (match, ply):
            self.say("Your move is on its way already.")
            return
        self._sent = match, ply
        try:
            if await self.ask(Move(0, match, ply, cell)):
                await self.until(lambda: self._is_past(match, ply))
        finally:
            self._sent = None

    def _is_past(self, match: str, ply: int) -> bool:
        view = self.view
        return view is None or view.match != match or view.ply > ply or bool(view.ended)

    def show_board(self) -> None:
        if self.view is not None:
            self.say(draw(self.view.position))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until this is so; anything that is heard may bring it about."""
        while not condition() and self.connection.link is not Link.CLOSED:
            await self._changed.wait()

    async def leave_with_the_match(self) -> None:
        await self.until(lambda: self.view is not None and self.view.ended is not None)
        self.left.set()

    def wake(self) -> None:
        """Something has changed, for whoever waits until it has."""
        self._changed.set()
        self._changed = asyncio.Event()

    def start(self, errand: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Do this meanwhile; a fault in it ends us."""
        task = asyncio.create_task(errand)
        self.tasks.add(task)
        task.add_done_callback(self.done)
        return task

    def done(self, task: "asyncio.Task[None]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not self.fault.done():
            self.fault.set_exception(error)
