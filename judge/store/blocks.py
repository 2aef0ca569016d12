"""Whom the keeper keeps out: addresses, and domains for all addresses there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from sqlalchemy import Column, Connection, String, bindparam, delete, select

from judge.store.columns import Instant, numbered_table
from judge.store.database import insert_row

blocks = numbered_table(
    "blocks",
    Column("name", String(254), nullable=False, unique=True),
    Column("since", Instant, nullable=False),
)
"""``name`` is in small letters, a domain without an @."""

_HELD = select(blocks.c.id).where(blocks.c.name.in_(bindparam("names", expanding=True))).limit(1)


def block_name(tx: Connection, name: str, now: datetime) -> bool:
    """Keep an address or a domain out; say whether it was not kept out before."""
    if is_any_blocked(tx, (name,)):
        return False
    insert_row(tx, blocks, {"name": name, "since": now})
    return True


def unblock_name(tx: Connection, name: str) -> bool:
    """Let an address or a domain in again; say whether it was kept out."""
    return bool(tx.execute(delete(blocks).where(blocks.c.name == name)).rowcount)


def is_any_blocked(tx: Connection, names: Iterable[str]) -> bool:
    """Say whether one of these is kept out by its own name."""
    return tx.execute(_HELD, {"names": [*names]}).first() is not None


def collect_names_with_domains(addresses: Collection[str]) -> set[str]:
    """Return the names that stand for addresses: themselves and their domains."""
    small = {address.casefold() for address in addresses}
    return small | {address.rpartition("@")[2] for address in small}


def normalize_names(listed: Iterable[str]) -> set[str]:
    """Return names as they stand in the settings, as ``names_of`` has them."""
    return {name.casefold().lstrip("@") for name in listed}
