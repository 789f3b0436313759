"""The tournaments that a server holds: whose they are, and in which order they are told.

No I/O, no clock. A guest can be anybody, and as many as they like, so that what guests have opened
is counted by where they come from as well. What is closed is in the archive, and only the latest of
it is held here.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from protocol.parts import Fault, Player
from protocol.tournaments import Stage
from server.refusal import Refusal
from server.tournaments.tournament import Tournament

MOST_CLOSED = 50  # tournaments that are over and still held
MOST_LISTED = 50  # tournaments in one reply
MOST_NAMED = 2000  # players in one reply, or it would be too much for one who reads slowly


class Programme:
    def __init__(self, addresses: Mapping[str, str], most: int, most_per_address: int) -> None:
        """*addresses* tells of who is here, by name, where they came from."""
        self.all: dict[str, Tournament] = {}
        self._of: dict[str, dict[str, None]] = {}  # by who has opened them or takes part, in order
        self._from: dict[str, str] = {}  # the address of the guest who has opened it, if known
        self._addresses = addresses
        self._most, self._most_per_address = most, most_per_address

    def put(self, tournament: Tournament) -> None:
        self.all[tournament.id] = tournament
        for name in (tournament.by.name, *tournament.players):
            self.note(tournament, name)
        self._locate(tournament)

    def note(self, tournament: Tournament, name: str) -> None:
        """A player has to do with it from now on."""
        self._of.setdefault(name, {})[tournament.id] = None

    def locate(self, name: str) -> None:
        """Count what a restart has kept for a guest by where they come from now."""
        for tournament in self.of(name):
            self._locate(tournament)

    def drop(self, tournament: Tournament) -> None:
        del self.all[tournament.id]
        self._from.pop(tournament.id, None)
        for name in (tournament.by.name, *tournament.players):
            ids = self._of.get(name, {})
            ids.pop(tournament.id, None)
            if not ids:
                self._of.pop(name, None)

    def close(self, tournament: Tournament) -> None:
        """It counts for nobody any more, and one that was closed long before is let go of."""
        self._from.pop(tournament.id, None)
        kept = [each for each in self.all.values() if each.is_closed and each.committed == each.seq]
        for each in kept[:-MOST_CLOSED]:
            self.drop(each)

    def of(self, *names: str) -> list[Tournament]:
        """What any of these players has opened, or takes or took part in."""
        ids = {id: None for name in names for id in self._of.get(name, ())}
        return [self.all[id] for id in ids]

    def check_room(self, player: Player) -> None:
        """Raise Refusal unless the player may open one more."""
        mine = [each for each in self.of(player.name) if each.by.name == player.name]
        if sum(not each.is_closed for each in mine) >= self._most:
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
        latest = list(self.all.values())[::-1]
        ordered = sorted(latest, key=lambda each: _rank(each, name))
        return list(_fitting(islice(ordered, after, after + min(limit, MOST_LISTED))))

    def _locate(self, tournament: Tournament) -> None:
        address = self._addresses.get(tournament.by.name, "")
        if tournament.by.guest and address and not tournament.is_closed:
            self._from.setdefault(tournament.id, address)


def _rank(tournament: Tournament, name: str) -> tuple[bool, bool, bool]:
    mine = name == tournament.by.name or (
        name in tournament.players and name not in tournament.gone
    )
    return tournament.is_closed, not mine, tournament.stage is Stage.OPEN


def _fitting(tournaments: Iterator[Tournament]) -> Iterator[Tournament]:
    """As many as may name their players in one reply, but always one."""
    named = 0
    for tournament in tournaments:
        named += len(tournament.players)
        if named > MOST_NAMED and named > len(tournament.players):
            return
        yield tournament
