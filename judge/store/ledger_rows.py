"""What was done in a game, as its ledger has it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pydantic import TypeAdapter
from sqlalchemy import Boolean, Column, Connection, Index, String, Text, func, select, update

from judge.game.effects import LedgerEntry
from judge.game.trace import Trace
from judge.model.reason import Reason
from judge.store import schema as t
from judge.store.codec import dump_json, read_effect, write_effect
from judge.store.columns import Instant, numbered_table, owner_column
from judge.store.database import insert_rows

ledger = numbered_table(
    "ledger",
    owner_column("games"),
    Column("at", Instant, nullable=False),
    Column("turn", String(16), nullable=False),
    Column("seat", String(16), nullable=False),
    Column("line", Text, nullable=False),
    Column("remark", Text, nullable=False),
    Column("told", Text, nullable=False),
    Column("own", Boolean, nullable=False),
    Column("trace", Text),
    Column("undoes", Boolean, nullable=False, server_default="0"),
    Index(None, "game_id"),
)
"""What was done in a game. ``remark`` are reasons, ``told`` reasons by the names of seats."""

_REMARK = TypeAdapter(tuple[Reason, ...])
_TOLD = TypeAdapter(Mapping[str, tuple[Reason, ...]])


_TRACE = TypeAdapter(Trace)


def _write_trace(trace: Trace) -> str:
    effects = [write_effect(effect) for effect in trace.back]
    return dump_json([_TRACE.dump_python(replace(trace, back=()), mode="json"), effects])


def _read_trace(text: str) -> Trace:
    values, effects = json.loads(text)
    return replace(_TRACE.validate_python(values), back=tuple(map(read_effect, effects)))


def forget_addresses(tx: Connection, addresses: Iterable[str]) -> None:
    """Forget what could be taken back where it tells of these addresses."""
    for address in addresses:
        tells = func.lower(ledger.c.trace).contains(address.lower(), autoescape=True)
        tx.execute(update(ledger).where(tells).values(trace=None))


def add_entries(tx: Connection, entries: Iterable[LedgerEntry]) -> None:
    """Keep entries of games that are there."""
    for entry in entries:
        game = select(t.games.c.id).where(t.games.c.key == entry.game.lower())
        row = {
            "game_id": tx.execute(game).scalar_one(),
            "at": entry.at,
            "turn": entry.turn,
            "seat": entry.seat,
            "line": entry.line,
            "remark": dump_json(entry.remark),
            "told": dump_json(entry.told),
            "own": entry.own,
            "trace": entry.trace and _write_trace(entry.trace),
            "undoes": entry.undoes,
        }
        insert_rows(tx, ledger, [row])


def list_entries_of_game(tx: Connection, name: str) -> tuple[LedgerEntry, ...]:
    """Return the entries of a game, the oldest first."""
    query = select(ledger).join(t.games).where(t.games.c.key == name.lower())
    return tuple(
        LedgerEntry(
            name,
            row.at,
            row.turn,
            row.seat,
            row.line,
            _REMARK.validate_json(row.remark),
            _TOLD.validate_json(row.told),
            row.own,
            _read_trace(row.trace) if row.trace else None,
            row.undoes,
        )
        for row in tx.execute(query.order_by(ledger.c.id))
    )
