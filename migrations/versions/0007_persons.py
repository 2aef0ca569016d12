"""A person may have several addresses"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("same_as", sa.Integer()))
    op.create_index(op.f("ix_players_same_as"), "players", ["same_as"])


def downgrade() -> None:
    op.drop_index(op.f("ix_players_same_as"), "players")
    op.drop_column("players", "same_as")
