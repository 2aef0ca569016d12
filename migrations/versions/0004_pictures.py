"""Letters bear pictures, and each reader says of what form"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("image", sa.LargeBinary()),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pictures")),
        sa.UniqueConstraint("digest", name=op.f("uq_pictures_digest")),
    )
    op.create_index(op.f("ix_pictures_used_at"), "pictures", ["used_at"])
    op.add_column("outbox", sa.Column("pictures", sa.JSON()))
    png = sa.Column("pictures", sa.String(length=8), nullable=False, server_default="png")
    op.add_column("seats", png)


def downgrade() -> None:
    op.drop_column("seats", "pictures")
    op.drop_column("outbox", "pictures")
    op.drop_index(op.f("ix_pictures_used_at"), "pictures")
    op.drop_table("pictures")
