"""Many games, made without their mails."""

from __future__ import annotations

from sqlalchemy import insert, select

from judge.store import schema
from tests.road.office import Office


def add_games_like(office: Office, name: str, count: int, first: int = 0) -> None:
    """Add so many games like one that is there, asleep, with its seats; ``first`` is the number of
    the first of them."""
    with office.judge.database.write_transaction() as tx:
        game = tx.execute(select(schema.games).where(schema.games.c.key == name)).one()
        owned = {
            table: tx.execute(select(table).where(table.c.game_id == game.id)).all()
            for table in (schema.seats, schema.turns, schema.listings)
        }
        rows = {table: list[dict[str, object]]() for table in owned}
        for number in range(first, first + count):
            key = f"{name}{number:05}"
            new = {**game._asdict(), "key": key, "name": key, "wake_at": None, "due_at": None}
            del new["id"], new["change_number"]
            made = tx.execute(insert(schema.games).values(new)).inserted_primary_key
            assert made is not None
            for table, there in owned.items():
                for row in there:
                    copy = {**row._asdict(), "game_id": made[0]}
                    copy |= {"key": key} if "key" in copy else {}
                    del copy["id"]
                    rows[table].append(copy)
        for table, copies in rows.items():
            if copies:
                tx.execute(insert(table), copies)
