"""When the judge was last at work, and when a turn that is ready ends"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("early_at", sa.DateTime(timezone=True)))
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "pulse",
        sa.Column("id", number, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )


def downgrade() -> None:
    op.drop_table("pulse")
    op.drop_column("games", "early_at")
