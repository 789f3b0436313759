"""Accounts that get another name, or none any more, with all that is kept of them.

The account changes in one transaction, which also notes what is left to do: its matches and
tournaments, some at a time, so that nobody waits for long behind it. Whoever is interrupted goes on
with that later.
"""

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import Mistake
from protocol.names import NEUTRAL, fold
from server.ids import new_id
from server.storage.archive import batched
from server.storage.database import Database
from server.storage.people.rewriting import has_account, in_sentence, renamed, unpack
from server.storage.row_types import AccountRow
from server.storage.schema import (
    accounts,
    audit,
    bans,
    blocks,
    events,
    matches,
    ratings,
    renames,
    sessions,
    tokens,
    tournament_events,
    tournaments,
)

PART = 100  # matches in one transaction
FIRST = "wait for the end of it, or end it first"


def neutral_name() -> str:
    return f"{NEUTRAL}{new_id(8)}"


class Renaming:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def rename(self, account: AccountRow, new: str) -> None:
        """Let an account have another name. Raises Mistake if that cannot be now."""
        async with self._database.begin(writes=True) as connection:
            await _check_idle(connection, account.name)
            await _rename_account(connection, account, new)
            await _rename_rows(connection, account.name, new)
            await _note(connection, account.name, new)

    async def delete(self, account: AccountRow) -> str:
        """Let an account be no more; the name under which its games stay. Raises Mistake."""
        old, new = account.name, neutral_name()
        async with self._database.begin(writes=True) as connection:
            await _check_idle(connection, old)
            await connection.execute(delete(tokens).where(tokens.c.account == old))
            await connection.execute(delete(accounts).where(accounts.c.name == old))
            await connection.execute(delete(sessions).where(_sessions_of(old)))
            await connection.execute(delete(bans).where(_bans_of(old)))
            await connection.execute(delete(blocks).where(or_(_blocks_by(old), _blocks_of(old))))
            await _rename_rows(connection, old, new)
            await _note(connection, old, new)
        return new

    async def finish(self) -> int:
        """Do what is left of all renamings; how many matches and tournaments it was about."""
        count = 0
        for old, new in await self._database.all(select(renames.c.old, renames.c.new)):
            count += await self._finish(old, new)
        return count

    async def _finish(self, old: str, new: str) -> int:
        m, e = matches.c, tournament_events.c
        query = union(select(m.id).where(m.first == old), select(m.id).where(m.second == old))
        ids = [id for (id,) in await self._database.all(select(query.subquery()))]
        for part in batched(ids, PART):
            async with self._database.begin(writes=True) as connection:
                await _rename_in_matches(connection, part, old, new)
        dialect = self._database.engine.dialect.name
        named = select(e.tournament).where(_contains(e.data, old, dialect)).distinct()
        cups = [id for (id,) in await self._database.all(named)]
        for id in cups:
            async with self._database.begin(writes=True) as connection:
                await _rename_in_tournament(connection, id, old, new)
        async with self._database.begin(writes=True) as connection:
            # Who came in at the last moment; the name is somebody else's by now.
            await connection.execute(delete(sessions).where(_sessions_of(old), _is_nobodys(old)))
            if new.startswith(NEUTRAL):
                await _forget_in_audit(connection, old, new)
            await connection.execute(delete(renames).where(renames.c.old == old))
        return len(ids) + len(cups)


async def _check_idle(connection: AsyncConnection, name: str) -> None:
    """Raise Mistake while somebody could still be told of the account by its name."""
    m, t, e = matches.c, tournaments.c, tournament_events.c
    theirs = or_(m.first == name, m.second == name)
    live = await connection.execute(select(m.id, m.players).where(m.ended_at.is_(None), theirs))
    playing = [id for id, data in live if has_account(unpack(data), name)]
    if playing:
        raise Mistake(f"{name} plays in {', '.join(playing)}: {FIRST}")
    kept = (
        select(e.tournament, e.data)
        .join(tournaments, t.id == e.tournament)
        .where(t.ended_at.is_(None))
    )
    for id, data in await connection.execute(kept):
        if has_account(unpack(data), name):
            raise Mistake(f"{name} has to do with the tournament {id}: {FIRST}")


