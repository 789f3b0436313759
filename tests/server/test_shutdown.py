"""Going down: everyone is told, nothing is lost, and what cannot start says why."""

import asyncio
import signal
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from protocol.events import Closing, Played, Resumed
from protocol.parts import Fault, Policy, Terms, TimeControl
from protocol.replies import Opened
from protocol.requests import Declare, Invite, Join, Seek
from server.app import App
from tests.patience import IN_VAIN
from tests.processes import Process, run, serving_process
from tests.server.connections.links import hang_up, upgraded
from tests.server.players_over_sockets import Player, pair, player

GOMOKU = Terms("gomoku", TimeControl(600.0))


async def full_house(
    url: str, stack: AsyncExitStack, pairs: int, each: int
) -> dict[str, tuple[Player, Player]]:
    """Matches between so many pairs of bots, each with one move played, by their ids."""

    async def arrive(name: str) -> Player:
        one = await stack.enter_async_context(player(url, name, bot=True))
        await one.ask(Declare(0, Policy(capacity=each, per_opponent=None)))
        return one

    matches = {}
    for number in range(pairs):
        two = await arrive(f"a{number}"), await arrive(f"b{number}")
        for _ in range(each):
            match = await pair(*two, GOMOKU)
            await two[0].play(match, 0, 112)
            matches[match] = two
    return matches


async def come_back(process: Process, matches: dict[str, tuple[Player, Player]]) -> None:
    """Everyone resumes, and every match goes on where it was."""
    for two in set(matches.values()):
        mine = {match for match, players in matches.items() if players is two}
        seen = dict.fromkeys(mine, 1)
        async with AsyncExitStack() as stack:
            first, second = [
                await stack.enter_async_context(
                    player(process.url, session=each.welcome.session, seen=seen)
                )
                for each in two
            ]
            assert {live.match for live in first.welcome.matches} == mine
            for match in mine:
                await second.play(match, 1, 113)
                assert (await first.next(Resumed)).match in mine
                await first.next(Played)
            assert [each.ply for each in first.all(Played)] == [1] * len(mine)


class TestASignal:
    @pytest.mark.parametrize(
        ("number", "pairs", "each"),
        [
            pytest.param(signal.SIGTERM, 20, 10, id="SIGTERM"),
            pytest.param(signal.SIGINT, 2, 1, id="Ctrl-C"),
            pytest.param(signal.SIGTERM, 1000, 1, id="1000 matches", marks=pytest.mark.slow),
        ],
    )
    async def test_stops_the_server_and_loses_nothing(
        self, number: int, pairs: int, each: int, tmp_path: Path
    ) -> None:
        """All are told when to come back."""
        flags = ("--first-move-seconds", "3600", "--seats-per-address", "100000")
        async with serving_process(tmp_path, *flags) as process, AsyncExitStack() as stack:
            matches = await full_house(process.url, stack, pairs, each)
            assert await process.stop(number) == 0
            for one in {one for two in matches.values() for one in two}:
                told = await one.closed()
                assert told == (1001, "the server is going down: come back and resume")
                [closing] = one.all(Closing)
                assert (closing.closes_in, closing.back_in) == (0.0, 5.0)
        async with serving_process(tmp_path, *flags) as process:
            await come_back(process, matches)
            assert f"matches_restored={len(matches)}" in process.log.replace("'", "")

    async def test_is_not_held_up_by_those_who_do_not_answer(self, tmp_path: Path) -> None:
        """Nor by strangers who have not said hello."""
        async with serving_process(tmp_path, "--hello-seconds", str(2 * IN_VAIN)) as process:
            links = [await upgraded(process.url) for _ in range(20)]
            place = urlsplit(process.url)
            links += [await asyncio.open_connection(place.hostname, place.port) for _ in range(5)]
            assert await process.stop() == 0
            for _, writer in links:
                await hang_up(writer)


class TestClosing:
    async def test_no_match_starts_any_more(self, app: App, ann: Player, bob: Player) -> None:
        """Neither by a seek nor by an invite that was open; those that go on, go on."""
        match = await pair(ann, bob, GOMOKU)
        opened = await ann.ask(Invite(0, GOMOKU), Opened)
        app.house.lobby.door.closing_reason = "an upgrade"
        for one, request in ((ann, Seek(0, GOMOKU)), (bob, Join(0, opened.key))):
            refused = await one.refused(request)
            assert (refused.code, refused.text) == (Fault.CLOSING, "no new matches: an upgrade")
            assert refused.wait is not None
        await ann.play(match, 0, 0)


class TestWhatCannotStart:
    async def failing(self, folder: Path, *flags: str) -> str:
        """The one sentence that is said of it."""
        words = ("serve", "--database", str(folder / "inarow.db"), "--port", "0", *flags)
        code, out, err = await run(*words)
        assert (code, out) == (2, "")
        [sentence] = [line for line in err.splitlines() if line.startswith("inarow: ")]
        assert "Traceback" not in err
        return sentence

    async def test_a_port_in_use(self, tmp_path: Path) -> None:
        """With the address."""
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            sentence = await self.failing(tmp_path, "--port", str(port))
        assert sentence.startswith(f"inarow: cannot listen at 127.0.0.1:{port}: ")

    async def test_a_host_that_is_none_of_ours(self, tmp_path: Path) -> None:
        """Nor any at all."""
        sentence = await self.failing(tmp_path, "--host", "no-such-host.invalid")
        assert sentence.startswith("inarow: cannot listen at no-such-host.invalid:0: ")

    @pytest.mark.parametrize("database", ["/proc/missing/inarow.db", "text"])
    async def test_a_database_that_cannot_be(self, database: str, tmp_path: Path) -> None:
        """A path that leads nowhere, and another kind of file."""
        (tmp_path / "text").write_text("this is no database, and never was one\n" * 100)
        place = str(tmp_path / database)
        assert place in await self.failing(tmp_path, "--database", place)

    async def test_a_database_that_another_server_has_open(self, tmp_path: Path) -> None:
        """Two on one file would both own its matches."""
        async with serving_process(tmp_path) as process:
            assert "inarow.db" in await self.failing(tmp_path)
            async with player(process.url, "ann") as ann:
                await ann.settle()

    async def test_tls_files_that_are_none(self, tmp_path: Path) -> None:
        """Both are named."""
        (tmp_path / "junk.pem").write_text("junk")
        junk = str(tmp_path / "junk.pem")
        sentence = await self.failing(tmp_path, "--cert", junk, "--key", junk)
        assert sentence.startswith(f"inarow: cannot use --cert {junk} and --key {junk}: ")
