"""Seats for newcomers, in a game that gathers players or in one that is played."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import EnteredGame, LineContext
from judge.game.effects import Effects
from judge.game.enter import starting
from judge.game.enter.guests import with_guest
from judge.game.enter.preferring import describe_preferences
from judge.game.notices import (
    announce_news,
    build_notice_to,
    knows_of_seat,
    list_held_seats,
    name_seat,
    warn_of_masterpress,
)
from judge.game.orders.accepting import restate_orders
from judge.game.proof import access
from judge.game.proof.access import Actor
from judge.game.proof.reaching import list_contact_addresses
from judge.game.reports.history import build_chronicle
from judge.game.reports.status import build_standing_section
from judge.game.state import Game, Lobby, Play, Role, Seat
from judge.model.letter import News, Notice, PositionSection, Section, WayIn
from judge.model.letter_kind import NEWS
from judge.model.reason import Reason


def make_seat(game: Game, role: Role, password: str, context: LineContext, wish: str = "") -> Seat:
    """Return a seat for the sender of a mail, with a name and a secret that no other has."""
    numbers_taken = [int(s.name[1:]) for s in game.seats if s.name[0] == role.value[0]]
    number = max(numbers_taken, default=0) + 1
    if role is Role.PLAYER and not game.disclosure.public_seat_count:
        # A number in sequence would tell how many there are.
        free = [n for n in range(1000, access.HIGHEST + 1) if n not in numbers_taken]
        number = free[int(access.derive_secret(context.seed, context.key, "seat"), 36) % len(free)]
    name = f"{role.value[0]}{number}"
    salt = access.derive_secret(context.seed, context.key, game.name, name, "salt")
    return Seat(
        name=name,
        role=role,
        address=context.sender.address,
        secret=access.derive_secret(context.seed, context.key, game.name, name),
        password=access.hash_password(password, salt),
        wish=wish,
    )


def with_new_secret(game: Game, seat: Seat, context: LineContext) -> Seat:
    """Return a seat whose reply address is a new one; nobody is believed at the old one."""
    return replace(
        seat, secret=access.derive_secret(context.seed, context.key, game.name, seat.name)
    )


def describe_way_in(game: Game, seat: Seat) -> WayIn:
    """Return the line that proves a seat where a mail program does not heed reply addresses."""
    return WayIn(f"SIGNON {seat.name} {game.name} {seat.secret}")


def find_vacant_seat(game: Play, power: str) -> Seat | None:
    """Return the seat that plays a power and has no player, the first one where none is named.

    Seats that nobody plays come before those that a robot plays.
    """
    robots = (seat for seat in game.players if seat.robot and not seat.address)
    free = (*starting.list_vacant_seats(game), *robots)
    return next((seat for seat in free if not power or power in seat.powers), None)


def fill_vacant_seat(
    game: Play, seat: Seat, password: str, context: LineContext, *, by_letter: bool = False
) -> Effects:
    """Give a vacant seat to the sender; the others who may know of the seat are told.

    ``by_letter``: so is the new player, for it is not their mail that is answered.
    """
    new = make_seat(game, Role.PLAYER, password, context)
    filled_seat = replace(new, name=seat.name, powers=seat.powers, plans=seat.plans)
    game = replace(game, seats=list_seats_without_observer(game, context.sender.address)).with_seat(
        filled_seat
    )
    game = with_guest(game, filled_seat.address, "")
    name = name_seat(filled_seat)
    news = News(Reason("taken_over", (name,)))
    notices = []
    for reader in list_seats_knowing_of_seat(game, filled_seat):
        if reader.name != filled_seat.name:
            letter: tuple[Section, ...] = (
                news,
                *list_contact_addresses(game, reader, filled_seat.powers),
            )
            notices.append(build_notice_to(game, reader, NEWS, "New Player", context.key, letter))
    yours = Reason("you_play", (name,))
    past = build_chronicle(game, filled_seat, context.find_past_turns(game))
    sections: tuple[Section, ...] = (
        *map(News, warn_of_masterpress(game)),
        PositionSection(),
        *list_contact_addresses(game, filled_seat),
        *(() if isinstance(past, Reason) else (past,)),
    )
    if by_letter:
        own_sections = (News(yours), *restate_orders(game, filled_seat), *sections)
        notices.append(
            build_notice_to(game, filled_seat, NEWS, "Your Seat", context.key, own_sections)
        )
    return Effects((game,), yours, sections=sections, notices=tuple(notices))


def list_seats_without_observer(game: Game, address: str) -> tuple[Seat, ...]:
    """Return the seats without the one from which somebody who now plays only looked on."""
    return tuple(
        seat
        for seat in game.seats
        if not (seat.role is Role.OBSERVER and access.is_same_address(seat.address, address))
    )


def list_seats_knowing_of_seat(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that are told when a player's seat is freed or filled."""
    return tuple(s for s in list_held_seats(game) if knows_of_seat(game, s, seat))


