"""The events of a match come to the same for everybody who folds them."""

from typing import Any

from games import Position, game_named
from protocol.events import (
    Declined,
    Ended,
    MatchEvent,
    Offered,
    Played,
    Resumed,
    Snapshot,
    Started,
    Swapped,
    TakenBack,
)
from protocol.fold import MatchFold
from protocol.parts import Ending, OfferKind, Player, Terms, TimeControl

PLAYERS = (Player("ann"), Player("bob"))
GAME = game_named("tictactoe")
LEFT = (50.0, 60.0)


def begun(side: int | None = 0, **terms: Any) -> MatchFold[Position]:
    told = Terms("tictactoe", TimeControl(60.0), **terms)
    started = Started("m", 0, told, (3, 3), PLAYERS, at=0.0, side=side)
    return MatchFold[Position].begin(started, GAME.after, 1.0)


def played(seq: int, ply: int, cell: int) -> Played:
    return Played("m", seq, ply, cell, 1.0, 0.0, 1.0, LEFT, (ply + 1) % 2)


def folded(*events: MatchEvent, side: int | None = 0) -> MatchFold[Position]:
    fold = begun(side)
    for now, event in enumerate(events, 2):
        fold = fold.after(event, float(now))
    return fold


def test_a_move_gives_the_turn_to_the_other() -> None:
    """With the clocks as the server tells them, from when it was heard."""
    fold = folded(played(1, 0, 4))
    assert (fold.seq, fold.ply, fold.position.moves) == (1, 1, (4,))
    assert (fold.left, fold.running, fold.turn_began) == (LEFT, 1, 2.0)
    assert begun().left == (60.0, 60.0)


def test_moves_of_the_opening_are_not_the_players() -> None:
    assert (begun(opening=(4, 0)).ply, begun(opening=(4, 0)).played) == (2, 0)


def test_offers_stand_until_they_are_declined_or_the_turn_ends() -> None:
    """One of a kind; another one of the kind takes its place."""
    draw, takeback = Offered("m", 1, 0, OfferKind.DRAW), Offered("m", 2, 1, OfferKind.TAKEBACK)
    both = folded(draw, takeback)
    assert both.offers == ((0, OfferKind.DRAW), (1, OfferKind.TAKEBACK))
    declined = both.after(Declined("m", 3, 1, OfferKind.DRAW), 4.0)
    assert declined.offers == ((1, OfferKind.TAKEBACK),)
    assert both.after(Resumed("m", 3, 9.0, LEFT, 0), 4.0).offers == both.offers
    assert both.after(played(3, 0, 4), 4.0).offers == ()


def test_a_takeback_goes_back() -> None:
    fold = folded(played(1, 0, 4), played(2, 1, 0), TakenBack("m", 3, 0, LEFT, 0))
    assert (fold.position, fold.running) == (GAME.start(), 0)


def test_a_swap_changes_the_sides() -> None:
    """Of those who play; whoever watches has none."""
    swapped = Swapped("m", 2, PLAYERS[::-1], LEFT, 1)
    fold = folded(played(1, 0, 4), swapped)
    assert (fold.players, fold.side, fold.swapped) == (PLAYERS[::-1], 1, True)
    assert folded(swapped, side=None).side is None


def test_no_clock_runs_after_the_end() -> None:
    ended = Ended("m", 2, 0, Ending.RESIGNED, at=9.0, left=LEFT)
    fold = folded(Offered("m", 1, 1, OfferKind.DRAW), ended)
    assert (fold.ended, fold.running, fold.offers, fold.left) == (ended, None, (), LEFT)


def test_a_snapshot_comes_to_the_same() -> None:
    """As all the events before it."""
    offered = Offered("m", 3, 1, OfferKind.DRAW)
    fold = folded(Swapped("m", 1, PLAYERS[::-1], LEFT, 0), played(2, 0, 4), offered)
    snapshot = Snapshot(
        "m", 3, fold.started, PLAYERS[::-1], (4,), LEFT, 1, 1, elapsed=6.0, offers=(offered,)
    )
    assert MatchFold[Position].begin(snapshot, GAME.after, 9.0) == fold
