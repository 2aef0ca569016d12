"""When players are away"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("absences", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("seats", "absences")
