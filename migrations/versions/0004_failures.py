"""Turns that could not be run are counted"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("failures", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    # SQLite would make the table anew, and drop all turns and seats with the old one.
    op.drop_column("games", "failures")
