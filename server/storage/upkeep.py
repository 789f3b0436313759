"""What a server does from time to time, besides what it is asked."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.errors import Mistake
from server.logs import log
from server.settings import Settings
from server.storage.commit import commit
from server.storage.database import Database
from server.storage.journal import Journal
from server.storage.people.accounts import Accounts
from server.storage.row_types import RevokedRow
from server.storage.sqlite_file import BadDatabase
from server.storage.writes import DropSession, NewSession

HOUR, DAY = 3600.0, 86400.0
PART = 500  # sessions in one commit, so that no move waits for long behind it
CHECK_SECONDS = 1.0  # between looks at whether the database is where it was
EXPIRY_SECONDS = 30.0  # between looks for tournaments that never begin
OVERLAP = 600.0  # seconds that looks reach back: for clocks that differ, and for slow commits


class Present(Protocol):
    """Those who are here, or for whom something waits."""

    @property
    def proven(self) -> bool:
        """Whether anybody is here whose token could be revoked."""

    def close_revoked(self, revoked: Mapping[str, Sequence[RevokedRow]]) -> None:
        """Close the connections of those who came in by one of these tokens, by account."""

    def close_banned(self) -> None:
        """Close the connections of all who are kept away by now."""

    def is_needed(self, session: NewSession) -> bool:
        """Whether it is the one way back of somebody."""


class KnownPeople(Protocol):
    @property
    def accounts(self) -> Accounts: ...

    async def refresh(self) -> bool:
        """Read what others have changed; whether anybody may be kept away who was not."""

    async def prune(self, audit_entries: int) -> None:
        """Forget what is over."""


@dataclass(frozen=True)
class Upkeep:
    settings: Settings
    database: Database
    people: KnownPeople
    journal: Journal
    present: Callable[[], Present | None]  # None: who is here is known on another node
    fail: Callable[[BaseException], None]
    expire_tournaments: Callable[[], None]

    def tasks(self) -> list[Coroutine[None, None, None]]:
        """What is to run as long as the server does."""
        return [
            _again(self.close_revoked, self.settings.revocation_seconds),
            _again(self.close_banned, self.settings.revocation_seconds),
            _again(self.check_database, CHECK_SECONDS),
            _again(self.expire, EXPIRY_SECONDS),
            _again(self.prune_people, HOUR),
            _again(self.prune, DAY),
        ]

    async def check_database(self) -> None:
        """Stop on a database that was taken away: what is written to it would be lost."""
        try:
            self.database.check()
        except Mistake as error:
            self.fail(error)

    async def expire(self) -> None:
        """Cancel the tournaments that nobody goes on with."""
        self.expire_tournaments()

    async def close_revoked(self) -> None:
        """Close the connections of those who came in by a token that was revoked since."""
        present = self.present()
        if present is None or not present.proven:
            return
        since = time.time() - self.settings.revocation_seconds - OVERLAP
        revoked: dict[str, list[RevokedRow]] = {}
        for row in await self.people.accounts.revoked_since(since):
            revoked.setdefault(row.account, []).append(row)
        present.close_revoked(revoked)

    async def close_banned(self) -> None:
        """Close the connections of those whom another node, or a command, keeps away."""
        if await self.people.refresh() and (present := self.present()):
            present.close_banned()

    async def prune_people(self) -> None:
        """Forget bans that are over, and what is too far back in the audit log."""
        await self.people.prune(self.settings.audit_entries)

    async def prune(self) -> None:
        """Forget the sessions that nobody has come back by for long."""
        now = time.time()
        oldest = now - self.settings.session_days * DAY
        while (present := self.present()) and (
            old := await self.people.accounts.sessions_before(oldest, PART)
        ):
            # The journal keeps the order: whoever comes back meanwhile is noted behind this.
            needed = present.is_needed
            await commit(
                self.journal,
                *(
                    each._replace(at=now) if needed(each) else DropSession(each.hash)
                    for each in old
                ),
            )


async def _again(task: Callable[[], Awaitable[object]], seconds: float) -> None:
    name = getattr(task, "__name__", "")
    while True:
        try:
            await task()
        except BadDatabase as error:  # the next time it may be back
            log().error("upkeep has failed", task=name, error=str(error))
        except Exception:
            log().exception("upkeep has failed", task=name)
        await asyncio.sleep(seconds)
