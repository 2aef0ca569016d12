"""Who asks for a seat, and who is called when one comes open"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guests", sa.Column("wish", sa.String(64), nullable=False, server_default=""))
    op.add_column("guests", sa.Column("password", sa.Text(), nullable=False, server_default=""))
    op.add_column("players", sa.Column("standby", sa.Boolean(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("guests", "wish")
    op.drop_column("guests", "password")
    op.drop_column("players", "standby")
