"""News and press that wait for one letter a day"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "digests",
        sa.Column("id", number, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_digests")),
    )
    op.create_index(op.f("ix_digests_due"), "digests", ["due"])


def downgrade() -> None:
    op.drop_table("digests")
