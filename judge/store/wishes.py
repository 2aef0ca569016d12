"""What people want for themselves. It stands with their first address and holds for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import TypeAdapter
from sqlalchemy import Connection, bindparam, func, select, update

from judge.game.person.person import ANYBODY, Person
from judge.game.state import Game
from judge.store import schema as t

_PERSON = TypeAdapter(Person)
_first = t.players.alias("first")
_OF = (
    select(t.players.c.address, _first.c.wishes)
    .join(_first, _first.c.id == func.coalesce(t.players.c.same_as, t.players.c.id))
    .where(func.lower(t.players.c.address).in_(bindparam("addresses", expanding=True)))
    .where(_first.c.wishes.is_not(None))
)


def wishes_by_address(tx: Connection, addresses: Iterable[str]) -> Mapping[str, Person]:
    """Return what the people at these addresses want, by the addresses in small letters.

    Who wants nothing is absent.
    """
    wanted = {"addresses": [address.lower() for address in addresses]}
    rows = tx.execute(_OF, wanted)
    return {row.address.lower(): _PERSON.validate_python(row.wishes) for row in rows}


def seat_addresses(game: Game) -> tuple[str, ...]:
    """Return where the holders of a game's seats are written to."""
    return tuple(seat.address for seat in game.seats if seat.address)


def save_wish(tx: Connection, address: str, name: str, value: object) -> None:
    """Note that somebody wants a field of Person to be so."""
    c, this_address = t.players.c, func.lower(t.players.c.address) == address.lower()
    person = wishes_by_address(tx, [address]).get(address.lower(), ANYBODY)
    wanted = {**_PERSON.dump_python(person), name: value}
    stored = _PERSON.dump_python(_PERSON.validate_python(wanted), mode="json")
    first = select(func.coalesce(c.same_as, c.id)).where(this_address).scalar_subquery()
    tx.execute(update(t.players).where(c.id == first).values(wishes=stored))
