"""Statistics of games that have ended, and how reliable people were in them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COUNTS = ("number", "solos", "draws", "eliminated", "centers", "seconds")


def upgrade() -> None:
    op.create_table(
        "statistics",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("variant", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(16), nullable=False),
        sa.Column("power", sa.String(255), nullable=False),
        sa.Column("label", sa.String(400), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in COUNTS),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_statistics")),
        sa.UniqueConstraint(
            "variant",
            "subject",
            "power",
            "label",
            name=op.f("uq_statistics_variant_subject_power_label"),
        ),
    )
    op.add_column("results", sa.Column("tallies", sa.JSON(), nullable=False, server_default="[]"))
    for name in ("kept", "late", "times_left"):
        op.add_column(
            "result_seats", sa.Column(name, sa.Integer(), nullable=False, server_default="0")
        )


def downgrade() -> None:
    for name in ("times_left", "late", "kept"):
        op.drop_column("result_seats", name)
    op.drop_column("results", "tallies")
    op.drop_table("statistics")
