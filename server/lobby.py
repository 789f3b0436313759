"""Finding a game: seeks, challenges and invites, and who has a seat free. No I/O, no clock.

A match is agreed on in one step that checks the policies and seats of both players and takes the
seats, so that no race can seat a player twice.
"""

from collections.abc import Iterator
from typing import NamedTuple

from protocol.parts import Fault, OpenSeek, Player, Policy, Score, Side, Terms
from server.policy import (
    MINE,
    against_opponent,
    against_terms,
    check_asker,
    check_opponent,
    check_terms,
    of,
)
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
        self.addresses: dict[str, str] = {}  # where who is here, or sits somewhere, came from
        self._seated: dict[str, dict[str, bool]] = {}  # player -> match -> against a bot?

    # Who is here, and who sits where

    def arrive(self, player: Player, address: str = "") -> None:
        self.addresses[player.name] = address
        default = Policy(capacity=1 if player.bot else self.people_capacity)
        self.policies.setdefault(player.name, default)

    def declare(self, name: str, policy: Policy) -> None:
        self.policies[name] = policy

    def leave(self, name: str) -> None:
        """The player is gone: what they had asked for goes with them, their seats stay."""
        self.policies.pop(name, None)
        self._forget(name)

    def sit(self, match: str, players: tuple[Player, Player]) -> None:
        for player, other in (players, players[::-1]):
            self._seated.setdefault(player.name, {})[match] = other.bot

    def stand(self, match: str, players: tuple[Player, Player]) -> None:
        for player in players:
            seats = self._seated.get(player.name, {})
            seats.pop(match, None)
            if not seats:
                self._seated.pop(player.name, None)
                self._forget(player.name)

    def _forget(self, name: str) -> None:
        if name not in self.policies and name not in self._seated:
            self.addresses.pop(name, None)

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

    def opens_analysis(self, players: tuple[Player, Player]) -> bool:
        """Whether both have declared that everyone may see what they think during a match."""
        policies = (self.policies.get(player.name) for player in players)
        return all(policy is not None and policy.open_analysis for policy in policies)

    # Asking for a match

    def seek(self, key: str, seeking: OpenSeeking, coin: Side) -> Pairing | None:
        """The pairing found, or None while the seek stays open."""
        mine = seeking.shown
        self._check_own(mine.by.name, mine.terms)
        for other_key, other in self.seeks.items():
            if self._fits(seeking, other):
                del self.seeks[other_key]
                wanted = mine.side if mine.side is not None else opposite(other.shown.side)
                return self._pair(mine.by, other.shown.by, mine.terms, wanted, coin)
        self.seeks[key] = seeking
        return None

    def challenge(self, key: str, challenge: OpenChallenge) -> None:
        """Open a challenge that the policies of both admit."""
        by, to, terms, _ = challenge
        self._check_own(by.name, terms)
        policy = self.policies.get(to)
        if policy is None:
            raise Refusal(Fault.NO_SUCH_PLAYER, f"{to} is not online")
        if not self.has_seat(to, by.bot):
            raise Refusal(Fault.BUSY, f"{to} has no seat free: try again later")
        check_asker(of(to), policy, by.bot)
        check_terms(of(to), policy, terms)
        self.challenges[key] = challenge

    def accept(self, key: str, by: Player, coin: Side) -> Pairing:
        challenge = self.find_challenge(key, by.name)
        self._check_both(by, challenge.by, challenge.terms)
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
        self._check_both(by, invite.by, invite.terms)
        check_opponent(of(invite.by.name), self.policies[invite.by.name], by.bot)
        del self.invites[code.upper()]
        return self._pair(invite.by, by, invite.terms, invite.side, coin)

    def invite(self, code: str, invite: OpenInvite) -> None:
        self._check_own(invite.by.name, invite.terms)
        self.invites[code] = invite

    def check_rematch(self, by: Player, other: Player, terms: Terms, agreed: bool) -> None:
        """Raise Refusal unless one may ask the other for a rematch, or agree to theirs."""
        self._check_both(by, other, terms)
        if not agreed:
            check_asker(of(other.name), self.policies[other.name], by.bot)

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

    def impossible(self, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """The keys of seeks and challenges that these players cannot take up any more, and why."""
        for name in names:
            for key, seeking in self.seeks.items():
                if seeking.shown.by.name == name:
                    yield from self._obstacle(key, name, False, seeking.shown.terms)
            for key, challenge in self.challenges.items():
                if challenge.to == name:
                    yield from self._obstacle(key, name, challenge.by.bot, challenge.terms)
                elif challenge.by.name == name:
                    yield from self._obstacle(key, name, False, challenge.terms)

    def _obstacle(
        self, key: str, name: str, against_bot: bool, terms: Terms
    ) -> Iterator[tuple[str, str]]:
        if not self.has_seat(name, against_bot):
            yield key, "no seat is free any more"
        elif objection := against_terms(self.policies[name], terms):
            yield key, f"{of(name)} {objection}"

    # What is checked

    def _fits(self, mine: OpenSeeking, other: OpenSeeking) -> bool:
        one, two = mine.shown, other.shown
        return (
            one.terms == two.terms
            and one.by.name != two.by.name
            and (one.side is None or one.side != two.side)
            and mine.admits(two.by)
            and other.admits(one.by)
            and self._may_meet(two.by, one.by, one.terms)
            and self._may_meet(one.by, two.by, one.terms)
        )

    def _may_meet(self, player: Player, other: Player, terms: Terms) -> bool:
        """Whether a seek of the player may be taken up by the other."""
        if not self.has_seat(player.name, other.bot):
            return False
        policy = self.policies[player.name]
        return not (against_terms(policy, terms) or against_opponent(policy, other.bot))

    def _pair(
        self, one: Player, two: Player, terms: Terms, side: Side | None, coin: Side
    ) -> Pairing:
        """*side* is that of *one*; the coin decides where it is open."""
        first = (coin if side is None else side) == 0
        return Pairing(terms, (one, two) if first else (two, one))

    def _check_own(self, name: str, terms: Terms) -> None:
        """Raise Refusal unless a player could play on the terms that they propose."""
        if not self.has_seat(name, False):
            raise Refusal(Fault.BUSY, "you have no seat free: finish a match first")
        check_terms(MINE, self.policies[name], terms)

    def _check_both(self, by: Player, other: Player, terms: Terms) -> None:
        """Raise Refusal unless both have a seat and play on such terms."""
        for name, against in ((by.name, other), (other.name, by)):
            if not self.has_seat(name, against.bot):
                raise Refusal(Fault.BUSY, f"{name} is not here or has no seat free")
            check_terms(of(name), self.policies[name], terms)


def opposite(side: Side | None) -> Side | None:
    return None if side is None else 1 - side
