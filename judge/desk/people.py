"""Persons: who is known, how reliable they are, and who is kept out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, func, select

from judge.desk.table import Table, shown
from judge.desk.words import DeskError, alone, listed_name, none
from judge.store import blocks, persons
from judge.store import schema as t

_MOST = 200
"""Rows of a list."""


def people(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """all persons, or those whose address has that in it"""
    part = alone(words, "a part of an address").lower() if words else ""
    c = t.players.c
    mine = c.same_as.is_(None) & func.lower(c.address).contains(part, autoescape=True)
    many = tx.execute(select(func.count()).where(mine)).scalar_one()
    query = select(c.address, c.proved).where(mine).order_by(c.address).limit(_MOST)
    rows = []
    for row in tx.execute(query).all():
        known = _addresses(tx, row.address)
        played = persons.conduct(tx, known)
        kept_out = blocks.holds(tx, blocks.names_of(known))
        rows.append((row.address, row.proved, *played, played.reliability, kept_out))
    title = f"Persons: {many}. PERSON with an address shows one."
    return shown(title, "address proved in-time late left reliability blocked", rows)


def person(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """one person: addresses, seats, how they have played"""
    address = alone(words, "an address")
    known = _addresses(tx, address)
    c, s, g = t.players.c, t.seats.c, t.games.c
    mine = func.lower(c.address).in_([one.lower() for one in known])
    if tx.execute(select(c.id).where(mine).limit(1)).first() is None:
        raise DeskError(f"nobody is known at {address}; PERSONS with a part of it searches")
    query = (
        select(g.name, g.stage, s.name.label("seat"), s.role, s.powers, s.kept, s.late, s.bounces)
        .join_from(t.seats, t.players)
        .join(t.games)
        .where(mine)
        .order_by(g.key, s.place)
    )
    seats = [
        (row.name, row.stage, row.seat, row.role, ", ".join(row.powers), row.kept, row.late,
         row.bounces)
        for row in tx.execute(query)
    ]  # fmt: skip
    played = persons.conduct(tx, known)
    blocked = blocks.holds(tx, blocks.names_of(known))
    title = (
        f"{', '.join(known)}: reliability {played.reliability} %; turns in time {played.kept}, "
        f"late {played.late}, seats left {played.left}; {'' if blocked else 'not '}blocked here."
    )
    return shown(title, "game stage seat role powers in-time late returned", seats)


def block(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """keep an address or a domain out of all games it is not in"""
    name = listed_name(words)
    new = blocks.add(tx, name, now)
    state = "is blocked now" if new else "was blocked before"
    return Table(f"{name} {state}: no game lets it in, and it makes none. BLOCKED lists all.")


def unblock(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """let an address or a domain in again"""
    name = listed_name(words)
    if not blocks.drop(tx, name):
        raise DeskError(
            f"{name} is not blocked here; BLOCKED lists who is. Who is blocked in the settings is "
            "let in there"
        )
    return Table(f"{name} is let in again.")


def blocked(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """who is kept out, beside those in the settings"""
    none(words)
    c = blocks.blocks.c
    rows = tx.execute(select(c.name, c.since).order_by(c.name)).all()
    return shown(f"Blocked here: {len(rows)}.", "name since", (tuple(row) for row in rows))


def _addresses(tx: Connection, address: str) -> tuple[str, ...]:
    return (address, *persons.known(tx, address, plus=False).others)
