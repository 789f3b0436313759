"""What is going on, and what has been: lists, histories and single matches."""

from pathlib import Path

import pytest

from protocol.events import Ended, Played, Started
from protocol.parts import Fault, Policy, Terms, TimeControl
from protocol.replies import Done, Leaders, Matches, Opened, Players, Results, Shown
from protocol.requests import (
    Declare,
    Invite,
    Join,
    ListLeaders,
    ListMatches,
    ListPlayers,
    ListResults,
    Resign,
    ShowMatch,
    Watch,
)
from server.app import App
from tests.server.accounts import account
from tests.server.inside import held_up
from tests.server.players_over_sockets import Player, pair, player
from tests.server.playing import alternate
from tests.server.serving import serving

GOMOKU = Terms("gomoku")
PRIVATE = Terms("gomoku", private=True)
WON = [0, 3, 1, 4, 2]


class TestNow:
    async def test_live_matches(self, ann: Player, bob: Player) -> None:
        """Those that go on and are public, the latest first."""
        old, over = await pair(ann, bob, GOMOKU), await pair(ann, bob, GOMOKU)
        await pair(ann, bob, PRIVATE)
        new = await pair(bob, ann, Terms("connect4", TimeControl(60.0)))
        await ann.ask(Resign(0, over), Done)
        await alternate(old, ann, bob, [7, 8])
        listed = (await ann.ask(ListMatches(0), Matches)).matches
        assert [(each.match, each.ply, each.seq) for each in listed] == [(new, 0, 0), (old, 2, 2)]
        assert [player.name for player in listed[0].players] == ["bob", "ann"]
        assert (listed[0].terms.game, listed[0].side) == ("connect4", None)

    async def test_a_match_is_listed_once_it_is_kept(
        self, app: App, ann: Player, bob: Player
    ) -> None:
        """Nobody hears of what a crash could take back."""
        with held_up(app) as gate:
            opened = await ann.ask(Invite(0, GOMOKU), Opened)
            await bob.ask(Join(0, opened.key), Done)
            assert (await bob.ask(ListMatches(0), Matches)).matches == ()
            gate.set()
            await bob.next(Started)
        assert len((await bob.ask(ListMatches(0), Matches)).matches) == 1

    async def test_who_is_online(self, ann: Player, bob: Player, bot: Player) -> None:
        """With how many matches they play, and what a bot takes on."""
        await pair(ann, bob, GOMOKU)
        await bot.ask(Declare(0, Policy(capacity=3, games=("gomoku",))), Done)
        online = (await ann.ask(ListPlayers(0), Players)).players
        told = {each.player.name: each for each in online}
        assert {name: each.playing for name, each in told.items()} == {
            "ann": 1, "bob": 1, "deep": 0,
        }  # fmt: skip
        assert told["ann"].policy is None
        assert told["deep"].policy == Policy(capacity=3, games=("gomoku",))
        assert told["deep"].player.bot

    async def test_only_so_many_are_listed(
        self, app: App, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The latest of the matches."""
        monkeypatch.setattr("server.requests.lists.MOST_LISTED", 2)
        matches = [await pair(ann, bob, GOMOKU) for _ in range(4)]
        listed = (await ann.ask(ListMatches(0), Matches)).matches
        assert [each.match for each in listed] == matches[:1:-1]
        async with player(app.url, "eve"):
            assert len((await ann.ask(ListPlayers(0), Players)).players) == 2


class TestThePast:
    async def test_results_are_listed_the_latest_first(self, ann: Player, bob: Player) -> None:
        """With who won and how."""
        one = await pair(ann, bob, Terms("tictactoe"))
        await alternate(one, ann, bob, WON)
        two = await pair(ann, bob, GOMOKU, side=1)
        await bob.ask(Resign(0, two), Done)
        latest, first = (await ann.ask(ListResults(0), Results)).results
        assert (first.match, first.winner, first.ending, first.plies) == (one, 0, "line", 5)
        assert (latest.match, latest.winner, latest.ending) == (two, 1, "resigned")
        assert [player.name for player in latest.players] == ["bob", "ann"]
        assert latest.ended_at >= first.ended_at
        [only] = (await ann.ask(ListResults(0, limit=1), Results)).results
        assert only.match == two

    async def test_a_players_history(self, app: App, ann: Player, bob: Player) -> None:
        """Of an account however its name is capitalised."""
        token = await account(app, "Deep")
        async with player(app.url, token=token) as deep:
            ours = await pair(deep, ann, GOMOKU)
            others = await pair(ann, bob, GOMOKU)
            for match in (ours, others):
                await ann.ask(Resign(0, match), Done)
        for name in ("Deep", "deep", "DEEP"):
            [past] = (await bob.ask(ListResults(0, name), Results)).results
            assert past.match == ours
        assert (await bob.ask(ListResults(0, "nobody"), Results)).results == ()

    async def test_private_matches_are_in_ones_own_history_only(
        self, app: App, ann: Player
    ) -> None:
        """And a guest's name is not enough to look at the last guest's."""
        token = await account(app, "deep")
        async with player(app.url, token=token) as deep, player(app.url, "cat") as cat:
            match = await pair(deep, cat, PRIVATE)
            await deep.ask(Resign(0, match), Done)
            [past] = (await deep.ask(ListResults(0, "deep"), Results)).results
            assert past.match == match
            assert (await deep.ask(ListResults(0), Results)).results == ()
        assert (await ann.ask(ListResults(0, "deep"), Results)).results == ()
        async with player(app.url, "cat") as other:
            assert (await other.ask(ListResults(0, "cat"), Results)).results == ()

    async def test_private_matches_are_shown_to_the_accounts_that_played(
        self, tmp_path: Path
    ) -> None:
        """After a restart a guest's name proves nothing any more."""
        async with serving(tmp_path) as app:
            token = await account(app, "deep")
            async with player(app.url, token=token) as deep, player(app.url, "cat") as cat:
                match = await pair(deep, cat, PRIVATE)
                await deep.ask(Resign(0, match), Done)
                await cat.ask(ShowMatch(0, match), Shown)
        async with (
            serving(tmp_path) as app,
            player(app.url, token=token) as deep,
            player(app.url, "cat") as other,
        ):
            await deep.ask(ShowMatch(0, match), Shown)
            for request in (ShowMatch(0, match), Watch(0, match)):
                assert (await other.refused(request)).code is Fault.NOT_ALLOWED

    async def test_one_match_with_all_its_moves_and_times(self, tmp_path: Path) -> None:
        """As it was told, also after a restart."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, Terms("tictactoe", TimeControl(60.0, 1.0)))
            await alternate(match, ann, bob, WON)
            await ann.next(Ended)
            told = ann.all(Played)
        async with serving(tmp_path) as app, player(app.url, "eve") as eve:
            started, *played, ended = (await eve.ask(ShowMatch(0, match), Shown)).events
            assert isinstance(started, Started)
            assert played == told
            assert isinstance(ended, Ended)
            assert ended == ann.all(Ended)[0]
            assert all(move.left[0] is not None for move in told)

    async def test_what_there_is_not_is_said_so(self, ann: Player) -> None:
        """A match, or a game."""
        assert (await ann.refused(ShowMatch(0, "nothing"))).code is Fault.NO_SUCH_MATCH
        assert (await ann.refused(ListLeaders(0, "chess", "fast"))).code is Fault.NO_SUCH_GAME
        assert (await ann.ask(ListLeaders(0, "qubic", "fast"), Leaders)).leaders == ()
