"""What masters did and how votes went"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "ledger",
        sa.Column("id", number, nullable=False),
        sa.Column("game_id", number, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("turn", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("remark", sa.Text(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_ledger_game_id_games", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_ledger"),
    )
    op.create_index("ix_ledger_game_id", "ledger", ["game_id"])


def downgrade() -> None:
    op.drop_table("ledger")
