"""What LIST asks of games, in narrow rows"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    listings = op.create_table(
        "listings",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(64), nullable=False),
        sa.Column("press", sa.String(16), nullable=False),
        sa.Column("wanted", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("winner", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_listings_game_id_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_listings")),
        sa.UniqueConstraint("game_id", name=op.f("uq_listings_game_id")),
    )
    op.create_index(op.f("ix_listings_stage_key"), "listings", ["stage", "key"])
    games = sa.table(
        "games",
        *map(sa.column, ("id", "key", "stage", "variant")),
        sa.column("settings", sa.JSON),
    )
    results = sa.table(
        "results", sa.column("id"), sa.column("key"), sa.column("ended_at", sa.DateTime)
    )
    seats = sa.table(
        "result_seats",
        sa.column("result_id"),
        sa.column("outcome"),
        sa.column("powers", sa.JSON),
    )
    tx = op.get_bind()
    years = {row.key: row.ended_at.year for row in tx.execute(sa.select(results))}
    won = sa.select(results.c.key, seats.c.powers).select_from(
        seats.join(results, results.c.id == seats.c.result_id)
    )
    winners = {
        row.key: ", ".join(row.powers) for row in tx.execute(won.where(seats.c.outcome == "solo"))
    }
    rows = [
        {
            "game_id": row.id,
            "key": row.key,
            "stage": row.stage,
            "variant": row.variant,
            "press": row.settings.get("press", "white"),
            "wanted": "",
            "about": row.settings.get("about", ""),
            "winner": winners.get(row.key, ""),
            "year": years.get(row.key, 0) if row.stage == "ended" else 0,
        }
        for row in tx.execute(sa.select(games))
        if row.settings.get("listed", True)
    ]
    if rows:
        op.bulk_insert(listings, rows)


def downgrade() -> None:
    op.drop_table("listings")
