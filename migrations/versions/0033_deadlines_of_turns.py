"""The deadlines of turns that are over"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turns", sa.Column("due_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("turns", "due_at")
