"""A node among others: keeps its lease, sees who is there, and takes over from those who are dead.

The lease is renewed five times before it runs out. Somewhat before that, a node that could not
renew it stops acting and speaking: by the time another takes over, it is silent. Who has just come
back to the database takes nothing over until the others have had the time to come back as well.
"""

import asyncio
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Protocol

from server.cluster.lease import Lease
from server.logs import log
from server.storage.leases import Leases, NodeRow
from server.storage.writes import Fenced

RENEWALS = 5  # in the time of a lease
TICK = 0.001  # seconds, as far as timers are exact
SOON = 0.02  # seconds, more than what two looks at a clock differ by
MARGIN = 0.2  # of the time of a lease, by which a node stops before it has run out


class Member(Protocol):
    """Who acts on what this node learns of itself and the others."""

    def nodes_are(self, rows: list[NodeRow], as_of: float) -> None: ...
    async def adopt(self, keys: list[str]) -> None:
        """These are this node's now."""

    def lapsed(self) -> None:
        """The lease could not be renewed: nothing is to be done or said."""

    def regained(self) -> None:
        """The lease lasts again, and nobody has taken over meanwhile."""

    def fenced(self) -> None:
        """Another has taken over all that was this node's."""


class Membership:
    def __init__(self, leases: Leases, lease: Lease, seconds: float) -> None:
        self.rows: list[NodeRow] = []
        self.member: Member | None = None
        self._leases, self._lease, self._seconds = leases, lease, seconds
        self._steady_since = inf  # since when each renewal went well
        self._lapsed = False
        self._said = ""  # why the latest renewal failed
        self._alarm: asyncio.TimerHandle | None = None
        self._look, self._looked = asyncio.Event(), asyncio.Event()
        self._loop = asyncio.get_running_loop()

    @property
    def age(self) -> float:
        """How long ago the lease was renewed."""
        return monotonic() - (self._lease.until - self._seconds * (1 - MARGIN))

    async def join(self, url: str, version: str) -> None:
        began = monotonic()
        await self._leases.join(url, version)
        self._renewed(began)

    def look_now(self) -> None:
        """Something has changed: do not wait for the next renewal."""
        self._look.set()

    async def changed(self, seconds: float) -> None:
        """Wait until the nodes were looked at again, at most for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._looked.wait()

    async def run(self, member: Member) -> None:
        self.member = member
        while True:
            self._look.clear()  # before: what changes from now on may not be seen this time
            try:
                await self._renew(member)
            except Fenced:
                self._stop_alarm()
                member.fenced()
                return
            except Exception as error:
                self._steady_since = inf
                self._say(str(error) or type(error).__name__)
            self._looked.set()
            self._looked = asyncio.Event()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._until_next_look()):
                    await self._look.wait()

    def _say(self, error: str) -> None:
        """A database that is away says the same again and again."""
        if error != self._said:
            log().warning("the lease was not renewed", error=error)
        self._said = error

    def _until_next_look(self) -> float:
        """A node that is dead is found so as soon as its lease has run out."""
        others = (row.left for row in self.rows if row.id != self._leases.node and not row.expired)
        return min(self._seconds / RENEWALS, min(others, default=inf) + SOON)

    async def _renew(self, member: Member) -> None:
        began = monotonic()
        async with asyncio.timeout(self._seconds):
            rows = await self._leases.renew()
        self._renewed(began)
        self.rows, self._said = rows, ""
        if monotonic() - began > self._seconds / 2:
            self._steady_since = inf
        self._steady_since = min(self._steady_since, monotonic())
        if self._lapsed:
            self._lapsed = False
            member.regained()
        member.nodes_are(rows, began)
        for row in rows:
            if row.expired and row.id != self._leases.node and self._may_take_over(row):
                await self._take_over(member, row)

    def _may_take_over(self, row: NodeRow) -> bool:
        return row.draining or monotonic() - self._steady_since > self._seconds

    async def _take_over(self, member: Member, row: NodeRow) -> None:
        keys = await self._leases.adopt(row.id)
        if not keys:  # another was first, and the node is no more
            self.look_now()
            return
        log().warning("took over from a node", node=row.id, url=row.url, keys=len(keys))
        self.rows = [each for each in self.rows if each.id != row.id]
        member.nodes_are(self.rows, monotonic())
        await member.adopt(keys)

    def _renewed(self, began: float) -> None:
        """What was renewed in the database later than it began lasts at least for so long."""
        self._lease.until = began + self._seconds * (1 - MARGIN)
        self._set_alarm()

    def _set_alarm(self) -> None:
        self._stop_alarm()
        left = self._lease.until - monotonic()
        self._alarm = self._loop.call_later(max(left, 0.0) + TICK, self._lapse)

    def _lapse(self) -> None:
        if self._lease.lasts():  # the alarm has rung a hair too early
            self._set_alarm()
            return
        self._lapsed = True
        if self.member is not None:
            self.member.lapsed()

    def stop(self) -> None:
        self._stop_alarm()

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
