"""Who wants no reminders"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    reminders = sa.Column("reminders", sa.Boolean(), nullable=False, server_default="1")
    op.add_column("seats", reminders)


def downgrade() -> None:
    op.drop_column("seats", "reminders")
