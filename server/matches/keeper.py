"""What a table needs of the house it stands in."""

from typing import TYPE_CHECKING, Protocol

from protocol.events import Ended
from server.cluster.bus import Bus
from server.metrics import Metrics
from server.storage.journal import Journal
from server.storage.writes import Write

if TYPE_CHECKING:
    from server.matches.table import Table


class Keeper(Protocol):
    bus: Bus
    journal: Journal
    metrics: Metrics
    watch_delay: float

    @property
    def held_up_until(self) -> float:
        """Until when players may be late because we turned connections away."""

    def closing(self, table: "Table", ended: Ended) -> list[Write]:
        """What else is written when a match ends."""

    def closed(self, table: "Table") -> None:
        """The end has been told."""

    def give_up(self, table: "Table", reason: str) -> None:
        """A match cannot go on here."""

    def rematch(self, table: "Table", player: str) -> None:
        """A player would like another match on the same terms."""
