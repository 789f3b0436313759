"""Who is kept away, or from talking: as the database has it, and in memory for every hello.

Other nodes, and `inarow account` beside a running server, write to the same table: what they have
changed is read from time to time, and at once where a node tells of it.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from time import time

from protocol.administration import BanKind
from protocol.names import fold
from protocol.parts import Fault
from server.players.names import check_name
from server.players.networks import Networks, network_of
from server.refusal import Refusal
from server.storage.people.accounts import Accounts
from server.storage.people.bans import BanStore
from server.storage.row_types import BanRow

OVERLAP = 600.0  # seconds that looks reach back: for clocks that differ, and for slow commits
SHORT = 3600.0  # seconds that are told as such
WHO = {
    BanKind.ADDRESS: "all who come from your address",
    BanKind.GUESTS: "new guests from your address",
}
ADDRESSES = tuple(WHO)


class KnownBans:
    def __init__(self, store: BanStore, now: Callable[[], float] = time) -> None:
        self.store = store
        self._now = now
        self._read_at = 0.0
        self._rows: dict[tuple[BanKind, str], BanRow] = {}
        self._networks: dict[BanKind, Networks[BanRow]] = {kind: Networks() for kind in WHO}

    # As the database has them

    async def refresh(self) -> bool:
        """Read what has changed; whether anything had that was not known here."""
        now = self._now()
        if self._read_at:
            rows = await self.store.changed_since(self._read_at - OVERLAP)
        else:
            rows = await self.store.all(now)
        self._read_at = now
        news = [self._take(row) for row in rows]
        return any(news)

    async def put(self, row: BanRow) -> None:
        """Let a ban hold, from here on."""
        await self.store.put(row, self._now())
        self._take(row)

    async def lift(self, kind: BanKind, target: str) -> bool:
        """Let a ban end; False if none holds."""
        lifted = await self.store.lift(kind, target, self._now())
        self._drop((kind, target))
        return lifted

    def _take(self, row: BanRow) -> bool:
        """Whether it was not known."""
        key = row.kind, row.target
        if not row.holds(self._now()):
            return self._drop(key)
        before, self._rows[key] = self._rows.get(key), row
        if networks := self._networks.get(row.kind):
            networks.put(row.target, row)
        return row != before

    def _drop(self, key: tuple[BanKind, str]) -> bool:
        kind, target = key
        if networks := self._networks.get(kind):
            networks.drop(target)
        return self._rows.pop(key, None) is not None

    # Whom they concern

    def against(self, name: str, address: str, admin: bool) -> BanRow | None:
        """What keeps a player away who was let in before, if anything does."""
        return self._of(BanKind.PLAYER, name) or self._from(BanKind.ADDRESS, address, admin)

    def check(self, name: str, address: str, admin: bool = False) -> None:
        """Raise Refusal while a player is kept away."""
        self._refuse(self.against(name, address, admin))

    def check_newcomer(self, name: str, address: str) -> None:
        """Raise Refusal while a guest who is new is kept away."""
        self.check(name, address)
        self._refuse(self._from(BanKind.GUESTS, address, admin=False))

    def check_talk(self, name: str) -> None:
        """Raise Refusal while a player may not talk."""
        if ban := self._of(BanKind.CHAT, name):
            raise self._refusal(Fault.NOT_ALLOWED, ban, "does not let you talk")

    def _of(self, kind: BanKind, name: str) -> BanRow | None:
        row = self._rows.get((kind, fold(name)))
        return row if row and row.holds(self._now()) else None

    def _from(self, kind: BanKind, address: str, admin: bool) -> BanRow | None:
        if admin:  # or nobody could take back what has hit too many
            return None
        rows = self._networks[kind].around(address)
        return next((row for row in rows if row.holds(self._now())), None)

    def _refuse(self, ban: BanRow | None) -> None:
        if ban is not None:
            keeps = f"keeps {WHO.get(ban.kind, ban.name)} away"
            raise self._refusal(Fault.KEPT_AWAY, ban, keeps)

    def _refusal(self, code: Fault, ban: BanRow, keeps: str) -> Refusal:
        reason = f": {ban.reason}" if ban.reason else ""
        if ban.until is None:
            return Refusal(code, f"an administrator {keeps}, for good{reason}")
        left = max(0.0, ban.until - self._now())
        until = f"until {moment(ban.until)}" if left > SHORT else f"for another {left:.0f} s"
        return Refusal(code, f"an administrator {keeps} {until}{reason}", left)


def new_ban(kind: BanKind, whom: str, seconds: float | None, reason: str, by: str) -> BanRow:
    """A ban from now on; without *seconds* for good. Raises Mistake."""
    now, target = time(), target_of(kind, whom)
    name = target if kind in ADDRESSES else whom
    return BanRow(kind, target, name, None if seconds is None else now + seconds, reason, by, now)


def target_of(kind: BanKind, whom: str) -> str:
    """How a ban of this kind is kept. Raises Mistake."""
    return network_of(whom) if kind in ADDRESSES else fold(whom)


async def known_name(accounts: Accounts, name: str) -> str:
    """The name as its account has it, or a guest could. Raises Mistake if nobody can."""
    if account := await accounts.find(name):
        return account.name
    check_name(name)
    return name


def moment(at: float) -> str:
    """A time of day as people read it."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"
