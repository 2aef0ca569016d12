"""When mails say that they were written, and when the keeper said that the clock is right"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbox", sa.Column("written_at", sa.DateTime(timezone=True)))
    op.add_column("pulse", sa.Column("confirmed_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("pulse", "confirmed_at")
    op.drop_column("inbox", "written_at")
