"""Who is kept away for a time: accounts by name, guests by name and by where they come from.

Kept in memory: a restart forgets it. Time is an argument.
"""

from protocol.names import fold
from protocol.parts import Fault, Player
from server.refusal import Refusal


class Bans:
    def __init__(self) -> None:
        self._names: dict[str, float] = {}  # until when, by folded name
        self._addresses: dict[str, float] = {}  # of guests

    def add(self, player: Player, address: str, now: float, seconds: float) -> None:
        for kept in (self._names, self._addresses):
            for key in [key for key, until in kept.items() if until <= now]:
                del kept[key]
        self._names[fold(player.name)] = now + seconds
        if player.guest and address:
            self._addresses[address] = now + seconds

    def check_name(self, name: str, now: float) -> None:
        """Raise Refusal while the name is kept away."""
        self._check(self._names.get(fold(name), now) - now, name)

    def check_newcomer(self, name: str, address: str, now: float) -> None:
        """Raise Refusal while a new guest of this name, or from there, is kept away."""
        self.check_name(name, now)
        self._check(self._addresses.get(address, now) - now, "guests from your address")

    def _check(self, wait: float, who: str) -> None:
        if wait > 0.0:
            raise Refusal(
                Fault.KEPT_AWAY,
                f"an administrator keeps {who} away: come back in {wait:.0f} s",
                wait,
            )
