"""Failed turns are counted; what is stored has plain forms and the names of today

A place was "STP/sc" and is ["STP", "sc"]; a length of time was a number of microseconds and is
"P3D"; the subjects of a reason stood behind its code and are a list. The powers of Civilization
were called by characters from U+E101 on; each is called by the id ``civilization`` and its number.
A seed had 64 bits and has up to 128.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op
from pydantic import TypeAdapter

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Form = Callable[[Any, bool], Any]
"""Gives a value its present form, or (False) its earlier one."""

LENGTH = TypeAdapter(timedelta)

WORDS = {
    "centre_lost": "center_lost",
    "gd.licence": "gd.license",
    "no_licence": "no_license",
    "default_centre": "default_center",
}


def upgrade() -> None:
    op.add_column("games", sa.Column("failures", sa.Integer(), nullable=False, server_default="0"))
    keep_seeds_as(sa.String(length=40), "CAST(seed AS VARCHAR(40))")
    rewrite(True)


def downgrade() -> None:
    rewrite(False)
    # A seed of 128 bits does not go back into 64: its first digits stay.
    keep_seeds_as(sa.BigInteger(), "CAST(SUBSTR(seed, 1, 18) AS BIGINT)")
    op.drop_column("games", "failures")


def keep_seeds_as(kind: sa.types.TypeEngine[Any], cast: str) -> None:
    """Change the type of the column by a new one: SQLite would make the table anew, and drop all
    turns and seats with the old one."""
    op.add_column("games", sa.Column("new_seed", kind, nullable=False, server_default="0"))
    op.execute(f"UPDATE games SET new_seed = {cast}")
    op.execute("ALTER TABLE games DROP COLUMN seed")
    op.execute("ALTER TABLE games RENAME COLUMN new_seed TO seed")


def rewrite(present: bool) -> None:
    """Give all that is stored its present forms and names, or the earlier ones."""
    tx = op.get_bind()
    games = "SELECT id FROM games WHERE variant = 'civ'"
    turns = f"SELECT id FROM turns WHERE game_id IN ({games})"
    civ_games, civ_turns = (set(tx.execute(sa.text(query)).scalars()) for query in (games, turns))
    for name, owner, column, form in COLUMNS:
        kind: Any = sa.JSON if column in ("settings", "powers", "terms") else sa.Text
        table = sa.table(name, *map(sa.column, {"id", owner}), sa.column(column, kind))
        cell = table.c[column]
        cells = sa.select(table.c.id, table.c[owner], cell).where(cell.is_not(None))
        of_civ = civ_turns if owner == "turn_id" else civ_games
        for key, owned_by, stored in tx.execute(cells).all():
            text = json.dumps(stored) if kind is sa.JSON else stored
            new = rewritten(text, form, owned_by in of_civ, present)
            if new != text:
                value = json.loads(new) if kind is sa.JSON else new
                tx.execute(sa.update(table).where(table.c.id == key).values({column: value}))


def rewritten(text: str, form: Form | None, civ: bool, present: bool) -> str:
    if form is None:
        return power_ids(text, present) if civ else text
    value = renamed(form(json.loads(text), present), civ, present)
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def renamed(value: Any, civ: bool, present: bool) -> Any:
    if isinstance(value, list):
        return [renamed(each, civ, present) for each in value]
    if not isinstance(value, str):
        return value
    words = WORDS if present else {new: old for old, new in WORDS.items()}
    return power_ids(words.get(value, value), present) if civ else words.get(value, value)


def power_ids(text: str, present: bool) -> str:
    if present:
        return re.sub(
            "[\ue101-\ue1ff]", lambda sign: f"civilization{ord(sign[0]) - 0xE100:03}", text
        )
    return re.sub(r"civilization(\d{3})", lambda power: chr(0xE100 + int(power[1])), text)


def as_it_is(value: Any, present: bool) -> Any:
    return value


def place_form(place: Any, present: bool) -> Any:
    if not present:
        return "/".join(filter(None, place))
    province, _, coast = place.partition("/")
    return [province, coast]


def unit_form(unit: list[Any], present: bool) -> list[Any]:
    power, kind, place = unit
    return [power, kind, place_form(place, present)]


def effect_form(effect: list[Any], present: bool) -> list[Any]:
    kind, *fields = effect
    if kind in ("moved", "dislodged", "placed", "removed", "transferred"):
        fields[0] = unit_form(fields[0], present)
    if kind == "moved":
        fields[1] = place_form(fields[1], present)
    if kind == "dislodged":
        options = [place_form(option, present) for option in fields[2]]
        fields[1:] = [unit_form(fields[1], present), options]
    return [kind, *fields]


def effects_form(effects: list[Any], present: bool) -> list[Any]:
    return [effect_form(effect, present) for effect in effects]


def subject_form(subject: Any, present: bool) -> Any:
    if isinstance(subject, str):
        return subject
    if len(subject) == 3:
        return unit_form(subject, present)
    return place_form(subject[0], True) if present else [place_form(subject, False)]


def results_form(results: list[Any], present: bool) -> list[Any]:
    def reason_form(reason: list[Any]) -> list[Any]:
        code, *subjects = reason if present else (reason[0], *reason[1])
        forms = [subject_form(subject, present) for subject in subjects]
        return [code, forms] if present else [code, *forms]

    return [[*result[:3], reason_form(result[3])] for result in results]


def length_form(length: Any, present: bool) -> Any:
    if present:
        return LENGTH.dump_python(timedelta(microseconds=length), mode="json")
    return LENGTH.validate_python(length) // timedelta(microseconds=1)


def settings_form(settings: dict[str, Any], present: bool) -> dict[str, Any]:
    lengths = settings["lengths"].items()
    return {
        **settings,
        "lengths": {phase: length_form(length, present) for phase, length in lengths},
        "reminder": length_form(settings["reminder"], present),
        "grace": length_form(settings["grace"], present),
    }


COLUMNS: tuple[tuple[str, str, str, Form | None], ...] = (
    ("games", "id", "position", effects_form),
    ("games", "id", "before", effects_form),
    ("games", "id", "settings", settings_form),
    ("seats", "game_id", "powers", as_it_is),
    ("motions", "game_id", "terms", as_it_is),
    ("turns", "game_id", "results", results_form),
    ("orders", "turn_id", "power", None),
    ("effects", "turn_id", "effect", effect_form),
)
"""Table, the column that says what a row belongs to, the column to change and its form; None is for
text that is no JSON."""
