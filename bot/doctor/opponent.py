"""The opponent of an examination: any legal move, by a seeded chance, and no win before it must.

It avoids to win so that matches last, and a bot has something to do.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from random import Random

from bot.doctor.finding import ExaminationFailed
from bot.player.view import SeatView
from client.link.connection import Announcement, Connection, LinkOptions, RequestRefused, connect
from games import Cell, Position
from protocol.events import Ended, MatchEvent, Snapshot, Started, TakenBack, Unanswered
from protocol.parts import Fault, Side, Terms
from protocol.requests import Challenge, Move, Rematch, Resign

SILENCE = 40.0  # seconds without any news after which a match has come to a halt
ANSWERING = 30.0  # seconds that a bot has to accept a challenge
AGAIN = 0.1  # seconds between two challenges, while the bot has no seat free
HALTED = (
    "Nothing came from the bot, nor did its clock run out. Run it by hand, and look at what it "
    "logs when this happens."
)
Moved = Callable[["OpponentMatch"], Awaitable[None]]


class OpponentMatch:
    """A match as the opponent sees it."""

    def __init__(self, started: Started) -> None:
        self.view = SeatView.of(started, 0.0)
        self.asked = -1  # the ply of the move that was asked for last
        self.news: asyncio.Queue[Announcement] = asyncio.Queue()

    @property
    def id(self) -> str:
        return self.view.match

    @property
    def ended(self) -> Ended | None:
        return self.view.ended

    @property
    def ply(self) -> int:
        return self.view.ply

    @property
    def is_ours(self) -> bool:
        return self.view.ended is None and self.view.is_ours

    async def hear(self, limit: float = SILENCE) -> Announcement:
        """The next thing that happens in it."""
        try:
            news = await asyncio.wait_for(self.news.get(), limit)
        except TimeoutError:
            game = self.view.terms.game
            raise ExaminationFailed(
                f"a match of {game} came to a halt at move {self.ply + 1}", HALTED
            ) from None
        if isinstance(news, Snapshot):
            self.view = SeatView.of(news, 0.0)
        elif isinstance(news, MatchEvent):
            self.view.apply(news, 0.0)
        if isinstance(news, TakenBack):
            self.asked = -1
        return news


class Opponent:
    def __init__(self, connection: Connection, seed: int) -> None:
        self._connection, self._chance = connection, Random(seed)
        self._matches: dict[str, OpponentMatch] = {}
        self._started: asyncio.Queue[OpponentMatch] = asyncio.Queue()
        self._unanswered: asyncio.Queue[str] = asyncio.Queue()
        self._hearing = asyncio.create_task(self._hear_all())

    async def challenge(self, bot: str, terms: Terms, side: Side) -> OpponentMatch:
        """A match that the bot has accepted; *side* is the opponent's."""
        until = asyncio.get_running_loop().time() + ANSWERING
        while True:
            try:
                await self._connection.ask(Challenge(0, bot, terms, side))
                return await self._answered(until - asyncio.get_running_loop().time())
            except RequestRefused as refusal:
                late = asyncio.get_running_loop().time() > until
                if late or refusal.code not in (Fault.BUSY, Fault.NO_SUCH_PLAYER):
                    raise ExaminationFailed(
                        f"no match of {terms.game} could be begun: {refusal.text}",
                        "The bot must be connected, with a seat free: see what it logs.",
                    ) from None
            await asyncio.sleep(AGAIN)

    async def rematch(self, match: OpponentMatch, limit: float = ANSWERING) -> OpponentMatch:
        await self._connection.ask(Rematch(0, match.id))
        return await self._answered(limit)

    async def _answered(self, limit: float) -> OpponentMatch:
        began = asyncio.create_task(self._started.get())
        declined = asyncio.create_task(self._unanswered.get())
        try:
            await asyncio.wait(
                [began, declined], timeout=max(0.1, limit), return_when=asyncio.FIRST_COMPLETED
            )
            if began.done():
                return began.result()
            reason = declined.result() if declined.done() else "no answer"
        finally:
            for task in (began, declined):
                task.cancel()
        raise ExaminationFailed(
            f"the bot does not take a match: {reason}",
            "Leave the games out that it does not play; and let it answer while it thinks.",
        )

    async def play(
        self, match: OpponentMatch, most: int | None = None, moved: Moved | None = None
    ) -> Ended:
        """Play to the end, or resign after so many plies; *moved* is called after each move."""
        while match.ended is None:
            if match.is_ours and match.asked != match.ply:
                if most is not None and match.ply >= most:
                    await self.resign(match)
                else:
                    await self.move(match)
                    if moved is not None:
                        await moved(match)
            if match.ended is None:
                await match.hear()
        return match.ended

    async def move(self, match: OpponentMatch, *, but: Cell | None = None) -> Cell:
        """Play any cell, but for one, and hear that it was played."""
        match.asked = ply = match.ply
        cell = self._choose(match.view.position, but)
        # Refused is a move that the end of the match has overtaken, as by the opponent's flag.
        with suppress(RequestRefused):
            await self._connection.ask(Move(0, match.id, ply, cell))
        while match.ply == ply and match.ended is None:
            await match.hear()
        return cell

    async def exchange(self, match: OpponentMatch) -> None:
        """Play any cell, and hear the bot's answer."""
        await self.move(match)
        while not match.is_ours and match.ended is None:
            await match.hear()

    async def resign(self, match: OpponentMatch) -> None:
        match.asked = match.ply
        with suppress(RequestRefused):
            await self._connection.ask(Resign(0, match.id))

    def _choose(self, position: Position, but: Cell | None) -> Cell:
        legal = [cell for cell in position.legal_moves() if cell != but]
        lasting = [cell for cell in legal if position.play(cell).outcome is None]
        return self._chance.choice(lasting or legal)

    async def ask(self, request: object) -> None:
        """Anything that is answered Done."""
        await self._connection.ask(request)  # type: ignore[call-overload]

    async def _hear_all(self) -> None:
        async for news in self._connection:
            match news:
                case Started(side=side) if side is not None:
                    self._matches[news.match] = OpponentMatch(news)
                    self._started.put_nowait(self._matches[news.match])
                case Unanswered(reason=reason):
                    self._unanswered.put_nowait(reason)
                case _ if match := self._matches.get(getattr(news, "match", "")):
                    match.news.put_nowait(news)

    async def leave(self) -> None:
        self._hearing.cancel()
        await asyncio.wait([self._hearing])


@asynccontextmanager
async def connected_opponent(url: str, name: str, seed: int) -> AsyncIterator[Opponent]:
    """An opponent who is connected meanwhile."""
    async with connect(
        url, name, software="inarow doctor", options=LinkOptions(give_up=SILENCE)
    ) as connection:
        one = Opponent(connection, seed)
        try:
            yield one
        finally:
            await one.leave()
