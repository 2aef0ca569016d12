"""What a judge has in its hands is its own as long as it is at work"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "present",
        sa.Column("id", number, nullable=False),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_present")),
        sa.UniqueConstraint("name", name=op.f("uq_present_name")),
    )
    op.drop_column("leases", "until")
    op.drop_column("outbox", "lease_until")


def downgrade() -> None:
    op.add_column("outbox", sa.Column("lease_until", MOMENT))
    op.execute("DELETE FROM leases")
    op.add_column("leases", sa.Column("until", MOMENT))
    op.drop_table("present")
