"""The thinking of one match: how long for a move, and what to ponder while the opponent thinks."""

import asyncio
from contextlib import suppress
from typing import NamedTuple

from bot.brain import Budget, Choice
from bot.log import Log
from bot.player.policy import BotPolicy
from bot.player.view import SeatView
from bot.thinkers.pool import ThinkerPool
from bot.thinkers.thinker import BotTurn, BrainFailed, Thinker
from bot.timing import PATIENCE, MoveOverhead, TurnClock, allocate
from client.link.connection import Connection

PONDERING = 600.0  # seconds; the opponent's move ends it


class SeatContext(NamedTuple):
    """What all seats of a bot have in common."""

    connection: Connection
    pool: ThinkerPool
    policy: BotPolicy
    overhead: MoveOverhead
    log: Log
    level: int = 10
    most: float | None = None  # seconds for one move


class SeatThinker:
    """A thinker of the pool, for as long as a match needs it."""

    def __init__(self, context: SeatContext) -> None:
        self._context = context
        self._thinker: Thinker | None = None  # taken from the pool for the first move

    async def choose(self, view: SeatView) -> Choice:
        """The move to make; where there is only one, nobody is asked."""
        legal = view.position.legal_moves()
        if len(legal) == 1 and not view.may_swap:
            return Choice(legal[0])
        if self._thinker is None:
            self._thinker = await self._context.pool.acquire()
        asked, left, control = _now(), view.left[view.us], view.terms.clock
        spent = allocate(
            TurnClock(control, left, view.moves_to_come, asked - view.turn_began, view.due),
            margin=self._context.overhead.margin,
            level=self._context.level,
            most=self._context.most,
        )
        turn = BotTurn(view.position, Budget(spent.think), spent.limit, left, control)
        choice = await self._context.pool.think(self._thinker, turn)
        self._context.overhead.note_delay(_now() - asked - spent.think)
        return choice

    async def ponder(self, view: SeatView, choice: Choice) -> None:
        """After this choice, think on the opponent's time about the reply that we expect."""
        thinker = self._thinker
        if not self._context.policy.ponder or thinker is None or len(choice.line) < 2:
            return
        expected = view.position
        for cell in choice.line[:2]:
            expected = expected.play(cell) if expected.is_legal(cell) else expected
        if expected.outcome or expected.turn != view.us or not thinker.can_ponder:
            return
        turn = BotTurn(expected, Budget(PONDERING), PONDERING + PATIENCE)
        with suppress(BrainFailed):  # if it cannot ponder, it may still be able to move
            await self._context.pool.think(thinker, turn)

    async def release(self) -> None:
        """Let the thinker go, for another match."""
        if self._thinker is not None:
            thinker, self._thinker = self._thinker, None
            await self._context.pool.release(thinker)


def _now() -> float:
    return asyncio.get_running_loop().time()
