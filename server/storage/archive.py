"""Reads what is kept, and writes what seldom changes: accounts and their tokens."""

import secrets
import time
from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Executable,
    Row,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from games.errors import Mistake
from protocol.parts import PastMatch, Player, Terms
from server.players.names import check_name, fold
from server.storage.database import Database
from server.storage.reader import Query, Rows
from server.storage.row_types import (
    AccountRow,
    FixtureRow,
    LeaderRow,
    RatingRow,
    RevokedRow,
    SessionRow,
    TokenRow,
)
from server.storage.schema import (
    accounts,
    events,
    matches,
    ratings,
    sessions,
    tokens,
    tournament_events,
    tournaments,
)
from server.storage.writes import NewSession

_terms = msgspec.msgpack.Decoder(Terms)
_players = msgspec.msgpack.Decoder(tuple[Player, Player])

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


class Archive:
    """What the server remembers, by question."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def live_matches(self) -> dict[str, list[bytes]]:
        """The events of every match that has not ended, in order."""
        query = (
            select(events.c.match, events.c.data)
            .join(matches, matches.c.id == events.c.match)
            .where(matches.c.ended_at.is_(None))
            .order_by(events.c.match, events.c.seq)
        )
        found: dict[str, list[bytes]] = {}
        for match, data in await self._all(query):
            found.setdefault(match, []).append(data)
        return found

    async def events(self, match: str) -> list[bytes]:
        """The events of one match in order; none if there is no such match."""
        query = select(events.c.data).where(events.c.match == match).order_by(events.c.seq)
        return [data for (data,) in await self._all(query)]

    async def live_tournaments(self) -> list[str]:
        """Those that are neither finished nor cancelled, the oldest first."""
        t = tournaments.c
        query = select(t.id).where(t.ended_at.is_(None)).order_by(t.created_at, t.id)
        return [id for (id,) in await self._all(query)]

    async def tournament_events(self, tournament: str) -> list[bytes]:
        """What happened in a tournament, in order; nothing if there is none of this name."""
        e = tournament_events.c
        query = select(e.data).where(e.tournament == tournament).order_by(e.seq)
        return [data for (data,) in await self._all(query)]

    async def fixture_results(self, tournament: str) -> list[FixtureRow]:
        """The games of a tournament that are over, in the order of their ends."""
        m = matches.c
        query = (
            select(m.id, m.fixture, m.players, m.winner, m.ending, m.reason, m.plies)
            .where(m.tournament == tournament, m.ended_at.is_not(None))
            .order_by(m.ended_at, m.fixture)
        )
        return [_fixture_row(*row) for row in await self._all(query)]

    async def results(
        self, player: str | None, limit: int, include_private: bool = False
    ) -> list[PastMatch]:
        """The matches that ended last, of one player or of all, the latest first."""
        if player is None:
            query = _latest(limit, include_private)
        else:
            # One query for each seat, because only then an index gives the latest without sorting.
            seats = (
                _latest(limit, include_private, matches.c.first == player),
                _latest(limit, include_private, matches.c.second == player),
            )
            both = union_all(*(select(seat.subquery()) for seat in seats)).subquery()
            query = select(both).order_by(both.c.ended_at.desc(), both.c.id).limit(limit)
        return [_past_match(row) for row in await self._all(query)]

    async def leaders(self, game: str, pace: str, limit: int) -> list[LeaderRow]:
        """The best rated players, the best first."""
        r = ratings.c
        query = (
            select(r.player, r.rating, r.deviation, r.games, func.coalesce(accounts.c.bot, False))
            .select_from(ratings.outerjoin(accounts, accounts.c.name == r.player))
            .where(r.game == game, r.pace == pace)
            .order_by(r.rating.desc(), r.player)
            .limit(limit)
        )
        return [LeaderRow(*row) for row in await self._all(query)]

    async def ratings_of(self, players: Collection[str]) -> dict[tuple[str, str, str], RatingRow]:
        """All ratings of these players, by player, game and pace."""
        r = ratings.c
        query = select(
            r.player, r.game, r.pace, r.rating, r.deviation, r.volatility, r.games
        ).where(r.player.in_(players))
        return {(row[0], row[1], row[2]): RatingRow(*row[3:]) for row in await self._all(query)}

    async def session(self, hash: bytes) -> SessionRow | None:
        found = await self._all(_SESSION, given=hash)
        return next((SessionRow(*row) for row in found), None)

    async def account(self, name: str) -> AccountRow | None:
        """The account of this name, however it is capitalised."""
        found = await self._all(_ACCOUNT, given=fold(name))
        return next((AccountRow(*row) for row in found), None)

    async def taken(self, names: Collection[str]) -> set[str]:
        """Those of these names, folded, that are accounts."""
        found = await self._all(_KEYS, given=[fold(name) for name in names])
        return {key for (key,) in found}

    async def account_of_token(self, hash: bytes) -> AccountRow | None:
        """Whose token this is; nobody's if it was revoked."""
        found = await self._all(_ACCOUNT_OF_TOKEN, given=hash)
        return next((AccountRow(*row) for row in found), None)

    async def accounts(self) -> list[AccountRow]:
        """All accounts by name."""
        return [AccountRow(*row) for row in await self._all(_ACCOUNTS.order_by(accounts.c.key))]

    async def create_account(self, name: str, bot: bool, admin: bool) -> None:
        """Create an account, or raise if the name will not do or is taken."""
        check_name(name)
        row = AccountRow(name, bot, admin, time.time())
        try:
            await self._write(insert(accounts).values(key=fold(name), **row._asdict()))
        except IntegrityError as error:
            raise Mistake(f"there is an account called {name} already: choose another") from error

    async def add_token(self, account: str, hash: bytes, label: str) -> str:
        """Let a token stand for an account, and return the token's id."""
        token = secrets.token_hex(4)
        row = {"id": token, "account": account, "hash": hash, "label": label}
        await self._write(insert(tokens).values(created_at=time.time(), **row))
        return token

    async def tokens(self, account: str) -> list[TokenRow]:
        """All tokens of an account, the oldest first; also those that were revoked."""
        t = tokens.c
        query = (
            select(t.id, t.label, t.created_at, t.revoked_at)
            .where(t.account == account)
            .order_by(t.created_at, t.id)
        )
        return [TokenRow(*row) for row in await self._all(query)]

    async def revoke(self, token: str) -> bool:
        """Let a token, given by its id, stand for nobody; False if no valid one has this id."""
        valid = (tokens.c.id == token) & tokens.c.revoked_at.is_(None)
        revoked = await self._write(update(tokens).where(valid).values(revoked_at=time.time())) == 1
        if revoked:
            # Whoever had the token must not come back by a session that it began.
            owner = select(tokens.c.account).where(tokens.c.id == token).scalar_subquery()
            await self._write(delete(sessions).where(sessions.c.player == owner))
        return revoked

    async def revoked_since(self, moment: float) -> list[RevokedRow]:
        """The tokens that were revoked after this moment."""
        t = tokens.c
        query = select(t.account, t.hash, t.revoked_at).where(t.revoked_at > moment)
        return [RevokedRow(*row) for row in await self._all(query)]

    async def sessions_before(self, moment: float, limit: int) -> list[NewSession]:
        """Sessions that nobody has come back by since this moment, the oldest first."""
        s = sessions.c
        query = select(s.hash, s.player, s.key, s.guest, s.bot, s.seen_at)
        query = query.where(s.seen_at < moment).order_by(s.seen_at).limit(limit)
        return [NewSession(*row) for row in await self._all(query)]

    async def sessions_of(self, player: str) -> list[bytes]:
        """The hashes of all sessions that a player of this name, however written, has begun."""
        return [row[0] for row in await self._all(_SESSIONS_OF, given=fold(player))]

    async def _all(self, query: Query, **values: object) -> Rows:
        with self._database.in_words():
            return await self._database.reader.all(query, **values)

    async def _write(self, statement: Executable) -> int:
        with self._database.in_words():
            async with self._database.engine.begin() as connection:
                return (await connection.execute(statement)).rowcount


def _latest(limit: int, private: bool, *which: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    m = matches.c
    query = select(m.id, m.terms, m.players, m.winner, m.ending, m.plies, m.ended_at)
    query = query.where(m.ended_at.is_not(None), *which)
    if not private:
        query = query.where(m.private.is_(False))
    return query.order_by(m.ended_at.desc(), m.id).limit(limit)


def _fixture_row(match: str, fixture: int, players: bytes, *rest: Any) -> FixtureRow:
    first, second = _players.decode(players)
    return FixtureRow(match, fixture, (first.name, second.name), *rest)


def _past_match(row: Row[*tuple[Any, ...]]) -> PastMatch:
    return PastMatch(
        match=row.id,
        terms=_terms.decode(row.terms),
        players=_players.decode(row.players),
        winner=row.winner,
        ending=row.ending,
        plies=row.plies,
        ended_at=row.ended_at,
    )
