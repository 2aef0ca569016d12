"""Who held which seat, what became of games, and ratings"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tenures",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("player_id", NUMBER),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_tenures_game_id_games"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_tenures_player_id_players"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tenures")),
    )
    op.create_index(op.f("ix_tenures_game_id"), "tenures", ["game_id"])
    op.create_index(op.f("ix_tenures_player_id"), "tenures", ["player_id"])
    op.create_table(
        "results",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("turn", sa.String(16), nullable=False),
        sa.Column("how", sa.String(32), nullable=False),
        sa.Column("scoring", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_results")),
        sa.UniqueConstraint("key", name=op.f("uq_results_key")),
    )
    op.create_index(op.f("ix_results_variant"), "results", ["variant"])
    op.create_table(
        "result_seats",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("result_id", NUMBER, nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("player_id", NUMBER),
        sa.Column("powers", sa.JSON(), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("centers", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["results.id"],
            name=op.f("fk_result_seats_result_id_results"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_result_seats_player_id_players"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_result_seats")),
    )
    op.create_index(op.f("ix_result_seats_player_id"), "result_seats", ["player_id"])
    op.create_index(op.f("ix_result_seats_result_id"), "result_seats", ["result_id"])
    op.create_table(
        "ratings",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("player_id", NUMBER, nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_ratings_player_id_players"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ratings")),
        sa.UniqueConstraint("player_id", "kind", name=op.f("uq_ratings_player_id_kind")),
    )
    op.create_index(op.f("ix_ratings_kind_mean"), "ratings", ["kind", "mean"])


def downgrade() -> None:
    for table in ("ratings", "result_seats", "results", "tenures"):
        op.drop_table(table)
