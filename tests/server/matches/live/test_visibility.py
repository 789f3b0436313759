"""What a player thought of a move is theirs alone until the match is over, by every way to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.events import Ended, Played, Started
from protocol.parts import Analysis, OfferKind, Policy, Terms, TimeControl
from protocol.replies import Done, Shown
from protocol.requests import Declare, Move, Offer, Resign, Respond, ShowMatch, Swap, Watch
from protocol.tournaments import Format, Plan
from server.app import App
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving
from tests.server.tournaments.contestants import opened

PIE = Terms("tictactoe", pie=True)
TIMED = Terms("tictactoe", TimeControl(60))
OPEN = Policy(capacity=8, per_opponent=None, open_analysis=True)
ACTS = [
    "move", "swap", "take back", "ann returns", "bob returns", "ann returns late",
    "bob returns late", "eve watches", "eve watches from the start", "everyone looks it up",
    "the server restarts",
]  # fmt: skip


class Drama:
    """A match of two in front of a spectator and an administrator, and all that each was told."""

    def __init__(self, folder: Path, delay: float) -> None:
        self.folder, self.delay = folder, delay
        self.app: App
        self.match = ""
        self.here: dict[str, Player] = {}
        self.ever: list[tuple[str, Player]] = []  # all connections that there were, and whose
        self.authors: dict[int, str] = {}  # of each thought, by its number
        self.seats = ["ann", "bob"]
        self.ply = 0
        self.swapped = False
        self._numbers = count(1)
        self._stack = AsyncExitStack()

    async def open(self, token: str = "") -> None:
        """Put the server up, with everyone connected to it."""
        stack = self._stack = AsyncExitStack()
        changed = {"burst": 1000, "watch_delay": self.delay}
        self.app = await stack.enter_async_context(serving(self.folder, **changed))
        self.token = token or await account(self.app, "root", admin=True)
        for name in ("ann", "bob", "eve", "root"):
            await self.connect(name)

    async def close(self) -> None:
        await self._stack.aclose()

    async def connect(self, name: str, seen: dict[str, int] | None = None) -> None:
        before = self.here.get(name)
        hello: dict[str, Any] = {"seen": seen or {}}
        if name == "root":
            hello["token"] = self.token
        elif before:
            hello["session"] = before.welcome.session
        come = player(self.app.url, "" if before else name, **hello)
        self.here[name] = await self._stack.enter_async_context(come)
        self.ever.append((name, self.here[name]))

    async def act(self, what: str) -> None:
        match what.split():
            case ["move"] if self.ply < 4:  # nobody has won by then
                await self.move()
            case ["swap"] if self.ply == 1 and not self.swapped:
                await self.here[self.seats[1]].ask(Swap(0, self.match), Done)
                self.seats.reverse()
                self.swapped = True
            case ["take", "back"] if self.ply > (1 + self.swapped):
                await self.take_back()
            case [name, "returns"]:
                await self.connect(name, {self.match: 0})
            case [name, "returns", "late"]:
                await self.connect(name)
            case ["eve", "watches", *start]:
                await self.here["eve"].ask(Watch(0, self.match, bool(start)), Done)
            case ["everyone", *_]:
                for one in self.here.values():
                    await one.ask(ShowMatch(0, self.match), Shown)
            case ["the", "server", "restarts"]:
                await self.close()
                await self.open(self.token)

    async def move(self) -> None:
        name, number = self.seats[self.ply % 2], next(self._numbers)
        self.authors[number] = name
        cell = (0, 1, 3, 4)[self.ply]
        thought = Analysis(nodes=number)
        await self.here[name].ask(Move(0, self.match, self.ply, cell, thought), Done)
        self.ply += 1

    async def take_back(self) -> None:
        """The one who moved last takes it back."""
        by, to = self.seats[(self.ply - 1) % 2], self.seats[self.ply % 2]
        kind = OfferKind.TAKEBACK
        await self.here[by].ask(Offer(0, self.match, kind), Done)
        await self.here[to].ask(Respond(0, self.match, kind, True), Done)
        self.ply -= 1

    async def settle(self) -> None:
        for one in self.here.values():
            await one.settle()

    def thoughts(self, name: str) -> set[int]:
        """The numbers of those that a player has been told on any connection."""
        return {number for whose, one in self.ever if whose == name for number in told(one)}


def told(one: Player) -> set[int]:
    shown = [event for reply in one.all(Shown) for event in reply.events]
    played = [event for event in (*one.all(Played), *shown) if isinstance(event, Played)]
    return {each.analysis.nodes or 0 for each in played if each.analysis}


@asynccontextmanager
async def drama(delay: float = 0.0, opening: tuple[str, ...] = ()) -> AsyncIterator[Drama]:
    """A match about to be played; those named open their thoughts to all."""
    with TemporaryDirectory() as folder:
        play = Drama(Path(folder), delay)
        await play.open()
        try:
            for name in opening:
                await play.here[name].ask(Declare(0, OPEN), Done)
            play.match = await pair(play.here["ann"], play.here["bob"], PIE)
            yield play
        finally:
            await play.close()


async def nobody_else_is_told(acts: list[str], delay: float) -> None:
    async with drama(delay) as play:
        for what in acts:
            await play.act(what)
        await play.settle()
        for name in play.here:
            own = {number for number, author in play.authors.items() if author == name}
            assert play.thoughts(name) == own
        await play.here["bob"].ask(Resign(0, play.match), Done)
        await play.here["ann"].next(Ended)
        await play.here["root"].ask(ShowMatch(0, play.match), Shown)
        assert play.thoughts("root") >= set(play.authors)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(ACTS), max_size=14), st.sampled_from([0.0, 60.0]))
@example(["eve watches", "move"], 0.0)
@example(["move", "eve watches from the start"], 0.0)
@example(["move", "everyone looks it up"], 0.0)
@example(["move", "swap", "everyone looks it up"], 0.0)
@example(["move", "move", "take back", "swap", "everyone looks it up", "ann returns"], 0.0)
@example(["move", "move", "take back", "swap", "the server restarts", "ann returns"], 0.0)
def test_nobody_but_the_author_is_told_before_the_end(acts: list[str], delay: float) -> None:
    """Whatever the players do, whoever watches, asks or comes back, and with restarts between."""
    asyncio.run(nobody_else_is_told(acts, delay))


async def told_to_all(opening: tuple[str, ...]) -> set[str]:
    """Who was told of a thought of ann's while the match went on."""
    async with drama(opening=opening) as play:
        for what in ("eve watches", "move", "everyone looks it up"):
            await play.act(what)
        await play.settle()
        return {name for name in play.here if play.thoughts(name)}


