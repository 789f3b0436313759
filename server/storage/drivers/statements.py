"""The SQL of every kind of write, made once from the tables so that no row costs Python work."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, cast

from sqlalchemy import (
    ColumnElement,
    Dialect,
    Select,
    Table,
    bindparam,
    delete,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import UpdateBase

from server.storage.schema import (
    audit,
    events,
    matches,
    ratings,
    sessions,
    tournament_events,
    tournaments,
)
from server.storage.writes import (
    KINDS,
    DropSession,
    MatchOver,
    NewAudit,
    NewEvent,
    NewMatch,
    NewRating,
    NewSession,
    NewTournament,
    NewTournamentEvent,
    TournamentOver,
    Write,
)

# What is inserted, and so collides where another has written before: the table of each kind, and
# how many of its fields stay as they were written.
INSERTED: dict[type[Write], tuple[Table, int]] = {
    NewMatch: (matches, NewMatch._fields.index("players")),
    NewEvent: (events, len(NewEvent._fields)),
    NewTournament: (tournaments, len(NewTournament._fields)),
    NewTournamentEvent: (tournament_events, len(NewTournamentEvent._fields)),
    NewAudit: (audit, len(NewAudit._fields)),
}

# SQLAlchemy keeps the names of columns for itself in the values of a statement.
_GIVEN = "given_"


class Statement(NamedTuple):
    """SQL for the driver, and how its parameters are taken from the fields of a write."""

    text: str
    take: Callable[[Write], tuple[Any, ...]] | None  # None: the fields as they are

    def rows(self, writes: Sequence[Write]) -> list[tuple[Any, ...]]:
        return [*writes] if self.take is None else [self.take(write) for write in writes]


def statements(dialect: Dialect) -> dict[type[Write], Statement]:
    """The statement of each kind of write that has one, in the order of the kinds."""
    made = _made(dialect.name)
    return {kind: _compiled(kind, made[kind], dialect) for kind in KINDS if kind in made}


def same_as(write: Write) -> Select[int]:
    """Finds the row that this has inserted, if it is there just so."""
    table, count = INSERTED[type(write)]
    values = zip(write._fields[:count], write, strict=False)
    return select(literal(1)).where(
        *(table.c[_column(table, field)] == value for field, value in values)
    )


def rating_read(dialect: Dialect) -> Statement:
    """Finds a rating by player, game and pace."""
    query = select(*ratings.c)
    for column in ratings.primary_key:
        query = query.where(column == bindparam(_GIVEN + column.name))
    return Statement(str(query.compile(dialect=dialect)), None)


def _made(dialect: str) -> dict[type[Write], UpdateBase]:
    over = _given(matches, MatchOver._fields[1:])
    ended = _given(tournaments, TournamentOver._fields[1:])
    this = tournaments.c.id == bindparam("given_tournament")
    return {
        **{
            kind: insert(table).values(_given(table, kind._fields))
            for kind, (table, _) in INSERTED.items()
        },
        MatchOver: update(matches).where(matches.c.id == bindparam("given_match")).values(over),
        NewRating: _upsert(dialect, ratings, NewRating._fields),
        NewSession: _upsert(dialect, sessions, NewSession._fields),
        DropSession: delete(sessions).where(sessions.c.hash == bindparam("given_hash")),
        TournamentOver: update(tournaments).where(this).values(ended),
    }


def _given(table: Table, fields: Sequence[str]) -> dict[str, ColumnElement[Any]]:
    return {_column(table, field): bindparam(_GIVEN + field) for field in fields}


def _column(table: Table, field: str) -> str:
    """Where a field goes that is called otherwise in the table."""
    if field in table.c:
        return field
    return {"match": "id", "at": "seen_at" if table is sessions else "updated_at"}[field]


def _upsert(dialect: str, table: Table, fields: Sequence[str]) -> UpdateBase:
    made = (sqlite if dialect == "sqlite" else postgresql).insert(table)
    key = list(table.primary_key)
    changed = {each.name: made.excluded[each.name] for each in table.c if each not in set(key)}
    return cast(
        UpdateBase,
        made.values(_given(table, fields)).on_conflict_do_update(index_elements=key, set_=changed),
    )


def _compiled(kind: type[Write], made: UpdateBase, dialect: Dialect) -> Statement:
    compiled = made.compile(dialect=dialect)
    order = [name.removeprefix(_GIVEN) for name in compiled.positiontup or ()]
    places = [kind._fields.index(field) for field in order]
    assert len(places) == len(kind._fields), (kind, order)
    return Statement(str(compiled), None if places == sorted(places) else itemgetter(*places))
