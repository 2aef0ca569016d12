"""Seats for newcomers, in a game that gathers players or in one that is played."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import Entered, LineContext
from judge.game.effects import Effects
from judge.game.enter import starting
from judge.game.enter.guests import with_guest
from judge.game.enter.preferring import in_words
from judge.game.notices import announce, display_name, held_seats, knows, notice_to
from judge.game.orders.accepting import order_sets
from judge.game.proof import access
from judge.game.proof.access import Actor
from judge.game.proof.contact_addresses import contact_addresses
from judge.game.reports.history import chronicle
from judge.game.reports.status import standing
from judge.game.state import Game, Lobby, Play, Role, Seat
from judge.model.letter import News, PositionSection, Section, WayIn
from judge.model.letter_kind import NEWS
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
        address=context.sender.address,
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
) -> Effects:
    """Give a vacant seat to the sender; the others who may know of the seat are told.

    ``by_letter``: so is the new player, for it is not their mail that is answered.
    """
    new = new_seat(game, Role.PLAYER, password, context)
    taken = replace(new, name=seat.name, powers=seat.powers)
    game = replace(game, seats=without_observer(game, context.sender.address)).with_seat(taken)
    game = with_guest(game, taken.address, "")
    name = display_name(game, taken)
    news = News(Reason("taken_over", (name,)))
    notices = []
    for other in acquainted(game, taken):
        if other.name != taken.name:
            letter: tuple[Section, ...] = (news, *contact_addresses(game, other, taken.powers))
            notices.append(notice_to(game, other, NEWS, "New Player", context.key, letter))
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
        notices.append(notice_to(game, taken, NEWS, "Your Seat", context.key, own))
    return Effects((game,), yours, sections=sections, notices=tuple(notices))


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


REASONS = ("wish_taken", "joined")


def sit_down(
    game: Lobby, seat: Seat, context: LineContext, *, by_letter: bool = False
) -> Entered | Reason:
    """Give a new player a seat, and begin the game if it was the last.

    The masters are told; ``by_letter``: so is the player, whose mail it is not that is answered.
    """
    places = starting.open_seats(game) + len(game.players)
    if len(game.players) >= places:
        return Reason("game_full", (game.name,))
    wish = seat.wish
    taken = bool(wish) and any(other.wish == wish for other in game.players)
    count, wished = (str(len(game.players) + 1), str(places)), (wish,) if wish else ()
    about = (*count, *wished) if game.disclosure.public_seats else ()
    remark = Reason("wish_taken" if taken else "joined", about)
    liked = (News(Reason("prefers", in_words(seat.prefers))),) if seat.prefers else ()
    game = replace(game, seats=(*without_observer(game, seat.address), seat))
    game = with_guest(game, seat.address, "")
    news = [Reason("somebody_joined", (*count, seat.address, *wished))]
    if not starting.open_seats(game) and game.settings.manual and not starting.unconvinced(game):
        news.append(Reason("all_seated"))
    notices = announce(game, "New Player", context.key, *news, to=game.masters)
    if starting.begins(game):
        play, begun = starting.start(game, context.now, context.key)
        player = play.seat(seat.name)
        dealt = player.powers if player and game.disclosure.public_seats else ()
        result = Effects((play,), Reason("joined_last", dealt), notices=(*notices, *begun))
        return Entered(play, Actor(player), result)
    sections: tuple[Section, ...] = (*liked, *told_of_masters(game), standing(game, seat))
    if game.variant.consent:
        asked = Reason("consent_asked", game.variant.consent)
        sections = (News(asked), *sections)
        if not starting.open_seats(game):
            silent = [s for s in starting.unconvinced(game) if s.name != seat.name]
            notices += announce(game, "Consent Asked", context.key, asked, to=silent)
    if by_letter:
        own = (News(remark), *sections)
        notices += (notice_to(game, seat, NEWS, "You Are In", context.key, own),)
    return Entered(game, Actor(seat), Effects((game,), remark, sections=sections, notices=notices))
