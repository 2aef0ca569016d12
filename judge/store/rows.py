"""The seats and the guests of a game, in rows."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, delete, select

from judge.game.state import Guest, Reliability, Seat
from judge.store import schema as t
from judge.store.database import insert_if_new_statement, insert_rows
from judge.store.fields import RowFields

_SEAT = RowFields(Seat, t.seats, apart=("address", "conduct"))
_GUEST = RowFields(Guest, t.guests, apart=("address", "conduct"))
_SEATS = (
    select(t.seats, t.players.c.address)
    .join(t.players, isouter=True)
    .where(t.seats.c.game_id == bindparam("game"))
    .order_by(t.seats.c.place)
)
_GUESTS = (
    select(t.guests, t.players.c.address)
    .join(t.players)
    .where(t.guests.c.game_id == bindparam("game"))
    .order_by(t.guests.c.place)
)
_DROP_SEATS = delete(t.seats).where(t.seats.c.game_id == bindparam("game"))
_DROP_GUESTS = delete(t.guests).where(t.guests.c.game_id == bindparam("game"))
_PLAYERS = select(t.players.c.address, t.players.c.id).where(
    t.players.c.address.in_(bindparam("addresses", expanding=True))
)


def load_seats(tx: Connection, game: int) -> tuple[Seat, ...]:
    """Return the seats of a game."""
    return tuple(
        Seat(
            address=row.address or "",
            conduct=Reliability(row.kept, row.late),
            **_SEAT.read_row(row),
        )
        for row in tx.execute(_SEATS, {"game": game})
    )


def save_seats(tx: Connection, game: int, seats: Collection[Seat]) -> None:
    """Replace the seats of a game."""
    tx.execute(_DROP_SEATS, {"game": game})
    players = write_down_players(tx, {seat.address for seat in seats if seat.address})
    rows = [
        {
            "game_id": game,
            "place": place,
            "player_id": players.get(seat.address),
            "kept": seat.conduct.kept,
            "late": seat.conduct.late,
            **_SEAT.make_row(seat),
        }
        for place, seat in enumerate(seats)
    ]
    insert_rows(tx, t.seats, rows)


def load_guests(tx: Connection, game: int) -> tuple[Guest, ...]:
    """Return the guests of a game."""
    return tuple(
        Guest(
            address=row.address,
            conduct=Reliability(row.kept, row.late, row.times_left),
            **_GUEST.read_row(row),
        )
        for row in tx.execute(_GUESTS, {"game": game})
    )


def save_guests(tx: Connection, game: int, guests: Collection[Guest]) -> None:
    """Replace the guests of a game."""
    tx.execute(_DROP_GUESTS, {"game": game})
    players = write_down_players(tx, {guest.address for guest in guests})
    rows = [
        {
            "game_id": game,
            "place": place,
            "player_id": players[guest.address],
            "kept": guest.conduct.kept,
            "late": guest.conduct.late,
            "times_left": guest.conduct.left,
            **_GUEST.make_row(guest),
        }
        for place, guest in enumerate(guests)
    ]
    insert_rows(tx, t.guests, rows)


def write_down_players(tx: Connection, addresses: Collection[str]) -> dict[str, int]:
    """Return the keys of people by their addresses; who is not known yet is written down."""
    these = {"addresses": [*addresses]}
    keys: dict[str, int] = {row.address: row.id for row in tx.execute(_PLAYERS, these)}
    if unknown := sorted(set(addresses) - keys.keys()):
        for address in unknown:
            tx.execute(insert_if_new_statement(tx, t.players), {"address": address})
        keys = {row.address: row.id for row in tx.execute(_PLAYERS, these)}
    return keys
