"""Effects, facts and reasons are spelled as the program spells them now"""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TEXTS = (
    ("games", "position"),
    ("games", "before"),
    ("effects", "effect"),
    ("turns", "results"),
)
WORDS = (
    ("centre_lost", "center_lost"),
    ("gd.licence", "gd.license"),
    ("no_licence", "no_license"),
    ("default_centre", "default_center"),
)


def upgrade() -> None:
    for earlier, word in WORDS:
        respell(earlier, word)


def downgrade() -> None:
    for earlier, word in WORDS:
        respell(word, earlier)


def respell(old: str, new: str) -> None:
    for table, column in TEXTS:
        op.execute(
            f"UPDATE {table} SET {column} = REPLACE({column}, '\"{old}\"', '\"{new}\"') "
            f"WHERE {column} LIKE '%\"{old}\"%'"
        )
