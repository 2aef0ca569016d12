"""Which powers players would like"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("seats", "guests"):
        prefers = sa.Column("prefers", sa.JSON(), nullable=False, server_default="[]")
        op.add_column(table, prefers)


def downgrade() -> None:
    for table in ("seats", "guests"):
        op.drop_column(table, "prefers")
