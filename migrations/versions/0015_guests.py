"""People without a seat, and how they and the players have played"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "guests",
        sa.Column("id", number, nullable=False),
        sa.Column("game_id", number, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player_id", number, nullable=False),
        sa.Column("standing", sa.String(16), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("times_left", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_guests_game_id_games", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_guests_player_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
        sa.UniqueConstraint("game_id", "place", name="uq_guests_game_id_place"),
    )
    op.create_index("ix_guests_player_id", "guests", ["player_id"])
    for name, kind in (
        ("opened", sa.Boolean()),
        ("tardy", sa.Boolean()),
        ("kept", sa.Integer()),
        ("late", sa.Integer()),
    ):
        op.add_column("seats", sa.Column(name, kind, nullable=False, server_default="0"))


def downgrade() -> None:
    for name in ("opened", "tardy", "kept", "late"):
        op.drop_column("seats", name)
    op.drop_index("ix_guests_player_id", "guests")
    op.drop_table("guests")
