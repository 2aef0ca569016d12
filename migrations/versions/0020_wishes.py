"""What people want for themselves"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("wishes", sa.JSON()))


def downgrade() -> None:
    op.drop_column("players", "wishes")
