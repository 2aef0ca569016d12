"""Persons: who is known, how reliable they are, and who is kept out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, func, select

from judge.desk.table import DeskTable, build_table
from judge.desk.words import DeskError, parse_address_or_domain, parse_single_word, refuse_words
from judge.store import blocks, persons
from judge.store import schema as t

_MOST = 200
"""Rows of a list."""


def list_persons(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """all persons, or those whose address has that in it"""
    part = parse_single_word(words, "a part of an address").lower() if words else ""
    c = t.players.c
    is_listed = c.same_as.is_(None) & func.lower(c.address).contains(part, autoescape=True)
    many = tx.execute(select(func.count()).where(is_listed)).scalar_one()
    query = select(c.address, c.proved).where(is_listed).order_by(c.address).limit(_MOST)
    rows = []
    for row in tx.execute(query).all():
        known = _list_all_addresses_of(tx, row.address)
        played = persons.sum_up_conduct(tx, known)
        kept_out = blocks.is_any_blocked(tx, blocks.collect_names_with_domains(known))
        rows.append((row.address, row.proved, *played, played.percentage, kept_out))
    title = f"Persons: {many}. PERSON with an address shows one."
    return build_table(title, "address proved in-time late left reliability blocked", rows)


def show_person(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """one person: addresses, seats, how they have played"""
    address = parse_single_word(words, "an address")
    known = _list_all_addresses_of(tx, address)
    c, s, g = t.players.c, t.seats.c, t.games.c
    is_this_person = func.lower(c.address).in_([known_address.lower() for known_address in known])
    if tx.execute(select(c.id).where(is_this_person).limit(1)).first() is None:
        raise DeskError(f"nobody is known at {address}; PERSONS with a part of it searches")
    query = (
        select(g.name, g.stage, s.name.label("seat"), s.role, s.powers, s.kept, s.late, s.bounces)
        .join_from(t.seats, t.players)
        .join(t.games)
        .where(is_this_person)
        .order_by(g.key, s.place)
    )
    seats = [
        (row.name, row.stage, row.seat, row.role, ", ".join(row.powers), row.kept, row.late,
         row.bounces)
        for row in tx.execute(query)
    ]  # fmt: skip
    played = persons.sum_up_conduct(tx, known)
    blocked = blocks.is_any_blocked(tx, blocks.collect_names_with_domains(known))
    title = (
        f"{', '.join(known)}: reliability {played.percentage} %; turns in time {played.kept}, "
        f"late {played.late}, seats left {played.left}; {'' if blocked else 'not '}blocked here."
    )
    return build_table(title, "game stage seat role powers in-time late returned", seats)


def block_name(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """keep an address or a domain out of all games it is not in"""
    name = parse_address_or_domain(words)
    new = blocks.block_name(tx, name, now)
    state = "is blocked now" if new else "was blocked before"
    return DeskTable(f"{name} {state}: no game lets it in, and it makes none. BLOCKED lists all.")


def unblock_name(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """let an address or a domain in again"""
    name = parse_address_or_domain(words)
    if not blocks.unblock_name(tx, name):
        raise DeskError(
            f"{name} is not blocked here; BLOCKED lists who is. Who is blocked in the settings is "
            "let in there"
        )
    return DeskTable(f"{name} is let in again.")


def list_blocked_names(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """who is kept out, beside those in the settings"""
    refuse_words(words)
    c = blocks.blocks.c
    rows = tx.execute(select(c.name, c.since).order_by(c.name)).all()
    return build_table(f"Blocked here: {len(rows)}.", "name since", (tuple(row) for row in rows))


def _list_all_addresses_of(tx: Connection, address: str) -> tuple[str, ...]:
    return (address, *persons.look_up_address(tx, address, plus=False).others)
