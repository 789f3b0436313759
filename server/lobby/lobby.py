"""Finding a game: seeks, challenges and invites, and who has a seat free. No I/O, no clock.

A match is agreed on in one step that checks the policies and seats of both players and takes the
seats, so that no race can seat a player twice.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from protocol.parts import Fault, OpenSeek, Player, Policy, Score, Side, Terms
from server.indexed_dict import IndexedDict
from server.lobby.policy import (
    MINE,
    against_opponent,
    against_terms,
    check_asker,
    check_opponent,
    check_terms,
    of,
)
from server.lobby.seats import CAPS, Caps, Seats
from server.refusal import Refusal


class Pairing(NamedTuple):
    """Two players who will play, the first mover first."""

    terms: Terms
    players: tuple[Player, Player]


class RangedSeek(NamedTuple):
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
    to: Player
    terms: Terms
    side: Side | None


class OpenInvite(NamedTuple):
    by: Player
    terms: Terms
    side: Side | None


class Lobby:
    def __init__(
        self,
        caps: Caps = CAPS,
        idle_seconds: float = 600.0,
        between: Callable[[Player, Player], str | None] = lambda me, other: None,
    ) -> None:
        """*idle_seconds* is how long a bot waits for a move that is on no clock; 0: for ever.

        *between* tells a player what stands between them and another, if one has blocked the other.
        """
        self.caps, self._between = caps, between
        self._idle_seconds = idle_seconds
        self.policies: dict[str, Policy] = {}  # of everyone who is here
        self.on_declare: Callable[[str, Policy], None] = lambda name, policy: None
        self.seeks = IndexedDict[RangedSeek](lambda each: (each.shown.by.name, each.shown.terms))
        self.challenges = IndexedDict[OpenChallenge](lambda each: (each.by.name, each.to.name))
        self.invites = IndexedDict[OpenInvite](lambda each: (each.by.name,))
        self.addresses: dict[str, str] = {}  # where who is here, or sits somewhere, came from
        self._seats = Seats(self.addresses, caps.per_address)

    # Who is here, and who sits where

    def arrive(self, player: Player, address: str = "") -> None:
        self.addresses[player.name] = address
        self._seats.locate(player)
        self.policies.setdefault(player.name, self.caps.policy(player))

    def declare(self, name: str, policy: Policy) -> None:
        self.policies[name] = policy
        self.on_declare(name, policy)

    def leave(self, name: str) -> None:
        """The player is gone: what they had asked for goes with them, their seats stay."""
        self.policies.pop(name, None)
        self._forget(name)

    def sit(self, match: str, players: tuple[Player, Player], fixture: bool = False) -> None:
        self._seats.take(match, players, fixture)

    def stand(self, match: str, players: tuple[Player, Player]) -> None:
        self._seats.leave(match, players)
        for player in players:
            self._forget(player.name)

    def _forget(self, name: str) -> None:
        if name not in self.policies and not self._seats.of(name):
            self.addresses.pop(name, None)

    def matches_of(self, name: str) -> list[str]:
        return self._seats.of(name)

    def has_seat(self, name: str) -> bool:
        """Whether the player is here and has a seat, whoever is to sit at the other side."""
        policy = self.policies.get(name)
        return policy is not None and self._seats.is_free(name, policy)

    def has_room(self, players: tuple[Player, Player]) -> bool:
        """Whether a game of a tournament is not too many for where its players come from."""
        return self._seats.has_room(players)

    def against_seat(self, player: Player, other: Player | None = None) -> str | None:
        """What stands against a seat for the player, of any kind or against the other."""
        policy = self.policies.get(player.name)
        return "is not here" if policy is None else self._seats.against(player, policy, other)

    def idle(self, players: tuple[Player, Player]) -> float | None:
        """How long an untimed turn against one of them may last: the shortest that a bot says."""
        said = [self.policies[bot.name].idle_seconds for bot in players if bot.bot]
        limits = [self._idle_seconds if each is None else each for each in said]
        return min((each for each in limits if each), default=None)

    def opens_analysis(self, players: tuple[Player, Player]) -> bool:
        """Whether both have declared that everyone may see what they think during a match."""
        policies = (self.policies.get(player.name) for player in players)
        return all(policy is not None and policy.open_analysis for policy in policies)

    # Asking for a match

    def seek(self, key: str, ranged: RangedSeek, coin: Side) -> Pairing | None:
        """The pairing found, or None while the seek stays open."""
        mine = ranged.shown
        self._check_own(mine.by, mine.terms)
        for other_key, other in self.seeks.of(mine.terms):
            if self._fits(ranged, other):
                self.seeks.take(other_key)
                return self._agreed(mine, other.shown, coin)
        self.seeks.put(key, ranged)
        return None

    def meet(self, one: str, two: str, coin: Side) -> tuple[Pairing, tuple[str, str]] | None:
        """A pairing of two whose seeks had to wait while they played each other, and their keys."""
        for (mine, ranged), (theirs, other) in product(self.seeks.of(one), self.seeks.of(two)):
            if self._fits(ranged, other):
                self.withdraw(mine)
                self.withdraw(theirs)
                return self._agreed(ranged.shown, other.shown, coin), (mine, theirs)
        return None

    def challenge(self, key: str, challenge: OpenChallenge) -> None:
        """Open a challenge that the policies of both admit."""
        by, to, terms, _ = challenge
        self._check_own(by, terms)
        policy = self.policies.get(to.name)
        if policy is None:
            raise Refusal(Fault.NO_SUCH_PLAYER, f"{to.name} is not online")
        self._check_peace(by, to)
        self._check_seat(to, by)
        check_asker(of(to.name), policy, by.bot)
        check_terms(of(to.name), policy, terms)
        self.challenges.put(key, challenge)

    def accept(self, key: str, by: Player, coin: Side) -> Pairing:
        challenge = self.find_challenge(key, by.name)
        self._check_both(by, challenge.by, challenge.terms)
        self.challenges.take(key)
        return self._pair(challenge.by, by, challenge.terms, challenge.side, coin)

    def find_challenge(self, key: str, to: str) -> OpenChallenge:
        challenge = self.challenges.get(key)
        if challenge is None or challenge.to.name != to:
            raise Refusal(Fault.NO_SUCH_KEY, f"no challenge to you is called {key}")
        return challenge

    def find_invite(self, code: str) -> OpenInvite:
        invite = self.invites.get(code.upper())
        if invite is None:
            raise Refusal(Fault.NO_SUCH_KEY, f"no invite has the code {code}: ask for a new one")
        return invite

    def join(self, code: str, by: Player, coin: Side) -> Pairing:
        invite = self.find_invite(code)
        if invite.by.name == by.name:
            raise Refusal(Fault.NOT_ALLOWED, "this is your own invite: pass the code to a friend")
        if invite.terms.rated and by.guest:
            raise Refusal(Fault.NOT_ALLOWED, "guests play casual matches, and this one is rated")
        self._check_both(by, invite.by, invite.terms)
        check_opponent(of(invite.by.name), self.policies[invite.by.name], by.bot)
        self.invites.take(code.upper())
        return self._pair(invite.by, by, invite.terms, invite.side, coin)

    def invite(self, code: str, invite: OpenInvite) -> None:
        self._check_own(invite.by, invite.terms)
        self.invites.put(code, invite)

    def check_rematch(self, by: Player, other: Player, terms: Terms, agreed: bool) -> None:
        """Raise Refusal unless one may ask the other for a rematch, or agree to theirs."""
        self._check_both(by, other, terms)
        if not agreed:
            check_asker(of(other.name), self.policies[other.name], by.bot)

    def opened_by(self, name: str) -> list[str]:
        """The keys of all that a player has open."""
        return (
            [key for key, _ in self.seeks.of(name)]
            + [key for key, challenge in self.challenges.of(name) if challenge.by.name == name]
            + [key for key, _ in self.invites.of(name)]
        )

    def challenges_to(self, name: str) -> list[str]:
        return [key for key, each in self.challenges.of(name) if each.to.name == name]

    def withdraw(self, key: str) -> None:
        for open in (self.seeks, self.challenges, self.invites):
            open.take(key)

    def impossible(self, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """The keys of seeks and challenges that these players cannot take up any more, and why."""
        for name in names:
            for key, ranged in self.seeks.of(name):
                yield from self._obstacle(key, ranged.shown.by, None, ranged.shown.terms)
            for key, (by, to, terms, _) in self.challenges.of(name):
                if to.name == name:
                    yield from self._obstacle(key, to, by, terms)
                else:
                    yield from self._obstacle(key, by, to, terms)

    def _obstacle(
        self, key: str, player: Player, other: Player | None, terms: Terms
    ) -> Iterator[tuple[str, str]]:
        if objection := self.against_seat(player, other):
            yield key, f"{player.name} {objection}"
        elif objection := against_terms(self.policies[player.name], terms):
            yield key, f"{of(player.name)} {objection}"

    # What is checked

    def _fits(self, mine: RangedSeek, other: RangedSeek) -> bool:
        one, two = mine.shown, other.shown
        return (
            one.terms == two.terms
            and one.by.name != two.by.name
            and self._between(one.by, two.by) is None
            and (one.side is None or one.side != two.side)
            and mine.admits(two.by)
            and other.admits(one.by)
            and self._may_meet(two.by, one.by, one.terms)
            and self._may_meet(one.by, two.by, one.terms)
        )

    def _may_meet(self, player: Player, other: Player, terms: Terms) -> bool:
        """Whether a seek of the player may be taken up by the other."""
        if self.against_seat(player, other):
            return False
        policy = self.policies[player.name]
        return not (against_terms(policy, terms) or against_opponent(policy, other.bot))

    def _agreed(self, mine: OpenSeek, other: OpenSeek, coin: Side) -> Pairing:
        wanted = mine.side if mine.side is not None else opposite(other.side)
        return self._pair(mine.by, other.by, mine.terms, wanted, coin)

    def _pair(
        self, one: Player, two: Player, terms: Terms, side: Side | None, coin: Side
    ) -> Pairing:
        """*side* is that of *one*; the coin decides where it is open."""
        first = (coin if side is None else side) == 0
        return Pairing(terms, (one, two) if first else (two, one))

    def _check_own(self, player: Player, terms: Terms) -> None:
        """Raise Refusal unless a player could play on the terms that they propose."""
        self._check_seat(player)
        check_terms(MINE, self.policies[player.name], terms)

    def _check_seat(self, player: Player, other: Player | None = None) -> None:
        if objection := self.against_seat(player, other):
            raise Refusal(Fault.BUSY, f"{player.name} {objection}: finish a match, or try later")

    def _check_both(self, by: Player, other: Player, terms: Terms) -> None:
        """Raise Refusal unless both have a seat, play on such terms, and with each other."""
        self._check_peace(by, other)
        for player, against in ((by, other), (other, by)):
            self._check_seat(player, against)
            check_terms(of(player.name), self.policies[player.name], terms)

    def _check_peace(self, by: Player, other: Player) -> None:
        if objection := self._between(by, other):
            raise Refusal(Fault.NOT_ALLOWED, objection)


def opposite(side: Side | None) -> Side | None:
    return None if side is None else 1 - side