async def _rename_account(connection: AsyncConnection, account: AccountRow, new: str) -> None:
    """Tokens name their account, so the new one has to be there before the old one goes."""
    old = account.name
    aside = update(accounts).where(accounts.c.name == old).values(key=f"{fold(old)} before")
    await connection.execute(aside)
    taken = select(accounts.c.name).where(accounts.c.key == fold(new))
    if (await connection.execute(taken)).first() is not None:
        raise Mistake(f"there is an account called {new} already: choose another name")
    row = account._replace(name=new)
    if new == old:
        raise Mistake(f"the account is called {old} already")
    await connection.execute(insert(accounts).values(key=fold(new), **row._asdict()))
    await connection.execute(update(tokens).where(tokens.c.account == old).values(account=new))
    await connection.execute(delete(accounts).where(accounts.c.name == old))
    by_name = {"player": new, "key": fold(new)}
    await connection.execute(update(sessions).where(_sessions_of(old)).values(by_name))
    if fold(new) != fold(old):
        await connection.execute(delete(bans).where(_bans_of(new)))
    await connection.execute(update(bans).where(_bans_of(old)).values(target=fold(new), name=new))
    await connection.execute(update(blocks).where(_blocks_by(old)).values(by=fold(new)))
    of_theirs = {"whom": fold(new), "name": new}
    await connection.execute(update(blocks).where(_blocks_of(old)).values(of_theirs))


async def _rename_rows(connection: AsyncConnection, old: str, new: str) -> None:
    await connection.execute(delete(ratings).where(ratings.c.player == new))
    await connection.execute(update(ratings).where(ratings.c.player == old).values(player=new))


async def _note(connection: AsyncConnection, old: str, new: str) -> None:
    """What is left to do; and of whom was called so before, what is not done yet, goes on there."""
    await connection.execute(update(renames).where(renames.c.new == old).values(new=new))
    await connection.execute(delete(renames).where(renames.c.old == old))
    await connection.execute(insert(renames).values(old=old, new=new, at=time.time()))


async def _rename_in_matches(
    connection: AsyncConnection, ids: Sequence[str], old: str, new: str
) -> None:
    m = matches.c
    query = select(m.id, m.first, m.second, m.players, m.reason).where(m.id.in_(ids))
    theirs = [
        row for row in await connection.execute(query) if has_account(unpack(row.players), old)
    ]
    for row in theirs:
        changed = {
            "first": new if row.first == old else row.first,
            "second": new if row.second == old else row.second,
            "players": renamed(row.players, old, new),
            "reason": row.reason and in_sentence(row.reason, old, new),
        }
        await connection.execute(update(matches).where(m.id == row.id).values(changed))
    those = events.c.match.in_([row.id for row in theirs])
    named = _contains(events.c.data, old, connection.dialect.name)
    await _rename_in_events(connection, events, those & named, old, new)


async def _rename_in_tournament(connection: AsyncConnection, id: str, old: str, new: str) -> None:
    e = tournament_events.c
    of_it = e.tournament == id
    kept = await connection.execute(select(e.data).where(of_it))
    if any(has_account(unpack(data), old) for (data,) in kept):
        await _rename_in_events(connection, tournament_events, of_it, old, new)
        t = tournaments.c
        found = await connection.execute(select(t.by, t.title).where(t.id == id))
        by, title = found.one()
        values = {"by": new if by == old else by, "title": in_sentence(title, old, new)}
        await connection.execute(update(tournaments).where(t.id == id).values(values))


async def _rename_in_events(
    connection: AsyncConnection, table: Any, which: ColumnElement[bool], old: str, new: str
) -> None:
    key = list(table.primary_key)
    for *at, data in await connection.execute(select(*key, table.c.data).where(which)):
        changed = renamed(data, old, new)
        if changed != data:
            this = [column == value for column, value in zip(key, at, strict=True)]
            await connection.execute(update(table).where(*this).values(data=changed))


async def _forget_in_audit(connection: AsyncConnection, old: str, new: str) -> None:
    a = audit.c
    for column in (a.by, a.whom):
        await connection.execute(
            update(audit).where(func.lower(column) == fold(old)).values({column.name: new})
        )
    named = a.detail.contains(old, autoescape=True)
    for id, detail in await connection.execute(select(a.id, a.detail).where(named)):
        changed = detail.replace(old, new)
        await connection.execute(update(audit).where(a.id == id).values(detail=changed))


def _contains(column: ColumnElement[bytes], name: str, dialect: str) -> ColumnElement[bool]:
    """Whether the name is somewhere in what is stored; only then it need be looked at."""
    find = func.instr if dialect == "sqlite" else func.pg_catalog.position
    found: ColumnElement[bool] = find(column, name.encode()) > 0
    return found


def _sessions_of(name: str) -> ColumnElement[bool]:
    return (sessions.c.key == fold(name)) & sessions.c.guest.is_(False)


def _is_nobodys(name: str) -> ColumnElement[bool]:
    return ~select(accounts).where(accounts.c.key == fold(name)).exists()


def _bans_of(name: str) -> ColumnElement[bool]:
    return (bans.c.target == fold(name)) & bans.c.kind.in_(("player", "chat"))


def _blocks_by(name: str) -> ColumnElement[bool]:
    return (blocks.c.by == fold(name)) & (blocks.c.session == b"")


def _blocks_of(name: str) -> ColumnElement[bool]:
    return (blocks.c.whom == fold(name)) & blocks.c.guest.is_(False)
