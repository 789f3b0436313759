"""Whoever keeps a bot waiting in an untimed match is warned, and then has lost it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.model.match_view import MatchView
from client.screen.match import match_texts
from client.words.endings import explain
from client.words.news import announce, next_mark
from protocol.events import Ended, Idle, Offered, Started
from protocol.parts import Ending, Fault, OfferKind, Player, Policy, Terms
from protocol.replies import Done
from protocol.requests import Declare, Resign
from server.app import App
from server.matches.match import Match
from tests.server.matches.matches import ANN, EPOCH, PATIENCE, play, started
from tests.server.players_over_sockets import Player as Wire
from tests.server.players_over_sockets import pair

DEEP, OTHER = Player("deep", bot=True), Player("other", bot=True)
LIMIT = 600.0


def idle_match(first: Player = ANN, second: Player = DEEP) -> Match:
    begun = replace(started(), players=(first, second), idle=LIMIT)
    return Match(begun, 0.0, EPOCH, PATIENCE)


class TestAMatch:
    def test_is_lost_by_who_keeps_a_bot_waiting(self) -> None:
        """To the second, with a reason that names them."""
        match = idle_match()
        play(match, 4, 0, at=50.0)
        assert match.tick(50.0 + LIMIT - 0.01) == []
        [ended] = match.tick(50.0 + LIMIT)
        assert isinstance(ended, Ended)
        assert (ended.winner, ended.ending) == (1, Ending.ABANDONED)
        assert ended.reason == "ann made no move in 600 s"

    def test_is_called_off_before_the_second_move(self) -> None:
        """Nobody has lost what has not begun."""
        [ended] = idle_match().tick(LIMIT)
        assert isinstance(ended, Ended)
        assert (ended.winner, ended.ending) == (None, Ending.ABORTED)

    def test_gives_a_bot_that_faces_a_person_all_the_time(self) -> None:
        """The limit is for those who hold a bot's seat."""
        match = idle_match()
        play(match, 4, at=1.0)
        assert (match.deadline(), match.tick(1e6)) == (None, [])

    def test_warns_at_half_of_the_time_once_in_each_turn(self) -> None:
        """And is asked for it in time."""
        match = idle_match(DEEP, OTHER)
        assert match.deadline() == LIMIT / 2
        assert match.warning(LIMIT / 2 - 0.01) is None
        assert match.warning(LIMIT / 2) == LIMIT / 2
        assert match.warning(LIMIT / 2 + 1.0) is None
        assert match.deadline() == LIMIT
        play(match, 4, at=LIMIT - 1.0)
        assert match.deadline() == LIMIT - 1.0 + LIMIT / 2

    @given(st.floats(0.0, LIMIT - 1.0), st.floats(0.0, 1e6))
    def test_charges_nobody_for_the_time_that_the_server_was_down(
        self, before: float, down: float
    ) -> None:
        """The turn begins anew when its player is back, or the grace for it is over."""
        match = idle_match()
        play(match, 4, 0, at=before)
        up = before + down
        again = Match.restored(match.events, up, EPOCH, PATIENCE)
        again.resume(up)
        again.arrive(0, up + 5.0)
        assert again.tick(up + 5.0 + LIMIT - 0.5) == []
        assert again.tick(up + 5.0 + LIMIT + 0.5)


class TestTheServer:
    @pytest.mark.parametrize(("policy", "limit"), [(None, 600.0), (90.0, 90.0), (0.0, None)])
    async def test_tells_the_limit_when_the_match_starts(
        self, policy: float | None, limit: float | None, ann: Wire, bot: Wire
    ) -> None:
        """That of the bot, or its own; people among themselves have none, nor has a clock."""
        await bot.ask(Declare(0, Policy(idle_seconds=policy)), Done)
        await pair(ann, bot, Terms("gomoku"))
        assert ann.all(Started)[-1].idle == limit

    async def test_takes_no_limit_that_nobody_could_keep(self, bot: Wire) -> None:
        """A bot does not win by being in a hurry."""
        refused = await bot.refused(Declare(0, Policy(idle_seconds=1.0)))
        assert refused.code is Fault.NOT_ALLOWED
        assert "at least 30" in refused.text

    async def test_warns_both_and_who_comes_back(self, app: App, ann: Wire, bot: Wire) -> None:
        """With the seconds that are left."""
        match = await pair(ann, bot, Terms("gomoku"))
        table = app.house.tables.all[match]
        table.match.turn_began -= 400.0
        table._ring()
        for one in (ann, bot):
            idle = await one.next(Idle)
            assert idle.match == match
            assert 0.0 < idle.ends_in <= 200.0
        table.match.turn_began -= 200.0
        table._ring()
        assert (await ann.next(Ended)).ending is Ending.ABORTED
        assert (await bot.refused(Resign(0, match))).code is Fault.OVER


class TestThePersonIsTold:
    def view(self) -> MatchView:
        begun = replace(started(), players=(ANN, DEEP), idle=LIMIT, side=0)
        return MatchView.of(begun, 0.0)

    def test_in_sentences(self) -> None:
        """At the start, when warned, and as the last minute passes."""
        view = self.view()
        begun = announce(view, view.started, 0.0)
        assert "untimed, a move within 10 minutes" in begun
        warning = Idle("m1", 0, 290.0)
        view = view.hear(warning, 300.0)
        told = announce(view, warning, 300.0)
        assert told == "You must move within 4 minutes 50 seconds, or the match is called off."
        assert next_mark(view, 300.0) == (230.0, 60)

    def test_on_the_screen(self) -> None:
        """Once half of the time is over."""
        view = self.view()
        assert "within" not in match_texts.status(view, match_texts.Moment(299.0)).plain
        assert "You move within 5:00" in match_texts.status(view, match_texts.Moment(300.0)).plain

    def test_on_the_screen_also_while_an_offer_stands(self) -> None:
        """Which a bot may leave unanswered."""
        view = self.view().after(Offered("m1", 1, 0, OfferKind.DRAW), 1.0)
        assert "You have offered: draw" in match_texts.status(view, match_texts.Moment(2.0)).plain
        assert "You move within 5:00" in match_texts.status(view, match_texts.Moment(300.0)).plain

    def test_why_it_was_lost(self) -> None:
        """By who did not move, and not by somebody who was gone."""
        match = idle_match()
        play(match, 4, 0, at=50.0)
        match.tick(50.0 + LIMIT)
        told = explain(match.events).text
        assert told == "deep won after 2 moves, because: ann made no move in 600 s."