@pytest.mark.parametrize(
    ("opening", "told"),
    [
        ((), {"ann"}),
        (("ann",), {"ann"}),
        (("bob",), {"ann"}),
        (("ann", "bob"), {"ann", "bob", "eve", "root"}),
    ],
)
async def test_everyone_is_told_where_both_have_opened_it(
    opening: tuple[str, ...], told: set[str]
) -> None:
    """One alone cannot open the other's thoughts, nor show their own to be believed."""
    assert await told_to_all(opening) == told


async def test_what_was_agreed_at_the_start_stays() -> None:
    """A policy that changes during a match is for the next one."""
    async with drama() as play:
        for name in ("ann", "bob"):
            await play.here[name].ask(Declare(0, OPEN), Done)
        await play.act("move")
        await play.act("everyone looks it up")
        assert [name for name in play.here if play.thoughts(name)] == ["ann"]


async def test_a_plan_opens_it_for_all_its_games(app: App) -> None:
    """Whoever enters such a tournament has agreed to it."""
    async with (
        player(app.url, "ann", bot=True) as ann,
        player(app.url, "bob", bot=True) as bob,
        player(app.url, "eve") as eve,
    ):
        plan = Plan("Open", Format.ROUND_ROBIN, TIMED, open_analysis=True)
        await opened(eve, plan, ann, bob)
        started = await bob.next(Started)
        assert started.open_analysis
        first, second = (ann, bob) if started.players[0].name == "ann" else (bob, ann)
        await first.ask(Move(0, started.match, 0, 4, Analysis(nodes=1)), Done)
        assert (await second.next(Played)).analysis == Analysis(nodes=1)
