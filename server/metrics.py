"""What the server counts and times, for Prometheus."""

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

from protocol.parts import Ending, Fault

Name = TypeVar("Name", bound=str)

SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
WRITES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
READERS = ("spectator", "player")
UNKEPT = ("collision", "rejection")


class Distribution:
    """Counts values by size.

    For the way of every move: an update takes a sixth of the time of the library's histogram, which
    locks twice. It is made in one thread, and a scrape in the same thread sees it whole.
    """

    __slots__ = ("_bounds", "_counts", "_total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = tuple(map(float, bounds))
        self._counts = [0] * (len(bounds) + 1)  # the last for what is above all bounds
        self._total = 0.0

    def add(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._total += value

    @property
    def count(self) -> int:
        return sum(self._counts)

    def family(self, name: str, about: str) -> Metric:
        buckets, below = [], 0
        for bound, count in zip((*self._bounds, "+Inf"), self._counts, strict=True):
            below += count
            buckets.append((str(bound), float(below)))
        return HistogramMetricFamily(name, about, buckets, self._total)


class Metrics:
    """The figures of one server; several servers in a process do not share them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = self._gauge("connections", "Open connections.")
        self.matches = self._gauge("matches", "Live matches.")
        self.watchers = self._gauge("watchers", "Spectators, once for each match they watch.")
        self.loop_lag_seconds = self._gauge(
            "loop_lag_seconds", "How late the event loop ran what was due, when last looked."
        )
        self.matches_started = self._counter("matches_started", "Matches that began.")
        self.frames_malformed = self._counter("frames_malformed", "Frames that are no message.")
        self.matches_ended = self._counters(
            "matches_ended", "Matches that ended, by how.", "ending", Ending
        )
        self.refusals = self._counters("refusals", "Refused requests, by why.", "code", Fault)
        self.queue_drops = self._counters(
            "queue_drops", "Readers dropped because they were too slow.", "kind", READERS
        )
        self.commit_failures = self._counter(
            "commit_failures", "Tries to commit that failed because of the database."
        )
        self.writes_refused = self._counters(
            "writes_refused", "Writes that the database will never take, by why.", "why", UNKEPT
        )
        self.adoptions = self._counter(
            "adoptions", "Keys that this node has taken over from others of the cluster."
        )
        self.bus_losses = self._counter(
            "bus_losses", "How often something that another node had sent was found missing."
        )
        self._move_seconds = Distribution(SECONDS)
        self._commit_seconds = Distribution(SECONDS)
        self._commit_writes = Distribution(WRITES)
        # Called as moved(seconds) for every move; being the bound method itself, it saves a call.
        self.moved = self._move_seconds.add
        self.registry.register(self)
        self._began = time.time()

    def committed(self, seconds: float, writes: int) -> None:
        """Count one commit to the journal."""
        self._commit_seconds.add(seconds)
        self._commit_writes.add(writes)

    def commit_failed(self) -> None:
        self.commit_failures.inc()

    def write_refused(self, collided: bool) -> None:
        self.writes_refused["collision" if collided else "rejection"].inc()

    def watch_cluster(
        self, lease_age: Callable[[], float], bus: Callable[[], float], nodes: Callable[[], float]
    ) -> None:
        """Show what a node of a cluster sees of it."""
        for name, about, value in (
            ("lease_age_seconds", "Since the lease of this node was renewed.", lease_age),
            ("bus_seconds", "The longest round trip to another node, or silence of one.", bus),
            ("nodes", "Nodes of the cluster that this one knows, itself among them.", nodes),
        ):
            self._gauge(name, about).set_function(value)

    def collect(self) -> Iterable[Metric]:
        """What is kept here and not in the library's own metrics; called at a scrape."""
        seconds = self._move_seconds
        yield CounterMetricFamily("inarow_moves", "Moves played.", seconds.count)
        yield seconds.family("inarow_move_seconds", "From a move's frame to its being told.")
        yield self._commit_seconds.family("inarow_commit_seconds", "Of one commit to the journal.")
        yield self._commit_writes.family("inarow_commit_writes", "Events in one commit.")
        yield from self._process()

    def _process(self) -> Iterable[Metric]:
        """What the library tells of a process, but for its open files.

        It finds how many those are by listing them, which takes longer the more are connected.
        """
        cpu = CounterMetricFamily("process_cpu_seconds", "CPU time used.", time.process_time())
        began = GaugeMetricFamily("process_start_time_seconds", "Time of day.", self._began)
        yield from (cpu, began)
        with suppress(OSError):  # there is none but on Linux
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            size = pages * os.sysconf("SC_PAGE_SIZE")
            yield GaugeMetricFamily("process_resident_memory_bytes", "Memory held.", size)

    def render(self) -> tuple[str, bytes]:
        """The content type and the body of an answer to a scrape."""
        return CONTENT_TYPE_LATEST, generate_latest(self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"inarow_{name}", about, registry=self.registry)

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(f"inarow_{name}", about, registry=self.registry)

    def _counters(
        self, name: str, about: str, label: str, values: Iterable[Name]
    ) -> dict[Name, Counter]:
        """One counter for each value of the label, there from the start with 0."""
        every = Counter(f"inarow_{name}", about, [label], registry=self.registry)
        return {value: every.labels(str(value)) for value in values}
