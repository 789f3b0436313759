"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _create_matches()
    _create_players()


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("terms", sa.LargeBinary, nullable=False),
        sa.Column("first", sa.String, nullable=False),
        sa.Column("second", sa.String, nullable=False),
        sa.Column("players", sa.LargeBinary, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("winner", sa.Integer),
        sa.Column("ending", sa.String),
        sa.Column("plies", sa.Integer),
    )
    live = sa.text("ended_at IS NULL")
    op.create_index("matches_live", "matches", ["id"], sqlite_where=live, postgresql_where=live)
    op.create_index("matches_by_end", "matches", ["ended_at"])
    op.create_index("matches_of_first", "matches", ["first", "ended_at"])
    op.create_index("matches_of_second", "matches", ["second", "ended_at"])
    op.create_table(
        "events",
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def _create_players() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("key", sa.String, nullable=False, unique=True),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("admin", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("account", sa.String, sa.ForeignKey("accounts.name"), nullable=False, index=True),
        sa.Column("hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("revoked_at", sa.Double),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False, index=True),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("pace", sa.String, primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
    )
    op.create_index("ratings_of_game", "ratings", ["game", "pace", "rating"])
