"""What a bot does at the table, with a brain that does as it is told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Event

from bot.brain import Choice
from bot.log import Log
from bot.player.player import BotPlayer
from bot.player.policy import BotPolicy
from bot.player.view import SeatView
from bot.thinkers.pool import ThinkerPool
from bot.thinkers.thinker import BotTurn, Stopped
from client.link.connection import connect
from games import Game, game_named
from protocol.events import Ended, Gone, Played, Resumed, Snapshot, Started, Swapped, TakenBack
from protocol.parts import Ending, Fault, Player, Terms, TimeControl
from protocol.replies import Done, Refused
from protocol.requests import Abort, Challenge, Claim, Declare, Move, Resign
from server.app import App
from tests.client.link.scripted import Line, scripted
from tests.patience import IN_VAIN
from tests.server.players_over_sockets import Player as Person

USUAL = BotPolicy()
PLAYERS = (Player("ann"), Player("deep", bot=True))
CLOCK = TimeControl(60.0, 1.0)
TICTACTOE = Terms("tictactoe", CLOCK)


class Stub:
    """Plays the first free cell, expects the next one, and ponders until it is stopped."""

    can_ponder = True

    def __init__(self) -> None:
        self.turns: list[BotTurn] = []
        self.stops = Event()
        self.pondering = Event()
        self.patient = False  # waits to be stopped in every move

    def plays(self, game: Game) -> bool:
        return True

    def prepare(self) -> None:
        """Nothing to do."""

    def think(self, turn: BotTurn) -> Choice:
        self.stops.clear()
        self.turns.append(turn)
        if self.patient or (turn.budget.seconds or 0) > 60:
            self.pondering.set()
            assert self.stops.wait(IN_VAIN), "nobody has stopped it"
            raise Stopped("it was stopped")
        legal = turn.position.legal_moves()
        return Choice(legal[0], 1, line=tuple(legal[:2]))

    def stop(self) -> None:
        self.stops.set()

    def close(self) -> None:
        self.stops.set()


@asynccontextmanager
async def playing(url: str, stub: Stub, policy: BotPolicy = USUAL) -> AsyncIterator[BotPlayer]:
    """A bot in this process."""
    pool = ThinkerPool(lambda: stub, policy.capacity)
    await pool.grow()
    async with connect(url, "deep", bot=True) as connection:
        bot = BotPlayer(connection, pool, policy, Log())
        running = asyncio.create_task(bot.run())
        try:
            yield bot
        finally:
            bot.leave()
            bot.leave()
            await asyncio.wait_for(running, IN_VAIN)
            await pool.close()


async def challenge(ann: Person, terms: Terms, side: int = 0) -> str:
    await ann.ask(Challenge(0, "deep", terms, side))
    return (await ann.next(Started)).match


class TestASeat:
    async def test_ponders_on_the_reply_it_expects(self, app: App, ann: Person) -> None:
        """And stops at once when the opponent moves, whatever that is."""
        stub = Stub()
        async with playing(app.url, stub, BotPolicy(ponder=True)):
            match = await challenge(ann, TICTACTOE)
            for ply, cell in ((0, 8), (2, 7)):
                await ann.play(match, ply, cell)
                await ann.next(Played, lambda its, ply=ply: its.ply == ply + 1)  # type: ignore[misc]
                assert await asyncio.to_thread(stub.pondering.wait, IN_VAIN)
                stub.pondering.clear()
            asked = [list(turn.position.moves) for turn in stub.turns]
            assert asked == [[8], [8, 0, 1], [8, 0, 7], [8, 0, 7, 1, 2]]
            await ann.ask(Resign(0, match), Done)

    async def test_needs_no_brain_for_the_only_move(self, app: App, ann: Person) -> None:
        """The last cell of the board."""
        stub = Stub()
        async with playing(app.url, stub):
            match = await challenge(ann, TICTACTOE, side=1)
            for ply, cell in ((1, 1), (3, 4), (5, 6), (7, 8)):
                await ann.next(Played, lambda its, ply=ply: its.ply == ply - 1)  # type: ignore[misc]
                await ann.play(match, ply, cell)
            assert (await ann.next(Ended)).ending is Ending.FULL
            assert [len(turn.position.moves) for turn in stub.turns] == [0, 2, 4, 6]

    async def test_stops_thinking_when_the_match_ends(self, app: App, ann: Person) -> None:
        """And its brain is free for the next one."""
        stub = Stub()
        stub.patient = True
        async with playing(app.url, stub):
            match = await challenge(ann, TICTACTOE, side=1)
            assert await asyncio.to_thread(stub.pondering.wait, IN_VAIN)
            await ann.ask(Resign(0, match), Done)
            stub.patient = False
            match = await challenge(ann, TICTACTOE, side=1)
            assert (await ann.next(Played)).match == match

    async def test_thinks_within_its_clock(self, app: App, ann: Person) -> None:
        """First moves are not charged, but thought about like others."""
        stub = Stub()
        async with playing(app.url, stub):
            match = await challenge(ann, Terms("gomoku", TimeControl(per_move=20.0)))
            await ann.play(match, 0, 8)
            await ann.next(Played, lambda its: its.ply == 1)
            await ann.play(match, 2, 9)
            await ann.next(Played, lambda its: its.ply == 3)
            assert all(10 < (turn.budget.seconds or 0) < 20 for turn in stub.turns)
            await ann.ask(Resign(0, match), Done)

    async def test_claims_the_win_when_the_opponent_is_gone(self) -> None:
        """As soon as the server lets it."""

        async def script(line: Line) -> None:
            await line.welcome()
            declare = await line.expect(Declare)
            await line.tell(Done(declare.id), Started(
                "m", 0, TICTACTOE, (3, 3), PLAYERS, 0.0, side=1, turn=0,
            ))  # fmt: skip
            await line.tell(Gone("m", 0, 0.01))
            early = await line.expect(Claim)
            await line.tell(Refused(early.id, Fault.TOO_EARLY, "wait", 0.01))
            claim = await line.expect(Claim)
            await line.tell(Done(claim.id), Ended("m", 1, 1, Ending.ABANDONED, 1.0))
            declare = await line.expect(Declare)
            await line.tell(Done(declare.id))
            over.set()

        over = asyncio.Event()
        async with (
            scripted(script) as double,
            playing(double.url, Stub(), BotPolicy(once=True)),
        ):
            await asyncio.wait_for(over.wait(), IN_VAIN)

    async def test_goes_on_from_a_snapshot(self) -> None:
        """It moves in a match that it was in before."""

        async def script(line: Line) -> None:
            await line.welcome()
            declare = await line.expect(Declare)
            started = Started("m", 0, TICTACTOE, (3, 3), PLAYERS, 0.0, side=1)
            left = (30.0, 40.0)
            await line.tell(Done(declare.id), Snapshot(
                "m", 3, started, PLAYERS, (0, 1, 2), left, 1, side=1, elapsed=2.0,
            ))  # fmt: skip
            move = await line.expect(Move)
            assert (move.match, move.ply, move.cell) == ("m", 3, 3)
            await line.tell(Done(move.id), Ended("m", 4, 0, Ending.RESIGNED, 1.0))
            declare = await line.expect(Declare)
            await line.tell(Done(declare.id))
            over.set()

        over, stub = asyncio.Event(), Stub()
        async with scripted(script) as double, playing(double.url, stub, BotPolicy(once=True)):
            await asyncio.wait_for(over.wait(), IN_VAIN)
        assert stub.turns[0].left == 40.0
        assert (stub.turns[0].budget.seconds or 0) < 40 / 6 + 0.8 - 2


class TestAView:
    def test_follows_what_happens(self) -> None:
        """Moves, takebacks and swaps; the time of each is when it was heard."""
        terms = Terms("gomoku", CLOCK, pie=True)
        view = SeatView.of(
            Started("m", 0, terms, (15, 15), PLAYERS, 0.0, side=1, first_move=30.0), 1.0
        )
        assert (view.is_ours, view.due, view.opponent.name) == (False, 30.0, "ann")
        view = view.after(Played("m", 1, 0, 112, 1.0, 0.0, 0.0, (60.0, 60.0), 1), 2.0)
        assert view.is_ours
        assert view.may_swap
        swapped = view.after(Swapped("m", 2, PLAYERS[::-1], (60.0, 60.0), 1), 3.0)
        assert (swapped.side, swapped.is_ours, swapped.opponent.name) == (0, False, "ann")
        view = view.after(Played("m", 2, 1, 0, 1.0, 0.0, 0.0, (60.0, 60.0), 0), 3.0)
        assert view.due is None
        view = view.after(TakenBack("m", 3, 1, (50.0, 60.0), 1), 4.0)
        assert (view.position.moves, view.left, view.turn_began) == ((112,), (50.0, 60.0), 4.0)
        view = view.after(Resumed("m", 4, 9.0, (50.0, 55.0), 1), 5.0)
        assert (view.left, view.turn_began) == ((50.0, 55.0), 5.0)

    def test_takes_a_snapshot_over(self) -> None:
        """The turn began before it."""
        started = Started("m", 0, Terms("qubic", CLOCK, pie=True), (4, 4, 4), PLAYERS, 0.0, side=0)
        news = Snapshot("m", 2, started, PLAYERS[::-1], (5,), (9.0, 8.0), 1, side=1, elapsed=2.5)
        view = SeatView.of(news, 10.0)
        assert (view.turn_began, view.side, view.swapped, view.may_swap) == (7.5, 1, True, False)
        assert view.position == game_named("qubic").start().play(5)
        assert view.moves_to_come == 32


async def test_an_aborted_match_has_no_result(app: App, ann: Person) -> None:
    """The bot just goes on."""
    async with playing(app.url, Stub()):
        match = await challenge(ann, TICTACTOE)
        await ann.ask(Abort(0, match), Done)
        assert (await ann.next(Ended)).ending is Ending.ABORTED
        assert await challenge(ann, TICTACTOE) != match
