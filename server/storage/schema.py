"""The tables of the database; a change here needs a revision in ``migrations/versions``."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

REVISION = "0004"  # the latest one, that makes these tables
metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("pace", String, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("first", String, nullable=False),
    Column("second", String, nullable=False),
    Column("players", LargeBinary, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("winner", Integer),
    Column("ending", String),
    Column("plies", Integer),
    Column("tournament", String),
    Column("fixture", Integer),  # its number in the tournament
    Column("reason", String),
)
_live = matches.c.ended_at.is_(None)
Index("matches_live", matches.c.id, sqlite_where=_live, postgresql_where=_live)
Index("matches_by_end", matches.c.ended_at)
Index("matches_of_first", matches.c.first, matches.c.ended_at)
Index("matches_of_second", matches.c.second, matches.c.ended_at)
_fixture = matches.c.tournament.is_not(None)
Index(
    "matches_of_tournament",
    matches.c.tournament,
    matches.c.ended_at,
    sqlite_where=_fixture,
    postgresql_where=_fixture,
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("by", String, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("ended_at", Double, index=True),
)

tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# No foreign key to matches: a look-up for each event, to catch what the journal cannot do.
# With row ids on SQLite: rows are then appended, and only the small entries of the key are spread
# over many pages; as one tree (WITHOUT ROWID) a commit of 64 events costs twice the CPU.
events = Table(
    "events",
    metadata,
    Column("match", String, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("name", String, primary_key=True),
    Column("key", String, nullable=False, unique=True),  # the name folded
    Column("bot", Boolean, nullable=False),
    Column("admin", Boolean, nullable=False),
    Column("created_at", Double, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String, primary_key=True),
    Column("account", String, ForeignKey("accounts.name"), nullable=False, index=True),
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("label", String, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("revoked_at", Double),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("player", String, nullable=False),
    Column("key", String, nullable=False, index=True),
    Column("guest", Boolean, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("seen_at", Double, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("pace", String, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated_at", Double, nullable=False),
)
Index("ratings_of_game", ratings.c.game, ratings.c.pace, ratings.c.rating)

# Who is kept away, or from talking. What was lifted stays for a while, so that servers notice.
bans = Table(
    "bans",
    metadata,
    Column("kind", String, primary_key=True),
    Column("target", String, primary_key=True),  # a name, folded, or a network
    Column("name", String, nullable=False),  # the target as people write it
    Column("until", Double),  # NULL: for good
    Column("reason", String, nullable=False),
    Column("by", String, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False, index=True),
)

# Whom players want to have nothing to do with.
blocks = Table(
    "blocks",
    metadata,
    Column("by", String, primary_key=True),  # folded
    Column("session", LargeBinary, primary_key=True),  # of a guest who blocks; else empty
    Column("whom", String, primary_key=True),  # folded
    Column("guest", Boolean, primary_key=True),  # whether it is a guest who is blocked
    Column("name", String, nullable=False),
    Column("created_at", Double, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", Double, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("act", String, nullable=False),
    Column("by", String, nullable=False),
    Column("whom", String, nullable=False),
    Column("address", String, nullable=False),
    Column("detail", String, nullable=False),
)
Index("audit_of_kind", audit.c.kind, audit.c.at)

# Accounts that have another name, as long as not everything that is kept says so.
renames = Table(
    "renames",
    metadata,
    Column("old", String, primary_key=True),
    Column("new", String, nullable=False),
    Column("at", Double, nullable=False),
)

# Only a cluster has nodes and leases; a single server owns everything.
nodes = Table(
    "nodes",
    metadata,
    Column("id", String, primary_key=True),
    Column("fence", BigInteger, nullable=False, unique=True),  # grows with every node that joins
    Column("url", String, nullable=False),
    Column("version", String, nullable=False),
    Column("draining", Boolean, nullable=False),
    Column("expires_at", Double, nullable=False),  # by the database's clock
)

leases = Table(
    "leases",
    metadata,
    Column("key", String, primary_key=True),
    Column("node", String, nullable=False, index=True),
)

# One row: the fence of the latest node, and a name of this cluster that no other has.
fences = Table(
    "fences",
    metadata,
    Column("latest", BigInteger, nullable=False),
    Column("cluster", String, nullable=False),
)
