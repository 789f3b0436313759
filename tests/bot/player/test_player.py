"""Bots as processes of their own, on a real server."""

import asyncio
import signal
from pathlib import Path

import pytest

from games import CATALOGUE
from protocol.events import Declined, Ended, Offered, Played, Started, Swapped, TakenBack
from protocol.parts import Ending, Fault, OfferKind, Terms, TimeControl
from protocol.replies import Done, Players
from protocol.requests import (
    Challenge,
    ListPlayers,
    Move,
    Offer,
    Rematch,
    Resign,
)
from server.app import App
from tests import ROOT
from tests.bot.bots import Bot, brain_file, challenge, running_bot
from tests.bot.engines.engines import gomocup_engine, lines_engine
from tests.patience import IN_VAIN
from tests.processes import start
from tests.server.players_over_sockets import Player, player
from tests.server.serving import serving

FIRST = "def choose(position, budget):\n    return position.legal_moves()[0]\n"
TEN_LINES = str(ROOT / "examples" / "ten_line_bot.py")
SMALLER = {"mnk": "mnk:rows=5,cols=6,k=4", "gomoku": "gomoku:size=7"}  # quicker to play
READY = "ready for"
QUBIC = Terms("qubic", TimeControl(60.0, 1.0))


async def reply(one: Player, match: str, ply: int, cell: int) -> Played:
    """Play a cell, and hear what the bot replies."""
    await one.ask(Move(0, match, ply, cell), Done)
    return await one.next(Played, lambda its: (its.match, its.ply) == (match, ply + 1))


def endings(app: App) -> dict[str, list[Ending]]:
    """How matches ended, by game."""
    found: dict[str, list[Ending]] = {}
    for table in app.house.tables.all.values():
        if result := table.match.ended:
            found.setdefault(table.match.started.terms.game, []).append(result.ending)
    return found


