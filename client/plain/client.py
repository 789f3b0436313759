"""The plain client: line by line, no escape codes; for screen readers, pipes and slow lines.

On a terminal a line is obeyed as it comes, and a move out of turn is kept as a premove. From a pipe
or a file each line waits for the one before, and a move for its turn, so that a script can play;
at the end of input we leave as politely as with `quit`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from client.kept.played import keep_ended
from client.link.connection import Announcement, ConnectionLost, Link, RequestRefused
from client.model.match_actions import MatchAction, exit_action, request_for
from client.model.match_view import MatchView
from client.plain import seeks, tournaments
from client.plain.plain_session import PlainSession
from client.words.invites import page_url
from client.words.news import announce, next_mark
from client.words.reconnection import found, lost
from protocol.events import (
    Back,
    Challenged,
    Gone,
    Played,
    Snapshot,
    Started,
    Swapped,
    TakenBack,
    Unanswered,
)
from protocol.parts import Fault
from protocol.requests import Abort, Join
from protocol.texts import count

LAST_WORDS = 5.0  # seconds that the server has to acknowledge that we leave
Obey = Callable[[PlainSession, str], Coroutine[Any, Any, None]]


class PlainClient(PlainSession):
    """A session that hears what happens, and obeys what is typed."""

    _alarm: asyncio.TimerHandle | None = None
    _server = ""  # where we are, or were last

    async def run(self, lines: AsyncIterator[str], obey: Obey) -> None:
        """Obey these lines until we have left, or the server does not want us any more."""
        hearing = asyncio.create_task(self._hear_all())
        leaving = asyncio.create_task(self._leave_at_the_end())
        obeying = asyncio.create_task(self._obey_all(lines, obey))
        obeying.add_done_callback(self.done)
        self._server = self.connection.url
        for server in (self.options.private_server, self.options.hosted):
            if server is not None:
                self.start(server.failure())
        try:
            ends = [hearing, leaving, self.fault]
            for each in (await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED))[0]:
                each.result()
        finally:
            if self._alarm is not None:
                self._alarm.cancel()
            tasks = [hearing, leaving, obeying, *self.tasks]
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    # What comes in

    async def _hear_all(self) -> None:
        async for news in self.connection:
            self._hear(news)

    def _hear(self, news: Announcement) -> None:
        if self.options.private_server is not None and isinstance(news, Gone | Back):
            return  # a bot here is away until it is ready, which is told otherwise
        now, before = self.now, self.view
        known = isinstance(news, Snapshot) and before is not None and _is_known(news, before)
        if isinstance(news, Started | Snapshot) and (before is None or news.match != before.match):
            if self.playing and news.side is not None:
                self.start(self._call_off(news.match))
                return
            self.view = MatchView.of(news, now, before, self.options.two is not None)
            self._seated(news)
        elif before is not None:
            self.view = before.hear(news, now)
        if self.view and (note := keep_ended(before, self.view, self.options.url)):
            self.say(note)
        if isinstance(news, Challenged):
            self.challenges[news.key] = news
        if isinstance(news, Unanswered):
            self._unanswered(news)
        if self.left.is_set():
            return
        if not known:
            self._announce(news, now)
        tournaments.hear(self, news)
        self._play_premove()
        self._set_alarm()
        self.wake()

    def _announce(self, news: Announcement, now: float) -> None:
        if text := announce(self.view, news, now):
            self.say(text)
        if isinstance(news, Started | Snapshot | Played | TakenBack | Swapped) and self.boards:
            self.show_board()

    def _seated(self, news: Started | Snapshot) -> None:
        if news.side is None:
            return
        open_request, self.open_request = self.open_request, None
        self.challenges.clear()
        if open_request and open_request.key:
            self.start(seeks.withdraw(self, open_request.key))

    def _unanswered(self, news: Unanswered) -> None:
        self.challenges.pop(news.key, None)
        if self.open_request and self.open_request.key == news.key:
            self.open_request = None

    def linked(self, link: Link) -> None:
        """The connection was lost, or is there again."""
        if link is Link.RECONNECTING:
            self.say(lost(self.connection.going_to))
        if link is Link.CONNECTED:
            before, self._server = self._server, self.connection.url
            self.say(found(self._server, before))
            self.challenges.clear()
            if self.open_request and not isinstance(self.open_request.request, Join):
                self.start(seeks.ask_for(self, self.open_request.request))
            self.start(tournaments.come_back(self))
        self.wake()

    # What goes out

    async def _obey_all(self, lines: AsyncIterator[str], obey: Obey) -> None:
        you = "" if self.options.two else f"You are {self.connection.you.name}. "
        self.say(f"{you}Type help for what you can do.")
        if self.options.private_server is not None and self.connection.has_page:
            self.say(f"The bot plays in a browser, too: {page_url(self.connection.url)}")
        await seeks.begin(self)
        obeying: list[asyncio.Task[None]] = []
        async for line in lines:
            if self.interactive:
                obeying = [*(each for each in obeying if not each.done())]
                obeying.append(self.start(obey(self, line)))
            else:
                await obey(self, line)
            if self.left.is_set():
                return
        if obeying:
            await asyncio.wait(obeying)
        self._end_of_input()

    def _end_of_input(self) -> None:
        watched = self.options.watch is not None or self.options.follow is not None
        if watched and not self.interactive:
            return  # what is watched ends it
        if self.playing or self.open_request:
            self.say("End of input.")
        self.left.set()

    def _play_premove(self) -> None:
        if self.view is None:
            return
        self.view, premove = self.view.take_premove()
        if premove is None:
            return
        if premove.cell is None:
            self.say(f"Your premove was dropped: {premove.why}.")
        else:
            self.start(self.play(premove.cell))

    def _set_alarm(self) -> None:
        """Tell in time that our time runs out."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if mark := next_mark(self.view, self.now):
            after, left = mark
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(after, self._ring, left)

    def _ring(self, left: int) -> None:
        self.say(f"{count(left, 'second')} left.")
        self._set_alarm()

    # Leaving

    async def _leave_at_the_end(self) -> None:
        await self.left.wait()
        try:
            async with asyncio.timeout(LAST_WORDS):
                if self.open_request and self.open_request.key:
                    await seeks.withdraw(self, self.open_request.key)
                view = self.playing  # also what has begun before that was withdrawn
                action = exit_action(view, self.options.kept is not None) if view else None
                if view and action:
                    await self._give_up(view, action)
        except TimeoutError:
            self.say("The server does not answer, so it could not be told.")
        self.say("Goodbye.")

    async def _give_up(self, view: MatchView, action: MatchAction) -> None:
        try:
            await self.connection.ask(request_for(view, action))
        except RequestRefused as refusal:
            if refusal.code is Fault.TOO_LATE:
                await self._give_up(view, MatchAction.RESIGN)
            return
        except ConnectionLost:
            return
        self.say(
            "The match is aborted." if action is MatchAction.ABORT else "You resign the match."
        )

    async def _call_off(self, match: str) -> None:
        """Call a second match off: there is one board in front of us."""
        self.say(f"Another match began meanwhile, and is called off: {match}.")
        await self.ask(Abort(0, match))


def _is_known(snapshot: Snapshot, view: MatchView) -> bool:
    """A server that was cut off from others may tell anew what has not changed."""
    return (snapshot.match, snapshot.seq) == (view.match, view.seq)
