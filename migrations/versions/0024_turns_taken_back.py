"""Turns that were taken back, and how each stood when it was over"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("parent", "restores"):
        column = sa.Column(name, sa.Integer(), nullable=False, server_default="0")
        op.add_column("turns", column)
    op.execute("UPDATE turns SET parent = number - 1")
    for name in ("motions", "seats"):
        op.add_column("turns", sa.Column(name, sa.Text()))


def downgrade() -> None:
    for name in ("seats", "motions", "restores", "parent"):
        op.drop_column("turns", name)
