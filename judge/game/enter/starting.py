"""From a game that gathers players to a game that is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from judge.game.clock.schedule import schedule_deadline
from judge.game.enter.first_orders import build_primer
from judge.game.enter.preferring import deal_by_preference
from judge.game.notices import (
    build_notice_to,
    list_held_seats,
    may_know_robot,
    name_seat,
    warn_of_masterpress,
)
from judge.game.orders.accepting import restate_orders
from judge.game.proof.access import HIGHEST
from judge.game.proof.reaching import list_contact_addresses
from judge.game.robots.seats import explain_who_plays
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.model.letter import News, Notice, PositionSection, Section
from judge.model.letter_kind import START
from judge.model.reason import Reason

CONSENT = "consent"
"""The kind of motion that holds the consents before the start to options that all must want."""


def divide_powers(variant: Variant, seed: int = 0) -> tuple[tuple[str, ...], ...]:
    """Return the powers that each player holds; how many players there are hangs on no seed."""
    return variant.rules.opening.list_powers_of_players(tuple(variant.map.powers), seed)


def divide_powers_of_game(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the powers that each player of a game holds: without dummies, with vassals."""
    dummies, vassals = game.settings.dummies, game.settings.vassals
    remaining_sides = (
        tuple(power for power in side if power not in dummies and power not in vassals)
        for side in divide_powers(game.variant, game.seed)
    )
    return tuple(
        (*side, *(vassal for vassal, lord in vassals.items() if lord in side))
        for side in remaining_sides
        if side
    )


def has_surviving_power(game: Play, seat: Seat) -> bool:
    """Say whether a seat has a power that is still in the game."""
    return any(game.position.has_survived(power) for power in seat.powers)


def list_vacant_seats(game: Play) -> tuple[Seat, ...]:
    """Return the seats of surviving powers that nobody plays, no robot either, but for dummies."""
    return tuple(
        seat
        for seat in game.players
        if not seat.is_played
        and has_surviving_power(game, seat)
        and not {*seat.powers} <= {*game.settings.dummies}
    )


def count_open_seats(game: Game) -> int:
    """Return for how many more players there is room."""
    if game.stage is Stage.ENDED:
        return 0
    if isinstance(game, Play):
        return len(list_vacant_seats(game))
    return len(divide_powers_of_game(game)) - len(game.players)


def list_players_without_consent(game: Game) -> tuple[Seat, ...]:
    """Return the players whose consent to the game's options is asked for and missing."""
    if not game.variant.options_needing_consent:
        return ()
    consenting = {n for motion in game.motions if motion.kind == CONSENT for n in motion.ballots}
    return tuple(seat for seat in game.held_player_seats if seat.name not in consenting)


def is_ready_to_begin(game: Lobby) -> bool:
    """Say whether a game that gathers players begins by itself now."""
    gathered = game.stage is Stage.FORMING and not count_open_seats(game)
    return gathered and not game.settings.manual and not list_players_without_consent(game)


def start_game(game: Lobby, now: datetime) -> tuple[Play, tuple[Notice, ...]]:
    """Deal the powers, set up the board and set the first deadline; tell all their parts.

    Powers that nobody is there for get vacant seats.
    """
    played = divide_powers_of_game(game)
    robot = game.settings.robots if game.settings.empty == "robot" else ""
    vacant = tuple(
        Seat(name, Role.PLAYER, "", "", robot=robot)
        for name in find_free_seat_names(game, len(played) - len(game.players))
    )
    dealt = deal_powers(game.players + vacant, played, game.seed)
    names = find_free_seat_names(
        replace(game, seats=game.seats + vacant), len(game.settings.dummies)
    )
    for name, dummy in zip(names, game.settings.dummies, strict=True):
        vacant += (Seat(name, Role.PLAYER, "", ""),)
        dealt[name] = (dummy,)
    seats = tuple(replace(seat, powers=dealt.get(seat.name, ())) for seat in game.seats + vacant)
    game_map = game.variant.map
    position = game.variant.rules.opening.deal_position(game_map, tuple(game_map.powers), game.seed)
    game = replace(game, stage=Stage.ACTIVE, seats=seats, motions=())
    due = None if game.settings.manual else schedule_deadline(game.settings, position.turn, now)
    play = replace(game.with_position(position), due_at=due)
    event = f"{position.turn} Game Starting"
    notices = []
    for seat in list_held_seats(play):
        sections = (*build_first_letter(play, seat), *list_contact_addresses(play, seat))
        notices.append(build_notice_to(play, seat, START, event, "start", sections))
    return play, tuple(notices)


def deal_powers(
    seats: Sequence[Seat], played: Sequence[tuple[str, ...]], seed: int
) -> dict[str, tuple[str, ...]]:
    """Return the powers of each seat by name: who asked for one has it, first come, first served;
    the others get theirs by preference."""
    free = list(played)
    dealt: dict[str, tuple[str, ...]] = {}
    for seat in seats:
        wished = next((side for side in free if seat.wish in side), None)
        if wished and seat.is_played:
            free.remove(wished)
            dealt[seat.name] = wished
    return dealt | deal_by_preference([s for s in seats if s.name not in dealt], free, seed)


def build_first_letter(game: Play, seat: Seat) -> tuple[Section, ...]:
    """Return what the first letter to a seat tells of the board."""
    called = not game.disclosure.public_power_names and seat.role is Role.PLAYER
    hint = (News(Reason("name_hint", (name_seat(seat),))),) if called else ()
    robots = tuple(
        name_seat(other)
        for other in game.players
        if other.robot and may_know_robot(game, seat, other)
    )
    played = (News(explain_who_plays(tuple(sorted(robots)))),) if robots else ()
    read = map(News, warn_of_masterpress(game))
    return (
        *hint,
        *played,
        *read,
        *build_primer(game, seat),
        PositionSection(),
        *restate_orders(game, seat),
    )


def find_free_seat_names(game: Game, count: int) -> list[str]:
    """Return names for so many more players' seats."""
    numbers_taken = {int(seat.name[1:]) for seat in game.players}
    last = max(numbers_taken, default=0)
    first = last + 1 if last + count <= HIGHEST else 1
    free = (number for number in range(first, HIGHEST + 1) if number not in numbers_taken)
    return [f"p{number}" for number in islice(free, count)]
