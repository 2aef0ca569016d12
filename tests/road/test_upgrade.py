"""A database of an earlier judge goes on where it stood.

``earlier.sql`` is a game of Global Diplomacy on the schema 0002: the United States earned two
licenses by holding, built an arsenal with one of them and bombed the center of their own western
states with it. An order for Fall 2101 is in.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from judge.game.state import Play
from judge.model.position import CenterLost, Fact
from judge.store.database import Database, make_alembic_config, upgrade_schema
from tests.road.office import Office

EARLIER = Path(__file__).parent / "earlier.sql"
US = "us@example.org"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    earlier = sqlite3.connect(tmp_path / "judge.db")
    earlier.executescript(EARLIER.read_text("utf-8"))
    earlier.execute(
        "INSERT INTO turns (id, game_id, number, code, results) VALUES "
        """(99, 99, 1, 'F1M', '[["Chile","BUILD F VAL","stands",["default_centre",["VAL"]]]]')"""
    )
    earlier.commit()
    earlier.close()
    upgrade_schema(f"sqlite:///{tmp_path}/judge.db")
    office = Office(tmp_path, url=f"sqlite:///{tmp_path}/judge.db")
    yield office
    office.close()


def test_a_game_of_the_earlier_judge_is_as_it_was(office: Office) -> None:
    game = office.game()
    assert isinstance(game, Play) and game.played is not None
    assert str(game.position.turn) == "F2101M"
    assert game.position.lost == frozenset({"WUS"})
    assert Fact("gd.license", "United States", "W2101M") in game.position.facts
    assert CenterLost("WUS") in game.played.effects
    assert office.orders("United States") == ["A CUS H"]


def test_it_is_played_on_and_its_history_is_told(office: Office) -> None:
    game = office.game()
    assert game.due_at is not None
    office.now = game.due_at
    office.run()
    assert str(getattr(office.game().position, "turn", "")) == "F2101B"
    (listed,) = office.answer(US, "LIST ruhr")
    assert "Licenses for an arsenal: United States." in listed.flat
    (history,) = office.answer(US, "HISTORY")
    assert "United-States: Arsenal Alaska BOMB Western United States." in history.flat


def test_the_settings_of_the_earlier_judge_are_kept(office: Office) -> None:
    settings = office.game().settings
    assert settings.lengths == {
        "M": timedelta(days=3),
        "R": timedelta(days=1),
        "B": timedelta(days=1),
    }
    assert settings.reminders == (timedelta(hours=12),)


def test_a_database_can_go_back_and_forth(office: Office) -> None:
    game = office.game()
    office.close()
    for aim in ("0002", "head"):
        database = Database(office.url)
        with database.write_transaction() as tx:
            (command.upgrade if aim == "head" else command.downgrade)(make_alembic_config(tx), aim)
        database.close()
    office.open()
    assert office.game() == game


def test_every_reason_of_the_earlier_judge_is_spelled_anew(office: Office, tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "judge.db")
    (results,) = database.execute("SELECT results FROM turns WHERE id = 99").fetchone()
    database.close()
    assert results == '[["Chile","BUILD F VAL","stands",["default_center",[["VAL",""]]]]]'


DROPPED = {"leases"}
"""Tables of earlier judges that held nothing for longer than a moment."""


def test_every_step_takes_along_what_its_version_wrote(tmp_path: Path) -> None:
    """At each revision the tables that belong to no game get a row; the game has its own."""
    path = tmp_path / "judge.db"
    earlier = sqlite3.connect(path)
    earlier.executescript(EARLIER.read_text("utf-8"))
    earlier.close()
    database = Database(f"sqlite:///{path}")
    filled: dict[str, int] = {}
    revisions = ScriptDirectory.from_config(make_alembic_config()).walk_revisions()
    for revision in sorted(each.revision for each in revisions if each.revision > "0002"):
        with database.write_transaction() as tx:
            command.upgrade(make_alembic_config(tx), revision)
        with database.write_transaction() as tx:
            tables = inspect(tx)
            for name in {*tables.get_table_names()} - {"alembic_version"} - filled.keys():
                if not tables.get_foreign_keys(name) and name not in DROPPED:
                    _fill(tx, name, tables.get_columns(name))
                    filled[name] = tx.execute(text(f"SELECT count(*) FROM {name}")).scalar_one()
    with database.read_transaction() as tx:
        query = "SELECT count(*) FROM {}"
        kept = {name: tx.execute(text(query.format(name))).scalar_one() for name in filled}
    database.close()
    assert kept == filled and {"inbox", "outbox", "blocks", "digests", "questions"} <= filled.keys()
    office = Office(tmp_path, url=f"sqlite:///{path}")
    game = office.game()
    assert game.due_at is not None
    office.now = game.due_at
    office.run()
    assert str(getattr(office.game().position, "turn", "")) == "F2101B"
    office.close()


def _fill(tx: Connection, name: str, columns: Sequence[Mapping[str, Any]]) -> None:
    """Write a row, if the table has none."""
    if tx.execute(text(f"SELECT count(*) FROM {name}")).scalar_one():
        return
    values = {"DATETIME": "2099-01-01 00:00:00.000000", "BLOB": b"", "JSON": "[]", "BOOLEAN": 0}
    row = {
        column["name"]: values.get(str(column["type"]), 1 if "INT" in str(column["type"]) else "x")
        for column in columns
        if column["name"] != "id"
    }
    marks = ", ".join(f":{column}" for column in row)
    tx.execute(text(f"INSERT INTO {name} ({', '.join(row)}) VALUES ({marks})"), row)
