"""Whom letters do not reach"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    bounces = sa.Column("bounces", sa.Integer(), nullable=False, server_default="0")
    op.add_column("seats", bounces)
    op.create_index(op.f("ix_outbox_envelope_from"), "outbox", ["envelope_from"])


def downgrade() -> None:
    op.drop_index(op.f("ix_outbox_envelope_from"), "outbox")
    op.drop_column("seats", "bounces")
