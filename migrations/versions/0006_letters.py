"""Letters are known when they are answered, with what they offer"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    seat = sa.Column("seat", sa.String(length=16), nullable=False, server_default="")
    op.add_column("outbox", seat)
    op.add_column("outbox", sa.Column("number", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("outbox", sa.Column("offers", sa.JSON()))
    op.add_column("outbox", sa.Column("done", sa.JSON()))


def downgrade() -> None:
    for name in ("done", "offers", "number", "seat"):
        op.drop_column("outbox", name)
