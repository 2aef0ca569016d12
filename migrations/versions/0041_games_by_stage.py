"""Lists of games take no longer where there are many"""

from __future__ import annotations

from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index(op.f("ix_games_stage"), "games")
    op.create_index(op.f("ix_games_stage_key"), "games", ["stage", "key"])


def downgrade() -> None:
    op.drop_index(op.f("ix_games_stage_key"), "games")
    op.create_index(op.f("ix_games_stage"), "games", ["stage"])
