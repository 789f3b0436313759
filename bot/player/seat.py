"""One match that a bot plays: hears what happens in it, thinks when it is its turn, and moves.

There is one task for what the seat does at a time: to move and then, if asked to, to ponder. News
that change what there is to do end that task and start another.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.brain import Choice
from bot.player.agreements import accepts, analysis, prefers_other_side
from bot.player.seat_thinker import SeatContext, SeatThinker
from bot.player.view import SeatView
from bot.thinkers.thinker import BrainFailed, TooSlow
from client.link.connection import Announcement, ConnectionLost, Link, RequestRefused
from client.processes.reports import report
from games import SIDES
from protocol.clocks import write_clock
from protocol.events import (
    Back,
    Ended,
    Gone,
    Offered,
    Played,
    RematchOffered,
    Resumed,
    Snapshot,
    Started,
    Swapped,
    TakenBack,
)
from protocol.parts import Ending, Fault, OfferKind, Side
from protocol.requests import Claim, Move, Rematch, Resign, Respond, Swap
from protocol.texts import clean, count

BETWEEN_CLAIMS = 1.0  # seconds, where the server does not say how long to wait


class BotSeat:
    def __init__(self, context: SeatContext, news: Started | Snapshot) -> None:
        self._context = context
        self._view = SeatView.of(news, self._now)
        self.over = asyncio.Event()
        self.leaving = False  # no rematch any more
        self._thinker = SeatThinker(context)
        self._task: asyncio.Task[None] | None = None
        self._about: tuple[int, ...] | None = None  # the moves that the task is about
        self._choices: list[Choice] = []  # that were played
        self._sent: tuple[int, float] | None = None  # the ply and the moment of the latest move
        self._tasks: set[asyncio.Task[None]] = set()
        self._claim: asyncio.Task[None] | None = None
        self._leaving_task: asyncio.Task[None] | None = None
        self._log(
            f"match against {self._view.opponent.name}: {self._view.terms.game}, "
            f"{write_clock(self._view.terms.clock)}, we are {SIDES[self._view.us]}"
        )
        report("match", match=self.match)
        self._take_up(news)

    @property
    def match(self) -> str:
        return self._view.match

    def hear(self, news: Announcement) -> None:
        """Take in what happened, and do what follows from it."""
        if self.over.is_set() and not isinstance(news, RematchOffered):
            return
        match news:
            case Snapshot():
                self._view = SeatView.of(news, self._now)
                self._take_up(news)
            case Played():
                self._note_lag(news.ply)
                self._view = self._view.after(news, self._now)
                if self._view.is_ours:
                    self._reconsider()
            case TakenBack() | Swapped():
                self._choices.clear()  # they were about what is no longer
                self._view = self._view.after(news, self._now)
                self._reconsider()
            case Resumed():
                self._view = self._view.after(news, self._now)
                self._resume()
            case Offered(side=side, offer=offer) if side != self._view.us:
                self._start(self._respond(offer))
            case Gone(side=side, claim_in=claim_in) if side != self._view.us:
                self._cancel_claim()
                self._claim = self._start(self._claim_after(claim_in))
            case Back():
                self._cancel_claim()
            case Ended():
                self._end(news)
            case RematchOffered(by=by) if by != self._view.players[self._view.us].name:
                if self._context.policy.rematches and not self.leaving:
                    self._start(self._ask(Rematch(0, self.match)))

    async def resign(self, why: str, failure: str = "") -> None:
        """Give the match up; a failure is told to the server, and so to everyone."""
        self._log(f"resigns: {why}")
        report("resigned", match=self.match, reason=why)
        await self._ask(Resign(0, self.match, clean(failure)))

    async def finish(self) -> None:
        """See all of its tasks end, once the match is over or nobody cares any more."""
        tasks = [task for task in (self._task, self._claim, *self._tasks) if task]
        for task in tasks:
            task.cancel()
        if self._leaving_task is not None:  # not to be cut short, or a thinker would be lost
            tasks.append(self._leaving_task)
        if tasks:
            await asyncio.wait(tasks)

    # What to do

    def _take_up(self, news: Started | Snapshot) -> None:
        if isinstance(news, Snapshot) and news.ended:
            self._end(news.ended)
            return
        self._resume()
        for offered in news.offers if isinstance(news, Snapshot) else ():
            self.hear(offered)

    def _resume(self) -> None:
        """Go on with what we are at, if that is still what there is to do."""
        working = self._task is not None and not self._task.done()
        if not working or self._about != self._view.position.moves:
            self._reconsider()

    def _reconsider(self) -> None:
        self._about = self._view.position.moves
        self._task = asyncio.create_task(self._act(self._task))

    async def _act(self, before: "asyncio.Task[None] | None") -> None:
        if before is not None and not before.done():
            before.cancel()
            await asyncio.wait([before])
        if not self._view.is_ours or self.over.is_set():
            return
        try:
            await self._take_turn()
        except BrainFailed as failure:
            await self._give_up(failure)
        except Exception as error:  # a fault of ours must not cost the other matches too
            fault = f"the bot has a fault: {type(error).__name__}: {error}"
            await self.resign(fault, fault)

    async def _give_up(self, failure: BrainFailed) -> None:
        """Resign, unless the brain is only slow: that is for the clock to punish, if there is one.

        Should the clock not run after all, news of it has us think once more.
        """
        if isinstance(failure, TooSlow) and self._view.is_timed:
            self._log(f"runs out of time: {failure}; a longer clock would help")
        else:
            await self.resign(f"the brain failed: {failure}", str(failure))

    async def _take_turn(self) -> None:
        view = self._view
        choice = await self._thinker.choose(view)
        if view.may_swap and prefers_other_side(choice):
            self._log("swaps sides")
            await self._ask(Swap(0, self.match))
            return
        await self._play(choice)
        await self._thinker.ponder(view, choice)

    async def _play(self, choice: Choice) -> None:
        ply = len(self._view.position.moves)
        connected = self._context.connection.link is Link.CONNECTED
        self._sent = (ply, self._now) if connected else None
        self._choices.append(choice)
        await self._ask(Move(0, self.match, ply, choice.cell, analysis(choice)))

    # What else may happen

    async def _respond(self, offer: OfferKind) -> None:
        policy, position = self._context.policy, self._view.position
        accept = accepts(offer, policy, self._choices, position)
        await self._ask(Respond(0, self.match, offer, accept))

    async def _claim_after(self, seconds: float) -> None:
        """Take the win from an opponent who does not come back."""
        while not self.over.is_set():
            await asyncio.sleep(seconds)
            refusal = await self._ask(Claim(0, self.match))
            if refusal is None or refusal.code is not Fault.TOO_EARLY:
                return
            seconds = refusal.wait or BETWEEN_CLAIMS

    def _cancel_claim(self) -> None:
        if self._claim is not None:
            self._claim.cancel()

    def _end(self, ended: Ended) -> None:
        self.over.set()
        self._cancel_claim()
        ending = _result(ended, self._view.us)
        moves = count(len(self._view.position.moves), "move")
        self._log(f"{ending} ({ended.ending}) after {moves}")
        report("ended", match=self.match, result=ending)
        self._leaving_task = asyncio.create_task(self._leave())

    async def _leave(self) -> None:
        """Stop thinking, and let the thinker go."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._thinker.release()

    async def _ask(self, request: Any) -> RequestRefused | None:
        """Ask, and return the refusal if there is one; what cannot be known, news will tell."""
        try:
            await self._context.connection.ask(request)
        except RequestRefused as refusal:
            if refusal.code is not Fault.OVER:
                self._log(f"{type(request).__name__} was refused: {refusal.text}")
            return refusal
        except ConnectionLost as lost:
            self._log(f"{type(request).__name__}: {lost.reason}")
        return None

    def _start(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _note_lag(self, ply: int) -> None:
        if self._sent is not None and self._sent[0] == ply:
            self._context.overhead.note_lag(self._now - self._sent[1])
            self._sent = None

    def _log(self, event: str) -> None:
        self._context.log(event, self._view.match)

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _result(ended: Ended, side: Side) -> str:
    """How a match ended for us."""
    if ended.winner is None:
        return "drawn" if ended.ending in (Ending.FULL, Ending.AGREED) else "no result"
    return "won" if ended.winner == side else "lost"
