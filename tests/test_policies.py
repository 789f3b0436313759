"""What players declare to take, and that the lobby keeps to it."""

import pytest

from protocol.parts import Challengers, Fault, Player, Policy, Terms, TimeControl
from server.refusal import Refusal
from tests.lobbies import ANN, BOB, BOT, RIVAL, TERMS, challenge, lobby_of, seated

SMALL = "connect4:width=5,height=4"


class TestPolicies:
    @pytest.mark.parametrize(
        ("policy", "by", "terms", "code"),
        [
            (Policy(games=("connect4",)), ANN, TERMS, Fault.NOT_ALLOWED),
            (Policy(games=("gomoku", "tictactoe")), ANN, TERMS, None),
            (Policy(games=("connect4",)), ANN, Terms(SMALL), None),
            (Policy(games=(SMALL,)), ANN, Terms(SMALL), None),
            (Policy(games=(SMALL,)), ANN, Terms("connect4:width=8,height=8"), Fault.NOT_ALLOWED),
            (Policy(challengers=Challengers.PEOPLE), ANN, TERMS, None),
            (Policy(challengers=Challengers.PEOPLE), RIVAL, TERMS, Fault.NOT_ALLOWED),
            (Policy(challengers=Challengers.BOTS), RIVAL, TERMS, None),
            (Policy(challengers=Challengers.BOTS), ANN, TERMS, Fault.NOT_ALLOWED),
            (Policy(challengers=Challengers.NOBODY), ANN, TERMS, Fault.NOT_ALLOWED),
            (Policy(min_seconds=60), ANN, Terms("qubic", TimeControl(59)), Fault.NOT_ALLOWED),
            (Policy(min_seconds=60), ANN, Terms("qubic", TimeControl(20, 1)), None),
            (Policy(max_seconds=60), ANN, Terms("qubic", TimeControl(60)), None),
            (Policy(max_seconds=60), ANN, Terms("qubic", TimeControl(61)), Fault.NOT_ALLOWED),
            (Policy(max_seconds=60), ANN, Terms("qubic"), Fault.NOT_ALLOWED),
            (Policy(max_seconds=60), ANN, Terms("qubic", TimeControl(per_move=1)), None),
            (Policy(min_seconds=60), ANN, Terms("qubic"), None),
            (Policy(capacity=0), ANN, TERMS, Fault.BUSY),
        ],
    )
    def test_a_challenge_must_suit_the_challenged(
        self, policy: Policy, by: Player, terms: Terms, code: Fault | None
    ) -> None:
        """In its game, its clock, and who it comes from."""
        lobby = lobby_of(ANN, RIVAL, BOT)
        lobby.declare("bot", policy)
        if code is None:
            assert challenge(lobby, by, BOT, terms) in lobby.challenges
            return
        with pytest.raises(Refusal) as caught:
            challenge(lobby, by, BOT, terms)
        assert caught.value.code is code
        assert lobby.challenges == {}

    def test_somebody_who_is_not_here_cannot_be_challenged(self) -> None:
        """Nor one who has left."""
        lobby = lobby_of(ANN, BOB)
        lobby.leave("bob")
        with pytest.raises(Refusal) as caught:
            challenge(lobby, ANN, BOB)
        assert caught.value.code is Fault.NO_SUCH_PLAYER

    def test_seats_are_kept_for_people(self) -> None:
        """Bots get what remains of the capacity, people all of it."""
        lobby = lobby_of(ANN, BOB, RIVAL, BOT)
        lobby.declare("bot", Policy(capacity=2, kept_for_people=1))
        lobby.declare("rival", Policy(capacity=5))
        seated(lobby, lobby.accept(challenge(lobby, RIVAL, BOT), BOT, 0))
        with pytest.raises(Refusal):
            challenge(lobby, RIVAL, BOT)
        seated(lobby, lobby.accept(challenge(lobby, ANN, BOT), BOT, 0))
        with pytest.raises(Refusal):
            challenge(lobby, BOB, BOT)

    def test_people_may_take_the_seats_of_bots(self) -> None:
        """Then those kept for people are counted from what people have not taken yet."""
        lobby = lobby_of(ANN, RIVAL, BOT)
        lobby.declare("bot", Policy(capacity=2, kept_for_people=1))
        lobby.sit("m", (ANN, BOT))
        assert lobby.has_seat("bot", against_bot=True)
        assert lobby.has_seat("bot", against_bot=False)

    def test_standing_up_frees_the_seat(self) -> None:
        """Of both, and of that match only."""
        lobby = lobby_of(ANN, BOT)
        lobby.sit("m", (ANN, BOT))
        assert lobby.matches_of("bot") == ["m"]
        lobby.stand("m", (ANN, BOT))
        assert lobby.has_seat("bot", against_bot=False)
        assert lobby.matches_of("ann") == []
