"""What a server does from time to time, besides what it is asked."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.errors import Mistake
from server.logs import log
from server.settings import Settings
from server.storage.accounts import Accounts
from server.storage.commit import commit
from server.storage.database import Database
from server.storage.journal import Journal
from server.storage.row_types import RevokedRow
from server.storage.sqlite_file import BadDatabase
from server.storage.writes import DropSession, NewSession

DAY = 86400.0
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

    def is_needed(self, session: NewSession) -> bool:
        """Whether it is the one way back of somebody."""


@dataclass(frozen=True)
class Upkeep:
    settings: Settings
    database: Database
    accounts: Accounts
    journal: Journal
    present: Callable[[], Present | None]  # None: who is here is known on another node
    fail: Callable[[BaseException], None]
    expire_tournaments: Callable[[], None]

    def tasks(self) -> list[Coroutine[None, None, None]]:
        """What is to run as long as the server does."""
        return [
            _again(self.close_revoked, self.settings.revocation_seconds),
            _again(self.check_database, CHECK_SECONDS),
            _again(self.expire, EXPIRY_SECONDS),
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
        for row in await self.accounts.revoked_since(since):
            revoked.setdefault(row.account, []).append(row)
        present.close_revoked(revoked)

    async def prune(self) -> None:
        """Forget the sessions that nobody has come back by for long."""
        now = time.time()
        oldest = now - self.settings.session_days * DAY
        while (present := self.present()) and (
            old := await self.accounts.sessions_before(oldest, PART)
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
