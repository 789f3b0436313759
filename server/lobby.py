"""Finding a game: seeks, challenges and invites, and who has a seat free. No I/O, no clock.

A match is agreed on in one step that checks both players' seats and takes them, so that no race can
seat a player twice.
"""

from collections.abc import Iterator
from typing import NamedTuple

from protocol.parts import Challengers, Fault, OpenSeek, Player, Policy, Score, Side, Terms
from server.ratings import estimate
from server.refusal import Refusal


class Pairing(NamedTuple):
    """Two players who will play, the first mover first."""

    terms: Terms
    players: tuple[Player, Player]


class OpenSeeking(NamedTuple):
    shown: OpenSeek
    low: Score | None
    high: Score | None

    def admits(self, player: Player) -> bool:
        """Whether the player's rating is in the range asked for; without a rating, only if open."""
        if player.rating is None:
            return self.low is None and self.high is None
        return (self.low is None or player.rating >= self.low) and (
            self.high is None or player.rating <= self.high
        )


class OpenChallenge(NamedTuple):
    by: Player
    to: str
    terms: Terms
    side: Side | None


class OpenInvite(NamedTuple):
    by: Player
    terms: Terms
    side: Side | None


class Lobby:
    def __init__(self, people_capacity: int = 20) -> None:
        self.people_capacity = people_capacity
        self.policies: dict[str, Policy] = {}  # of everyone who is here
        self.seeks: dict[str, OpenSeeking] = {}
        self.challenges: dict[str, OpenChallenge] = {}
        self.invites: dict[str, OpenInvite] = {}
        self._seated: dict[str, dict[str, bool]] = {}  # player -> match -> against a bot?

    # Who is here, and who sits where

    def arrive(self, player: Player) -> None:
        default = Policy(capacity=1 if player.bot else self.people_capacity)
        self.policies.setdefault(player.name, default)

    def declare(self, name: str, policy: Policy) -> None:
        self.policies[name] = policy

    def leave(self, name: str) -> None:
        """The player is gone: what they had asked for goes with them, their seats stay."""
        self.policies.pop(name, None)

    def sit(self, match: str, players: tuple[Player, Player]) -> None:
        for player, other in (players, players[::-1]):
            self._seated.setdefault(player.name, {})[match] = other.bot

    def stand(self, match: str, players: tuple[Player, Player]) -> None:
        for player in players:
            seats = self._seated.get(player.name, {})
            seats.pop(match, None)
            if not seats:
                self._seated.pop(player.name, None)

    def matches_of(self, name: str) -> list[str]:
        return list(self._seated.get(name, ()))

    def has_seat(self, name: str, against_bot: bool) -> bool:
        policy = self.policies.get(name)
        if policy is None:
            return False
        seats = self._seated.get(name, {})
        if len(seats) >= policy.capacity:
            return False
        kept = policy.kept_for_people if against_bot else 0
        return sum(seats.values()) < policy.capacity - kept if against_bot else True

    # Asking for a match

    def seek(self, key: str, seeking: OpenSeeking, coin: Side) -> Pairing | None:
        """The pairing found, or None while the seek stays open."""
        mine = seeking.shown
        self._check_seat(mine.by.name)
        for other_key, other in self.seeks.items():
            if self._fits(seeking, other):
                del self.seeks[other_key]
                wanted = mine.side if mine.side is not None else opposite(other.shown.side)
                return self._pair(mine.by, other.shown.by, mine.terms, wanted, coin)
        self.seeks[key] = seeking
        return None

    def challenge(self, key: str, challenge: OpenChallenge) -> None:
        """Open a challenge that the other's policy admits."""
        self._check_seat(challenge.by.name)
        self._check_policy(challenge)
        self.challenges[key] = challenge

    def accept(self, key: str, by: Player, coin: Side) -> Pairing:
        challenge = self.find_challenge(key, by.name)
        for name, other in ((by.name, challenge.by), (challenge.by.name, by)):
            if not self.has_seat(name, other.bot):
                raise Refusal(Fault.BUSY, f"{name} has no seat free")
        del self.challenges[key]
        return self._pair(challenge.by, by, challenge.terms, challenge.side, coin)

    def find_challenge(self, key: str, to: str) -> OpenChallenge:
        challenge = self.challenges.get(key)
        if challenge is None or challenge.to != to:
            raise Refusal(Fault.NO_SUCH_KEY, f"no challenge to you is called {key}")
        return challenge

    def join(self, code: str, by: Player, coin: Side) -> Pairing:
        invite = self.invites.get(code.upper())
        if invite is None:
            raise Refusal(Fault.NO_SUCH_KEY, f"no invite has the code {code}: ask for a new one")
        if invite.by.name == by.name:
            raise Refusal(Fault.NOT_ALLOWED, "this is your own invite: pass the code to a friend")
        if invite.terms.rated and by.guest:
            raise Refusal(Fault.NOT_ALLOWED, "guests play casual matches, and this one is rated")
        for name, other in ((by.name, invite.by), (invite.by.name, by)):
            if not self.has_seat(name, other.bot):
                raise Refusal(Fault.BUSY, f"{name} has no seat free")
        del self.invites[code.upper()]
        return self._pair(invite.by, by, invite.terms, invite.side, coin)

    def invite(self, code: str, invite: OpenInvite) -> None:
        self._check_seat(invite.by.name)
        self.invites[code] = invite

    def opened_by(self, name: str) -> list[str]:
        """The keys of all that a player has open."""
        return (
            [key for key, seeking in self.seeks.items() if seeking.shown.by.name == name]
            + [key for key, challenge in self.challenges.items() if challenge.by.name == name]
            + [key for key, invite in self.invites.items() if invite.by.name == name]
        )

    def challenges_to(self, name: str) -> list[str]:
        return [key for key, challenge in self.challenges.items() if challenge.to == name]

    def withdraw(self, key: str) -> None:
        self.seeks.pop(key, None)
        self.challenges.pop(key, None)
        self.invites.pop(key, None)

    def impossible(self, names: tuple[str, ...]) -> Iterator[str]:
        """The keys of seeks and challenges that these players have no seat for any more."""
        for name in names:
            for key, seeking in self.seeks.items():
                if seeking.shown.by.name == name and not self.has_seat(name, False):
                    yield key
            for key, challenge in self.challenges.items():
                to_me = challenge.to == name and not self.has_seat(name, challenge.by.bot)
                by_me = challenge.by.name == name and not self.has_seat(name, False)
                if to_me or by_me:
                    yield key

    # What is checked

    def _fits(self, mine: OpenSeeking, other: OpenSeeking) -> bool:
        one, two = mine.shown, other.shown
        return (
            one.terms == two.terms
            and one.by.name != two.by.name
            and (one.side is None or one.side != two.side)
            and mine.admits(two.by)
            and other.admits(one.by)
            and self.has_seat(two.by.name, one.by.bot)
            and self.has_seat(one.by.name, two.by.bot)
        )

    def _pair(
        self, one: Player, two: Player, terms: Terms, side: Side | None, coin: Side
    ) -> Pairing:
        """*side* is that of *one*; the coin decides where it is open."""
        first = (coin if side is None else side) == 0
        return Pairing(terms, (one, two) if first else (two, one))

    def _check_seat(self, name: str) -> None:
        if not self.has_seat(name, False):
            raise Refusal(Fault.BUSY, "you have no seat free: finish a match first")

    def _check_policy(self, challenge: OpenChallenge) -> None:
        policy = self.policies.get(challenge.to)
        if policy is None:
            raise Refusal(Fault.NO_SUCH_PLAYER, f"{challenge.to} is not online")
        if not self.has_seat(challenge.to, challenge.by.bot):
            raise Refusal(Fault.BUSY, f"{challenge.to} has no seat free: try again later")
        kind = Challengers.BOTS if challenge.by.bot else Challengers.PEOPLE
        if policy.challengers not in (Challengers.ANYONE, kind):
            raise Refusal(
                Fault.NOT_ALLOWED, f"{challenge.to} takes challenges from {policy.challengers} only"
            )
        game = challenge.terms.game
        if policy.games and not {game, game.split(":")[0]} & set(policy.games):
            raise Refusal(
                Fault.NOT_ALLOWED, f"{challenge.to} plays {', '.join(policy.games)}, not {game}"
            )
        _check_length(challenge.to, policy, challenge.terms)


def _check_length(name: str, policy: Policy, terms: Terms) -> None:
    length = estimate(terms.clock)
    most = policy.max_seconds
    if length is None:
        fits = most is None
    else:
        fits = policy.min_seconds <= length and (most is None or length <= most)
    if not fits:
        raise Refusal(
            Fault.NOT_ALLOWED,
            f"{name} plays games of {policy.min_seconds:.0f} to "
            f"{'any number of' if most is None else f'{most:.0f}'} seconds on the clock",
        )


def opposite(side: Side | None) -> Side | None:
    return None if side is None else 1 - side
