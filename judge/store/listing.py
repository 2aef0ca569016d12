"""What is asked across games: which are due, who sits where, what was said."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select

from judge.game.state import Stage
from judge.store import schema as t


class Place(NamedTuple):
    """A seat by the names of its game and its own."""

    game: str
    seat: str


class Summary(NamedTuple):
    """What a list of games needs of one."""

    name: str
    variant: str
    stage: Stage
    due_at: datetime | None


class Said(NamedTuple):
    """Press as it was sent: ``sender`` and ``recipients`` are seats, ``turn`` is a turn's code."""

    sender: str
    recipients: tuple[str, ...]
    public: bool
    turn: str
    text: str
    sent_at: datetime


def due(tx: Connection, by: datetime) -> tuple[str, ...]:
    """Return the names of the active games whose deadline is then or earlier, earliest first."""
    query = (
        select(t.games.c.name)
        .where(t.games.c.stage == Stage.ACTIVE.value, t.games.c.due_at <= by)
        .order_by(t.games.c.due_at, t.games.c.id)
    )
    return tuple(tx.execute(query).scalars())


def summaries(tx: Connection) -> tuple[Summary, ...]:
    """Return all games, by name."""
    c = t.games.c
    rows = tx.execute(select(c.name, c.variant, c.stage, c.due_at).order_by(c.key))
    return tuple(Summary(row.name, row.variant, Stage(row.stage), row.due_at) for row in rows)


def places_of(tx: Connection, address: str) -> tuple[Place, ...]:
    """Return the seats held by an address, however its letters are cased."""
    query = (
        select(t.games.c.name, t.seats.c.name.label("seat"))
        .join_from(t.seats, t.games)
        .join(t.players)
        .where(func.lower(t.players.c.address) == address.lower())
        .order_by(t.games.c.key, t.seats.c.place)
    )
    return tuple(Place(row.name, row.seat) for row in tx.execute(query))


def add_press(tx: Connection, game: str, said: Iterable[Said]) -> None:
    """Keep press of a game."""
    key = tx.execute(select(t.games.c.id).where(t.games.c.key == game.lower())).scalar_one()
    rows = [
        {"game_id": key, **each._asdict(), "recipients": list(each.recipients)} for each in said
    ]
    if rows:
        tx.execute(insert(t.press), rows)


def press_of(tx: Connection, game: str) -> tuple[Said, ...]:
    """Return all press of a game, in the order in which it was sent."""
    query = select(t.press).join(t.games).where(t.games.c.key == game.lower())
    return tuple(
        Said(row.sender, tuple(row.recipients), row.public, row.turn, row.text, row.sent_at)
        for row in tx.execute(query.order_by(t.press.c.id))
    )
