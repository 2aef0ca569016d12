"""From a game that gathers players to a game that is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from judge.game.clock.schedule import next_due
from judge.game.enter.first_orders import primer
from judge.game.enter.preferring import dealt_by_preference
from judge.game.notices import display_name, held_seats, notice_to
from judge.game.orders.accepting import order_sets
from judge.game.proof.access import HIGHEST
from judge.game.proof.contact_addresses import contact_addresses
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.model.letter import News, Notice, PositionSection, Section
from judge.model.letter_kind import START
from judge.model.reason import Reason

CONSENT = "consent"
"""The kind of motion that holds the consents before the start to options that all must want."""


def sides(variant: Variant, seed: int = 0) -> tuple[tuple[str, ...], ...]:
    """Return the powers that each player holds; how many players there are hangs on no seed."""
    return variant.rules.opening.sides(tuple(variant.map.powers), seed)


def sides_played(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the powers that each player of a game holds: without dummies, with vassals."""
    dummies, vassals = game.settings.dummies, game.settings.vassals
    left = (
        tuple(power for power in side if power not in dummies and power not in vassals)
        for side in sides(game.variant, game.seed)
    )
    return tuple(
        (*side, *(vassal for vassal, lord in vassals.items() if lord in side))
        for side in left
        if side
    )


def seat_survives(game: Play, seat: Seat) -> bool:
    """Say whether a seat has a power that is still in the game."""
    return any(game.position.has_survived(power) for power in seat.powers)


def vacancies(game: Play) -> tuple[Seat, ...]:
    """Return the seats of surviving powers whose players have left, but for dummies."""
    return tuple(
        seat
        for seat in game.players
        if not seat.address
        and seat_survives(game, seat)
        and not {*seat.powers} <= {*game.settings.dummies}
    )


def open_seats(game: Game) -> int:
    """Return for how many more players there is room."""
    if game.stage is Stage.ENDED:
        return 0
    if isinstance(game, Play):
        return len(vacancies(game))
    return len(sides_played(game)) - len(game.players)


def unconvinced(game: Game) -> tuple[Seat, ...]:
    """Return the players whose consent to the game's options is asked for and missing."""
    if not game.variant.consent:
        return ()
    given = {n for motion in game.motions if motion.kind == CONSENT for n in motion.ballots}
    return tuple(seat for seat in game.playing if seat.name not in given)


def begins(game: Lobby) -> bool:
    """Say whether a game that gathers players begins by itself now."""
    gathered = game.stage is Stage.FORMING and not open_seats(game)
    return gathered and not game.settings.manual and not unconvinced(game)


def start(game: Lobby, now: datetime, key: str) -> tuple[Play, tuple[Notice, ...]]:
    """Deal the powers, set up the board and set the first deadline; tell all their parts.

    Powers that nobody is there for get vacant seats.
    """
    played = sides_played(game)
    vacant = tuple(
        Seat(name, Role.PLAYER, "", "")
        for name in free_names(game, len(played) - len(game.players))
    )
    dealt = lots(game.players + vacant, played, game.seed)
    names = free_names(replace(game, seats=game.seats + vacant), len(game.settings.dummies))
    for name, dummy in zip(names, game.settings.dummies, strict=True):
        vacant += (Seat(name, Role.PLAYER, "", ""),)
        dealt[name] = (dummy,)
    seats = tuple(replace(seat, powers=dealt.get(seat.name, ())) for seat in game.seats + vacant)
    game_map = game.variant.map
    position = game.variant.rules.opening.deal(game_map, tuple(game_map.powers), game.seed)
    game = replace(game, stage=Stage.ACTIVE, seats=seats, motions=())
    due = None if game.settings.manual else next_due(game.settings, position.turn, now)
    play = replace(game.with_position(position), due_at=due)
    event = f"{position.turn} Game Starting"
    notices = []
    for seat in held_seats(play):
        sections = (*begun(play, seat), *contact_addresses(play, seat))
        notices.append(notice_to(play, seat, START, event, "start", sections))
    return play, tuple(notices)


def lots(
    seats: Sequence[Seat], played: Sequence[tuple[str, ...]], seed: int
) -> dict[str, tuple[str, ...]]:
    """Return the powers of each seat by name: who asked for one has it, first come, first served;
    the others get theirs by preference."""
    free = list(played)
    dealt: dict[str, tuple[str, ...]] = {}
    for seat in seats:
        wished = next((side for side in free if seat.wish in side), None)
        if wished and seat.address:
            free.remove(wished)
            dealt[seat.name] = wished
    return dealt | dealt_by_preference([s for s in seats if s.name not in dealt], free, seed)


def begun(game: Play, seat: Seat) -> tuple[Section, ...]:
    """Return what the first letter to a seat tells of the board."""
    called = not game.disclosure.public_seats and seat.role is Role.PLAYER
    hint = (News(Reason("name_hint", (display_name(game, seat),))),) if called else ()
    return (*hint, *primer(game, seat), PositionSection(), *order_sets(game, seat))


def free_names(game: Game, count: int) -> list[str]:
    """Return names for so many more players' seats."""
    taken = {int(seat.name[1:]) for seat in game.players}
    last = max(taken, default=0)
    first = last + 1 if last + count <= HIGHEST else 1
    free = (number for number in range(first, HIGHEST + 1) if number not in taken)
    return [f"p{number}" for number in islice(free, count)]
