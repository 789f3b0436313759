"""The tournaments that a server holds: whose they are, and in which order they are told.

No I/O, no clock. A guest can be anybody, and as many as they like, so that what guests have opened
is counted by where they come from as well. What is closed is in the archive, and only the latest of
it is held here.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from protocol.parts import Fault, Fixture, Player
from protocol.tournaments import Stage
from server.refusal import Refusal
from server.tournaments.tournament import Tournament

MOST_CLOSED = 50  # tournaments that are over and still held
MOST_LISTED = 50  # tournaments in one reply
MOST_NAMED = 2000  # players in one reply, or it would be too much for one who reads slowly


class Register(dict[str, Tournament]):
    """Tournaments by their ids."""

    def __init__(self, addresses: Mapping[str, str], most: int, most_per_address: int) -> None:
        """*addresses* tells of who is here, by name, where they came from."""
        super().__init__()
        self._of: dict[str, dict[str, None]] = {}  # ids by player, in order
        self._from: dict[str, str] = {}  # the address of the guest who has opened it, if known
        self._addresses = addresses
        self._most, self._most_per_address = most, most_per_address

    def add(self, tournament: Tournament) -> None:
        self[tournament.id] = tournament
        for name in (tournament.by.name, *tournament.players):
            self.enter(name, tournament)
        self._locate(tournament)

    def enter(self, name: str, tournament: Tournament) -> None:
        """A player has to do with it from now on."""
        self._of.setdefault(name, {})[tournament.id] = None

    def locate(self, name: str) -> None:
        """Count what a restart has kept for a guest by where they come from now."""
        for tournament in self.those_of(name):
            self._locate(tournament)

    def remove(self, tournament: Tournament) -> None:
        del self[tournament.id]
        self._from.pop(tournament.id, None)
        for name in (tournament.by.name, *tournament.players):
            ids = self._of.get(name, {})
            ids.pop(tournament.id, None)
            if not ids:
                self._of.pop(name, None)

    def close(self, tournament: Tournament) -> None:
        """It counts for nobody any more, and one that was closed long before is let go of."""
        self._from.pop(tournament.id, None)
        kept = [each for each in self.values() if each.is_closed and each.committed == each.seq]
        for each in kept[:-MOST_CLOSED]:
            self.remove(each)

    def those_of(self, *names: str) -> list[Tournament]:
        """What any of these players has opened, or takes or took part in."""
        ids = {id: None for name in names for id in self._of.get(name, ())}
        return [self[id] for id in ids]

    def live_of(self, *names: str) -> list[Tournament]:
        """Of these, what is not over."""
        return [each for each in self.those_of(*names) if not each.is_closed]

    def attended_by(self, name: str) -> list[Tournament]:
        """Of what a player has opened, what goes on only while they are here."""
        live = self.live_of(name)
        return [each for each in live if each.plan.attended and each.by.name == name]

    def with_game(self, place: Fixture) -> Tournament | None:
        """The tournament that has drawn a game."""
        tournament = self.get(place.tournament)
        return tournament if tournament and place.number in tournament.drawn else None

    def holds(self, name: str) -> bool:
        """Whether a name is kept for who takes part in a tournament, or has opened it."""
        return any(name == each.by.name or name in each.active for each in self.live_of(name))

    def check_room(self, player: Player) -> None:
        """Raise Refusal unless the player may open one more."""
        mine = [each for each in self.live_of(player.name) if each.by.name == player.name]
        if len(mine) >= self._most:
            raise Refusal(Fault.BUSY, f"{self._most} may be open at once: cancel one first")
        address = self._addresses.get(player.name, "") if player.guest else ""
        if address and list(self._from.values()).count(address) >= self._most_per_address:
            raise Refusal(
                Fault.BUSY,
                f"guests from where you are have opened {self._most_per_address} already: "
                "wait until one is over, or get an account",
            )

    def page(self, name: str, after: int, limit: int) -> list[Tournament]:
        """Some of all, in order: what goes on first, and of that what the player has to do with."""
        latest = list(self.values())[::-1]
        ordered = sorted(latest, key=lambda each: _rank(each, name))
        return list(_fitting(islice(ordered, after, after + min(limit, MOST_LISTED))))

    def _locate(self, tournament: Tournament) -> None:
        address = self._addresses.get(tournament.by.name, "")
        if tournament.by.guest and address and not tournament.is_closed:
            self._from.setdefault(tournament.id, address)


def _rank(tournament: Tournament, name: str) -> tuple[bool, bool, bool]:
    takes_part = name in tournament.players and name not in tournament.gone
    mine = name == tournament.by.name or takes_part
    return tournament.is_closed, not mine, tournament.stage is Stage.OPEN


def _fitting(tournaments: Iterator[Tournament]) -> Iterator[Tournament]:
    """As many as may name their players in one reply, but always one."""
    named = 0
    for tournament in tournaments:
        named += len(tournament.players)
        if named > MOST_NAMED and named > len(tournament.players):
            return
        yield tournament
