"""The judge's own secret: it is in the Message-IDs of letters, so that nobody can tell them
before."""

from __future__ import annotations

from sqlalchemy import Column, Connection, String, select

from judge.store.columns import numbered_table

judge_secret = numbered_table("judge_secret", Column("secret", String(64), nullable=False))
"""One row, drawn when the table was made."""


def read_judge_secret(tx: Connection) -> str:
    """Return the secret; it stays the same as long as the database does."""
    secret: str = tx.execute(select(judge_secret.c.secret)).scalar_one()
    return secret
