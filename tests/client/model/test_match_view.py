"""A match as a player sees it, folded from what the server tells, with time as an argument."""

import pytest

from client.model.match_actions import MatchAction, exit_action, possible_actions, request_for
from client.model.match_clocks import digits
from client.model.match_view import MatchView
from games import SIDES
from protocol.events import (
    Back,
    Closing,
    Declined,
    Ended,
    Gone,
    Offered,
    Played,
    RematchOffered,
    Resumed,
    Said,
    Snapshot,
    Swapped,
    TakenBack,
)
from protocol.parts import Ending, Fixture, OfferKind, Room, TimeControl
from protocol.requests import Claim, Offer, Rematch, Resign, Respond
from tests.client.model.match_views import ANN, BLITZ, BOB, MATCH, ScriptedMatch, started

DRAW, TAKEBACK = OfferKind.DRAW, OfferKind.TAKEBACK


def test_a_match_begins_with_its_players_and_an_empty_board() -> None:
    """Whose side is whose is known from the start."""
    view = MatchView.of(started(side=1), 0.0)
    assert (view.me, view.opponent) == (BOB, ANN)
    assert view.turn == 0
    assert not view.is_mine
    assert view.ply == 0


def test_moves_change_the_position_and_the_turn() -> None:
    """What was played is kept in notation, with what it cost."""
    view = ScriptedMatch(started()).moves("4453")
    assert view.notation == ("4", "4", "5", "3")
    assert view.is_mine
    assert view.move_times[0] is not None
    assert view.move_times[0].credited == 0.25
    assert SIDES[view.position.owner(38) or 0] == "X"


def test_what_was_told_before_or_of_another_match_changes_nothing() -> None:
    """Events come once, whatever the connection does."""
    told = ScriptedMatch(started())
    view = told.moves("44")
    assert view.hear(Played(MATCH, 2, 1, 31, 1, 0, 1, (1.0, 1.0), 0), 9.0) is view
    assert view.hear(Played("other", 3, 2, 30, 1, 0, 1, (1.0, 1.0), 1), 9.0) is view


def test_only_the_clock_of_the_side_to_move_runs() -> None:
    """Between two events the time is carried on."""
    clocks = ScriptedMatch(started()).moves("44", now=10.0, left=(200.0, 150.0)).clocks
    assert clocks.running == 0
    assert clocks.remaining(0, 25.0) == 185.0
    assert clocks.remaining(1, 25.0) == 150.0
    assert clocks.remaining(0, 1000.0) == 0.0


def test_a_first_move_is_due_but_not_on_the_clock() -> None:
    """Only from the third move on does the clock run."""
    told = ScriptedMatch(started(first_move=30.0), now=100.0)
    assert told.view.clocks.remaining(0, 110.0) == 300.0
    assert told.view.clocks.due_in(110.0) == 20.0
    assert told.moves("44", now=120.0).clocks.due_in(130.0) is None


def test_a_limit_for_each_move_counts_down_by_itself() -> None:
    """The less of both limits is what a player has."""
    clock = TimeControl(60.0, 0.0, per_move=5.0)
    clocks = ScriptedMatch(started(clock=clock)).moves("4", now=0.0, left=(60.0, 60.0)).clocks
    assert clocks.remaining(1, 2.0) == 3.0
    assert clocks.remaining(0, 2.0) == 5.0


def test_a_match_without_a_clock_has_no_limit() -> None:
    """Nothing runs out."""
    clocks = ScriptedMatch(started(clock=TimeControl())).view.clocks
    assert clocks.remaining(0, 1e6) is None
    assert not clocks.timed


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(3723, "1:02:03"), (299.99, "4:59"), (10, "0:10"), (9.99, "9.9"), (0, "0.0"), (None, "-:--")],
)
def test_clocks_show_tenths_when_they_are_nearly_out(seconds: float | None, shown: str) -> None:
    """A clock never shows more than there is."""
    assert digits(seconds) == shown


def test_an_offer_can_be_answered_until_the_next_move() -> None:
    """It lapses with the turn."""
    told = ScriptedMatch(started())
    told.moves("44")
    view = told.hear(Offered(MATCH, told.seq, 1, DRAW))
    assert view.offered_to_me == (DRAW,)
    assert {MatchAction.ACCEPT_DRAW, MatchAction.DECLINE_DRAW} <= possible_actions(view, 0.0)
    assert MatchAction.DRAW not in possible_actions(view, 0.0)
    assert request_for(view, MatchAction.ACCEPT_DRAW) == Respond(0, MATCH, DRAW, True)
    assert told.moves("5").offers == ()


def test_a_declined_offer_is_gone() -> None:
    """And what we offered was ours."""
    told = ScriptedMatch(started())
    assert told.hear(Offered(MATCH, told.seq, 0, DRAW)).offered_by_me == (DRAW,)
    assert told.hear(Declined(MATCH, told.seq, 1, DRAW)).offers == ()


