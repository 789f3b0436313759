"""How matches end over real sockets, by agreement and without it."""

from pathlib import Path

import pytest

from protocol.events import (
    Back,
    Declined,
    Ended,
    Gone,
    Offered,
    Started,
    Swapped,
    TakenBack,
)
from protocol.parts import Ending, Fault, OfferKind, Terms, TimeControl
from protocol.replies import Done, Results
from protocol.requests import Abort, Claim, ListResults, Offer, Resign, Respond, Swap
from server.app import App
from server.matches.deadlines import claim_after
from tests.server.players_over_sockets import Player, alternate, pair, player
from tests.server.serving import serving

TERMS = Terms("tictactoe")
BLITZ = Terms("tictactoe", TimeControl(60, increment=1))
PIE = Terms("tictactoe", pie=True)
DRAW, TAKEBACK = OfferKind.DRAW, OfferKind.TAKEBACK


class TestAgreements:
    async def test_a_draw_is_offered_declined_and_agreed_on(self, ann: Player, bob: Player) -> None:
        """Both hear of each step, and a repeated offer has to wait."""
        match = await pair(ann, bob, TERMS)
        await ann.ask(Offer(0, match, DRAW), Done)
        assert (await bob.next(Offered)).side == 0
        await bob.ask(Respond(0, match, DRAW, accept=False), Done)
        assert (await ann.next(Declined)).side == 1
        assert (await ann.refused(Offer(0, match, DRAW))).code is Fault.TOO_EARLY
        await alternate(match, (ann, bob), 4)
        await bob.ask(Offer(0, match, DRAW), Done)
        await ann.ask(Respond(0, match, DRAW, accept=True), Done)
        ended = await bob.next(Ended)
        assert (ended.winner, ended.ending) == (None, Ending.AGREED)

    async def test_an_offer_lapses_with_the_next_move(self, ann: Player, bob: Player) -> None:
        """After it there is nothing to accept."""
        match = await pair(ann, bob, TERMS)
        await bob.ask(Offer(0, match, DRAW), Done)
        await alternate(match, (ann, bob), 4)
        reply = await ann.refused(Respond(0, match, DRAW, accept=True))
        assert reply.code is Fault.NOT_ALLOWED

    async def test_moves_are_taken_back(self, ann: Player, bob: Player) -> None:
        """And others played in their place."""
        match = await pair(ann, bob, BLITZ)
        await alternate(match, (ann, bob), 4, 0, 8, 2)
        await ann.ask(Offer(0, match, TAKEBACK), Done)
        await bob.next(Offered)
        await bob.ask(Respond(0, match, TAKEBACK, accept=True), Done)
        back = await ann.next(TakenBack)
        assert (back.ply, back.turn) == (2, 0)
        await alternate(match, (ann, bob), 1, ply=2)

    async def test_sides_are_swapped_under_the_pie_rule(self, ann: Player, bob: Player) -> None:
        """The players change places, and each goes on with the other side."""
        match = await pair(ann, bob, PIE)
        await alternate(match, (ann, bob), 4)
        assert (await ann.refused(Swap(0, match))).code is Fault.NOT_YOUR_TURN
        await bob.ask(Swap(0, match), Done)
        swapped = await ann.next(Swapped)
        assert [each.name for each in swapped.players] == ["bob", "ann"]
        assert swapped.turn == 1
        await ann.play(match, 0, 4)  # the same move again is still hers
        await alternate(match, (bob, ann), 0, 8, 1, ply=1)
        assert (await ann.refused(Swap(0, match))).code is Fault.TOO_LATE

    async def test_after_a_swap_the_results_name_the_right_winner(
        self, ann: Player, bob: Player
    ) -> None:
        """The sides of the result are those at the end."""
        match = await pair(ann, bob, PIE)
        await alternate(match, (ann, bob), 4)
        await bob.ask(Swap(0, match), Done)
        await ann.ask(Resign(0, match), Done)
        await bob.next(Ended)
        for asked in (None, "ann", "bob"):
            [past] = (await bob.ask(ListResults(0, asked), Results)).results
            assert past.winner is not None
            assert past.players[past.winner].name == "bob"


