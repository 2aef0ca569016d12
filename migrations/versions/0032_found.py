"""What is asked at every mail is found without looking through all there is"""

from __future__ import annotations

import re

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

PEOPLE = {"players": "address", "inbox": "sender", "outbox": "recipient"}
UNREAD = sa.text("state IN ('new', 'failed')")


def upgrade() -> None:
    bare = sa.Column("bare", sa.String(254), nullable=False, server_default="")
    op.add_column("players", bare)
    players = sa.table("players", *map(sa.column, ("id", "address", "bare")))
    tx = op.get_bind()
    for row in tx.execute(sa.select(players.c.id, players.c.address)).all():
        plain = re.sub(r"\+[^@]*@", "@", row.address.lower())
        tx.execute(sa.update(players).where(players.c.id == row.id).values(bare=plain))
    op.create_index(op.f("ix_players_bare"), "players", ["bare"])
    for table, column in PEOPLE.items():
        op.create_index(f"ix_{table}_lower_{column}", table, [sa.text(f"lower({column})")])
    op.create_index(op.f("ix_games_stage"), "games", ["stage"])
    op.create_index(op.f("ix_outbox_game_seat"), "outbox", ["game", "seat"])
    for name in ("lane", "sender"):
        columns = [name, "received_at"]
        op.create_index(
            op.f(f"ix_inbox_{name}_received_at"),
            "inbox",
            columns,
            postgresql_where=UNREAD,
            sqlite_where=UNREAD,
        )


def downgrade() -> None:
    for name in ("sender", "lane"):
        op.drop_index(op.f(f"ix_inbox_{name}_received_at"), "inbox")
    op.drop_index(op.f("ix_outbox_game_seat"), "outbox")
    op.drop_index(op.f("ix_games_stage"), "games")
    for table, column in PEOPLE.items():
        op.drop_index(f"ix_{table}_lower_{column}", table)
    op.drop_index(op.f("ix_players_bare"), "players")
    op.drop_column("players", "bare")
