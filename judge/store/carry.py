"""A whole game, out of one database into another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Connection, Row, Table, func, select

from judge.model.errors import JudgeError
from judge.store import digests, ledger_rows, outbox
from judge.store import schema as t
from judge.store.database import insert_row
from judge.store.pictures import pictures

_AT_ONCE = 500


class GameNotCopiedError(JudgeError):
    """A game cannot be copied; the text says why."""


class NameTakenError(GameNotCopiedError):
    """There is a game of that name already."""


def copy_game(source: Connection, target: Connection, name: str, new: str) -> None:
    """Copy all that is stored of a game, its letters included, under a name of its own.

    People are found by their addresses. Letters that waited wait no longer: they were given up.
    Raises NotCarriedError if there is no such game, NameTakenError if there is one of the new name.
    """
    if _find_row(target, t.games, t.games.c.key, new.lower()) is not None:
        raise NameTakenError(f"there is a game {new} already")
    game = _find_row(source, t.games, t.games.c.key, name.lower())
    if game is None:
        raise GameNotCopiedError(f"there is no game {name}")
    made = _collect_values_without_id(game) | {"key": new.lower(), "name": new}
    ids: dict[Table, dict[int, int]] = defaultdict(dict)
    ids[t.games][game.id] = insert_row(target, t.games, made)
    for table in ledger_rows.ledger.metadata.sorted_tables:
        owner = _find_owner_column(table)
        if owner is None:
            continue
        for row in _list_rows_of_owners(
            source, table, owner, [*ids[_find_referenced_table(owner)]]
        ):
            values = _collect_values_without_id(row)
            for column in table.columns:
                if column.foreign_keys and values[column.name] is not None:
                    parent = _find_referenced_table(column)
                    if parent is t.players:
                        _find_or_add_person(source, target, values[column.name], ids[parent])
                    values[column.name] = ids[parent][values[column.name]]
            ids[table][row.id] = insert_row(target, table, values)
    _copy_letters(source, target, game.name, new)


def _copy_letters(source: Connection, target: Connection, name: str, new: str) -> None:
    """Copy the letters of a game, and the news that wait for one letter a day."""
    for row in source.execute(
        select(t.outbox).where(t.outbox.c.game == name).order_by(t.outbox.c.id)
    ):
        if _find_row(target, t.outbox, t.outbox.c.message_id, row.message_id) is None:
            waits = row.state == outbox.WAITING
            over = {"state": outbox.DEAD, "error": "waited when the game was copied"}
            free = {"game": new, "lease": "", **(over if waits else {})}
            insert_row(target, t.outbox, _collect_values_without_id(row) | free)
        for digest, *_ in row.pictures or ():
            picture = _find_row(source, pictures, pictures.c.digest, digest)
            if picture and _find_row(target, pictures, pictures.c.digest, digest) is None:
                insert_row(target, pictures, _collect_values_without_id(picture))
    for row in source.execute(select(digests.digests).where(digests.digests.c.game == name)):
        insert_row(target, digests.digests, _collect_values_without_id(row) | {"game": new})


def _find_or_add_person(
    source: Connection, target: Connection, old: int, ids: dict[int, int]
) -> None:
    """Find a person by the address, or write them down: it has still to prove itself here."""
    if old in ids:
        return
    person = source.execute(select(t.players).where(t.players.c.id == old)).one()
    there = _find_row(target, t.players, func.lower(t.players.c.address), person.address.lower())
    fresh = {"address": person.address, "wishes": person.wishes}
    ids[old] = there.id if there is not None else insert_row(target, t.players, fresh)


def _find_owner_column(table: Table) -> Column[Any] | None:
    """Return the column that says of which game, or part of one, a row is."""
    owners = (
        c for c in table.columns if c.foreign_keys and _find_referenced_table(c) is not t.players
    )
    return next(owners, None)


def _find_referenced_table(column: Column[Any]) -> Table:
    (key,) = column.foreign_keys
    return key.column.table


def _list_rows_of_owners(
    tx: Connection, table: Table, owner: Column[Any], ids: list[int]
) -> Iterator[Row[Any]]:
    for at in range(0, len(ids), _AT_ONCE):
        is_owned = owner.in_(ids[at : at + _AT_ONCE])
        yield from tx.execute(select(table).where(is_owned).order_by(table.c.id)).all()


def _find_row(tx: Connection, table: Table, column: Any, value: object) -> Row[Any] | None:
    return tx.execute(select(table).where(column == value)).first()


def _collect_values_without_id(row: Row[Any]) -> dict[str, Any]:
    """Return what stands in a row, without its number."""
    return {name: value for name, value in row._asdict().items() if name != "id"}
