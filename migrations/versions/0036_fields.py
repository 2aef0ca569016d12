"""Fields that no query asks for share a column, motions among them"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op
from pydantic import TypeAdapter

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

MOMENT, LENGTH = TypeAdapter(datetime), TypeAdapter(timedelta)
MICROSECOND = timedelta(microseconds=1)

FLAG, LIST = (sa.Boolean, "0"), (sa.JSON, "[]")
COLUMNS: dict[str, dict[str, tuple[Any, str | None]]] = {
    "seats": {
        "password": (sa.Text, ""),
        "wish": (sa.String(64), ""),
        "prefers": LIST,
        "wait": FLAG,
        "pictures": (sa.String(8), "png"),
        "reminders": (sa.Boolean, "1"),
        "muted": LIST,
        "absences": LIST,
        "plans": LIST,
        "held": LIST,
        "opened": FLAG,
        "tardy": FLAG,
    },
    "guests": {
        "standing": (sa.String(16), ""),
        "wish": (sa.String(64), ""),
        "prefers": LIST,
        "password": (sa.Text, ""),
    },
    "games": {
        "reminded_at": (sa.DateTime(timezone=True), None),
        "early_at": (sa.DateTime(timezone=True), None),
        "late": FLAG,
        "time_left": (sa.BigInteger, None),
        "unsent": LIST,
    },
    "turns": {"motions": (sa.Text, None), "seats": (sa.Text, None)},
}
"""The columns that go, with their types, and what they hold where nothing was said."""

MOTION = ("kind", "mover", "terms", "electorate", "number", "result")


def upgrade() -> None:
    for name, columns in COLUMNS.items():
        fields = sa.Column("fields", sa.JSON(), nullable=False, server_default="{}")
        op.add_column(name, fields)
        gather(name, columns)
        for column in columns:
            op.drop_column(name, column)
    op.drop_table("ballots")
    op.drop_table("motions")


def gather(name: str, columns: dict[str, Any]) -> None:
    """Put the fields of each row together."""
    tx, table = op.get_bind(), table_of(name, columns)
    motions = motions_by_game() if name == "games" else {}
    for row in tx.execute(sa.select(table)).all():
        fields = {
            written_name: written
            for column in columns
            for written_name, written in [field_of(name, column, getattr(row, column))]
            if written is not None or name == "games"
        }
        if name == "games":
            fields["motions"] = motions.get(row.id, [])
        tx.execute(sa.update(table).where(table.c.id == row.id).values(fields=fields))


def field_of(table: str, column: str, value: Any) -> tuple[str, Any]:
    """Return the field that a column held."""
    if table == "turns":
        return column, value and json.loads(value)
    if column == "time_left":
        left = None if value is None else value * MICROSECOND
        return "left", left and LENGTH.dump_python(left, mode="json")
    if isinstance(value, datetime):  # SQLite forgets that all times are UTC
        value = MOMENT.dump_python(value.replace(tzinfo=value.tzinfo or UTC), mode="json")
    return column, value


def motions_by_game() -> dict[int, list[dict[str, Any]]]:
    tx, (motions, ballots) = op.get_bind(), motion_tables()
    votes: dict[int, dict[str, str]] = {}
    for row in tx.execute(sa.select(ballots).order_by(ballots.c.id)):
        votes.setdefault(row.motion_id, {})[row.seat] = row.vote
    found: dict[int, list[dict[str, Any]]] = {}
    for row in tx.execute(sa.select(motions).order_by(motions.c.game_id, motions.c.place)):
        motion = {name: getattr(row, name) for name in MOTION}
        found.setdefault(row.game_id, []).append({**motion, "ballots": votes.get(row.id, {})})
    return found


def downgrade() -> None:
    make_motion_tables()
    for name, columns in COLUMNS.items():
        for column, (kind, default) in columns.items():
            nullable = default is None
            fresh = sa.Column(column, kind, nullable=nullable, server_default=default)
            op.add_column(name, fresh)
        spread(name, columns)
        op.drop_column(name, "fields")


def spread(name: str, columns: dict[str, Any]) -> None:
    """Give each field of the rows its column again."""
    tx, table = op.get_bind(), table_of(name, columns)
    for row in tx.execute(sa.select(table)).all():
        values = {
            column: cell_of(name, column, row.fields["left" if column == "time_left" else column])
            for column in columns
            if ("left" if column == "time_left" else column) in row.fields
        }
        if values:
            tx.execute(sa.update(table).where(table.c.id == row.id).values(values))
        if name == "games":
            write_motions(row.id, row.fields.get("motions", []))


def cell_of(table: str, column: str, value: Any) -> Any:
    """Return what a column holds for a field."""
    if table == "turns":
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if column == "time_left":
        return value and LENGTH.validate_python(value) // MICROSECOND
    return value and MOMENT.validate_python(value) if column.endswith("_at") else value


def write_motions(game: int, motions: list[dict[str, Any]]) -> None:
    tx, (table, ballots) = op.get_bind(), motion_tables()
    for place, motion in enumerate(motions):
        row = {"game_id": game, "place": place, **{name: motion[name] for name in MOTION}}
        tx.execute(sa.insert(table), row)
        same = (table.c.game_id == game) & (table.c.place == place)
        key = tx.execute(sa.select(table.c.id).where(same)).scalar_one()
        for seat, vote in motion["ballots"].items():
            tx.execute(sa.insert(ballots), {"motion_id": key, "seat": seat, "vote": vote})


def table_of(name: str, columns: dict[str, Any]) -> sa.TableClause:
    kinds = [sa.column(column, kind) for column, (kind, _) in columns.items()]
    return sa.table(name, sa.column("id"), sa.column("fields", sa.JSON), *kinds)


def motion_tables() -> tuple[sa.TableClause, sa.TableClause]:
    lists = {"terms", "electorate"}
    columns = [sa.column(name, sa.JSON if name in lists else None) for name in MOTION]
    keys = map(sa.column, ("id", "game_id", "place"))
    return (
        sa.table("motions", *keys, *columns),
        sa.table("ballots", *map(sa.column, ("id", "motion_id", "seat", "vote"))),
    )


def make_motion_tables() -> None:
    op.create_table(
        "motions",
        *numbered("games"),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("mover", sa.String(16), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("electorate", sa.JSON(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("result", sa.String(8), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_motions"),
        sa.UniqueConstraint("game_id", "place", name="uq_motions_game_id_place"),
    )
    op.create_table(
        "ballots",
        *numbered("motions"),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("vote", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ballots"),
        sa.UniqueConstraint("motion_id", "seat", name="uq_ballots_motion_id_seat"),
    )


def numbered(owner: str) -> tuple[sa.Column[Any], sa.Column[Any]]:
    """Return the columns of a row's number and of its owner's."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    mine, table = f"{owner.removesuffix('s')}_id", "motions" if owner == "games" else "ballots"
    name = f"fk_{table}_{mine}_{owner}"
    key = sa.ForeignKey(f"{owner}.id", name=name, ondelete="CASCADE")
    return sa.Column("id", number, nullable=False), sa.Column(mine, number, key, nullable=False)
