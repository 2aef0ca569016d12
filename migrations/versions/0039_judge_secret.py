"""A secret of the judge's own, without which nobody can tell the Message-IDs of its letters"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    table = op.create_table(
        "judge_secret",
        sa.Column("id", number, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge_secret")),
    )
    op.bulk_insert(table, [{"secret": secrets.token_hex(16)}])


def downgrade() -> None:
    op.drop_table("judge_secret")
