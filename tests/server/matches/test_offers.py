"""Offers of draws and takebacks by themselves: they lapse, and back off."""

import pytest

from protocol.parts import Fault, OfferKind
from server.matches.offers import Offers
from server.refusal import Refusal

DRAW, TAKEBACK = OfferKind.DRAW, OfferKind.TAKEBACK


def code_of(offers: Offers, side: int, kind: OfferKind, ply: int) -> Fault | None:
    """Why this offer would be refused; None if it would not be."""
    try:
        offers.check(side, kind, ply)
    except Refusal as refusal:
        return refusal.code
    return None


def first_ply(offers: Offers, side: int, kind: OfferKind) -> int:
    """From when on the offer may be made, nothing standing."""
    return next(ply for ply in range(1000) if code_of(offers, side, kind, ply) is None)


class TestStanding:
    def test_an_offer_stands_until_the_next_move(self) -> None:
        """Then nobody can answer it any more."""
        offers = Offers()
        offers.make(0, DRAW, 3)
        offers.answerable(1, DRAW)
        offers.lapse()
        with pytest.raises(Refusal, match="has not offered a draw"):
            offers.answerable(1, DRAW)

    def test_nobody_answers_their_own(self) -> None:
        """Only the opponent of who has offered can."""
        offers = Offers()
        offers.make(0, DRAW, 3)
        with pytest.raises(Refusal) as caught:
            offers.answerable(0, DRAW)
        assert caught.value.code is Fault.NOT_ALLOWED

    @pytest.mark.parametrize("side", [0, 1])
    def test_one_of_a_kind_stands_at_a_time(self, side: int) -> None:
        """Neither side can offer what is offered already; another kind it can."""
        offers = Offers()
        offers.make(0, TAKEBACK, 3)
        assert code_of(offers, side, TAKEBACK, 3) is Fault.CONFLICT
        assert code_of(offers, side, DRAW, 3) is None

    def test_what_is_declined_is_gone(self) -> None:
        """The other kind still stands."""
        offers = Offers()
        offers.make(0, DRAW, 3)
        offers.make(0, TAKEBACK, 3)
        offers.drop(DRAW)
        assert offers.standing == {TAKEBACK: 0}


class TestBackingOff:
    def test_each_that_comes_to_nothing_doubles_the_wait(self) -> None:
        """After the n-th, 2^n moves must pass."""
        offers, ply, waits = Offers(), 0, []
        for _ in range(5):
            offers.make(1, DRAW, ply)
            offers.lapse()
            due = first_ply(offers, 1, DRAW)
            waits.append(due - ply)
            ply = due
        assert waits == [2, 4, 8, 16, 32]

    def test_it_says_how_many_moves_to_wait(self) -> None:
        """A refusal tells when the offer makes sense again."""
        offers = Offers()
        offers.make(0, DRAW, 4)
        offers.lapse()
        with pytest.raises(Refusal, match="after 1 more moves") as caught:
            offers.check(0, DRAW, 5)
        assert caught.value.code is Fault.TOO_EARLY

    def test_sides_and_kinds_wait_apart(self) -> None:
        """A draw refused to one keeps neither the other nor a takeback waiting."""
        offers = Offers()
        offers.make(0, DRAW, 4)
        offers.lapse()
        assert code_of(offers, 1, DRAW, 4) is None
        assert code_of(offers, 0, TAKEBACK, 4) is None

    def test_what_was_accepted_did_not_come_to_nothing(self) -> None:
        """After a takeback that was granted the next may be asked for at once."""
        offers = Offers()
        offers.make(0, TAKEBACK, 4)
        offers.accept(TAKEBACK)
        offers.lapse()
        assert code_of(offers, 0, TAKEBACK, 3) is None
        offers.make(0, TAKEBACK, 3)
        offers.lapse()
        assert first_ply(offers, 0, TAKEBACK) == 5


def test_swapping_sides_lapses_offers_and_takes_the_waits_along() -> None:
    """The wait belongs to the player, not to the side."""
    offers = Offers()
    offers.make(0, DRAW, 1)
    offers.swap()
    assert offers.standing == {}
    assert code_of(offers, 0, DRAW, 1) is None
    assert first_ply(offers, 1, DRAW) == 3
    offers.make(1, DRAW, 3)
    offers.lapse()
    assert first_ply(offers, 1, DRAW) == 3 + 4
