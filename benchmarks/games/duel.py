"""Two brains play each other over a real server, from openings that both are held to.

Each brain sits at its own connection, as a bot does, and thinks in processes of its own. The first
moves of a match are those of the opening; then the brains choose.
"""

import asyncio
import io
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.crash import KilledServer
from bot.brain import Choice
from bot.brains.spec import Spec
from bot.log import Log
from bot.player.player import BotPlayer
from bot.player.policy import BotPolicy
from bot.thinkers.isolation import ChildThinker
from bot.thinkers.pool import ThinkerPool
from bot.thinkers.search import SearchThinker
from bot.thinkers.thinker import BotTurn, Thinker
from client.link.connection import Announcement, Connection, connect
from games import Cell, Game
from protocol.events import Ended, Played, Started
from protocol.parts import Terms, TimeControl
from protocol.requests import Challenge

PATIENT = TimeControl(per_move=60.0)


class Result(NamedTuple):
    """Points of the first brain named, how the match ended, and its moves."""

    points: float
    ending: str
    moves: tuple[Cell, ...]


class Booked:
    """A thinker that plays an opening before it thinks for itself."""

    can_ponder = False

    def __init__(self, thinker: Thinker, opening: list[Cell]) -> None:
        self._thinker, self._opening = thinker, opening
        self.prepare, self.stop, self.close = thinker.prepare, thinker.stop, thinker.close
        self.plays = thinker.plays

    def think(self, turn: BotTurn) -> Choice:
        ply = len(turn.position.moves)
        if ply < len(self._opening):
            return Choice(self._opening[ply])
        return self._thinker.think(turn)


class Listening(BotPlayer):
    """A bot that tells whoever waits for it how its match ended, and keeps the moves."""

    ended: "asyncio.Future[Ended]"
    moves: tuple[Cell, ...] = ()

    def _hear(self, news: Announcement) -> None:
        super()._hear(news)
        match news:
            case Started():
                self.moves = ()
            case Played():
                self.moves = (*self.moves, news.cell)
            case Ended() if not self.ended.done():
                self.ended.set_result(news)


class Duel:
    """A server and two brains on it."""

    def __init__(
        self, players: tuple[Listening, Listening], first: Connection, opening: list[Cell]
    ) -> None:
        self._players, self._first, self._opening = players, first, opening

    async def match(
        self, game: Game, opening: tuple[Cell, ...], side: int, clock: TimeControl = PATIENT
    ) -> Result:
        """Play one match with the first brain on this side."""
        self._opening[:] = opening
        for player in self._players:
            player.ended = asyncio.get_running_loop().create_future()
        await self._first.ask(Challenge(0, "second", Terms(game.name, clock), side))
        ended, _ = await asyncio.gather(*(player.ended for player in self._players))
        points = 0.5 if ended.winner is None else float(ended.winner == side)
        return Result(points, ended.ending, self._players[0].moves)


def thinker_for(spec: Spec, game: Game, workers: int) -> Thinker:
    """Our search with so many workers, or any other brain in its process."""
    if not spec.is_search:
        return ChildThinker(spec)
    level = spec.option("level", 10)
    return SearchThinker(workers=workers, hash_mb=64, level=level, games=(game.name,))


@asynccontextmanager
async def duel(
    game: Game,
    brains: tuple[Spec, Spec],
    seconds: tuple[float | None, float | None],
    workers: int = 1,
) -> AsyncIterator[Duel]:
    """Brains that are ready to play each other; seconds are the most for a move of each."""
    opening: list[Cell] = []
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = KilledServer(f"sqlite:///{Path(folder) / 'duel.db'}")
        await server.start()
        stack.push_async_callback(server.kill)
        connections, players = [], []
        for name, brain, most in zip(("first", "second"), brains, seconds, strict=True):
            thinker = partial(thinker_for, brain, game, workers)
            pool = ThinkerPool(lambda thinker=thinker: Booked(thinker(), opening), 1)  # type: ignore[misc]
            stack.push_async_callback(pool.close)
            await pool.grow()
            connection = await stack.enter_async_context(connect(server.url, name, bot=True))
            player = Listening(
                connection, pool, BotPolicy(rematches=False), Log(to=io.StringIO()), most=most
            )
            running = asyncio.create_task(player.run())
            stack.push_async_callback(_end, running)
            connections.append(connection)
            players.append(player)
        yield Duel((players[0], players[1]), connections[0], opening)


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait([task])
