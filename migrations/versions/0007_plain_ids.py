"""Civilizations have plain ids, and a game's seed has up to 128 bits

The powers of Civilization were called by characters from U+E101 on; each is now called by the id
``civilization`` and its number, wherever one is stored.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

IDS = {chr(0xE100 + number): f"civilization{number:03}" for number in range(1, 256)}

OF_A_GAME = (("seats", "powers"), ("motions", "terms"), ("turns", "results"))
OF_A_TURN = (("orders", "power"), ("effects", "effect"))
"""Columns that name powers, of tables that belong to games and to turns."""


def upgrade() -> None:
    keep_seeds_as(sa.String(length=40), "CAST(seed AS VARCHAR(40))")

    def now(text: str) -> str:
        for sign, power in IDS.items():
            text = text.replace(sign, power).replace(json.dumps(sign)[1:-1], power)
        return text

    rename(now)


def downgrade() -> None:
    def earlier(text: str) -> str:
        for sign, power in IDS.items():
            text = text.replace(power, sign)
        return text

    rename(earlier)
    # A seed of 128 bits does not go back into 64: its first digits stay.
    keep_seeds_as(sa.BigInteger(), "CAST(SUBSTR(seed, 1, 18) AS BIGINT)")


def keep_seeds_as(kind: sa.types.TypeEngine[Any], cast: str) -> None:
    """Change the type of the column by a new one: the table is not to be made anew, for with it
    would go all that hangs on its rows."""
    op.add_column("games", sa.Column("new_seed", kind, nullable=False, server_default="0"))
    op.execute(f"UPDATE games SET new_seed = {cast}")
    op.execute("ALTER TABLE games DROP COLUMN seed")
    op.execute("ALTER TABLE games RENAME COLUMN new_seed TO seed")


def rename(change: Callable[[str], str]) -> None:
    """Change the texts of all games of Civilization in which powers are named."""
    tx = op.get_bind()
    games = list(tx.execute(sa.text("SELECT id FROM games WHERE variant = 'civ'")).scalars())
    for game in games:
        turns = list(
            tx.execute(
                sa.text("SELECT id FROM turns WHERE game_id = :game"), {"game": game}
            ).scalars()
        )
        for column in ("position", "before"):
            rewrite("games", column, "id", [game], change)
        for table, column in OF_A_GAME:
            rewrite(table, column, "game_id", [game], change)
        for table, column in OF_A_TURN:
            rewrite(table, column, "turn_id", turns, change)


def rewrite(
    name: str, column: str, key: str, owners: list[int], change: Callable[[str], str]
) -> None:
    kind: Any = sa.JSON() if column in ("powers", "terms") else sa.Text()
    table = sa.table(name, sa.column("id"), sa.column(key), sa.column(column, kind))
    tx = op.get_bind()
    chosen = sa.select(table.c.id, table.c[column]).where(table.c[key].in_(owners))
    for row, value in list(tx.execute(chosen)):
        if value is None:
            continue
        changed = (
            change(value)
            if isinstance(value, str)
            else json.loads(change(json.dumps(value, ensure_ascii=False)))
        )
        if changed != value:
            tx.execute(sa.update(table).where(table.c.id == row).values({column: changed}))
