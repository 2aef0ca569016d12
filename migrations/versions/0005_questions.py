"""What binds a new address is confirmed there"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "questions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("asked", sa.String(length=254), nullable=False),
        sa.Column("request", sa.JSON(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
        sa.UniqueConstraint("token", name=op.f("uq_questions_token")),
    )
    op.create_index(op.f("ix_questions_asked_at"), "questions", ["asked_at"])
    proved = sa.Column("proved", sa.Boolean(), nullable=False, server_default="0")
    op.add_column("players", proved)
    # Whoever plays already has had the judge's letters at their address.
    op.execute("UPDATE players SET proved = (1 = 1)")


def downgrade() -> None:
    op.drop_column("players", "proved")
    op.drop_index(op.f("ix_questions_asked_at"), "questions")
    op.drop_table("questions")
