"""Who sits where, against whom, and how many seats the guests of an address hold. No I/O, no clock.

An account is somebody, and is counted by itself; a guest can be anybody, and as many as they like,
so that guests are counted by where they come from as well. Games of a tournament do not count by
opponent, and by address apart from all others: nobody's tournament waits for a seat in vain.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from protocol.parts import Player, Policy
from protocol.texts import count


class Caps(NamedTuple):
    """How many matches at once there may be, by what kind of player."""

    guest: int = 8
    guest_bot: int = 32
    account: int = 20
    bot_account: int = 1000
    per_address: int = 256  # seats of guests, and once more in tournaments

    def of(self, player: Player) -> int:
        if player.guest:
            return self.guest_bot if player.bot else self.guest
        return self.bot_account if player.bot else self.account

    def policy(self, player: Player) -> Policy:
        """What is taken by one who has declared nothing."""
        if player.bot:
            return Policy()
        return Policy(capacity=self.of(player), per_opponent=None)


CAPS = Caps()


class TakenSeat(NamedTuple):
    """A player's place in a match."""

    other: Player
    address: str  # of the guest who sits here; of an account, or where it is not known, none
    fixture: bool  # in a tournament


class Seats:
    def __init__(self, addresses: Mapping[str, str], per_address: int) -> None:
        """*addresses* tells of who is here, by name, where they came from."""
        self._addresses = addresses
        self._per_address = per_address
        self._of: dict[str, dict[str, TakenSeat]] = {}  # by player, by match
        self._at: Counter[tuple[str, bool]] = Counter()  # seats, by address and if in a tournament

    def take(self, match: str, players: tuple[Player, Player], fixture: bool) -> None:
        for player, other in (players, players[::-1]):
            seat = TakenSeat(other, self._address(player), fixture)
            self._of.setdefault(player.name, {})[match] = seat
            self._count(seat, 1)

    def leave(self, match: str, players: tuple[Player, Player]) -> None:
        for player in players:
            seats = self._of.get(player.name, {})
            if seat := seats.pop(match, None):
                self._count(seat, -1)
            if not seats:
                self._of.pop(player.name, None)

    def locate(self, player: Player) -> None:
        """Count the seats that a restart has kept for a guest by where they come from now."""
        seats = self._of.get(player.name, {})
        for match, seat in seats.items():
            if not seat.address:
                seats[match] = seat._replace(address=self._address(player))
                self._count(seats[match], 1)

    def of(self, name: str) -> list[str]:
        """The matches in which a player sits."""
        return list(self._of.get(name, ()))

    def is_free(self, name: str, policy: Policy) -> bool:
        """Whether a seat is left of the player's capacity."""
        return len(self._of.get(name, ())) < policy.capacity

    def against(self, player: Player, policy: Policy, other: Player | None) -> str | None:
        """What stands against a seat for a player, of any kind or against the other; None: nothing.

        It follows on the player's name.
        """
        if not self.is_free(player.name, policy):
            return "has no seat free"
        if self._is_full(player, other):
            return f"comes from where guests hold {count(self._per_address, 'seat')} already"
        if other is None:
            return None
        mine = list(self._of.get(player.name, {}).values())
        if other.bot and sum(seat.other.bot for seat in mine) >= (
            policy.capacity - policy.kept_for_people
        ):
            return "keeps what seats are free for people"
        most, mine = policy.per_opponent, [seat for seat in mine if not seat.fixture]
        if most is not None and sum(seat.other.name == other.name for seat in mine) >= most:
            return f"plays {_matches(most)} at once with one opponent"
        most, address = policy.per_address, self._address(other)
        if most is not None and self._facing(mine, address) >= most:
            return f"plays {_matches(most)} at once with the guests of one address"
        return None

    def has_room(self, players: tuple[Player, Player]) -> bool:
        """Whether a game of a tournament is not too many for where its players come from.

        One at a time never is.
        """
        needed = Counter(filter(None, map(self._address, players)))
        held = {address: self._at[address, True] for address in needed}
        return all(not held[each] or held[each] + needed[each] <= self._per_address
                   for each in needed)  # fmt: skip

    def _facing(self, seats: list[TakenSeat], address: str) -> int:
        """How many of these seats face guests who come from the address."""
        return sum(bool(address) and self._address(seat.other) == address for seat in seats)

    def _is_full(self, player: Player, other: Player | None) -> bool:
        """Whether a match would be one too many for the address that the player comes from."""
        address = self._address(player)
        needed = 2 if other and self._address(other) == address else 1
        return bool(address) and self._at[address, False] + needed > self._per_address

    def _address(self, player: Player) -> str:
        return self._addresses.get(player.name, "") if player.guest else ""

    def _count(self, seat: TakenSeat, change: int) -> None:
        place = seat.address, seat.fixture
        if not seat.address:
            return
        self._at[place] += change
        if not self._at[place]:
            del self._at[place]


def _matches(number: int) -> str:
    return count(number, "match", "matches")
