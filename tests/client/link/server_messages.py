"""What a scripted server tells, and how to wait for what comes of it."""

import asyncio
from collections.abc import Callable

from client.link.connection import Announcement, Connection
from protocol.events import Ended, Played, Snapshot, Started
from protocol.parts import Ending, LiveMatch, Player, Terms
from tests.client.link.scripted import Line
from tests.patience import IN_VAIN

TERMS = Terms("tictactoe")
PLAYERS = (Player("ann"), Player("bob"))


def started(match: str = "m1", side: int | None = 0) -> Started:
    return Started(match, 0, TERMS, (3, 3), PLAYERS, at=0.0, side=side)


def played(seq: int, match: str = "m1") -> Played:
    return Played(match, seq, seq - 1, seq - 1, 0.1, 0.0, 0.1, (None, None), seq % 2)


def ended(seq: int, match: str = "m1") -> Ended:
    return Ended(match, seq, None, Ending.AGREED, at=1.0)


def snapshot(seq: int, match: str = "m1", side: int | None = 0) -> Snapshot:
    moves = tuple(range(seq))
    return Snapshot(match, seq, started(match, side), PLAYERS, moves, (None, None), 0, side)


def live(match: str) -> LiveMatch:
    return LiveMatch(match, TERMS, PLAYERS, ply=0, seq=0, side=0)


async def hear(connection: Connection, count: int) -> list[Announcement]:
    return [await anext(connection) for _ in range(count)]


async def stay(line: Line) -> None:
    await line.welcome()
    await line.hold()


async def leave(line: Line) -> None:
    await line.welcome()
    line.drop()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(IN_VAIN):
        while not condition():  # noqa: ASYNC110 - conditions of both ends, which set no event
            await asyncio.sleep(0.001)
