"""Tournaments, who takes part in them, and which games are theirs"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("wakes", sa.Boolean(), nullable=False),
        sa.Column("fields", sa.JSON(), nullable=False, server_default="{}"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("name", name=op.f("uq_tournaments_name")),
    )
    op.create_index(op.f("ix_tournaments_wakes"), "tournaments", ["wakes"])
    op.create_table(
        "entrants",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("tournament_id", NUMBER, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("player_id", NUMBER),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_entrants_tournament_id_tournaments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_entrants_player_id_players"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrants")),
        sa.UniqueConstraint(
            "tournament_id", "number", name=op.f("uq_entrants_tournament_id_number")
        ),
    )
    op.create_index(op.f("ix_entrants_player_id"), "entrants", ["player_id"])
    op.create_table(
        "boards",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("tournament_id", NUMBER, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_boards_tournament_id_tournaments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boards")),
        sa.UniqueConstraint("game", name=op.f("uq_boards_game")),
    )
    op.create_index(op.f("ix_boards_tournament_id"), "boards", ["tournament_id"])


def downgrade() -> None:
    for table in ("boards", "entrants", "tournaments"):
        op.drop_table(table)