class TestEndings:
    async def test_resigning(self, ann: Player, bob: Player) -> None:
        """The other one has won; and once is enough."""
        match = await pair(ann, bob, TERMS)
        await ann.ask(Resign(0, match), Done)
        ended = await bob.next(Ended)
        assert (ended.winner, ended.ending) == (1, Ending.RESIGNED)
        assert (await bob.refused(Resign(0, match))).code is Fault.OVER

    async def test_aborting_before_the_second_move(self, ann: Player, bob: Player) -> None:
        """Not after it."""
        match = await pair(ann, bob, TERMS)
        await alternate(match, (ann, bob), 4)
        await bob.ask(Abort(0, match), Done)
        assert (await ann.next(Ended)).ending is Ending.ABORTED
        match = await pair(ann, bob, TERMS)
        await alternate(match, (ann, bob), 4, 0)
        assert (await bob.refused(Abort(0, match))).code is Fault.TOO_LATE

    async def test_a_match_without_a_first_move_is_called_off(self, tmp_path: Path) -> None:
        """Nobody waits for one who does not begin."""
        async with (
            serving(tmp_path, first_move_seconds=0.1) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            await pair(ann, bob, BLITZ)
            assert (await bob.next(Ended)).ending is Ending.ABORTED
            assert ann.all(Started)[0].first_move == 0.1

    @pytest.mark.parametrize("result", ["win", "draw"])
    async def test_a_claim_on_one_who_is_gone(
        self, monkeypatch: pytest.MonkeyPatch, ann: Player, bob: Player, result: str
    ) -> None:
        """After the countdown that was told, and not before."""
        countdown = [60.0]
        monkeypatch.setattr("server.matches.deadlines.claim_after", lambda _: countdown[0])
        match = await pair(ann, bob, TERMS)
        await alternate(match, (ann, bob), 4, 0)
        claim = Claim(0, match, "win" if result == "win" else "draw")
        assert (await bob.refused(claim)).code is Fault.NOT_ALLOWED
        ann.drop()
        gone = await bob.next(Gone)
        assert gone.side == 0
        assert 0.0 < gone.claim_in <= 60.0
        early = await bob.refused(claim)
        assert early.code is Fault.TOO_EARLY
        assert early.wait is not None
        assert 0.0 < early.wait <= gone.claim_in
        countdown[0] = 0.0
        await bob.ask(claim, Done)
        ended = await bob.next(Ended)
        assert ended.ending is Ending.ABANDONED
        assert ended.winner == (1 if result == "win" else None)

    async def test_after_a_restart_the_countdown_includes_the_grace(self, tmp_path: Path) -> None:
        """Who is back first waits for the other as long as the server itself does."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, BLITZ)
            await alternate(match, (ann, bob), 4, 0)
        async with (
            serving(tmp_path, restart_grace=50.0) as app,
            player(app.url, session=bob.welcome.session) as again,
        ):
            gone = await again.next(Gone)
            assert (gone.match, gone.side) == (match, 0)
            assert claim_after(BLITZ.clock) < gone.claim_in <= 50
            early = await again.refused(Claim(0, match))
            assert early.wait is not None
            assert claim_after(BLITZ.clock) < early.wait <= gone.claim_in

    async def test_no_claim_on_one_who_is_back(self, app: App, ann: Player, bob: Player) -> None:
        """The opponent hears of going and of coming."""
        match = await pair(ann, bob, TERMS)
        ann.drop()
        assert 0 < (await bob.next(Gone)).claim_in <= 120
        async with player(app.url, session=ann.welcome.session):
            assert await bob.next(Back) == Back(match, 0)
            assert (await bob.refused(Claim(0, match))).code is Fault.NOT_ALLOWED
