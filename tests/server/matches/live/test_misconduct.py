"""Who goes on making illegal moves loses the match; who errs now and then does not."""

from pathlib import Path

import pytest

from client.words.endings import explain
from protocol.events import Ended, Played
from protocol.parts import Ending, Fault, Terms
from protocol.replies import Done, Results, Shown
from protocol.requests import ListResults, Move, ShowMatch, Swap
from server.app import App
from server.matches.match import Match
from server.matches.state import Patience
from tests.server.accounts import account
from tests.server.inside import counted
from tests.server.matches.matches import EPOCH, new_match, play, refusal, started
from tests.server.players_over_sockets import Player, alternate, pair, player
from tests.server.serving import serving

TERMS = Terms("tictactoe")
PIE = Terms("tictactoe", pie=True)


def bearing(illegal_moves: int) -> Match:
    return Match(started(), 0.0, EPOCH, Patience(illegal_moves=illegal_moves))


class TestCounting:
    @pytest.mark.parametrize("limit", [0, 1, 20])
    def test_one_more_than_the_limit_loses(self, limit: int) -> None:
        """The opponent wins, whoever has the turn."""
        match = bearing(limit)
        for left in range(limit, 0, -1):
            assert match.illegal_left(0) == left
            assert match.reproach(0, 1.0) == []
        [ended] = match.reproach(0, 2.0)
        assert isinstance(ended, Ended)
        assert (ended.winner, ended.ending) == (1, Ending.MISCONDUCT)
        with refusal(match, Fault.OVER):
            match.reproach(0, 3.0)

    def test_each_player_is_counted_alone(self) -> None:
        """Two who err a little are not one who errs a lot."""
        match = bearing(1)
        assert match.reproach(0, 1.0) == match.reproach(1, 1.0) == []
        assert [match.illegal_left(side) for side in (0, 1)] == [0, 0]

    def test_the_count_changes_sides_with_the_player(self) -> None:
        """Under the pie rule it is not left to the other."""
        match = new_match(pie=True)
        play(match, 4)
        match.reproach(1, 1.0)
        before = match.illegal_left(0)
        match.swap(1, 1.0)
        assert (match.illegal_left(0), match.illegal_left(1)) == (before - 1, before)


class TestOnAServer:
    async def test_it_is_lost_and_everyone_is_told(self, tmp_path: Path) -> None:
        """The one who asked gets a refusal, and the record says why."""
        async with (
            serving(tmp_path, illegal_moves=2) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, TERMS)
            await alternate(match, (ann, bob), 4)
            texts = [(await bob.refused(Move(0, match, 1, cell))).text for cell in (4, -1, 2**40)]
            assert texts[0].endswith("; after 2 more of them the match is lost")
            assert texts[1].endswith("; the next illegal move loses the match")
            assert texts[2].endswith("; that was one too many, and the match is lost")
            for one in (ann, bob):
                ended = await one.next(Ended)
                assert (ended.winner, ended.ending) == (0, Ending.MISCONDUCT)
            assert (await bob.refused(Move(0, match, 1, 0))).code is Fault.OVER
            assert counted(app, "matches_ended_total", ending="misconduct") == 1
            [past] = (await ann.ask(ListResults(0), Results)).results
            assert (past.ending, past.winner, past.plies) == ("misconduct", 0, 1)
            events = (await ann.ask(ShowMatch(0, match), Shown)).events
        told = "ann won after 1 move: bob went on making illegal moves."
        assert explain(events).text == told

    async def test_the_limit_is_published_and_the_warning_comes_when_few_are_left(
        self, app: App, ann: Player, bob: Player
    ) -> None:
        """Before that a refusal says what is wrong with the cell, and no more."""
        assert ann.welcome.limits.illegal_moves == 20
        match = await pair(ann, bob, TERMS)
        texts = [(await ann.refused(Move(0, match, 0, 9))).text for _ in range(20)]
        warned = ["lost" in text or "loses" in text for text in texts]
        assert warned == 15 * [False] + 5 * [True]
        assert len({*texts[:15]}) == 1
        await alternate(match, (ann, bob), 4)
        await ann.settle()
        assert ann.all(Ended) == []

    async def test_what_honest_retries_bring_about_does_not_count(self, tmp_path: Path) -> None:
        """Moves that are stale, in conflict, out of turn, or in somebody else's match."""
        async with (
            serving(tmp_path, illegal_moves=0) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
            player(app.url, "eve") as eve,
        ):
            match = await pair(ann, bob, TERMS)
            await alternate(match, (ann, bob), 4, 0)
            codes = [
                (await one.refused(Move(0, match, ply, cell))).code
                for one, ply, cell in ((bob, 2, 4), (ann, 0, 3), (ann, 7, 3), (eve, 2, 4))
            ]
            assert codes == [Fault.NOT_YOUR_TURN, Fault.CONFLICT, Fault.STALE, Fault.NOT_SEATED]
            await ann.play(match, 0, 4)
            await ann.play(match, 2, 1)
            await bob.next(Played, lambda its: its.ply == 2)
            assert bob.all(Ended) == []

    async def test_other_matches_of_the_player_go_on(self, tmp_path: Path) -> None:
        """And have a count of their own."""
        async with (
            serving(tmp_path, illegal_moves=0) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            lost, kept = await pair(ann, bob, TERMS), await pair(ann, bob, PIE)
            await ann.refused(Move(0, lost, 0, 99))
            assert (await bob.next(Ended)).match == lost
            await alternate(kept, (ann, bob), 4)
            await bob.ask(Swap(0, kept), Done)

    async def test_it_is_rated_as_a_loss(self, tmp_path: Path) -> None:
        """Else a hopeless match could be left without a price."""
        async with serving(tmp_path, illegal_moves=0) as app:
            tokens = [await account(app, name) for name in ("ann", "bob")]
            async with (
                player(app.url, token=tokens[0]) as ann,
                player(app.url, token=tokens[1]) as bob,
            ):
                match = await pair(ann, bob, Terms("tictactoe", rated=True))
                await ann.refused(Move(0, match, 0, 99))
                await bob.next(Ended)
                rated = await app.house.archive.ratings_of(["ann", "bob"])
                by_name = {name: row.rating for (name, _, _), row in rated.items()}
                assert by_name["ann"] < by_name["bob"]

    async def test_it_stays_lost_after_a_restart(self, tmp_path: Path) -> None:
        """The count is forgotten by then, the end is not."""
        async with (
            serving(tmp_path, illegal_moves=0) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, TERMS)
            await ann.refused(Move(0, match, 0, 99))
        async with serving(tmp_path) as app, player(app.url, "cat") as cat:
            assert app.house.tables.all == {}
            [past] = (await cat.ask(ListResults(0), Results)).results
            assert (past.match, past.ending) == (match, "misconduct")
