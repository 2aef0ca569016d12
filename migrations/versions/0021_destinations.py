"""Recipients to whom letters do not get through"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "destinations",
        sa.Column("id", number, nullable=False),
        sa.Column("recipient", sa.String(254), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_try", sa.DateTime(timezone=True), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_destinations"),
        sa.UniqueConstraint("recipient", name="uq_destinations_recipient"),
    )
    op.add_column("outbox", sa.Column("sent_at", sa.DateTime(timezone=True)))
    op.create_index("ix_outbox_sent_at", "outbox", ["sent_at"])


def downgrade() -> None:
    op.drop_index("ix_outbox_sent_at", "outbox")
    op.drop_column("outbox", "sent_at")
    op.drop_table("destinations")
