"""What people have set for themselves. It stands with their first address and holds for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, Row, bindparam, func, select, update

from judge.game.clock.warnings import People
from judge.game.person.person import ANYBODY, Person
from judge.game.state import Game
from judge.store import schema as t

_PERSON = TypeAdapter(Person)
FIRST = t.players.alias("first")
IS_FIRST = FIRST.c.id == func.coalesce(t.players.c.same_as, t.players.c.id)
"""The row of somebody's first address."""

_OF = (
    select(t.players.c.address, FIRST.c.wishes)
    .join(FIRST, IS_FIRST)
    .where(func.lower(t.players.c.address).in_(bindparam("addresses", expanding=True)))
    .where(FIRST.c.wishes.is_not(None))
)


def load_personal_settings(tx: Connection, addresses: Iterable[str]) -> Mapping[str, Person]:
    """Return the settings of the people at these addresses, by the addresses in small letters.

    Those who have set nothing are absent.
    """
    wanted = {"addresses": [address.lower() for address in addresses]}
    rows = tx.execute(_OF, wanted)
    return read_people(rows)


def read_people(rows: Iterable[Row[*tuple[Any, ...]]]) -> dict[str, Person]:
    """Return what people want by their addresses in small letters, from rows with both."""
    return {
        row.address.lower(): ANYBODY if row.wishes is None else _PERSON.validate_python(row.wishes)
        for row in rows
        if row.address
    }


def complete_people(tx: Connection, people: People, addresses: Iterable[str]) -> People:
    """Return what people want, and those at these addresses if they are not among them."""
    unknown = {address.lower() for address in addresses} - people.keys()
    return {**people, **load_personal_settings(tx, unknown)} if unknown else people


def list_seat_addresses(game: Game) -> tuple[str, ...]:
    """Return where the holders of a game's seats are written to."""
    return tuple(seat.address for seat in game.seats if seat.address)


def save_personal_setting(tx: Connection, address: str, name: str, value: object) -> None:
    """Keep what somebody set for themselves, a field of Person."""
    c, this_address = t.players.c, func.lower(t.players.c.address) == address.lower()
    person = load_personal_settings(tx, [address]).get(address.lower(), ANYBODY)
    wanted = {**_PERSON.dump_python(person), name: value}
    stored = _PERSON.dump_python(_PERSON.validate_python(wanted), mode="json")
    first = select(func.coalesce(c.same_as, c.id)).where(this_address).scalar_subquery()
    tx.execute(update(t.players).where(c.id == first).values(wishes=stored))
