"""Whom the keeper keeps out"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "blocks",
        sa.Column("id", number, nullable=False),
        sa.Column("name", sa.String(254), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blocks")),
        sa.UniqueConstraint("name", name=op.f("uq_blocks_name")),
    )


def downgrade() -> None:
    op.drop_table("blocks")
