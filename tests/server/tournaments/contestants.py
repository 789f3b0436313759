"""Bots that play whatever they are given, and tournaments that have begun, for tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from protocol.events import Ended, Played, Snapshot, Started, TournamentChanged
from protocol.parts import Policy
from protocol.replies import Done, Fixtures, Opened, TournamentShown
from protocol.requests import (
    Declare,
    Enter,
    ListFixtures,
    Move,
    OpenTournament,
    ShowTournament,
    Steer,
)
from protocol.tournaments import Order, Plan, Stage
from server.app import App
from tests.server.players_over_sockets import Player, player


class Bot:
    """Plays the first empty cell in every match, until it is told otherwise."""

    def __init__(self, wire: Player) -> None:
        self.wire = wire
        self._moves: dict[str, list[int]] = {}
        self._sides: dict[str, int] = {}
        self.ended: list[Ended] = []
        self.task = asyncio.create_task(self._play())

    async def _play(self) -> None:
        heard = 0
        while True:
            while heard < len(self.wire.heard):
                await self._hear(self.wire.heard[heard])
                heard += 1
            await self.wire._changed.wait()

    async def _hear(self, news: object) -> None:
        match news:
            case Started(match=match, side=int(side), terms=terms, turn=turn):
                self._moves[match], self._sides[match] = list(terms.opening), side
                await self._move(match, turn)
            case Snapshot(match=match, side=int(side), moves=moves, turn=turn):
                self._moves[match], self._sides[match] = list(moves), side
                await self._move(match, turn)
            case Played(match=match, ply=ply, cell=cell, turn=turn) if match in self._moves:
                self._moves[match][ply:] = [cell]
                await self._move(match, turn)
            case Ended():
                self.ended.append(news)

    async def _move(self, match: str, turn: int | None) -> None:
        moves = self._moves[match]
        if turn == self._sides[match]:
            cell = next(cell for cell in range(81) if cell not in moves)
            await self.wire.send(Move(0, match, len(moves), cell))


@asynccontextmanager
async def bots(app: App, *names: str, capacity: int = 4) -> AsyncIterator[list[Bot]]:
    async with AsyncExitStack() as stack:
        found = []
        for name in names:
            wire = await stack.enter_async_context(player(app.url, name, bot=True))
            await wire.ask(Declare(0, Policy(capacity=capacity)), Done)
            found.append(Bot(wire))
        try:
            yield found
        finally:
            for bot in found:
                bot.task.cancel()
            await asyncio.wait([bot.task for bot in found])


async def opened(by: Player, plan: Plan, *entrants: Player) -> str:
    """A tournament that has begun, and that who opened it watches."""
    key = (await by.ask(OpenTournament(0, plan), Opened)).key
    await by.ask(ShowTournament(0, key, watch=True), TournamentShown)
    for entrant in entrants:
        await entrant.ask(Enter(0, key), Done)
    await by.ask(Steer(0, key, Order.START), Done)
    return key


async def at_stage(one: Player, key: str, stage: Stage) -> TournamentChanged:
    return await one.next(
        TournamentChanged,
        lambda news: (news.tournament.tournament, news.tournament.stage) == (key, stage),
    )


async def fixtures(one: Player, key: str) -> Fixtures:
    return await one.ask(ListFixtures(0, key, limit=200), Fixtures)
