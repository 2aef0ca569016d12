"""What was done in a game, as its ledger has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import TypeAdapter
from sqlalchemy import Connection, select

from judge.game.decision import LedgerEntry
from judge.model.reason import Reason
from judge.store import schema as t
from judge.store.codec import dump
from judge.store.database import insert_all

_REMARK = TypeAdapter(tuple[Reason, ...])
_TOLD = TypeAdapter(Mapping[str, tuple[Reason, ...]])


def add(tx: Connection, entries: Iterable[LedgerEntry]) -> None:
    """Keep entries of games that are there."""
    for entry in entries:
        game = select(t.games.c.id).where(t.games.c.key == entry.game.lower())
        row = {
            "game_id": tx.execute(game).scalar_one(),
            "at": entry.at,
            "turn": entry.turn,
            "seat": entry.seat,
            "line": entry.line,
            "remark": dump(entry.remark),
            "told": dump(entry.told),
            "own": entry.own,
        }
        insert_all(tx, t.ledger, [row])


def of_game(tx: Connection, name: str) -> tuple[LedgerEntry, ...]:
    """Return the entries of a game, the oldest first."""
    query = select(t.ledger).join(t.games).where(t.games.c.key == name.lower())
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
        )
        for row in tx.execute(query.order_by(t.ledger.c.id))
    )
