"""Votes of which all are told have numbers and results"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.Column("number", sa.Integer(), nullable=False, server_default="0")
    op.add_column("motions", number)
    result = sa.Column("result", sa.String(length=8), nullable=False, server_default="")
    op.add_column("motions", result)
    op.drop_column("motions", "turn")


def downgrade() -> None:
    turn = sa.Column("turn", sa.String(length=16), nullable=False, server_default="")
    op.add_column("motions", turn)
    op.drop_column("motions", "result")
    op.drop_column("motions", "number")
