"""Looking after a server: over the protocol, and with `inarow admin`."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.events import Closing, Ended, Reopened, Started
from protocol.parts import Ending, Fault, Terms
from protocol.replies import Done, Matches, Nodes, Results, Shown
from protocol.requests import (
    AnnounceRestart,
    EndMatch,
    FromPlayer,
    Kick,
    ListMatches,
    ListNodes,
    ListResults,
    Seek,
    ShowMatch,
    WithdrawRestart,
)
from server.app import App
from tests.processes import Process, run, serving_process
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, pair, player

GOMOKU = Terms("gomoku")
PRIVATE = Terms("gomoku", private=True)


@pytest.fixture
async def root(app: App) -> AsyncIterator[Player]:
    """An administrator."""
    token = await account(app, "root", admin=True)
    async with player(app.url, token=token) as root:
        yield root


class TestAnAdministrator:
    async def test_kicks_a_player_who_is_told_why(self, root: Player, ann: Player) -> None:
        """However the name is capitalised."""
        await root.ask(Kick(0, "ANN", "swearing"), Done)
        assert await ann.closed() == (4003, "swearing")

    @pytest.mark.parametrize("reason", ["", "ä" * 100, "x" * 500])
    async def test_may_give_any_reason(self, reason: str, root: Player, ann: Player) -> None:
        """As much of it is told as a close frame holds."""
        await root.ask(Kick(0, "ann", reason), Done)
        code, told = await ann.closed()
        assert code == 4003
        assert len(told) > 50 or not reason
        assert (reason or "kicked by an administrator").startswith(told)

    async def test_ends_a_match_without_a_result(
        self, root: Player, ann: Player, bob: Player
    ) -> None:
        """Once."""
        match = await pair(ann, bob, GOMOKU)
        await root.ask(EndMatch(0, match), Done)
        for one in (ann, bob):
            ended = await one.next(Ended)
            assert (ended.winner, ended.ending) == (None, Ending.ABORTED)
        assert (await root.refused(EndMatch(0, match))).code is Fault.OVER

    async def test_ends_a_match_for_the_winner(
        self, root: Player, ann: Player, bob: Player
    ) -> None:
        """When the other has misbehaved."""
        match = await pair(ann, bob, GOMOKU)
        await root.ask(EndMatch(0, match, winner=1), Done)
        ended = await ann.next(Ended)
        assert (ended.winner, ended.ending) == (1, Ending.DECIDED)

    async def test_announces_a_restart(self, root: Player, ann: Player, bob: Player) -> None:
        """Everyone is told, no match starts any more, and those that go on, go on."""
        match = await pair(ann, bob, GOMOKU)
        await root.ask(AnnounceRestart(0, 60.0, "an upgrade"), Done)
        for one in (root, ann, bob):
            closing = await one.next(Closing)
            assert closing == Closing("an upgrade", 60.0, 65.0)
        refused = await ann.refused(Seek(0, GOMOKU))
        assert (refused.code, refused.text) == (Fault.CLOSING, "no new matches: an upgrade")
        await ann.play(match, 0, 0)

    async def test_withdraws_the_restart(self, root: Player, ann: Player, bob: Player) -> None:
        """Everyone is told, and matches start again; it can be announced once more."""
        assert (await root.refused(WithdrawRestart(0))).code is Fault.TOO_EARLY
        await root.ask(AnnounceRestart(0, 60.0, "an upgrade"), Done)
        await root.ask(WithdrawRestart(0, "not today"), Done)
        for one in (root, ann, bob):
            assert await one.next(Reopened) == Reopened("not today")
        await pair(ann, bob, GOMOKU)
        await root.ask(AnnounceRestart(0, 60.0, "an upgrade"), Done)
        assert (await ann.refused(Seek(0, GOMOKU))).code is Fault.CLOSING

    async def test_cannot_withdraw_a_restart_that_has_begun(self, app: App, root: Player) -> None:
        """The server would start matches while it goes down."""
        app.house.lobby.door.shut()
        assert (await root.refused(WithdrawRestart(0))).code is Fault.TOO_LATE

    async def test_sees_private_matches(self, root: Player, ann: Player, bob: Player) -> None:
        """To judge what is complained about."""
        match = await pair(ann, bob, PRIVATE)
        await root.ask(ShowMatch(0, match), Shown)
        [live] = (await root.ask(ListMatches(0), Matches)).matches
        assert live.match == match
        await root.ask(EndMatch(0, match), Done)
        [past] = (await root.ask(ListResults(0), Results)).results
        assert past.match == match

    async def test_sees_how_a_single_server_stands(
        self, app: App, root: Player, ann: Player, bob: Player
    ) -> None:
        """It is a cluster of one, which owns its matches and the lobby."""
        await pair(ann, bob, GOMOKU)
        [node] = (await root.ask(ListNodes(0), Nodes)).nodes
        assert (node.url, node.owns_lobby, node.draining) == (app.url, True, False)
        assert (node.keys, node.matches, node.connections) == (2, 1, 3)

    async def test_cannot_do_what_makes_no_sense(self, root: Player) -> None:
        """It is said why."""
        assert (await root.refused(Kick(0, "nobody", ""))).code is Fault.NO_SUCH_PLAYER
        assert (await root.refused(EndMatch(0, "nothing"))).code is Fault.NO_SUCH_MATCH


class TestEverybodyElse:
    async def test_is_refused(self, app: App, ann: Player, bob: Player) -> None:
        """Guests and accounts, also about themselves, and nothing has happened."""
        match = await pair(ann, bob, GOMOKU)
        token = await account(app, "deep")
        requests: list[FromPlayer] = [
            Kick(0, "ann", ""),
            EndMatch(0, match, winner=0),
            EndMatch(0, "nothing"),
            AnnounceRestart(0, 1.0),
            WithdrawRestart(0),
            ListNodes(0),
        ]
        async with player(app.url, token=token) as deep:
            for request in requests:
                for one in (ann, deep):
                    assert (await one.refused(request)).code is Fault.NOT_ALLOWED
        await ann.play(match, 0, 0)
        await bob.settle()
        assert [*bob.all(Closing), *bob.all(Ended)] == []


class TestTheCommand:
    async def admin(self, process: Process, token: str, *words: str) -> tuple[int, str, str]:
        return await run("admin", "--server", process.url, *words, INAROW_TOKEN=token)

    async def test_looks_after_a_server(self, tmp_path: Path) -> None:
        """From the list of matches to the announcement of a restart."""
        database = str(tmp_path / "inarow.db")
        made = ("account", "create", "root", "--admin", "--database", database)
        code, token, _ = await run(*made)
        token = token.strip()
        assert code == 0
        async with (
            serving_process(tmp_path) as process,
            player(process.url, "ann") as ann,
            player(process.url, "bob") as bob,
        ):
            match = await pair(ann, bob, GOMOKU)
            _, out, _ = await self.admin(process, token, "matches", "--json")
            assert [live["match"] for live in json.loads(out)] == [match]
            _, out, _ = await self.admin(process, token, "players")
            assert {"ann", "bob", "root"} <= set(out.split())
            assert (await self.admin(process, token, "end", match, "--winner", "second"))[0] == 0
            assert (await ann.next(Ended)).winner == 1
            assert (await self.admin(process, token, "kick", "ann", "--reason", "spam"))[0] == 0
            assert await ann.closed() == (4003, "spam")
            words = ("restart", "--in", "60", "--reason", "an upgrade")
            assert (await self.admin(process, token, *words))[0] == 0
            assert (await bob.next(Closing)).closes_in == 60
            assert (await self.admin(process, token, "no-restart"))[0] == 0
            assert (await bob.next(Reopened)).reason == "the restart was called off"
            assert bob.all(Started)[0].match == match

    async def test_is_for_administrators(self, tmp_path: Path) -> None:
        """Others are told so, with an exit code that says it did not work out."""
        database = str(tmp_path / "inarow.db")
        _, token, _ = await run("account", "create", "deep", "--bot", "--database", database)
        async with serving_process(tmp_path) as process, player(process.url, "ann") as ann:
            code, _, err = await self.admin(process, token.strip(), "kick", "ann")
            assert (code, "administrators" in err) == (1, True)
            code, _, err = await self.admin(process, "wrong", "kick", "ann")
            assert (code, "token" in err) == (2, True)
            await ann.settle()
