"""Reads what is kept of matches, tournaments and ratings."""

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, Select, select, union_all

from protocol.parts import PastMatch, Player, Terms
from server.storage.database import Database
from server.storage.row_types import FixtureRow, LeaderRow, RatingRow
from server.storage.schema import (
    accounts,
    events,
    matches,
    ratings,
    tournament_events,
    tournaments,
)

_terms = msgspec.msgpack.Decoder(Terms)
_players = msgspec.msgpack.Decoder(tuple[Player, Player])


AT_ONCE = 500  # matches in one query


def batched(ids: Collection[str], size: int) -> Iterator[list[str]]:
    some = iter(ids)
    while part := list(islice(some, size)):
        yield part


class Archive:
    """What the server remembers, by question."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def live_matches(self, ids: Collection[str] | None = None) -> dict[str, list[bytes]]:
        """The events of every match that has not ended, in order; or of those of these."""
        query = (
            select(events.c.match, events.c.data)
            .join(matches, matches.c.id == events.c.match)
            .where(matches.c.ended_at.is_(None))
            .order_by(events.c.match, events.c.seq)
        )
        found: dict[str, list[bytes]] = {}
        for some in [None] if ids is None else batched(ids, AT_ONCE):
            those = query if some is None else query.where(matches.c.id.in_(some))
            for match, data in await self._database.all(those):
                found.setdefault(match, []).append(data)
        return found

    async def live_starts(self) -> dict[str, bytes]:
        """The first event of every match that has not ended."""
        query = (
            select(events.c.match, events.c.data)
            .join(matches, matches.c.id == events.c.match)
            .where(matches.c.ended_at.is_(None), events.c.seq == 0)
        )
        return {row.match: row.data for row in await self._database.all(query)}

    async def events(self, match: str) -> list[bytes]:
        """The events of one match in order; none if there is no such match."""
        query = select(events.c.data).where(events.c.match == match).order_by(events.c.seq)
        return [data for (data,) in await self._database.all(query)]

    async def live_tournaments(self) -> list[str]:
        """Those that are neither finished nor cancelled, the oldest first."""
        t = tournaments.c
        query = select(t.id).where(t.ended_at.is_(None)).order_by(t.created_at, t.id)
        return [id for (id,) in await self._database.all(query)]

    async def tournament_events(self, tournament: str) -> list[bytes]:
        """What happened in a tournament, in order; nothing if there is none of this name."""
        e = tournament_events.c
        query = select(e.data).where(e.tournament == tournament).order_by(e.seq)
        return [data for (data,) in await self._database.all(query)]

    async def fixture_results(self, tournament: str) -> list[FixtureRow]:
        """The games of a tournament that are over, in the order of their ends."""
        m = matches.c
        query = (
            select(m.id, m.fixture, m.players, m.winner, m.ending, m.reason, m.plies)
            .where(m.tournament == tournament, m.ended_at.is_not(None))
            .order_by(m.ended_at, m.fixture)
        )
        return [_fixture_row(*row) for row in await self._database.all(query)]

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
        return [_past_match(row) for row in await self._database.all(query)]

    async def leaders(self, game: str, pace: str, limit: int) -> list[LeaderRow]:
        """The best rated players whose accounts there are, the best first."""
        r = ratings.c
        query = (
            select(r.player, r.rating, r.deviation, r.games, accounts.c.bot)
            .select_from(ratings.join(accounts, accounts.c.name == r.player))
            .where(r.game == game, r.pace == pace)
            .order_by(r.rating.desc(), r.player)
            .limit(limit)
        )
        return [LeaderRow(*row) for row in await self._database.all(query)]

    async def ratings_of(self, players: Collection[str]) -> dict[tuple[str, str, str], RatingRow]:
        """All ratings of these players, by player, game and pace."""
        r = ratings.c
        query = select(
            r.player, r.game, r.pace, r.rating, r.deviation, r.volatility, r.games
        ).where(r.player.in_(players))
        return {
            (row[0], row[1], row[2]): RatingRow(*row[3:]) for row in await self._database.all(query)
        }


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
