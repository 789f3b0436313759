"""What players declare to take, and that the lobby keeps to it."""

import pytest

from protocol.parts import Challengers, Fault, Player, Policy, Terms, TimeControl
from server.lobby.lobby import OpenInvite
from server.refusal import Refusal
from tests.server.lobby.lobbies import (
    ANN,
    BOB,
    BOT,
    RIVAL,
    TERMS,
    challenge,
    lobby_of,
    seated,
    seek,
)

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

    @pytest.mark.parametrize(
        "policy", [Policy(games=("connect4",)), Policy(min_seconds=60, max_seconds=99)]
    )
    def test_nobody_proposes_what_they_do_not_play(self, policy: Policy) -> None:
        """A seek, an invite or a challenge of one's own must suit one's own policy."""
        lobby = lobby_of(ANN, BOT)
        lobby.declare("bot", policy)
        for propose in (
            lambda: seek(lobby, BOT),
            lambda: lobby.invite("CODE", OpenInvite(BOT, TERMS, None)),
            lambda: challenge(lobby, BOT, ANN),
        ):
            with pytest.raises(Refusal, match=r"^your policy is to play ") as caught:
                propose()
            assert caught.value.code is Fault.NOT_ALLOWED
        assert lobby.opened_by("bot") == []

    @pytest.mark.parametrize(
        ("policy", "by", "meet"),
        [
            (Policy(challengers=Challengers.PEOPLE), ANN, True),
            (Policy(challengers=Challengers.PEOPLE), RIVAL, False),
            (Policy(challengers=Challengers.BOTS), ANN, False),
            (Policy(challengers=Challengers.BOTS), RIVAL, True),
            (Policy(challengers=Challengers.NOBODY), ANN, True),
            (Policy(challengers=Challengers.NOBODY), RIVAL, True),
        ],
    )
    @pytest.mark.parametrize("bot_first", [True, False])
    def test_seeks_and_invites_are_for_whom_the_policy_admits(
        self, policy: Policy, by: Player, meet: bool, bot_first: bool
    ) -> None:
        """Whoever came first; who is asked by nobody may still ask."""
        lobby = lobby_of(ANN, RIVAL, BOT)
        lobby.declare("bot", policy)
        for name in ("ann", "rival"):
            lobby.declare(name, Policy(capacity=9))
        lobby.invite("CODE", OpenInvite(BOT, TERMS, None))
        one, two = (BOT, by) if bot_first else (by, BOT)
        assert seek(lobby, one) is None
        assert len(lobby.seeks) == 1
        assert (seek(lobby, two) is not None) is meet
        if meet:
            return
        with pytest.raises(Refusal, match=r"^the policy of bot is to play against ") as caught:
            lobby.join("CODE", by, 0)
        assert caught.value.code is Fault.NOT_ALLOWED
        assert "CODE" in lobby.invites

    def test_a_joiner_keeps_to_their_own_policy_too(self) -> None:
        """Though they knew nothing of the terms."""
        lobby = lobby_of(ANN, BOT)
        lobby.declare("bot", Policy(games=("connect4",)))
        lobby.invite("CODE", OpenInvite(ANN, TERMS, None))
        with pytest.raises(Refusal, match=r"^the policy of bot is to play connect4, not tictactoe"):
            lobby.join("CODE", BOT, 0)

    @pytest.mark.parametrize(
        ("policy", "agreed", "admitted"),
        [
            (Policy(games=("connect4",)), False, False),
            (Policy(games=("connect4",)), True, False),
            (Policy(challengers=Challengers.BOTS), False, False),
            (Policy(challengers=Challengers.BOTS), True, True),
            (Policy(challengers=Challengers.NOBODY), False, False),
            (Policy(challengers=Challengers.NOBODY), True, True),
            (Policy(challengers=Challengers.PEOPLE), False, True),
        ],
    )
    def test_a_rematch_must_suit_who_is_asked(
        self, policy: Policy, agreed: bool, admitted: bool
    ) -> None:
        """Who has asked for it has chosen the opponent, but not other terms."""
        lobby = lobby_of(ANN, BOT)
        lobby.declare("bot", policy)
        if admitted:
            lobby.check_rematch(ANN, BOT, TERMS, agreed)
            return
        with pytest.raises(Refusal, match=r"^the policy of bot is to ") as caught:
            lobby.check_rematch(ANN, BOT, TERMS, agreed)
        assert caught.value.code is Fault.NOT_ALLOWED

    def test_a_new_policy_closes_what_it_excludes(self) -> None:
        """Both what the player asks for and what they are asked."""
        lobby = lobby_of(ANN, BOB, BOT)
        lobby.declare("bot", Policy(capacity=9))
        seek(lobby, BOT)
        keys = {*lobby.seeks, challenge(lobby, ANN, BOT), challenge(lobby, BOT, BOB)}
        lobby.declare("bot", Policy(capacity=9, games=("qubic",)))
        reason = "the policy of bot is to play qubic, not tictactoe"
        assert set(lobby.impossible(("bot",))) == {(key, reason) for key in keys}

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
        assert lobby.against_seat(BOT, RIVAL) is None
        assert lobby.has_seat("bot")

    def test_standing_up_frees_the_seat(self) -> None:
        """Of both, and of that match only."""
        lobby = lobby_of(ANN, BOT)
        lobby.sit("m", (ANN, BOT))
        assert lobby.matches_of("bot") == ["m"]
        lobby.stand("m", (ANN, BOT))
        assert lobby.has_seat("bot")
        assert lobby.matches_of("ann") == []
