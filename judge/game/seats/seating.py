"""Seats for newcomers."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, LineContext
from judge.game.notices import display_name, held_seats, knows, notice_to
from judge.game.orders.accepting import order_sets
from judge.game.reports.history import chronicle
from judge.game.seats import access, starting
from judge.game.seats.contact_addresses import contact_addresses
from judge.game.seats.guests import with_guest
from judge.game.state import Game, Play, Role, Seat
from judge.model.letter import News, PositionSection, Section, WayIn
from judge.model.reason import Reason


def new_seat(game: Game, role: Role, password: str, context: LineContext, wish: str = "") -> Seat:
    """Return a seat for the sender of a mail, with a name and a secret that no other has."""
    taken = [int(s.name[1:]) for s in game.seats if s.name[0] == role.value[0]]
    number = max(taken, default=0) + 1
    if role is Role.PLAYER and not game.disclosure.public_seats:
        # A number in sequence would tell how many there are.
        free = [n for n in range(1000, access.HIGHEST + 1) if n not in taken]
        number = free[int(access.secret(context.seed, context.key, "seat"), 36) % len(free)]
    name = f"{role.value[0]}{number}"
    salt = access.secret(context.seed, context.key, game.name, name, "salt")
    return Seat(
        name=name,
        role=role,
        address=context.sender,
        secret=access.secret(context.seed, context.key, game.name, name),
        password=access.hashed(password, salt),
        wish=wish,
    )


def with_new_secret(game: Game, seat: Seat, context: LineContext) -> Seat:
    """Return a seat whose reply address is a new one; nobody is believed at the old one."""
    return replace(seat, secret=access.secret(context.seed, context.key, game.name, seat.name))


def way_in(game: Game, seat: Seat) -> WayIn:
    """Return the line that proves a seat where a mail program does not heed reply addresses."""
    return WayIn(f"SIGNON {seat.name} {game.name} {seat.secret}")


def vacancy(game: Play, power: str) -> Seat | None:
    """Return the vacant seat that plays a power, the first one where none is named."""
    vacant = starting.vacancies(game)
    return next((seat for seat in vacant if not power or power in seat.powers), None)


def fill(
    game: Play, seat: Seat, password: str, context: LineContext, *, by_letter: bool = False
) -> CommandResult:
    """Give a vacant seat to the sender; the others who may know of the seat are told.

    ``by_letter``: so is the new player, for it is not their mail that is answered.
    """
    new = new_seat(game, Role.PLAYER, password, context)
    taken = replace(new, name=seat.name, powers=seat.powers)
    game = replace(game, seats=without_observer(game, context.sender)).with_seat(taken)
    game = with_guest(game, taken.address, "")
    name = display_name(game, taken)
    news = News(Reason("taken_over", (name,)))
    notices = []
    for other in acquainted(game, taken):
        if other.name != taken.name:
            letter: tuple[Section, ...] = (news, *contact_addresses(game, other, taken.powers))
            notices.append(notice_to(game, other, "news", "New Player", context.key, letter))
    yours = Reason("you_play", (name,))
    past = chronicle(game, taken, context.past(game))
    sections: tuple[Section, ...] = (
        *told_of_masters(game),
        PositionSection(),
        *contact_addresses(game, taken),
        *(() if isinstance(past, Reason) else (past,)),
    )
    if by_letter:
        own = (News(yours), *order_sets(game, taken), *sections)
        notices.append(notice_to(game, taken, "news", "Your Seat", context.key, own))
    return CommandResult(game, yours, sections, tuple(notices))


def told_of_masters(game: Game) -> tuple[News, ...]:
    """Return what a new player is told if the masters read the press of the game."""
    return (News(Reason("masters_read")),) if game.settings.masterpress else ()


def without_observer(game: Game, address: str) -> tuple[Seat, ...]:
    """Return the seats without the one from which somebody who now plays only looked on."""
    return tuple(
        seat
        for seat in game.seats
        if not (seat.role is Role.OBSERVER and access.same_address(seat.address, address))
    )


def acquainted(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that are told when a player's seat is freed or filled."""
    return tuple(s for s in held_seats(game) if knows(game, s, seat))
