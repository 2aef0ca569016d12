"""Press that waits"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    unsent = sa.Column("unsent", sa.JSON(), nullable=False, server_default="[]")
    op.add_column("games", unsent)


def downgrade() -> None:
    op.drop_column("games", "unsent")
