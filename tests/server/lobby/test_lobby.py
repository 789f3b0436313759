"""Finding a game: who is paired with whom, whose policy is kept, and what is refused."""

import pytest

from protocol.parts import Fault, Player, Side, Terms, TimeControl
from server.lobby.lobby import OpenInvite, Pairing
from server.refusal import Refusal
from tests.server.lobby.lobbies import ANN, BOB, BOT, CAT, RIVAL, TERMS, challenge, lobby_of, seek


def rated(name: str, rating: float | None) -> Player:
    return Player(name, guest=False, rating=rating)


class TestSeeks:
    def test_two_who_seek_the_same_are_paired(self) -> None:
        """The first stays open until the second comes, and is gone then."""
        lobby = lobby_of(ANN, BOB)
        assert seek(lobby, ANN) is None
        assert seek(lobby, BOB) == Pairing(TERMS, (BOB, ANN))
        assert lobby.seeks == {}

    @pytest.mark.parametrize(
        "other",
        [Terms("gomoku"), Terms("tictactoe", TimeControl(60)), Terms("tictactoe", pie=True),
         Terms("tictactoe", private=True), Terms("tictactoe", rated=True)],
    )  # fmt: skip
    def test_other_terms_are_not_the_same(self, other: Terms) -> None:
        """Nobody gets a match that they did not ask for."""
        lobby = lobby_of(ANN, BOB)
        seek(lobby, ANN)
        assert seek(lobby, BOB, other) is None
        assert len(lobby.seeks) == 2

    @pytest.mark.parametrize(
        ("his", "hers", "coin", "first"),
        [(0, 1, 0, ANN), (1, 0, 0, BOB), (0, None, 0, ANN), (1, None, 0, BOB),
         (None, 0, 1, BOB), (None, 1, 1, ANN), (None, None, 0, BOB), (None, None, 1, ANN)],
    )  # fmt: skip
    def test_sides_are_as_wanted(
        self, his: Side | None, hers: Side | None, coin: Side, first: Player
    ) -> None:
        """Where nobody minds, a coin decides."""
        lobby = lobby_of(ANN, BOB)
        seek(lobby, ANN, side=his)
        pairing = seek(lobby, BOB, side=hers, coin=coin)
        assert pairing is not None
        assert pairing.players[0] == first

    @pytest.mark.parametrize("side", [0, 1])
    def test_two_who_want_the_same_side_are_not_paired(self, side: Side) -> None:
        """They wait for somebody else."""
        lobby = lobby_of(ANN, BOB)
        seek(lobby, ANN, side=side)
        assert seek(lobby, BOB, side=side) is None

    def test_nobody_is_paired_with_themselves(self) -> None:
        """However often they seek."""
        lobby = lobby_of(ANN)
        assert seek(lobby, ANN) is seek(lobby, ANN) is None

    def test_the_oldest_seek_comes_first(self) -> None:
        """Who waits longest is served first."""
        lobby = lobby_of(ANN, BOB, CAT)
        seek(lobby, ANN, side=0)
        seek(lobby, BOB, side=0)
        pairing = seek(lobby, CAT)
        assert pairing is not None
        assert pairing.players == (ANN, CAT)

    @pytest.mark.parametrize(
        ("low", "high", "rating", "fits"),
        [(1500, None, 1500, True), (1500, None, 1499.9, False), (None, 1600, 1600, True),
         (None, 1600, 1601, False), (1400, 1600, 1500, True), (1400, 1600, None, False),
         (1400, None, None, False), (None, 1600, None, False),
         (None, None, None, True)],
    )  # fmt: skip
    @pytest.mark.parametrize("theirs", [False, True])
    def test_ratings_are_in_the_range_asked_for(
        self, low: float | None, high: float | None, rating: float | None, fits: bool, theirs: bool
    ) -> None:
        """By either of the two; without a rating nobody is in any range."""
        ranged, other = rated("ranged", 1550), rated("other", rating)
        lobby = lobby_of(ranged, other)
        if theirs:
            seek(lobby, ranged, low=low, high=high)
            pairing = seek(lobby, other)
        else:
            seek(lobby, other)
            pairing = seek(lobby, ranged, low=low, high=high)
        assert (pairing is not None) == fits

    def test_a_seek_of_one_who_has_no_seat_is_passed_over(self) -> None:
        """It is not taken, and the next is."""
        lobby = lobby_of(ANN, BOB, CAT, BOT)
        seek(lobby, BOT)
        lobby.sit("elsewhere", (BOT, CAT))
        seek(lobby, ANN, side=0)
        pairing = seek(lobby, BOB)
        assert pairing is not None
        assert pairing.players == (ANN, BOB)

    def test_without_a_seat_nobody_seeks(self) -> None:
        """They are told to finish something first."""
        lobby = lobby_of(ANN, BOB, capacity=1)
        lobby.sit("m", (ANN, BOB))
        with pytest.raises(Refusal) as caught:
            seek(lobby, ANN)
        assert caught.value.code is Fault.BUSY