def test_a_takeback_needs_a_move_of_ours() -> None:
    """Nothing can be taken back before it, nor in a rated match."""
    told = ScriptedMatch(started(side=1))
    assert MatchAction.TAKEBACK not in possible_actions(told.view, 0.0)
    told.moves("4")
    assert MatchAction.TAKEBACK not in possible_actions(told.view, 0.0)
    assert MatchAction.TAKEBACK in possible_actions(told.moves("4"), 0.0)
    assert MatchAction.TAKEBACK not in possible_actions(
        ScriptedMatch(started(rated=True)).moves("44"), 0.0
    )


def test_a_game_of_a_tournament_is_played_to_its_end() -> None:
    """It is neither called off, nor taken back, nor played again; leaving it is resigning."""
    told = ScriptedMatch(started(fixture=Fixture("t1", 1, 1, 1)))
    assert MatchAction.ABORT not in possible_actions(told.view, 0.0)
    assert exit_action(told.view) is MatchAction.RESIGN
    assert possible_actions(told.moves("4455"), 0.0) == {MatchAction.RESIGN, MatchAction.DRAW}
    assert possible_actions(told.end(0, Ending.RESIGNED), 0.0) == frozenset()


def test_moves_that_are_taken_back_are_gone_with_their_costs() -> None:
    """A premove for another position goes too."""
    told = ScriptedMatch(started())
    told.moves("444")
    told.view = told.view.with_premove(0)
    view = told.hear(TakenBack(MATCH, told.seq, 2, (250.0, 240.0), 0), 5.0)
    assert view.notation == ("4", "4")
    assert len(view.move_times) == 2
    assert view.premove is None
    assert view.clocks.remaining(0, 6.0) == 249.0


def test_swapping_sides_changes_which_is_ours() -> None:
    """Only the second player may, in answer to the first move."""
    told = ScriptedMatch(started(side=1, pie=True))
    assert MatchAction.SWAP not in possible_actions(told.view, 0.0)
    told.moves("4")
    assert MatchAction.SWAP in possible_actions(told.view, 0.0)
    view = told.hear(Swapped(MATCH, told.seq, (BOB, ANN), (300.0, 300.0), 1))
    assert view.side == 0
    assert view.me == BOB
    assert not view.is_mine
    assert not {MatchAction.SWAP, MatchAction.TAKEBACK} & possible_actions(view, 0.0)


def test_a_claim_has_a_countdown() -> None:
    """It makes sense once the opponent's time to come back is over."""
    told = ScriptedMatch(started())
    told.moves("44")
    view = told.hear(Gone(MATCH, 1, 30.0), 100.0)
    assert view.claim_in(107.0) == 23.0
    assert MatchAction.CLAIM not in possible_actions(view, 107.0)
    assert {MatchAction.CLAIM, MatchAction.CLAIM_DRAW} <= possible_actions(view, 130.0)
    assert request_for(view, MatchAction.CLAIM_DRAW) == Claim(0, MATCH, "draw")
    assert told.hear(Back(MATCH, 1), 131.0).claim_in(131.0) is None


def test_after_a_restart_the_clock_waits_for_its_player() -> None:
    """Gone and Back stop and start it; at other times they do not."""
    told = ScriptedMatch(started())
    told.moves("4", now=0.0)
    told.hear(Gone(MATCH, 1, 30.0), 1.0)
    assert told.view.clocks.running == 1
    told.hear(Resumed(MATCH, told.seq, 2000.0, (300.0, 200.0), 1), 10.0)
    view = told.hear(Gone(MATCH, 1, 30.0), 10.0)
    assert view.clocks.remaining(1, 20.0) == 200.0
    view = told.hear(Back(MATCH, 1), 20.0)
    assert view.clocks.remaining(1, 25.0) == 195.0


def test_a_restart_is_announced_with_a_countdown() -> None:
    """And over with the restart."""
    told = ScriptedMatch(started())
    assert told.hear(Closing("update", 20.0, 25.0), 5.0).closes_in(15.0) == 10.0
    view = told.hear(Resumed(MATCH, told.seq, 0.0, (1.0, 1.0), 0), 30.0)
    assert view.closes_in(30.0) is None


def test_a_snapshot_replaces_what_was_known_but_for_the_talk() -> None:
    """Whoever comes late sees the match as it stands."""
    told = ScriptedMatch(started())
    told.hear(Said(MATCH, Room.PLAYERS, "bob", "hello"))
    offered = Offered(MATCH, 7, 1, TAKEBACK)
    view = told.hear(
        Snapshot(MATCH, 8, started(), (BOB, ANN), (38, 31), (90.0, 80.0), 0, 1, 4.0, (offered,)),
        50.0,
    )
    assert view.notation == ("4", "4")
    assert view.swapped
    assert view.me == ANN
    assert view.clocks.remaining(0, 51.0) == 85.0
    assert [said.text for said in view.talk] == ["hello"]
    assert view.move_times == (None, None)
    assert view.offers == ((1, TAKEBACK),)


