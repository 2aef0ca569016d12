"""Several reminders, and a time of grace for each kind of phase

When the last reminder of a deadline was sent is kept in place of whether one was.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

NOTHING = ("P0D", "PT0S", 0)


def upgrade() -> None:
    op.add_column("games", sa.Column("reminded_at", sa.DateTime(timezone=True)))
    op.execute("UPDATE games SET reminded_at = wake_at WHERE reminded")
    op.drop_column("games", "reminded")
    rewrite(newer)


def downgrade() -> None:
    reminded = sa.Column("reminded", sa.Boolean(), nullable=False, server_default="0")
    op.add_column("games", reminded)
    op.execute("UPDATE games SET reminded = (reminded_at IS NOT NULL)")
    op.drop_column("games", "reminded_at")
    rewrite(older)


def rewrite(form: Any) -> None:
    games = sa.table("games", sa.column("id", sa.Integer), sa.column("settings", sa.JSON))
    bind = op.get_bind()
    for row in bind.execute(sa.select(games)).all():
        bind.execute(
            games.update().where(games.c.id == row.id).values(settings=form(dict(row.settings)))
        )


def newer(settings: dict[str, Any]) -> dict[str, Any]:
    grace, reminder = settings.pop("grace", "P0D"), settings.pop("reminder", "P0D")
    settings["graces"] = {} if grace in NOTHING else dict.fromkeys("MRB", grace)
    settings["reminders"] = [] if reminder in NOTHING else [reminder]
    return settings


def older(settings: dict[str, Any]) -> dict[str, Any]:
    graces, reminders = settings.pop("graces", {}), settings.pop("reminders", [])
    settings["grace"] = graces.get("M", "P0D")
    settings["reminder"] = reminders[0] if reminders else "P0D"
    return settings