class TestChallengesAndInvites:
    def test_only_the_challenged_accepts(self) -> None:
        """And only what is open."""
        lobby = lobby_of(ANN, BOB, CAT)
        key = challenge(lobby, ANN, BOB)
        for other_key, by in ((key, CAT), (key, ANN), ("nonsense", BOB)):
            with pytest.raises(Refusal) as caught:
                lobby.accept(other_key, by, 0)
            assert caught.value.code is Fault.NO_SUCH_KEY
        assert lobby.accept(key, BOB, 0).players == (ANN, BOB)

    def test_accepting_needs_both_seats(self) -> None:
        """They may have been taken since."""
        lobby = lobby_of(ANN, BOB, CAT, capacity=1)
        key = challenge(lobby, ANN, BOB)
        lobby.sit("m", (CAT, ANN))
        with pytest.raises(Refusal, match="ann has no seat free"):
            lobby.accept(key, BOB, 0)

    @pytest.mark.parametrize("code", ["ABC234", "abc234", "aBc234"])
    def test_an_invite_is_for_whoever_knows_the_code(self, code: str) -> None:
        """In capitals or not, and once."""
        lobby = lobby_of(ANN, BOB, CAT)
        lobby.invite("ABC234", OpenInvite(ANN, TERMS, 1))
        assert lobby.join(code, BOB, 0).players == (BOB, ANN)
        with pytest.raises(Refusal):
            lobby.join(code, CAT, 0)

    @pytest.mark.parametrize(
        ("code", "by", "fault"),
        [("ABC23", BOB, Fault.NO_SUCH_KEY), ("ABC234", ANN, Fault.NOT_ALLOWED)],
    )
    def test_a_wrong_code_or_ones_own_is_refused(self, code: str, by: Player, fault: Fault) -> None:
        """And the invite stays open."""
        lobby = lobby_of(ANN, BOB)
        lobby.invite("ABC234", OpenInvite(ANN, TERMS, None))
        with pytest.raises(Refusal) as caught:
            lobby.join(code, by, 0)
        assert caught.value.code is fault
        assert "ABC234" in lobby.invites

    def test_a_guest_cannot_join_a_rated_match(self) -> None:
        """Guests have no rating to play for."""
        owner = rated("owner", None)
        lobby = lobby_of(owner, ANN)
        lobby.invite("ABC234", OpenInvite(owner, Terms("tictactoe", rated=True), None))
        with pytest.raises(Refusal, match="guests play casual") as caught:
            lobby.join("ABC234", ANN, 0)
        assert caught.value.code is Fault.NOT_ALLOWED

    def test_withdrawing_closes_one_thing(self) -> None:
        """Everything else that a player has open stays."""
        lobby = lobby_of(ANN, BOB)
        seek(lobby, ANN)
        key = challenge(lobby, ANN, BOB)
        lobby.invite("CODE", OpenInvite(ANN, TERMS, None))
        assert len(lobby.opened_by("ann")) == 3
        lobby.withdraw(key)
        assert key not in lobby.opened_by("ann")
        assert len(lobby.opened_by("ann")) == 2
        assert lobby.challenges_to("bob") == []

    def test_what_has_become_impossible_is_named(self) -> None:
        """Seeks and challenges of, and challenges to, whoever has no seat left."""
        lobby = lobby_of(ANN, BOB, BOT, RIVAL)
        seek(lobby, BOT)
        [sought] = lobby.seeks
        keys = (sought, challenge(lobby, ANN, BOT), challenge(lobby, BOT, BOB))
        impossible = {(key, "bot has no seat free") for key in keys}
        possible = challenge(lobby, ANN, BOB)
        assert set(lobby.impossible(("bot", "rival"))) == set()
        lobby.sit("m", (BOT, RIVAL))
        assert set(lobby.impossible(("bot", "rival"))) == impossible
        assert possible not in keys