class TestABot:
    async def test_plays_whole_matches_of_every_game(self, tmp_path: Path) -> None:
        """Several at once, a user's file against chance; then both leave when asked to."""
        games = [SMALLER.get(game, game) for game in CATALOGUE]
        # More seats than games, or those that take one again and again may leave none for another.
        seats = ("--capacity", str(len(games) + 2), "--per-opponent", "0")
        words = ("--seek", *seats, *(f"--game={game}" for game in games))
        async with (
            serving(tmp_path, burst=10_000) as app,
            running_bot(app.url, TEN_LINES, *words, name="ten") as ten,
            running_bot(app.url, "chance", *words, name="dice") as dice,
        ):
            async with asyncio.timeout(IN_VAIN):
                while not {*endings(app)} >= {*games}:
                    await ten.says("after", len(ten.saying("after")) + 1)
            for bot in (ten, dice):
                bot.signal()
            assert await ten.ended() == await dice.ended() == 0
            assert {each for all in endings(app).values() for each in all} <= {
                Ending.LINE, Ending.FULL, Ending.RESIGNED,
            }  # fmt: skip
            for bot in (ten, dice):
                assert not [line for line in bot.lines if "failed" in line or "fault" in line]

    async def test_answers_a_challenge_and_a_rematch(self, app: App, ann: Player) -> None:
        """As its policy says, which the server knows."""
        async with running_bot(app.url, "chance", "--game", "qubic", "--capacity", "2") as bot:
            await bot.says("ready for 2 matches")
            [known] = [
                each for each in (await ann.ask(ListPlayers(0), Players)).players
                if each.player.name == "deep"
            ]  # fmt: skip
            assert known.player.bot
            assert known.policy is not None
            assert (known.policy.games, known.policy.capacity) == (("qubic",), 2)
            refused = await ann.refused(Challenge(0, "deep", Terms("connect4")))
            assert refused.code is Fault.NOT_ALLOWED
            match = await challenge(ann, "deep", QUBIC)
            await reply(ann, match, 0, 0)
            await ann.ask(Resign(0, match), Done)
            await ann.ask(Rematch(0, match), Done)
            started = await ann.next(Started)
            assert (started.previous, started.side) == (match, 1)
            assert (await ann.next(Played, lambda its: its.match == started.match)).ply == 0

    async def test_declines_a_takeback_and_an_early_draw(self, app: App, ann: Player) -> None:
        """It has no opinion of the position, and grants nothing."""
        async with running_bot(app.url, "chance") as bot:
            await bot.says(READY)
            match = await challenge(ann, "deep", QUBIC)
            await reply(ann, match, 0, 0)
            for offer in OfferKind:
                await ann.ask(Offer(0, match, offer), Done)
                await ann.next(Offered)
                await ann.next(Declined)

    async def test_accepts_what_suits_it(self, app: App, ann: Player, tmp_path: Path) -> None:
        """A draw where it stands no better, takebacks where allowed; and swaps a bad side away."""
        source = FIRST.replace(
            "return position.legal_moves()[0]",
            "return {'cell': position.legal_moves()[0], 'score': -5}",
        )
        async with running_bot(app.url, brain_file(tmp_path, source), "--takebacks") as bot:
            await bot.says(READY)
            pie = Terms("gomoku", TimeControl(60.0, 1.0), pie=True)
            match = await challenge(ann, "deep", pie)
            await ann.ask(Move(0, match, 0, 112), Done)
            await ann.next(Swapped)
            await reply(ann, match, 1, 113)
            await ann.ask(Offer(0, match, OfferKind.TAKEBACK), Done)
            await ann.next(TakenBack)
            played = await reply(ann, match, 1, 114)
            assert played.cell == 0
            await ann.ask(Offer(0, match, OfferKind.DRAW), Done)
            await ann.next(Declined)  # not out of hand
            await reply(ann, match, 3, 20)
            await reply(ann, match, 5, 40)
            await ann.ask(Offer(0, match, OfferKind.DRAW), Done)
            assert (await ann.next(Ended)).ending is Ending.AGREED
            shown = app.house.tables.all[match].match.events
            analyses = [event.analysis for event in shown if isinstance(event, Played)]
            assert [each.score for each in analyses if each] == [-5, -5, -5, -5]

    async def test_exits_after_one_match_if_told_to(self, app: App, ann: Player) -> None:
        """And logs in JSON if told to."""
        words = ("--once", "--log-format", "json")
        async with running_bot(app.url, "chance", *words) as bot:
            await bot.says(READY)
            match = await challenge(ann, "deep", QUBIC)
            await ann.ask(Resign(0, match), Done)
            assert await bot.ended() == 0
            assert all(line.startswith('{"time": "') for line in bot.lines)

    @pytest.mark.parametrize("protocol", ["lines", "gomocup"])
    async def test_runs_an_engine(
        self, protocol: str, app: App, ann: Player, tmp_path: Path
    ) -> None:
        """Any program, by either protocol."""
        engine = lines_engine(tmp_path) if protocol == "lines" else gomocup_engine(tmp_path)
        words = ("--engine", engine, "--engine-protocol", protocol)
        async with running_bot(app.url, *words) as bot:
            await bot.says(READY)
            match = await challenge(ann, "deep", Terms("gomoku"))
            assert (await reply(ann, match, 0, 1)).cell == 0
            await ann.ask(Resign(0, match), Done)
            bot.signal()
            assert await bot.ended() == 0


BROKEN = {
    "raise ValueError('oops')": (Ending.FAILED, "the brain failed: it raised ValueError: oops"),
    "time.sleep(60)": (Ending.TIME, "runs out of time: it gave no answer within"),
    "print('nonsense'); return 'nonsense'": (Ending.FAILED, "cannot read 'nonsense' as a move"),
    "os._exit(7)": (Ending.FAILED, "its process ended with exit code 7"),
    "return 0": (Ending.FAILED, "illegal cell"),
}


