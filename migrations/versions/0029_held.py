"""What masters have been shown and may confirm"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    held = sa.Column("held", sa.JSON(), nullable=False, server_default="[]")
    op.add_column("seats", held)


def downgrade() -> None:
    op.drop_column("seats", "held")
