"""What the search may use of a machine: worker processes, and memory for its table."""

from typing import NamedTuple

MEGABYTE = 1024 * 1024
# What the search needs besides its table, with something to spare: the parent was measured at
# 32 MB, a worker at 120.
PARENT_MB, WORKER_MB, LEAST_HASH_MB = 40, 140, 1


class SearchResources(NamedTuple):
    workers: int
    hash_mb: int

    @property
    def megabytes(self) -> int:
        """What it takes in all."""
        return PARENT_MB + self.workers * WORKER_MB + self.hash_mb

    def shared(self, shares: int) -> "SearchResources":
        """For one of so many thinkers, which share what there is."""
        return SearchResources(
            max(1, self.workers // shares), max(LEAST_HASH_MB, self.hash_mb // shares)
        )

    def within(self, max_memory: int) -> "SearchResources":
        """As much as keeps to so many bytes; where nothing does, the least there is."""
        available = max_memory // MEGABYTE - PARENT_MB - LEAST_HASH_MB
        workers = max(1, min(self.workers, available // WORKER_MB))
        spare = max(0, available - workers * WORKER_MB)
        return SearchResources(workers, min(self.hash_mb, LEAST_HASH_MB + spare))
