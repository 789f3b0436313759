"""What all rooms of one server stand on."""

from collections.abc import Callable, Iterable
from time import monotonic
from typing import NamedTuple

from server.cluster.bus import Bus
from server.cluster.lease import Lease
from server.metrics import Metrics
from server.settings import Settings
from server.storage.journal import Journal


class Node(NamedTuple):
    settings: Settings
    bus: Bus
    journal: Journal
    metrics: Metrics
    epoch: float  # added to the monotonic clock, the time of day
    lease: Lease
    others: Callable[[], tuple[str, ...]] = tuple  # where else in the cluster one can connect
    nodes: Callable[[], Iterable[str]] = tuple  # urls of all nodes that there have been

    def time_of_day(self) -> float:
        return monotonic() + self.epoch
