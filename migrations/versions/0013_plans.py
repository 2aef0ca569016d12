"""Orders for later turns, and plans"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    plans = sa.Column("plans", sa.JSON(), nullable=False, server_default="[]")
    op.add_column("seats", plans)


def downgrade() -> None:
    op.drop_column("seats", "plans")
