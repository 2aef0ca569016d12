"""Runs migrations inside a transaction that ``judge.store.database`` opened.

From the command line: ``alembic -x url=sqlite:///judge.db revision --autogenerate -m "..."``.
"""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from judge.store import (
    blocks,
    digests,
    judge_secret,
    ledger_rows,
    mailboxes,
    outbox,
    pictures,
    pulse,
    schema,
    together,
)
from judge.store.columns import Instant
from judge.store.database import Database

TABLES = (
    *(blocks.blocks, outbox.destinations, digests.digests, ledger_rows.ledger),
    *(judge_secret.judge_secret, mailboxes.mailboxes),
    *(pictures.pictures, pulse.pulse, schema.games, together.present),
)
(METADATA,) = {table.metadata for table in TABLES}


def render(kind: str, item: object, _context: object) -> str | bool:
    # A migration stands on its own: it names no type of ours.
    return "sa.DateTime(timezone=True)" if isinstance(item, Instant) else False


def run(tx: Connection) -> None:
    context.configure(
        connection=tx,
        target_metadata=METADATA,
        render_as_batch=True,
        render_item=render,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with Database(context.get_x_argument(as_dictionary=True)["url"]).write_transaction() as opened:
        run(opened)
