"""From which message on a mailbox is read, so that what was in it before is left there"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "mailboxes",
        sa.Column("id", number, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("validity", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mailboxes")),
        sa.UniqueConstraint("name", name=op.f("uq_mailboxes_name")),
    )


def downgrade() -> None:
    op.drop_table("mailboxes")
