"""Whose mail is read first, and what reading it costs"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

INDEXES = ("writer", "rank")


def upgrade() -> None:
    op.add_column("inbox", sa.Column("writer", sa.Text(), nullable=False, server_default=""))
    op.add_column("inbox", sa.Column("rank", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("inbox", sa.Column("size", sa.Integer(), nullable=False, server_default="0"))
    for name in INDEXES:
        op.create_index(op.f(f"ix_inbox_{name}_received_at"), "inbox", [name, "received_at"])
    op.add_column("answers", sa.Column("work", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("answers", "work")
    for name in INDEXES:
        op.drop_index(op.f(f"ix_inbox_{name}_received_at"), "inbox")
    for name in ("size", "rank", "writer"):
        op.drop_column("inbox", name)
