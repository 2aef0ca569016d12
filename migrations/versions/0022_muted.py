"""Whose press somebody does not want"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    muted = sa.Column("muted", sa.JSON(), nullable=False, server_default="[]")
    op.add_column("seats", muted)


def downgrade() -> None:
    op.drop_column("seats", "muted")
