"""Accounts, the tokens that stand for them, and the sessions by which players come back."""

import secrets
import time
from collections.abc import Collection
from typing import Any

from sqlalchemy import BindParameter, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from games.errors import Mistake
from protocol.names import fold
from server.storage.database import Database
from server.storage.row_types import AccountRow, RevokedRow, SessionRow, TokenRow
from server.storage.schema import accounts, sessions, tokens
from server.storage.writes import NewSession

# What every hello asks is made once: making a query costs as much as carrying it out.
_given: BindParameter[Any] = bindparam("given")
_ACCOUNTS = select(accounts.c.name, accounts.c.bot, accounts.c.admin, accounts.c.created_at)
_ACCOUNT = _ACCOUNTS.where(accounts.c.key == _given)
_ACCOUNT_OF_TOKEN = _ACCOUNTS.join(tokens, tokens.c.account == accounts.c.name).where(
    tokens.c.hash == _given, tokens.c.revoked_at.is_(None)
)
_KEYS = select(accounts.c.key).where(accounts.c.key.in_(bindparam("given", expanding=True)))
_SESSIONS_OF = select(sessions.c.hash).where(sessions.c.key == _given)
_SESSION = select(sessions.c.player, sessions.c.guest, sessions.c.bot, sessions.c.seen_at).where(
    sessions.c.hash == _given
)


class Accounts:
    """Who is known by name; what changes here seldom does, and is written at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, name: str) -> AccountRow | None:
        """The account of this name, however it is capitalised."""
        found = await self._database.all(_ACCOUNT, given=fold(name))
        return next((AccountRow(*row) for row in found), None)

    async def taken(self, names: Collection[str]) -> set[str]:
        """Those of these names, folded, that are accounts."""
        found = await self._database.all(_KEYS, given=[fold(name) for name in names])
        return {key for (key,) in found}

    async def by_token(self, hash: bytes) -> AccountRow | None:
        """Whose token this is; nobody's if it was revoked."""
        found = await self._database.all(_ACCOUNT_OF_TOKEN, given=hash)
        return next((AccountRow(*row) for row in found), None)

    async def all(self) -> list[AccountRow]:
        """All accounts by name."""
        found = await self._database.all(_ACCOUNTS.order_by(accounts.c.key))
        return [AccountRow(*row) for row in found]

    async def create(self, name: str, bot: bool, admin: bool) -> None:
        """Create an account, or raise if the name is taken."""
        row = AccountRow(name, bot, admin, time.time())
        try:
            await self._database.execute(insert(accounts).values(key=fold(name), **row._asdict()))
        except IntegrityError as error:
            raise Mistake(f"there is an account called {name} already: choose another") from error

    async def add_token(self, account: str, hash: bytes, label: str) -> str:
        """Let a token stand for an account, and return the token's id."""
        token = secrets.token_hex(4)
        row = {"id": token, "account": account, "hash": hash, "label": label}
        await self._database.execute(insert(tokens).values(created_at=time.time(), **row))
        return token

    async def tokens(self, account: str) -> list[TokenRow]:
        """All tokens of an account, the oldest first; also those that were revoked."""
        t = tokens.c
        query = (
            select(t.id, t.label, t.created_at, t.revoked_at)
            .where(t.account == account)
            .order_by(t.created_at, t.id)
        )
        return [TokenRow(*row) for row in await self._database.all(query)]

    async def revoke(self, token: str) -> bool:
        """Let a token, given by its id, stand for nobody; False if no valid one has this id."""
        valid = (tokens.c.id == token) & tokens.c.revoked_at.is_(None)
        revoked = (
            await self._database.execute(update(tokens).where(valid).values(revoked_at=time.time()))
            == 1
        )
        if revoked:
            # Whoever had the token must not come back by a session that it began.
            owner = select(tokens.c.account).where(tokens.c.id == token).scalar_subquery()
            await self._database.execute(delete(sessions).where(sessions.c.player == owner))
        return revoked

    async def revoked_since(self, moment: float) -> list[RevokedRow]:
        """The tokens that were revoked after this moment."""
        t = tokens.c
        query = select(t.account, t.hash, t.revoked_at).where(t.revoked_at > moment)
        return [RevokedRow(*row) for row in await self._database.all(query)]

    async def session(self, hash: bytes) -> SessionRow | None:
        found = await self._database.all(_SESSION, given=hash)
        return next((SessionRow(*row) for row in found), None)

    async def sessions_of(self, player: str) -> list[bytes]:
        """The hashes of all sessions that a player of this name, however written, has begun."""
        return [row[0] for row in await self._database.all(_SESSIONS_OF, given=fold(player))]

    async def sessions_before(self, moment: float, limit: int) -> list[NewSession]:
        """Sessions that nobody has come back by since this moment, the oldest first."""
        s = sessions.c
        query = select(s.hash, s.player, s.key, s.guest, s.bot, s.seen_at)
        query = query.where(s.seen_at < moment).order_by(s.seen_at).limit(limit)
        return [NewSession(*row) for row in await self._database.all(query)]
