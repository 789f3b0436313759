"""The nodes of a cluster, and which of them owns what."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("fence", sa.BigInteger, nullable=False, unique=True),
        sa.Column("url", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("node", sa.String, nullable=False, index=True),
    )
    fences = op.create_table(
        "fences",
        sa.Column("latest", sa.BigInteger, nullable=False),
        sa.Column("cluster", sa.String, nullable=False),
    )
    op.bulk_insert(fences, [{"latest": 0, "cluster": secrets.token_hex(6)}])
