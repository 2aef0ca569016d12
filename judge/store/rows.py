"""The seats and the motions of a game, in rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, bindparam, delete, select

from judge.game.guest import Conduct, Guest
from judge.game.state import Plan, Role, Seat
from judge.model.motion import Motion
from judge.store import schema as t
from judge.store.codec import read_days, read_held, write_days, write_held
from judge.store.database import if_new, insert_all, insert_one

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
_MOTIONS = (
    select(t.motions).where(t.motions.c.game_id == bindparam("game")).order_by(t.motions.c.place)
)
_DROP_SEATS = delete(t.seats).where(t.seats.c.game_id == bindparam("game"))
_PLAYERS = select(t.players.c.address, t.players.c.id).where(
    t.players.c.address.in_(bindparam("addresses", expanding=True))
)


def load_seats(tx: Connection, game: int) -> tuple[Seat, ...]:
    """Return the seats of a game."""
    return tuple(
        Seat(
            name=row.name,
            role=Role(row.role),
            address=row.address or "",
            secret=row.secret,
            password=row.password,
            powers=tuple(row.powers),
            wish=row.wish,
            prefers=tuple(map(tuple, row.prefers)),
            wait=row.wait,
            missed=row.missed,
            pictures=row.pictures,
            reminders=row.reminders,
            muted=tuple(row.muted),
            bounces=row.bounces,
            absences=read_days(row.absences),
            plans=tuple(Plan(name, tuple(lines)) for name, lines in row.plans),
            held=read_held(row.held),
            opened=row.opened,
            tardy=row.tardy,
            conduct=Conduct(row.kept, row.late),
        )
        for row in tx.execute(_SEATS, {"game": game})
    )


def save_seats(tx: Connection, game: int, seats: Collection[Seat]) -> None:
    """Replace the seats of a game."""
    tx.execute(_DROP_SEATS, {"game": game})
    players = _players(tx, {seat.address for seat in seats if seat.address})
    rows = [
        {
            "game_id": game,
            "place": place,
            "name": seat.name,
            "role": seat.role.value,
            "player_id": players.get(seat.address),
            "secret": seat.secret,
            "password": seat.password,
            "powers": list(seat.powers),
            "wish": seat.wish,
            "prefers": seat.prefers,
            "wait": seat.wait,
            "missed": seat.missed,
            "pictures": seat.pictures,
            "reminders": seat.reminders,
            "muted": list(seat.muted),
            "bounces": seat.bounces,
            "absences": write_days(seat.absences),
            "plans": seat.plans,
            "held": write_held(seat.held),
            "opened": seat.opened,
            "tardy": seat.tardy,
            "kept": seat.conduct.kept,
            "late": seat.conduct.late,
        }
        for place, seat in enumerate(seats)
    ]
    insert_all(tx, t.seats, rows)


def load_guests(tx: Connection, game: int) -> tuple[Guest, ...]:
    """Return the guests of a game."""
    return tuple(
        Guest(
            address=row.address,
            standing=row.standing,
            wish=row.wish,
            prefers=tuple(map(tuple, row.prefers)),
            password=row.password,
            conduct=Conduct(row.kept, row.late, row.times_left),
        )
        for row in tx.execute(_GUESTS, {"game": game})
    )


def save_guests(tx: Connection, game: int, guests: Collection[Guest]) -> None:
    """Replace the guests of a game."""
    tx.execute(delete(t.guests).where(t.guests.c.game_id == game))
    players = _players(tx, {guest.address for guest in guests})
    rows = [
        {
            "game_id": game,
            "place": place,
            "player_id": players[guest.address],
            "standing": guest.standing,
            "wish": guest.wish,
            "prefers": guest.prefers,
            "password": guest.password,
            "kept": guest.conduct.kept,
            "late": guest.conduct.late,
            "times_left": guest.conduct.left,
        }
        for place, guest in enumerate(guests)
    ]
    insert_all(tx, t.guests, rows)


def _players(tx: Connection, addresses: Collection[str]) -> dict[str, int]:
    """Return the keys of people by their addresses; who is not known yet is written down."""
    these = {"addresses": [*addresses]}
    keys: dict[str, int] = {row.address: row.id for row in tx.execute(_PLAYERS, these)}
    if unknown := sorted(set(addresses) - keys.keys()):
        for address in unknown:
            tx.execute(if_new(tx, t.players), {"address": address})
        keys = {row.address: row.id for row in tx.execute(_PLAYERS, these)}
    return keys


def load_motions(tx: Connection, game: int) -> tuple[Motion, ...]:
    """Return the motions of a game, with their ballots."""
    motions = tx.execute(_MOTIONS, {"game": game}).all()
    if not motions:
        return ()
    votes: dict[int, dict[str, str]] = {row.id: {} for row in motions}
    cast = select(t.ballots).where(t.ballots.c.motion_id.in_(votes)).order_by(t.ballots.c.id)
    for ballot in tx.execute(cast):
        votes[ballot.motion_id][ballot.seat] = ballot.vote
    return tuple(
        Motion(
            kind=row.kind,
            mover=row.mover,
            terms=tuple(row.terms),
            electorate=tuple(row.electorate),
            ballots=votes[row.id],
            number=row.number,
            result=row.result,
        )
        for row in motions
    )


def save_motions(tx: Connection, game: int, motions: Iterable[Motion]) -> None:
    """Replace the motions of a game."""
    tx.execute(delete(t.motions).where(t.motions.c.game_id == game))
    for place, motion in enumerate(motions):
        row = {
            "game_id": game,
            "place": place,
            "kind": motion.kind,
            "mover": motion.mover,
            "terms": list(motion.terms),
            "electorate": list(motion.electorate),
            "number": motion.number,
            "result": motion.result,
        }
        key = insert_one(tx, t.motions, row)
        ballots = [
            {"motion_id": key, "seat": seat, "vote": vote} for seat, vote in motion.ballots.items()
        ]
        insert_all(tx, t.ballots, ballots)
