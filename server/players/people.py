"""What a server knows of people, wherever its lobby is: accounts, bans, blocks, who did what."""

import time
from collections.abc import Callable

from server.players.bans import OVERLAP, KnownBans
from server.storage.database import Database
from server.storage.people.accounts import Accounts
from server.storage.people.audit_log import AuditLog
from server.storage.people.bans import BanStore
from server.storage.people.blocks import BlockStore
from server.storage.people.renaming import Renaming


class People:
    def __init__(self, database: Database) -> None:
        self.accounts = Accounts(database)
        self.bans = KnownBans(BanStore(database))
        self.audit_log = AuditLog(database)
        self.blocks = BlockStore(database)
        self.renaming = Renaming(database)
        # Tells other nodes, and whose accounts have another name or are gone.
        self.changed: Callable[[list[str]], None] = lambda gone: None

    async def refresh(self) -> bool:
        """Read what others have changed; whether anybody may be kept away who was not."""
        return await self.bans.refresh()

    async def prune(self, audit_entries: int) -> None:
        """Forget what is over, and what is further back than the log is to go."""
        await self.renaming.finish()
        await self.bans.store.prune(time.time() - OVERLAP)
        await self.audit_log.prune(audit_entries)
        await self.blocks.prune()