class TestABrainThatFails:
    async def test_loses_that_match_and_no_other(self, app: App, tmp_path: Path) -> None:
        """In connect4 this brain does its worst; its match of qubic goes on all the while."""
        source = (
            "def choose(position, budget):\n"
            "    if position.game.name != 'qubic' and position.moves:\n"
            f"        what = open({str(tmp_path / 'worst.txt')!r}).read()\n"
            "        exec('def worst():\\n    import os, time\\n    ' + what)\n"
            "        return locals()['worst']()\n"
            "    return position.legal_moves()[0]\n"
        )
        path = brain_file(tmp_path, source)
        async with (
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
            running_bot(app.url, path, "--capacity", "2") as bot,
        ):
            await bot.says("ready for 2 matches")
            other = await challenge(bob, "deep", QUBIC)
            for number, (worst, (ending, why)) in enumerate(BROKEN.items()):
                assert await self._ending(ann, worst, tmp_path) is ending
                await bot.says(why)
                await reply(bob, other, 2 * number, (2, 63, 42, 20, 58)[number])

    async def _ending(self, ann: Player, worst: str, folder: Path) -> Ending:
        """The bot moves first, so that its failing move is on the clock."""
        brain_file(folder, worst, "worst.txt")
        match = await challenge(ann, "deep", Terms("connect4", TimeControl(per_move=1.0)), side=1)
        assert (await ann.next(Played, lambda its: its.match == match)).cell == 35
        await ann.ask(Move(0, match, 1, 36), Done)
        ended = await ann.next(Ended)
        assert ended.winner == 1
        return ended.ending

    async def test_that_cannot_be_loaded_is_a_mistake(self, tmp_path: Path) -> None:
        """It is told before any server is asked."""
        path = brain_file(tmp_path, "import no_such_module\n")
        async with running_bot("ws://127.0.0.1:1", path) as bot:
            assert await bot.ended() == 2
        assert "No module named 'no_such_module'" in bot.lines[-1]
        async with running_bot("ws://127.0.0.1:1", "chance", "--give-up", "0.1") as bot:
            assert await bot.ended() == 1
        assert "cannot connect to ws://127.0.0.1:1" in bot.lines[-1]


class TestLeaving:
    async def _in_a_match(self, bot: Bot, ann: Player) -> str:
        await bot.says(READY)
        match = await challenge(ann, "deep", QUBIC)
        await reply(ann, match, 0, 0)
        return match

    async def test_finishes_what_goes_on(self, app: App, ann: Player) -> None:
        """It takes no more matches meanwhile."""
        async with running_bot(app.url, "chance", "--capacity", "3") as bot:
            await bot.says("ready for 3")
            match = await self._in_a_match(bot, ann)
            bot.signal()
            await bot.says("leaves after 1 match")
            await _busy(ann)
            await ann.ask(Resign(0, match), Done)
            await ann.next(Ended)
            assert await bot.ended() == 0

    async def test_resigns_if_told_to(self, app: App, ann: Player) -> None:
        """At once."""
        async with running_bot(app.url, "chance", "--on-exit", "resign") as bot:
            await self._in_a_match(bot, ann)
            bot.signal()
            assert (await ann.next(Ended)).ending is Ending.RESIGNED
            assert await bot.ended() == 0

    async def test_resigns_at_the_second_signal(self, app: App, ann: Player) -> None:
        """Ctrl-C has an exit code of its own."""
        async with running_bot(app.url, "chance") as bot:
            await self._in_a_match(bot, ann)
            bot.signal(signal.SIGINT)
            await bot.says("leaves after 1 match")
            bot.signal(signal.SIGINT)
            assert (await ann.next(Ended)).ending is Ending.RESIGNED
            assert await bot.ended() == 130


async def _busy(ann: Player) -> None:
    """Wait until the bot has no seat to offer."""
    async with asyncio.timeout(IN_VAIN):
        while True:
            players = (await ann.ask(ListPlayers(0), Players)).players
            [policy] = [each.policy for each in players if each.player.name == "deep"]
            if policy is not None and policy.capacity == 0:
                return
            await asyncio.sleep(0.02)


async def test_a_bot_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    """In the middle of a match, also when the server was killed."""
    server = await start(tmp_path)
    port = server.url.rpartition(":")[2]
    try:
        async with running_bot(server.url, "chance") as bot:
            await bot.says(READY)
            async with player(server.url, "ann") as ann:
                match = await challenge(ann, "deep", QUBIC, side=1)
                await ann.next(Played)
                await server.kill()
            server = await start(tmp_path, "--port", port)
            seen = {match: 1}
            async with player(server.url, session=ann.welcome.session, seen=seen) as ann:
                await bot.says("connected")
                await _go_on(ann, match)
    finally:
        await server.kill()


async def _go_on(ann: Player, match: str) -> None:
    """Play a cell that is free, whichever the bot has taken, and hear its reply."""
    for cell in (0, 1):
        answer = await ann.reply(await ann.send(Move(0, match, 1, cell)))
        if isinstance(answer, Done):
            break
    assert (await ann.next(Played, lambda its: its.ply == 2)).match == match
