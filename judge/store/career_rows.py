"""How persons have fared, added up as games end: no question goes through all games for it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    func,
    literal,
    select,
    update,
)

from judge.game.club.results import HallLine
from judge.game.club.statistics import ReliabilityLine
from judge.game.state import Reliability
from judge.store import schema as t
from judge.store.database import insert_row, insert_rows

MOST_LINES = 30
"""So many lines has an answer at most."""

FIRST = t.players.alias("first")
NAME = FIRST.c.wishes["name"].as_string()
"""The name under which somebody shows their results."""

_ALL = ""
"""The variant of the rows that count all games of somebody."""


def _select_sums(which: ColumnElement[bool], *, by_variant: bool) -> Select[Any]:
    """Return the query for what persons have made of some games, of those that were listed, in all
    or ``by_variant``."""
    c = t.result_seats.c
    variant: ColumnElement[str] = t.results.c.variant if by_variant else literal(_ALL)

    def count_outcome(outcome: str) -> ColumnElement[int]:
        return func.sum(case((c.outcome == outcome, 1), else_=0))

    return (
        select(
            c.player_id,
            variant.label("variant"),
            func.count(c.result_id.distinct()).label("games"),
            count_outcome("solo").label("solos"),
            count_outcome("draw").label("draws"),
            *(func.sum(c[name]).label(name) for name in ("kept", "late", "times_left")),
        )
        .select_from(t.result_seats.join(t.results))
        .where(which, t.results.c.listed, c.player_id.is_not(None))
        .group_by(c.player_id, *([variant] if by_variant else []))
    )


def add_to_careers(tx: Connection, result: int, times: int = 1) -> None:
    """Add what came of a game to the careers of those who played it, or take it off (``times`` is
    -1)."""
    c = t.careers.c
    for by_variant in (True, False):
        query = _select_sums(t.results.c.id == result, by_variant=by_variant)
        for row in tx.execute(query).mappings().all():
            own = (c.player_id == row["player_id"]) & (c.variant == row["variant"])
            counts = {name: value for name, value in row.items() if name not in _OWN}
            changes = {name: c[name] + times * int(value) for name, value in counts.items()}
            changes["changes"] = c.changes + 1
            if not tx.execute(update(t.careers).where(own).values(changes)).rowcount:
                insert_row(tx, t.careers, {**row, "changes": 1})


_OWN = ("player_id", "variant")


def recount_careers(tx: Connection, person: int) -> None:
    """Add up the career of a person again, from all of their games."""
    tx.execute(delete(t.careers).where(t.careers.c.player_id == person))
    for by_variant in (True, False):
        which = t.result_seats.c.player_id == person
        rows = tx.execute(_select_sums(which, by_variant=by_variant))
        insert_rows(tx, t.careers, [{**row, "changes": 1} for row in rows.mappings()])


def list_hall(tx: Connection, variant: str) -> tuple[HallLine, ...]:
    """Return who won most often in a variant, "" in all, of those who show their results."""
    c = t.careers.c
    query = (
        select(NAME, c.solos, c.draws, c.games)
        .select_from(t.careers.join(FIRST, FIRST.c.id == c.player_id))
        .where(c.variant == variant, NAME != "", c.solos + c.draws > 0)
        .order_by(c.solos.desc(), c.draws.desc(), NAME)
        .limit(MOST_LINES)
    )
    return tuple(HallLine(*row) for row in tx.execute(query))


def list_reliable_persons(tx: Connection) -> tuple[ReliabilityLine, ...]:
    """Return how those have played who show their results: the most deadlines first."""
    c = t.careers.c
    query = (
        select(NAME, c.kept, c.late, c.times_left)
        .select_from(t.careers.join(FIRST, FIRST.c.id == c.player_id))
        .where(c.variant == _ALL, NAME != "", c.kept + c.late > 0)
        .order_by(c.kept.desc(), NAME)
        .limit(MOST_LINES)
    )
    return tuple(ReliabilityLine(row[0], Reliability(*row[1:])) for row in tx.execute(query))


def list_variants_with_careers(tx: Connection) -> tuple[str, ...]:
    """Return the variants of which games have ended."""
    c = t.careers.c
    query = select(c.variant).where(c.variant != _ALL, c.games > 0).distinct().order_by(c.variant)
    return tuple(tx.execute(query).scalars())
