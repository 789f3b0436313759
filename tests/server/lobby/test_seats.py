"""Seats under a rush: whatever is asked in whatever order, nobody plays more than they can."""

from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from protocol.parts import OpenSeek, Player, Policy, Side
from server.lobby.lobby import Lobby, OpenInvite, Pairing, RangedSeek
from server.lobby.seats import Caps
from server.refusal import Refusal
from tests.server.lobby.lobbies import ANN, BOB, BOT, CAT, KEYS, RIVAL, TERMS, challenge

ADDRESSES = {"ann": "here", "bob": "here", "cat": "there", "bot": "there", "rival": "yonder"}
SEATS_PER_ADDRESS = 3
FIXTURE = "fixture"  # how the names of games of tournaments begin here


class Rush(RuleBasedStateMachine):
    """Everybody asks for everything at once; seats are counted apart from the lobby's own count."""

    PLAYERS = (ANN, BOB, CAT, BOT, RIVAL)
    names = st.sampled_from(PLAYERS)

    def __init__(self) -> None:
        super().__init__()
        self.lobby = Lobby(Caps(guest=2, guest_bot=3, per_address=SEATS_PER_ADDRESS))
        for player in self.PLAYERS:
            self.lobby.arrive(player, ADDRESSES[player.name])
        self.lobby.declare("rival", Policy(capacity=3, kept_for_people=2, per_opponent=2))
        self.lobby.declare("bot", Policy(capacity=3, per_opponent=1, per_address=2))
        self.matches: dict[str, tuple[Player, Player]] = {}

    @property
    def called(self) -> list[tuple[Player, Player]]:
        """Who play games of tournaments."""
        return [both for match, both in self.matches.items() if match.startswith(FIXTURE)]

    @property
    def agreed(self) -> list[tuple[Player, Player]]:
        """Who play all other matches."""
        return [both for match, both in self.matches.items() if not match.startswith(FIXTURE)]

    def start(self, pairing: Pairing) -> None:
        match = f"match{next(KEYS)}"
        self.matches[match] = pairing.players
        self.lobby.sit(match, pairing.players)
        names = tuple(player.name for player in pairing.players)
        for key, _ in list(self.lobby.impossible(names)):
            self.lobby.withdraw(key)

    @rule(by=names, side=st.sampled_from([None, 0, 1]), coin=st.integers(0, 1))
    def seeks(self, by: Player, side: Side | None, coin: Side) -> None:
        key = f"seek{next(KEYS)}"
        shown = OpenSeek(key, by, TERMS, side)
        try:
            pairing = self.lobby.seek(key, RangedSeek(shown, None, None), coin)
        except Refusal:
            return
        if pairing:
            self.start(pairing)

    @rule(by=names, to=names)
    def challenges(self, by: Player, to: Player) -> None:
        with suppress(Refusal):
            if by != to:
                challenge(self.lobby, by, to)

    @rule(by=names)
    def accepts_everything(self, by: Player) -> None:
        for key in self.lobby.challenges_to(by.name):
            with suppress(Refusal):
                self.start(self.lobby.accept(key, by, 0))

    @rule(by=names)
    def invites(self, by: Player) -> None:
        with suppress(Refusal):
            self.lobby.invite(f"CODE{next(KEYS)}", OpenInvite(by, TERMS, None))

    @rule(by=names)
    def joins_everything(self, by: Player) -> None:
        for code in list(self.lobby.invites):
            with suppress(Refusal):
                self.start(self.lobby.join(code, by, 1))

    @rule(one=names, two=names)
    def are_called(self, one: Player, two: Player) -> None:
        free = all(self.lobby.has_seat(each.name) for each in (one, two))
        if one != two and free and self.lobby.has_room((one, two)):
            match = f"{FIXTURE}{next(KEYS)}"
            self.matches[match] = one, two
            self.lobby.sit(match, (one, two), fixture=True)
            for key, _ in list(self.lobby.impossible((one.name, two.name))):
                self.lobby.withdraw(key)

    @rule(data=st.data())
    def ends(self, data: st.DataObject) -> None:
        if self.matches:
            match = data.draw(st.sampled_from(list(self.matches)))
            self.lobby.stand(match, self.matches.pop(match))

    @invariant()
    def nobody_has_more_than_their_seats(self) -> None:
        for player in self.PLAYERS:
            policy = self.lobby.policies[player.name]
            mine = [match for match in self.matches.values() if player in match]
            with_bots = [
                match
                for match in self.agreed
                if player in match and any(other.bot for other in match if other != player)
            ]
            assert len(mine) <= policy.capacity
            assert len(with_bots) <= policy.capacity - policy.kept_for_people
            assert sorted(self.lobby.matches_of(player.name)) == sorted(
                match for match, players in self.matches.items() if player in players
            )

    @invariant()
    def nobody_plays_more_with_one_opponent_or_address_than_they_say(self) -> None:
        for player in self.PLAYERS:
            policy = self.lobby.policies[player.name]
            others = [
                other for match in self.agreed for other in match
                if player in match and other != player
            ]  # fmt: skip
            most = {name: others.count(name) for name in others}
            assert policy.per_opponent is None or max(most.values(), default=0) <= (
                policy.per_opponent
            )
            places = [ADDRESSES[other.name] for other in others]
            assert policy.per_address is None or all(
                places.count(place) <= policy.per_address for place in places
            )

    @invariant()
    def no_address_holds_more_than_its_seats(self) -> None:
        for matches in (self.agreed, self.called):
            seated = [ADDRESSES[each.name] for match in matches for each in match]
            assert all(seated.count(place) <= SEATS_PER_ADDRESS for place in seated)

    @invariant()
    def nobody_without_a_seat_is_seeking(self) -> None:
        for ranged in self.lobby.seeks.values():
            assert self.lobby.has_seat(ranged.shown.by.name)


TestRush = Rush.TestCase
TestRush.settings = settings(max_examples=60, stateful_step_count=40)
