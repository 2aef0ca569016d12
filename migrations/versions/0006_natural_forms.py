"""Places and lengths of time are written as pydantic writes them

A place was "STP/sc" and is ["STP", "sc"]; a length of time was a number of microseconds and is
"P3D".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op
from pydantic import TypeAdapter

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

Change = Callable[[Any], Any]

LENGTH = TypeAdapter(timedelta)


def upgrade() -> None:
    rewrite(place_as_list, reason_as_pair, length_as_text)


def downgrade() -> None:
    rewrite(place_as_text, reason_as_list, length_as_number)


def rewrite(place: Change, reason: Change, length: Change) -> None:
    """Change every place, reason and length of time that is stored."""

    def effect(value: list[Any]) -> list[Any]:
        return change_effect(value, place)

    def effects(values: list[Any]) -> list[Any]:
        return [effect(value) for value in values]

    def results(values: list[Any]) -> list[Any]:
        return [[*value[:3], reason(value[3])] for value in values]

    def settings(value: dict[str, Any]) -> dict[str, Any]:
        return change_settings(value, length)

    change_column("effects", "effect", effect)
    change_column("games", "position", effects)
    change_column("games", "before", effects)
    change_column("games", "settings", settings)
    change_column("turns", "results", results)


def change_column(table: str, column: str, change: Change) -> None:
    connection = op.get_bind()
    cells = sa.table(table, sa.column("id"), sa.column(column, sa.Text))
    here = cells.c[column]
    for row in connection.execute(sa.select(cells.c.id, here).where(here.is_not(None))).all():
        old = row[1] if isinstance(row[1], str) else json.dumps(row[1])
        new = json.dumps(change(json.loads(old)), separators=(",", ":"), ensure_ascii=False)
        mine = cells.c.id == row.id
        connection.execute(sa.update(cells).where(mine).values({column: new}))


def change_unit(value: list[Any], place: Change) -> list[Any]:
    power, kind, at = value
    return [power, kind, place(at)]


def change_effect(value: list[Any], place: Change) -> list[Any]:
    kind, *fields = value
    if kind in ("moved", "dislodged", "placed", "removed", "transferred"):
        fields[0] = change_unit(fields[0], place)
    if kind == "moved":
        fields[1] = place(fields[1])
    if kind == "dislodged":
        fields[1:] = [change_unit(fields[1], place), [place(option) for option in fields[2]]]
    return [kind, *fields]


def change_settings(value: dict[str, Any], length: Change) -> dict[str, Any]:
    lengths = {phase: length(each) for phase, each in value["lengths"].items()}
    return {
        **value,
        "lengths": lengths,
        "reminder": length(value["reminder"]),
        "grace": length(value["grace"]),
    }


def place_as_list(place: str) -> list[str]:
    province, _, coast = place.partition("/")
    return [province, coast]


def place_as_text(place: list[str]) -> str:
    return "/".join(filter(None, place))


def reason_as_pair(reason: list[Any]) -> list[Any]:
    """Return a reason's code and the list of its subjects; they stood beside each other."""

    def subject(value: Any) -> Any:
        if isinstance(value, str):
            return value
        return change_unit(value, place_as_list) if len(value) == 3 else place_as_list(value[0])

    code, *about = reason
    return [code, [subject(value) for value in about]]


def reason_as_list(reason: list[Any]) -> list[Any]:
    def subject(value: Any) -> Any:
        if isinstance(value, str):
            return value
        return change_unit(value, place_as_text) if len(value) == 3 else [place_as_text(value)]

    code, about = reason
    return [code, *(subject(value) for value in about)]


def length_as_text(micros: int) -> Any:
    return LENGTH.dump_python(timedelta(microseconds=micros), mode="json")


def length_as_number(text: str) -> int:
    return LENGTH.validate_python(text) // timedelta(microseconds=1)
