"""Seats that robots play are not vacant"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("robot", sa.String(8), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "robot")
