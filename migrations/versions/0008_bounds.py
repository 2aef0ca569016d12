"""What mail causes is counted, and claims to seats"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

COUNTED = {"answers": "1", "letters": "0", "bytes": "0"}


def upgrade() -> None:
    for name, default in COUNTED.items():
        column = sa.Column(name, sa.Integer(), nullable=False, server_default=default)
        op.add_column("answers", column)
    op.create_table(
        "attempts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.String(length=8), nullable=False),
        sa.Column("sender", sa.String(length=254), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index(op.f("ix_attempts_game_seat_at"), "attempts", ["game", "seat", "at"])
    op.create_index(op.f("ix_attempts_sender_at"), "attempts", ["sender", "at"])


def downgrade() -> None:
    op.drop_table("attempts")
    for name in COUNTED:
        op.drop_column("answers", name)
