"""What is left in the database of somebody who is to be forgotten."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.road.office import MASTER, POWERS, Office, gather

FRANCE = "france@example.org"


def tables_with(folder: Path, word: str) -> set[str]:
    """Return the tables of a judge's database in which a word stands anywhere."""
    database = sqlite3.connect(folder / "judge.db")
    names = [
        name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type='table'")
    ]
    found = {
        name
        for name in names
        for row in database.execute(f"SELECT * FROM {name}")
        if any(word.encode() in str(value).encode() for value in row)
    }
    database.close()
    return found


def test_nothing_is_left_of_somebody_forgotten_but_what_passes_by_itself(tmp_path: Path) -> None:
    office = gather(Office(tmp_path), POWERS)
    office.answer(FRANCE, "I AM ALSO bureau@example.net")
    office.answer("bureau@example.net", "yes")
    office.answer(MASTER, "TERMINATE")
    assert {"players", "inbox", "outbox"} <= tables_with(tmp_path, "bureau@example.net")
    office.answer(FRANCE, "FORGET ME")
    office.answer(FRANCE, "yes")
    assert tables_with(tmp_path, "bureau@example.net") <= {"inbox", "outbox"}
    assert "players" not in tables_with(tmp_path, FRANCE)
    game = office.game()
    assert not game.players[2].address and not game.players[2].secret
    assert office.game().players[0].address
    office.close()
