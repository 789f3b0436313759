"""How often draws and takebacks may be offered: one of a kind at a time, and ever less often."""

import pytest

from protocol.fold import Offers
from protocol.parts import Fault, OfferKind
from server.matches.offers import OfferLimits
from server.refusal import Refusal

DRAW, TAKEBACK = OfferKind.DRAW, OfferKind.TAKEBACK


def code_of(
    limits: OfferLimits, side: int, kind: OfferKind, ply: int, standing: Offers = ()
) -> Fault | None:
    """Why this offer would be refused; None if it would not be."""
    try:
        limits.check(standing, side, kind, ply)
    except Refusal as refusal:
        return refusal.code
    return None


def first_ply(limits: OfferLimits, side: int, kind: OfferKind) -> int:
    """From when on the offer may be made, nothing standing."""
    return next(ply for ply in range(1000) if code_of(limits, side, kind, ply) is None)


@pytest.mark.parametrize("side", [0, 1])
def test_one_of_a_kind_stands_at_a_time(side: int) -> None:
    """Neither side can offer what is offered already; another kind it can."""
    limits, standing = OfferLimits(), ((0, TAKEBACK),)
    assert code_of(limits, side, TAKEBACK, 3, standing) is Fault.CONFLICT
    assert code_of(limits, side, DRAW, 3, standing) is None


class TestBackingOff:
    def test_each_that_comes_to_nothing_doubles_the_wait(self) -> None:
        """After the n-th, 2^n moves must pass."""
        limits, ply, waits = OfferLimits(), 0, []
        for _ in range(5):
            limits.note(1, DRAW, ply)
            due = first_ply(limits, 1, DRAW)
            waits.append(due - ply)
            ply = due
        assert waits == [2, 4, 8, 16, 32]

    def test_it_says_how_many_moves_to_wait(self) -> None:
        """A refusal tells when the offer makes sense again."""
        limits = OfferLimits()
        limits.note(0, DRAW, 4)
        with pytest.raises(Refusal, match="after 1 more move") as caught:
            limits.check((), 0, DRAW, 5)
        assert caught.value.code is Fault.TOO_EARLY

    def test_sides_and_kinds_wait_apart(self) -> None:
        """A draw refused to one keeps neither the other nor a takeback waiting."""
        limits = OfferLimits()
        limits.note(0, DRAW, 4)
        assert code_of(limits, 1, DRAW, 4) is None
        assert code_of(limits, 0, TAKEBACK, 4) is None

    def test_what_was_accepted_did_not_come_to_nothing(self) -> None:
        """After a takeback that was granted the next may be asked for at once."""
        limits = OfferLimits()
        limits.note(0, TAKEBACK, 4)
        limits.note_takeback(0)
        assert code_of(limits, 0, TAKEBACK, 3) is None
        limits.note(0, TAKEBACK, 3)
        assert first_ply(limits, 0, TAKEBACK) == 5


def test_swapping_sides_takes_the_waits_along() -> None:
    """The wait belongs to the player, not to the side."""
    limits = OfferLimits()
    limits.note(0, DRAW, 1)
    limits.swap()
    assert code_of(limits, 0, DRAW, 1) is None
    assert first_ply(limits, 1, DRAW) == 3
    limits.note(1, DRAW, 3)
    assert first_ply(limits, 1, DRAW) == 3 + 4
