"""Whether this node may act and speak: while its lease lasts, and on a single node always."""

from math import inf
from time import monotonic


class Lease:
    __slots__ = ("until",)

    def __init__(self) -> None:
        self.until = inf  # on the monotonic clock

    def lasts(self) -> bool:
        return monotonic() < self.until
