"""What letters left out"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("more", sa.JSON()))


def downgrade() -> None:
    op.drop_column("outbox", "more")
