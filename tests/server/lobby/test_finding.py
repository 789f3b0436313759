"""Finding a game over real sockets: seeks, challenges, invites, rematches, and seats in a rush."""

from pathlib import Path

import pytest

from protocol.events import (
    Challenged,
    Ended,
    SeekClosed,
    SeekOpened,
    Started,
    Unanswered,
)
from protocol.parts import Fault, Terms, TimeControl
from protocol.replies import Done, Opened, Seeks
from protocol.requests import (
    Answer,
    Challenge,
    Invite,
    Join,
    ListSeeks,
    Resign,
    Seek,
    Withdraw,
)
from server.app import App
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving

TERMS = Terms("tictactoe")
BLITZ = Terms("tictactoe", TimeControl(60, increment=1))
RATED = Terms("tictactoe", TimeControl(60), rated=True)


class TestSeeks:
    async def test_two_who_seek_the_same_are_paired(self, ann: Player, bob: Player) -> None:
        """Both hear of the same match, each with a side of their own."""
        await ann.ask(Seek(0, BLITZ, side=1), Opened)
        await bob.ask(Seek(0, BLITZ), Opened)
        hers, his = await ann.next(Started), await bob.next(Started)
        assert (hers.match, hers.terms, hers.shape) == (his.match, BLITZ, (3, 3))
        assert [each.name for each in hers.players] == ["bob", "ann"]
        assert (hers.side, his.side, hers.previous) == (1, 0, None)

    async def test_the_name_of_a_game_is_made_canonical(self, ann: Player, bob: Player) -> None:
        """Two ways to write the same game are the same game."""
        await ann.ask(Seek(0, Terms("connect4:width=5,height=4")), Opened)
        await bob.ask(Seek(0, Terms("connect4:height=4,width=5")), Opened)
        assert (await ann.next(Started)).match == (await bob.next(Started)).match

    async def test_seeks_are_listed_and_watched(
        self, ann: Player, bob: Player, bot: Player
    ) -> None:
        """Who watches hears of each that opens, is withdrawn, or is taken."""
        first = await ann.ask(Seek(0, TERMS, side=0), Opened)
        [listed] = (await bot.ask(ListSeeks(0, watch=True), Seeks)).seeks
        assert (listed.key, listed.by.name, listed.terms) == (first.key, "ann", TERMS)
        second = await ann.ask(Seek(0, BLITZ), Opened)
        assert (await bot.next(SeekOpened)).seek.key == second.key
        await ann.ask(Withdraw(0, second.key), Done)
        assert (await bot.next(SeekClosed)).key == second.key
        await bob.ask(Seek(0, TERMS, side=1), Opened)
        assert (await bot.next(SeekClosed)).key == first.key
        assert (await bot.ask(ListSeeks(0), Seeks)).seeks == ()
        await ann.ask(Seek(0, BLITZ), Opened)
        await bot.settle()
        assert len(bot.all(SeekOpened)) == 1

    async def test_what_a_player_had_open_leaves_with_them(
        self, app: App, ann: Player, bob: Player
    ) -> None:
        """Nobody is paired with one who is gone."""
        await bob.ask(ListSeeks(0, watch=True))
        async with player(app.url, "cat") as cat:
            opened = await cat.ask(Seek(0, TERMS), Opened)
            challenge = await cat.ask(Challenge(0, "bob", TERMS), Opened)
        assert (await bob.next(SeekClosed)).key == opened.key
        assert (await bob.next(Unanswered)).key == challenge.key
        await ann.ask(Seek(0, TERMS))
        await ann.settle()
        assert ann.all(Started) == []

    @pytest.mark.parametrize(
        ("terms", "code"),
        [
            (Terms("chess"), Fault.NO_SUCH_GAME),
            (Terms("connect4:width=0"), Fault.NO_SUCH_GAME),
            (Terms("tictactoe", TimeControl(0.001)), Fault.BAD_TERMS),
            (Terms("tictactoe", TimeControl(per_move=0.0)), Fault.BAD_TERMS),
            (Terms("tictactoe", TimeControl(increment=1)), Fault.BAD_TERMS),
            (Terms("tictactoe", TimeControl(1e9, increment=1e9)), Fault.BAD_TERMS),
            (RATED, Fault.NOT_ALLOWED),
        ],
    )
    async def test_terms_that_nobody_could_play_on_are_refused(
        self, ann: Player, bob: Player, terms: Terms, code: Fault
    ) -> None:
        """However they are asked for; guests play casual matches only."""
        for request in (Seek(0, terms), Challenge(0, "bob", terms), Invite(0, terms)):
            assert (await ann.refused(request)).code is code
        assert (await bob.ask(ListSeeks(0), Seeks)).seeks == ()

    async def test_only_so_many_are_open_at_once(self, tmp_path: Path) -> None:
        """Seeks, challenges and invites together."""
        async with serving(tmp_path, open_requests=2) as app, player(app.url, "ann") as ann:
            opened = await ann.ask(Seek(0, TERMS), Opened)
            await ann.ask(Invite(0, TERMS), Opened)
            assert (await ann.refused(Seek(0, BLITZ))).code is Fault.BUSY
            await ann.ask(Withdraw(0, opened.key), Done)
            await ann.ask(Seek(0, BLITZ), Opened)

    async def test_players_have_the_ratings_that_count(self, app: App) -> None:
        """Rated players are paired within the range asked for, and shown with their rating."""
        tokens = {name: await account(app, name) for name in ("ann", "bob")}
        async with (
            player(app.url, token=tokens["ann"]) as ann,
            player(app.url, token=tokens["bob"]) as bob,
        ):
            match = await pair(ann, bob, RATED)
            await bob.ask(Resign(0, match), Done)
            await ann.next(Ended)
            await ann.ask(Seek(0, RATED, side=0), Opened)
            await bob.ask(Seek(0, RATED, rating_low=2000), Opened)
            await bob.ask(Seek(0, RATED, rating_low=1510), Opened)
            started = await bob.next(Started)
            winner, loser = (each.rating for each in started.players)
            assert winner is not None
            assert loser is not None
            assert loser < 1500 < winner < 2000

    async def test_who_joins_is_shown_with_a_rating_too(self, app: App) -> None:
        """However a match came about, both ratings are told, and as they are now."""
        tokens = [await account(app, name) for name in ("ann", "bob")]
        async with (
            player(app.url, token=tokens[0]) as ann,
            player(app.url, token=tokens[1]) as bob,
        ):
            for _ in range(2):
                match = await pair(ann, bob, RATED)
                await bob.ask(Resign(0, match), Done)
                await ann.next(Ended)
            started = ann.all(Started)[-1]
            assert all(each.rating is not None for each in started.players)


