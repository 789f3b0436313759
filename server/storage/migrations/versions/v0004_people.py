"""Bans, blocks, the audit log, and accounts that have another name."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("target", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "blocks",
        sa.Column("by", sa.String, primary_key=True),
        sa.Column("session", sa.LargeBinary, primary_key=True),
        sa.Column("whom", sa.String, primary_key=True),
        sa.Column("guest", sa.Boolean, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.Double, nullable=False, index=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("act", sa.String, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("whom", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("detail", sa.String, nullable=False),
    )
    op.create_index("audit_of_kind", "audit", ["kind", "at"])
    op.create_table(
        "renames",
        sa.Column("old", sa.String, primary_key=True),
        sa.Column("new", sa.String, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
