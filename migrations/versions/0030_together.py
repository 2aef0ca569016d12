"""Several judges share one database"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    lane = sa.Column("lane", sa.String(64), nullable=False, server_default="")
    op.add_column("inbox", lane)
    op.add_column("pulse", sa.Column("before", sa.DateTime(timezone=True)))
    op.add_column("pulse", sa.Column("resumed", sa.DateTime(timezone=True)))
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "leases",
        sa.Column("id", number, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leases")),
        sa.UniqueConstraint("name", name=op.f("uq_leases_name")),
    )


def downgrade() -> None:
    op.drop_table("leases")
    op.drop_column("pulse", "resumed")
    op.drop_column("pulse", "before")
    op.drop_column("inbox", "lane")
