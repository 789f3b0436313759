"""Runs an event from its first process to its last game; what is killed meanwhile goes on later."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from bot.player.session_file import SessionFile
from client.link.connection import (
    Connection,
    ConnectionLost,
    Link,
    LinkOptions,
    RequestRefused,
    connect,
)
from client.link.servers import split_urls
from client.local.private_server import PrivateServerFailed
from organiser.adjudicator import Adjudicator
from organiser.event import ENGINES, ORGANISER, Event, Section
from organiser.follower import Follower, Watcher
from organiser.live_report import LiveReport
from organiser.planning.entrants import Entrant
from organiser.tournament_processes import TournamentProcesses, tournament_processes
from protocol.parts import Fault
from protocol.replies import TournamentShown
from protocol.requests import OpenTournament, Steer
from protocol.tournaments import Format, Order

LAST_WORDS = 5.0  # seconds that the server has to hear that we pause


class Show(Watcher, Protocol):
    """Where a person sees it all."""

    def say(self, text: str) -> None: ...


class Runner:
    def __init__(
        self,
        event: Event,
        show: Show,
        token: str | None = None,
        orders: Sequence[tuple[Order, int]] = (),
        reports: bool = True,
    ) -> None:
        self.event = event
        self.seconds: dict[str, float] = {}  # by game, how long each took
        self._show, self._token, self._orders = show, token, orders
        self._follower: Follower | None = None
        self._report = LiveReport(lambda: self.event) if reports else None

    async def run(self) -> None:
        """Raises PrivateServerFailed, ConnectionLost or RequestRefused where it cannot go on."""
        self.event.keep()
        event = self.event
        place = Path(event.place) if event.place else None
        async with tournament_processes(event.server, event.folder, place) as processes:
            processes.on_engine = self.event.versions.__setitem__
            saying = asyncio.create_task(self._say(processes))
            working = asyncio.create_task(self._work(processes))
            beside = [saying, *([asyncio.create_task(self._report.run())] if self._report else [])]
            try:
                await asyncio.wait(
                    [working, processes.failure], return_when=asyncio.FIRST_COMPLETED
                )
                if not working.done():
                    processes.failure.result()
                working.result()
            finally:
                for task in (working, *beside):
                    task.cancel()
                await asyncio.wait([working, *beside])

    async def _work(self, processes: TournamentProcesses) -> None:
        url = await processes.url()
        async with self._connected(url) as connection:
            hearing = asyncio.create_task(self._hear(connection))
            try:
                await self._open(connection)
                await self._steer(connection)
                self._start_bots(processes)
                for section in self.event.sections:
                    self._tell_address(url, section)
                    await self._see_through(connection, section)
            except asyncio.CancelledError:
                await self._pause(connection)
                raise
            finally:
                hearing.cancel()
                await asyncio.wait([hearing])

    @asynccontextmanager
    async def _connected(self, url: str) -> AsyncIterator[Connection]:
        session_file = SessionFile(str(self.event.folder / ORGANISER))
        session = None if self._token else session_file.session
        try:
            opening = connect(
                url,
                self.event.name,
                token=self._token,
                session=session,
                software="inarow tournament",
                options=LinkOptions(on_link=self._linked),
            )
            async with opening as connection:
                session_file.save(connection.welcome.session)
                yield connection
        except RequestRefused as refusal:
            if refusal.code is Fault.NAME_TAKEN:
                raise PrivateServerFailed(f"{refusal.text}: choose a name with --name") from refusal
            raise

    def _linked(self, link: Link) -> None:
        if link is Link.CONNECTED and self._follower is not None:
            self._follower.look()

    async def _hear(self, connection: Connection) -> None:
        async for news in connection:
            if self._follower is not None:
                self._follower.hear(news)

    async def _open(self, connection: Connection) -> None:
        for section in self.event.sections:
            if not section.tournament:
                opened = await connection.ask(OpenTournament(0, section.plan))
                self.event = self.event.opened(section, opened.key)
                self._show.say(f"tournament {opened.key}: {section.game}")
                for lack in section.left_out:
                    self._show.say(f"left out: {lack}")
                if self.event.wait_for:
                    self._invite(opened.key)

    def _invite(self, tournament: str) -> None:
        where = f"--server {self.event.server}"
        self._show.say(f"bots enter with: inarow bot {where} --enter {tournament}")
        self._show.say(f"people enter with: inarow play {where} --tournament {tournament}")

    def _tell_address(self, url: str, section: Section) -> None:
        """Where it can be watched while it goes on, in a terminal and in a browser."""
        [server, *_], id = split_urls(url), section.tournament
        page = f"http{server.removeprefix('ws')}/#/tournament/{id}"
        self._show.say(f"watch {section.game}: inarow watch --tournament {id} --server {server}")
        self._show.say(f"or in a browser: {page}")

    async def _steer(self, connection: Connection) -> None:
        """Do what was asked with all tournaments; an arena counts in seconds."""
        for order, more in self._orders:
            for section in self.event.sections:
                arena = section.plan.format is Format.ARENA
                seconds = 60 * more if arena else more
                await connection.ask(Steer(0, section.tournament, order, seconds))

    def _start_bots(self, processes: TournamentProcesses) -> None:
        for entrant in self.event.entrants():
            mine = [each for each in self.event.sections if entrant.name in each.names]
            words = entrant.words(self.event.concurrency, [each.game for each in mine])
            enter = [word for each in mine for word in ("--enter", each.tournament)]
            processes.add(entrant.name, [*words, *enter, *self._files(entrant)])

    def _files(self, entrant: Entrant) -> list[str]:
        """Where a bot keeps its place, and an engine's lines are kept."""
        folder = self.event.folder
        words = ["--session", str(folder / f"{entrant.name}.session")]
        if entrant.spec is None:
            (folder / ENGINES).mkdir(exist_ok=True)
            words += ["--transcript", str(folder / ENGINES / f"{entrant.name}.log")]
        return words

    async def _see_through(self, connection: Connection, section: Section) -> None:
        follower = Follower(connection, self.event, section, self._show)
        follower.on_shown = partial(self._note, section.game)
        if self._report:
            follower.on_result = self._report.note
        self._follower = follower
        async with self._adjudicated(connection, follower, section):
            await follower.run()
        self.seconds[section.game] = follower.seconds

    def _note(self, game: str, shown: TournamentShown) -> None:
        self.event = self.event.noted(game, shown)

    @asynccontextmanager
    async def _adjudicated(
        self, connection: Connection, follower: Follower, section: Section
    ) -> AsyncIterator[None]:
        """Look at the games of a tournament with a solver, if so asked."""
        if not self.event.solve_seconds:
            yield
            return
        adjudicator = Adjudicator(connection, section, self.event.solve_seconds)
        follower.on_started = adjudicator.look_at
        async with adjudicator.going_on():
            yield

    async def _pause(self, connection: Connection) -> None:
        """Let nothing start while we are away; what is being played is taken up again."""
        with suppress(RequestRefused, ConnectionLost, TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                for section in self.event.sections:
                    with suppress(RequestRefused):
                        await connection.ask(Steer(0, section.tournament, Order.PAUSE))

    async def _say(self, processes: TournamentProcesses) -> None:
        while True:
            self._show.say(await processes.said.get())