def test_a_rematch_keeps_the_score_and_the_talk() -> None:
    """Sides change, so the score goes by names."""
    told = ScriptedMatch(started())
    told.hear(Said(MATCH, Room.PLAYERS, "bob", "again?"))
    first = told.end(0, Ending.RESIGNED)
    assert first.score.winners == ("ann",)
    assert possible_actions(first, 0.0) == {MatchAction.REMATCH}
    assert request_for(first, MatchAction.REMATCH) == Rematch(0, MATCH)
    assert possible_actions(first.with_rematch_offered(), 0.0) == frozenset()
    assert told.hear(RematchOffered(MATCH, "bob")).rematch_by == {"bob"}
    second = ScriptedMatch(started(match="m2", previous=MATCH), before=first)
    assert second.view.talk[0].text == "again?"
    over = second.end(None, Ending.AGREED)
    assert (over.score.points("ann"), over.score.points("bob")) == (1.5, 0.5)


def test_a_match_without_a_result_does_not_count() -> None:
    """Nor does one that is no rematch go on with the score."""
    told = ScriptedMatch(started())
    aborted = told.end(None, Ending.ABORTED)
    assert aborted.score.winners == ()
    won = ScriptedMatch(started()).end(1, Ending.TIME)
    assert ScriptedMatch(started(match="m9"), before=won).view.score.winners == ()


def test_a_snapshot_of_an_ended_match_counts_it_once() -> None:
    """Coming back twice does not win twice."""
    ended = Ended(MATCH, 3, 0, Ending.RESIGNED, 1000.0)
    snapshot = Snapshot(MATCH, 3, started(), (ANN, BOB), (), (1.0, 1.0), None, 0, ended=ended)
    once = ScriptedMatch(started()).hear(snapshot)
    assert once.score.winners == ("ann",)
    assert once.hear(snapshot, 9.0).score.winners == ("ann",)
    assert once.turn is None


def test_a_premove_is_kept_until_our_turn() -> None:
    """In a column it falls onto what was played meanwhile."""
    told = ScriptedMatch(started(side=0))
    told.moves("4")
    told.view = told.view.with_premove(31)  # the cell that is open in column 4 now
    told.view, premove = told.view.take_premove()
    assert premove is None
    told.moves("4")
    view, premove = told.view.take_premove()
    assert premove is not None
    assert premove.cell == 24
    assert view.premove is None


def test_a_premove_that_has_become_illegal_is_dropped() -> None:
    """With the reason."""
    told = ScriptedMatch(started("tictactoe"))
    told.moves("b2")
    told.view = told.view.with_premove(0)
    told.moves("a3")
    view, premove = told.view.take_premove()
    assert premove is not None
    assert premove.cell is None
    assert "taken" in premove.why
    assert view.premove is None


def test_a_premove_ends_with_the_match() -> None:
    """Nothing is sent to a match that is over."""
    told = ScriptedMatch(started("tictactoe"))
    told.moves("b2")
    told.view = told.view.with_premove(0)
    told.end(0, Ending.RESIGNED)
    _, premove = told.view.take_premove()
    assert premove is not None
    assert premove.cell is None


def test_leaving_keeps_nobody_waiting() -> None:
    """Early it is called off, later given up, and afterwards nobody waits."""
    told = ScriptedMatch(started())
    assert exit_action(told.view) is MatchAction.ABORT
    assert MatchAction.ABORT in possible_actions(told.view, 0.0)
    assert exit_action(told.moves("44")) is MatchAction.RESIGN
    assert MatchAction.ABORT not in possible_actions(told.view, 0.0)
    assert request_for(told.view, MatchAction.RESIGN) == Resign(0, MATCH)
    assert exit_action(told.end(1, Ending.RESIGNED)) is None


def test_whoever_watches_can_do_nothing() -> None:
    """They see it all the same."""
    view = ScriptedMatch(started(side=None)).moves("44")
    assert possible_actions(view, 0.0) == frozenset()
    assert exit_action(view) is None
    assert view.opponent is None
    assert not view.is_mine


def test_every_act_can_be_asked_for() -> None:
    """What is offered as a button has a request behind it."""
    view = ScriptedMatch(started()).view
    assert {request_for(view, act).match for act in MatchAction} == {MATCH}
    assert request_for(view, MatchAction.DRAW) == Offer(0, MATCH, DRAW)
    assert view.terms.clock == BLITZ
