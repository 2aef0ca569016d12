"""Who is called when a seat comes open is found among all players."""

from __future__ import annotations

from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.create_index("ix_players_standby", "players", ["standby"])


def downgrade() -> None:
    op.drop_index("ix_players_standby", "players")
