"""What is in somebody's hands is held by the server's own locks alone"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("leases")


def downgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "leases",
        sa.Column("id", number, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leases")),
        sa.UniqueConstraint("name", name=op.f("uq_leases_name")),
    )
