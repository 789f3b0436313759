"""Tournaments, and the place of a match in one."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("tournament", sa.String))
    op.add_column("matches", sa.Column("fixture", sa.Integer))
    op.add_column("matches", sa.Column("reason", sa.String))
    fixture = sa.text("tournament IS NOT NULL")
    op.create_index(
        "matches_of_tournament",
        "matches",
        ["tournament", "ended_at"],
        sqlite_where=fixture,
        postgresql_where=fixture,
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double, index=True),
    )
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.String, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
