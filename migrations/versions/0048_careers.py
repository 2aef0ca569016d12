"""How persons have fared in listed games, added up"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COUNTS = ("games", "solos", "draws", "kept", "late", "times_left")
SUMS = """
    INSERT INTO careers
        (player_id, variant, games, solos, draws, kept, late, times_left, changes)
    SELECT s.player_id, {variant}, count(DISTINCT s.result_id),
        sum(CASE WHEN s.outcome = 'solo' THEN 1 ELSE 0 END),
        sum(CASE WHEN s.outcome = 'draw' THEN 1 ELSE 0 END),
        sum(s.kept), sum(s.late), sum(s.times_left), 1
    FROM result_seats s JOIN results r ON r.id = s.result_id
    WHERE s.player_id IS NOT NULL AND r.listed
    GROUP BY s.player_id{group}
"""


def upgrade() -> None:
    op.create_table(
        "careers",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("player_id", NUMBER, nullable=False),
        sa.Column("variant", sa.String(64), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in (*COUNTS, "changes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_careers")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_careers_player_id_players"),
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint(
            "player_id", "variant", name=op.f("uq_careers_player_id_variant")
        ),
    )  # fmt: skip
    op.create_index(op.f("ix_careers_variant_solos"), "careers", ["variant", "solos"])
    op.create_index(
        op.f("ix_statistics_variant_subject_power_number_label"),
        "statistics",
        ["variant", "subject", "power", "number", "label"],
    )
    op.add_column(
        "results", sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    games = sa.table("games", sa.column("key"), sa.column("settings", sa.JSON()))
    results = sa.table("results", sa.column("key"), sa.column("listed", sa.Boolean()))
    unlisted = sa.select(games.c.key).where(~games.c.settings["listed"].as_boolean())
    op.execute(sa.update(results).where(results.c.key.in_(unlisted)).values(listed=False))
    for variant, group in (("r.variant", ", r.variant"), ("''", "")):
        op.execute(SUMS.format(variant=variant, group=group))


def downgrade() -> None:
    op.drop_column("results", "listed")
    op.drop_index(op.f("ix_statistics_variant_subject_power_number_label"), "statistics")
    op.drop_index(op.f("ix_careers_variant_solos"), "careers")
    op.drop_table("careers")
