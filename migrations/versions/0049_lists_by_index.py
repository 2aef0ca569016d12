"""Statistics are found by their subject, tournaments by their stage: no list looks through all"""

from __future__ import annotations

from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None

BEFORE = ["variant", "subject", "power", "number", "label"]
AFTER = ["subject", "variant", "power", "number", "label"]


def upgrade() -> None:
    op.create_index(op.f("ix_statistics_subject_variant_power_number_label"), "statistics", AFTER)
    op.drop_index(op.f("ix_statistics_variant_subject_power_number_label"), "statistics")
    op.create_index(op.f("ix_tournaments_stage_id"), "tournaments", ["stage", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_tournaments_stage_id"), "tournaments")
    op.create_index(op.f("ix_statistics_variant_subject_power_number_label"), "statistics", BEFORE)
    op.drop_index(op.f("ix_statistics_subject_variant_power_number_label"), "statistics")
