"""The list of games, where there are many."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select, update

from judge.store import schema
from judge.store.memory import LISTED
from tests.road.office import Office

pytestmark = pytest.mark.databases("sqlite", "postgresql")
STRANGER = "stranger@example.net"


def copy_games(office: Office, names: list[str]) -> None:
    """Have more games like ruhr, with their seats."""
    with office.judge.database.write_transaction() as tx:
        game = tx.execute(select(schema.games)).one()
        seats = tx.execute(select(schema.seats)).all()
        for name in names:
            row = {**game._asdict(), "key": name, "name": name}
            del row["id"]
            made = tx.execute(insert(schema.games).values(row)).inserted_primary_key
            assert made is not None
            for seat in seats:
                values = {**seat._asdict(), "game_id": made[0]}
                del values["id"]
                tx.execute(insert(schema.seats).values(values))


def listed(office: Office, line: str) -> str:
    office.write(STRANGER, line)
    return office.run()[-1].text


def names(text: str) -> list[str]:
    return [
        line.removeprefix("| ").split(" (")[0]
        for line in text.splitlines()
        if " (Standard)" in line
    ]


def test_many_games_are_listed_by_name_page_by_page(office: Office) -> None:
    copy_games(office, [f"game{number:03}" for number in range(100)])
    first = listed(office, "LIST")
    assert names(first) == [f"game{number:03}" for number in range(LISTED)]
    assert f"There are more; LIST FROM game{LISTED:03} shows them by name." in first
    second = listed(office, f"LIST FROM game{LISTED:03}")
    assert names(second) == [f"game{number:03}" for number in range(LISTED, 2 * LISTED)]
    last = listed(office, "LIST GAMES FROM GAME090")
    assert names(last) == [*(f"game{number:03}" for number in range(90, 100)), "ruhr"]
    assert "There are more" not in last


def test_where_there_are_many_those_with_open_seats_are_shown(office: Office) -> None:
    copy_games(office, [f"game{number:03}" for number in range(100)])
    with office.judge.database.write_transaction() as tx:
        free = select(schema.games.c.id).where(schema.games.c.key == "game077").scalar_subquery()
        one = (schema.seats.c.game_id == free) & (schema.seats.c.name == "p3")
        tx.execute(update(schema.seats).where(one).values(player_id=None))
    text = listed(office, "LIST")
    assert names(text) == ["game077"] and "1 open seat" in text
    assert "LIST FROM game000 shows them by name" in text