def seat_new_player(
    game: Lobby, seat: Seat, context: LineContext, *, by_letter: bool = False
) -> EnteredGame | Reason:
    """Give a new player a seat, and begin the game if it was the last.

    The masters are told; ``by_letter``: so is the player, whose mail it is not that is answered.
    """
    places = starting.count_open_seats(game) + len(game.players)
    if len(game.players) >= places:
        return Reason("game_full", (game.name,))
    is_wish_taken = any(seat.wish and rival.wish == seat.wish for rival in game.players)
    count, wished = (str(len(game.players) + 1), str(places)), (seat.wish,) if seat.wish else ()
    about = (*count, *wished) if game.disclosure.public_seat_count else ()
    remark = Reason("wish_taken" if is_wish_taken else "joined", about)
    news = [Reason("somebody_joined", (*count, seat.address, *wished))]
    game = replace(game, seats=(*list_seats_without_observer(game, seat.address), seat))
    game = with_guest(game, seat.address, "")
    if _waits_for_start_by_hand(game):
        news.append(Reason("all_seated"))
    notices = announce_news(game, "New Player", context.key, *news, to=game.masters)
    if starting.is_ready_to_begin(game):
        return _begin_with_last_player(game, seat, notices, context)
    sections: tuple[Section, ...] = (build_standing_section(game, seat),)
    if seat.prefers:
        sections = (News(Reason("prefers", describe_preferences(seat.prefers))), *sections)
    if game.variant.options_needing_consent:
        asked = Reason("consent_asked", game.variant.options_needing_consent)
        sections = (News(asked), *sections)
        if not starting.count_open_seats(game):
            silent = [s for s in starting.list_players_without_consent(game) if s.name != seat.name]
            notices += announce_news(game, "Consent Asked", context.key, asked, to=silent)
    if by_letter:
        own_sections = (News(remark), *sections)
        notices += (build_notice_to(game, seat, NEWS, "You Are In", context.key, own_sections),)
    return EnteredGame(
        game, Actor(seat), Effects((game,), remark, sections=sections, notices=notices)
    )


def _waits_for_start_by_hand(game: Lobby) -> bool:
    """Say whether nothing but a master's word is missing for the game to begin."""
    is_complete = not starting.count_open_seats(game)
    return is_complete and game.settings.manual and not starting.list_players_without_consent(game)


def _begin_with_last_player(
    game: Lobby, seat: Seat, notices: tuple[Notice, ...], context: LineContext
) -> EnteredGame:
    """Begin the game with whoever has taken its last seat."""
    play, begun = starting.start_game(game, context.now)
    player = play.find_seat_named(seat.name)
    dealt = player.powers if player and game.disclosure.public_power_names else ()
    result = Effects((play,), Reason("joined_last", dealt), notices=(*notices, *begun))
    return EnteredGame(play, Actor(player), result)
