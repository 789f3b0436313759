"""What rated games make of ratings, read and written within the commit: no update is lost.

On PostgreSQL other nodes commit games of the same players. First every player gets a row, then all
rows are locked, both in the order of their keys: so nobody waits in a circle.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import cast

from sqlalchemy import Select, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.storage.drivers.statements import Statement
from server.storage.schema import ratings
from server.storage.writes import NewRating, RatedGame, Write
from tournament.statistics.glicko import Rating, rated

Key = tuple[str, str, str]  # player, game and pace

_KEY = tuple_(ratings.c.player, ratings.c.game, ratings.c.pace)
_BEGIN = insert(ratings).on_conflict_do_nothing()


def ratings_before(
    connection: sqlite3.Connection, read: Statement, games: Sequence[Write]
) -> list[NewRating]:
    """Those that are kept in a SQLite file, which nobody else writes to meanwhile."""
    found = (connection.execute(read.text, key).fetchone() for key in _keys(games))
    return [NewRating(*row) for row in found if row]


async def lock_ratings(connection: AsyncConnection, games: Sequence[Write]) -> list[NewRating]:
    """Those that are kept on PostgreSQL, or begin now; nobody else changes them meanwhile."""
    keys = _keys(games)
    begun = [new_rating(key, Rating(), 0.0) for key in keys]
    await connection.execute(_BEGIN, [_row(each) for each in begun])
    found = await connection.execute(_kept(keys).with_for_update())
    return [NewRating(*row) for row in found]


async def ratings_kept(engine: AsyncEngine, games: Sequence[Write]) -> list[NewRating]:
    """What is kept of the players of these games."""
    if not games:
        return []
    async with engine.connect() as connection:
        return [NewRating(*row) for row in await connection.execute(_kept(_keys(games)))]


def rate(games: Sequence[Write], before: Iterable[NewRating]) -> list[NewRating]:
    """What these games make of the ratings before, one game after the other."""
    known = {each[:3]: Rating(*each[3:7]) for each in before}
    made: dict[Key, NewRating] = {}
    for game in cast(Sequence[RatedGame], games):
        keys = keys_of(game)
        first, second = (known.get(key, Rating()) for key in keys)
        after = rated(first, second, game.score), rated(second, first, 1 - game.score)
        for key, new in zip(keys, after, strict=True):
            known[key] = new
            made[key] = new_rating(key, new, game.at)
    return list(made.values())


def new_rating(key: Key, now: Rating, at: float) -> NewRating:
    return NewRating(*key, now.rating, now.deviation, now.volatility, now.games, at)


def keys_of(game: RatedGame) -> tuple[Key, Key]:
    return (game.first, game.game, game.pace), (game.second, game.game, game.pace)


def _keys(games: Sequence[Write]) -> list[Key]:
    return sorted({key for each in cast(Sequence[RatedGame], games) for key in keys_of(each)})


def _row(each: NewRating) -> dict[str, object]:
    return dict(zip((column.name for column in ratings.c), each, strict=True))


def _kept(keys: Sequence[Key]) -> Select[str, str, str, float, float, float, int, float]:
    return select(*ratings.c).where(_KEY.in_(keys)).order_by(*ratings.primary_key)
