"""Games are found by when they changed"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("change_number", sa.Integer, nullable=False, server_default="0")
    )
    op.execute("UPDATE games SET change_number = id")
    op.create_index("ix_games_change_number", "games", ["change_number"])


def downgrade() -> None:
    op.drop_index("ix_games_change_number", "games")
    op.drop_column("games", "change_number")