class TestChallenges:
    async def test_accepted_it_starts(self, ann: Player, bob: Player) -> None:
        """On the terms and with the side that the challenger asked for."""
        opened = await ann.ask(Challenge(0, "BOB", BLITZ, side=1), Opened)
        challenged = await bob.next(Challenged)
        assert (challenged.key, challenged.by.name) == (opened.key, "ann")
        assert (challenged.terms, challenged.side) == (BLITZ, 1)
        await bob.ask(Answer(0, opened.key, accept=True), Done)
        assert [each.name for each in (await ann.next(Started)).players] == ["bob", "ann"]
        assert (await bob.refused(Answer(0, opened.key, True))).code is Fault.NO_SUCH_KEY

    async def test_declined_it_is_over(self, ann: Player, bob: Player) -> None:
        """The challenger is told why."""
        opened = await ann.ask(Challenge(0, "bob", TERMS), Opened)
        await bob.ask(Answer(0, opened.key, accept=False, reason="not now"), Done)
        assert await ann.next(Unanswered) == Unanswered(opened.key, "not now")

    async def test_withdrawn_it_cannot_be_accepted(self, ann: Player, bob: Player) -> None:
        """And the challenged is told."""
        opened = await ann.ask(Challenge(0, "bob", TERMS), Opened)
        await ann.ask(Withdraw(0, opened.key), Done)
        assert (await bob.next(Unanswered)).key == opened.key
        assert (await bob.refused(Answer(0, opened.key, True))).code is Fault.NO_SUCH_KEY

    async def test_nobody_answers_or_withdraws_for_others(
        self, ann: Player, bob: Player, bot: Player
    ) -> None:
        """A key is worth something only to those whom it concerns."""
        opened = await ann.ask(Challenge(0, "bob", TERMS), Opened)
        for other in (bot, ann):
            reply = await other.refused(Answer(0, opened.key, True))
            assert reply.code is Fault.NO_SUCH_KEY
        for other in (bot, bob):
            assert (await other.refused(Withdraw(0, opened.key))).code is Fault.NO_SUCH_KEY

    async def test_only_others_who_are_here_can_be_challenged(self, ann: Player) -> None:
        """Not oneself, and nobody who is away."""
        assert (await ann.refused(Challenge(0, "ann", TERMS))).code is Fault.NOT_ALLOWED
        assert (await ann.refused(Challenge(0, "zoe", TERMS))).code is Fault.NO_SUCH_PLAYER

    async def test_a_guest_cannot_be_challenged_to_a_rated_match(
        self, app: App, bob: Player
    ) -> None:
        """Nor join one with a code."""
        async with player(app.url, token=await account(app, "ann")) as ann:
            assert (await ann.refused(Challenge(0, "bob", RATED))).code is Fault.NOT_ALLOWED
            code = (await ann.ask(Invite(0, RATED), Opened)).key
            assert (await bob.refused(Join(0, code))).code is Fault.NOT_ALLOWED


class TestInvites:
    @pytest.mark.parametrize("change", [str.upper, str.lower, " {} ".format])
    async def test_whoever_has_the_code_may_join(
        self, ann: Player, bob: Player, change: "type[str]"
    ) -> None:
        """Typed as people type it."""
        code = (await ann.ask(Invite(0, TERMS, side=1), Opened)).key
        await bob.ask(Join(0, change(code)), Done)
        assert (await ann.next(Started)).match == (started := await bob.next(Started)).match
        assert started.side == 0

    async def test_a_code_is_good_once(self, ann: Player, bob: Player, bot: Player) -> None:
        """The next to try it is too late."""
        code = (await ann.ask(Invite(0, TERMS), Opened)).key
        await bob.ask(Join(0, code), Done)
        assert (await bot.refused(Join(0, code))).code is Fault.NO_SUCH_KEY

    async def test_a_wrong_code_or_ones_own_is_refused(self, ann: Player, bob: Player) -> None:
        """And spends nothing."""
        code = (await ann.ask(Invite(0, TERMS), Opened)).key
        assert (await bob.refused(Join(0, "NOSUCH"))).code is Fault.NO_SUCH_KEY
        assert (await ann.refused(Join(0, code))).code is Fault.NOT_ALLOWED
        await bob.ask(Join(0, code), Done)

    async def test_a_code_can_be_withdrawn(self, ann: Player, bob: Player) -> None:
        """Before anyone has used it."""
        code = (await ann.ask(Invite(0, TERMS), Opened)).key
        await ann.ask(Withdraw(0, code), Done)
        assert (await bob.refused(Join(0, code))).code is Fault.NO_SUCH_KEY
