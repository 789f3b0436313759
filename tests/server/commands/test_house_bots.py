"""`inarow serve --bots`: there is always somebody to play, whatever happens to the bots."""

import asyncio
import signal
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import psutil
import pytest

from games.errors import Mistake
from protocol.events import Played, Started
from protocol.parts import OnlinePlayer, Policy, Terms
from protocol.replies import Opened, Players
from protocol.requests import Challenge, ListPlayers
from server.app import App
from server.commands.house_bots import (
    LABEL,
    LONGEST_WAIT,
    give_token,
    house_bot,
    house_bots,
    wait_after,
)
from server.players.tokens import hash_token
from tests.patience import IN_VAIN
from tests.processes import Process, serving_process, start
from tests.server.players_over_sockets import Player, player

GOMOKU = Terms("gomoku")
CHANCE = ("--bots", "chance")


async def present(one: Player, name: str) -> OnlinePlayer:
    """A bot, once it is ready to be challenged."""
    async with asyncio.timeout(IN_VAIN):
        while True:
            for each in (await one.ask(ListPlayers(0), Players)).players:
                if each.player.name == name and each.policy not in (None, Policy()):
                    return each
            await asyncio.sleep(0.1)  # or it would ask too fast


async def challenge(one: Player, name: str) -> str:
    """A match with a bot, in which it moves first and has done so."""
    await present(one, name)
    await one.ask(Challenge(0, name, GOMOKU, side=1), Opened)
    match = (await one.next(Started)).match
    await one.next(Played)
    return match


def bots_of(pid: int) -> list[psutil.Process]:
    """The processes of bots under a process, without those that think for them."""
    children = psutil.Process(pid).children(recursive=True)
    return [each for each in children if "--name" in each.cmdline()]


async def gone(processes: list[psutil.Process]) -> None:
    _, alive = await asyncio.to_thread(psutil.wait_procs, processes, IN_VAIN)
    assert not alive


def visited(process: Process) -> AbstractAsyncContextManager[Player]:
    return player(process.url, "ann")


class TestProcesses:
    async def test_a_visitor_finds_an_opponent(self, tmp_path: Path) -> None:
        """With seats that other bots cannot take; its name is an account's."""
        async with serving_process(tmp_path, *CHANCE) as process, visited(process) as ann:
            bot = await present(ann, "chance")
            assert bot.player.bot
            assert not bot.player.guest
            assert bot.policy is not None
            assert bot.policy.kept_for_people >= 1
            match = await challenge(ann, "chance")
            await ann.play(match, 1, free_cell(ann))

    async def test_one_that_is_killed_comes_back_to_its_match(self, tmp_path: Path) -> None:
        """By itself, in its seat."""
        async with serving_process(tmp_path, *CHANCE) as process, visited(process) as ann:
            match = await challenge(ann, "chance")
            [bot] = bots_of(process.pid)
            bot.kill()
            await gone([bot])
            await ann.play(match, 1, free_cell(ann))
            assert (await ann.next(Played, lambda its: its.ply == 2)).match == match
            assert len(bots_of(process.pid)) == 1

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
    async def test_they_end_with_the_server_and_go_on_with_it(
        self, number: int, tmp_path: Path
    ) -> None:
        """However it ends, and in the same match."""
        async with AsyncExitStack() as stack:
            process = await stack.enter_async_context(serving_process(tmp_path, *CHANCE))
            async with visited(process) as ann:
                match = await challenge(ann, "chance")
                cell = free_cell(ann)
                session = ann.welcome.session
                children = psutil.Process(process.pid).children(recursive=True)
                await process.stop(number)
            await gone(children)
            process = await start(tmp_path, *CHANCE)
            stack.push_async_callback(process.kill)
            async with player(process.url, session=session) as ann:
                await ann.play(match, 1, cell)
                await ann.next(Played, lambda its: its.ply == 2)
                started = bots_of(process.pid)
                assert await process.stop() == 0
            await gone(started)

    async def test_a_supervisor_that_is_killed_is_replaced(self, tmp_path: Path) -> None:
        """Its bots end with it, and come back."""
        async with serving_process(tmp_path, *CHANCE) as process, visited(process) as ann:
            match = await challenge(ann, "chance")
            [bot] = bots_of(process.pid)
            [supervisor] = psutil.Process(process.pid).children()
            supervisor.kill()
            await gone([supervisor, bot])
            await ann.play(match, 1, free_cell(ann))
            await ann.next(Played, lambda its: its.ply == 2)

    async def test_one_that_cannot_be_run_keeps_nobody_out(self, tmp_path: Path) -> None:
        """The log says why."""
        flags = ("--bots", f"{tmp_path}/none.py,chance")
        async with serving_process(tmp_path, *flags) as process, visited(process) as ann:
            await present(ann, "chance")
            assert "there is no file" in process.log

    async def test_they_come_past_tls_proxies_and_other_addresses(self, tmp_path: Path) -> None:
        """By a door of their own, on the loopback address."""
        flags = ("--behind-proxy", "--host", "0.0.0.0", *CHANCE)
        async with serving_process(tmp_path, *flags) as process:
            port = process.url.rpartition(":")[2]
            async with player(f"ws://127.0.0.1:{port}", "ann") as ann:
                await present(ann, "chance")


def free_cell(one: Player) -> int:
    """One that the first move has left."""
    return 1 if one.all(Played)[0].cell == 0 else 0


class TestSpecs:
    @pytest.mark.parametrize(
        ("spec", "name", "begins"),
        [
            ("1", "level-1", "search"),
            ("full", "full-strength", "search"),
            ("chance", "chance", "chance"),
            ("./my_bot.py", "my-bot", "./my_bot.py"),
            ("search:level=4,workers=2", "search-level-4-worke", "search:level=4,workers=2"),
            ("./42.py", "bot", "./42.py"),
        ],
    )
    def test_a_bot_is_named_by_what_it_is(self, spec: str, name: str, begins: str) -> None:
        """In letters that a name may have."""
        bot = house_bot(spec)
        assert (bot.name, bot.brain[0]) == (name, begins)

    @pytest.mark.parametrize("specs", [["0"], ["11"], ["3", "3"], ["chance", "./chance.py"]])
    def test_what_cannot_be_is_refused_at_once(self, specs: list[str]) -> None:
        """No such level, or two of one name."""
        with pytest.raises(Mistake):
            house_bots(specs)

    def test_it_waits_longer_the_more_often_a_bot_ends(self) -> None:
        """But not for ever."""
        waits = [wait_after(failures) for failures in range(20)]
        assert waits[:4] == [1.0, 2.0, 4.0, 8.0]
        assert waits[-1] == LONGEST_WAIT


class TestTokens:
    async def test_a_start_makes_the_token_of_the_last_worthless(self, app: App) -> None:
        """There is one that is valid at a time."""
        accounts = app.house.people.accounts
        first, second = [await give_token(accounts, "level-3") for _ in range(2)]
        assert await accounts.by_token(hash_token(first)) is None
        account = await accounts.by_token(hash_token(second))
        assert account is not None
        assert (account.name, account.bot, account.admin) == ("level-3", True, False)
        assert {token.label for token in await accounts.tokens("level-3")} == {LABEL}

    async def test_nobody_elses_account_is_taken(self, app: App) -> None:
        """However it is called."""
        await app.house.people.accounts.create("Level-3", bot=True, admin=True)
        with pytest.raises(Mistake, match="Level-3 is somebody else's"):
            await give_token(app.house.people.accounts, "level-3")
