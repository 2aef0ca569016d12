"""What masters may take back"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("ledger", sa.Column("trace", sa.Text()))
    undoes = sa.Column("undoes", sa.Boolean(), nullable=False, server_default="0")
    op.add_column("ledger", undoes)


def downgrade() -> None:
    for column in ("undoes", "trace"):
        op.drop_column("ledger", column)
