"""From a game that gathers players to a game that is played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game import tell
from judge.game.orders import order_sets
from judge.game.outcome import Outcome
from judge.game.schedule import next_due
from judge.game.state import Game, Role, Seat, Stage
from judge.hooks import Variant
from judge.model.letter import Board, Section
from judge.model.reason import Reason
from judge.rules.motions import survives


def powers(variant: Variant) -> tuple[str, ...]:
    """Return the powers that are played."""
    return tuple(variant.map.powers)


def alive(game: Game, seat: Seat) -> bool:
    """Say whether a seat has a power that is still in the game."""
    position = game.position
    return position is not None and any(survives(power, position) for power in seat.powers)


def vacancies(game: Game) -> tuple[Seat, ...]:
    """Return the seats of surviving powers whose players have left."""
    return tuple(seat for seat in game.players if not seat.address and alive(game, seat))


def open_seats(game: Game) -> int:
    """Return for how many more players there is room."""
    if game.position is not None:
        return len(vacancies(game))
    return len(powers(game.variant)) - len(game.players)


def start(game: Game, now: datetime, key: str) -> Outcome:
    """Deal the powers, set up the board and set the first deadline; tell everybody his part.

    Powers that nobody is there for get vacant seats.
    """
    played = powers(game.variant)
    vacant = tuple(
        Seat(name, Role.PLAYER, "", "")
        for name in _free_names(game, len(played) - len(game.players))
    )
    dealt = lots(game.players + vacant, played, game.seed)
    seats = tuple(replace(seat, powers=dealt.get(seat.name, ())) for seat in game.seats + vacant)
    position = game.variant.rules.opening.deal(game.variant.map, played, game.seed)
    game = replace(game, stage=Stage.ACTIVE, seats=seats, position=position, number=1)
    if not game.settings.manual:
        game = replace(game, due_at=next_due(game.settings, position.turn, now))
    notices = tuple(
        tell.notice(game, seat, "start", "Game Starting", "start", _first(game, seat))
        for seat in tell.living(game)
    )
    return Outcome(game, Reason("started"), notices=notices)


def lots(seats: Sequence[Seat], played: Sequence[str], seed: int) -> dict[str, tuple[str, ...]]:
    """Return the powers of each seat by name: wishes first come, first served, the rest by lot."""
    free = list(played)
    dealt: dict[str, tuple[str, ...]] = {}
    for seat in seats:
        if seat.wish in free and seat.address:
            free.remove(seat.wish)
            dealt[seat.name] = (seat.wish,)
    random.Random(seed).shuffle(free)
    for seat in seats:
        if seat.name not in dealt and free:
            dealt[seat.name] = (free.pop(),)
    return dealt


def _first(game: Game, seat: Seat) -> tuple[Section, ...]:
    return (Board(), *order_sets(game, seat))


def _free_names(game: Game, count: int) -> list[str]:
    last = max((int(seat.name[1:]) for seat in game.players), default=0)
    return [f"p{last + n + 1}" for n in range(count)]
