"""What robots do in the seats that they play: the same whenever it is asked.

It is worked out before the transaction in which it is kept, soon after a turn has begun; where a
turn is run before that, its orders are worked out then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import cast

from judge.engine.legality import check_order
from judge.game.effects import Effects
from judge.game.notices import find_view, make_turn_key
from judge.game.orders.accepting import find_orders_due
from judge.game.procedure import find_procedure
from judge.game.proof.access import derive_number
from judge.game.state import Play, Progress, Seat, Stage
from judge.game.votes.public import vote_on_motion
from judge.model.motion import Motion
from judge.model.order import Build, Order, Waive
from judge.robots import Effort, Level, choose_robot_orders
from judge.views.known import position_from_view

SHARED_WORK = {"easy": 1, "fair": 2_600_000, "hard": 14_000_000}
"""How much the robots of a game think about a turn together: sets of orders, times the spaces of
the map, for the larger it is the longer takes each. On Standard hard ones take some seconds."""

MANY = 10
"""So many share the thinking where nobody may know how many there are."""

QUIET = 3
"""After so many years in which nothing that it sees changes hands a robot is for a draw."""


STALE = 10
"""So is one that has not had more centers for so many years; twice as many if it leads."""

TIRING = 40
"""With each so many years of a game robots wait less: half as long, a third, and so on."""


def awaits_robots(game: Play) -> bool:
    """Say whether robots have yet to think about the present turn."""
    return game.stage in (Stage.ACTIVE, Stage.HELD) and any(_list_thoughtless_seats(game))


def _list_robot_seats(game: Play) -> Iterator[Seat]:
    """Yield the seats that robots play and that have a power left."""
    for seat in game.players:
        if seat.robot and any(map(game.position.has_survived, seat.powers)):
            yield seat


def _list_thoughtless_seats(game: Play) -> Iterator[Seat]:
    return (seat for seat in _list_robot_seats(game) if seat.thought_of != game.number)


def with_robot_orders(game: Play) -> Play:
    """Return the game with the orders of its robots, where they have not thought yet.

    What stands for a unit already, by its player or a master, stays.
    """
    if not awaits_robots(game):
        return game
    wants = find_orders_due(game)
    # By what everybody knows: how much a robot thinks tells nothing of who is there.
    seats = len(game.players) if game.disclosure.public_seat_count else MANY
    share = len(game.variant.map.provinces) * seats
    for seat in _list_thoughtless_seats(game):
        for power in seat.powers:
            if power in wants:
                effort = Effort(cast(Level, seat.robot), max(SHARED_WORK[seat.robot] // share, 1))
                orders = _choose_orders(game, seat, power, effort)
                game = replace(game, orders={**game.orders, power: orders})
        game = game.with_seat(replace(seat, thought_of=game.number))
    return game


def _choose_orders(game: Play, seat: Seat, power: str, effort: Effort) -> tuple[Order, ...]:
    """Return the orders of a power with those that a robot adds."""
    view, kept = find_view(game, seat), game.orders.get(power, ())
    chosen = choose_robot_orders(game.variant, view, power, _derive_seed_of_robots(game), effort)
    want = find_orders_due(game)[power]
    due, known = want.builds or want.removals, position_from_view(view, game.variant)
    ordered = {order.unit.at.province for order in kept if not isinstance(order, Waive)}
    orders = list(kept)
    for order in chosen:
        builds = [old for old in orders if isinstance(old, Build)]
        if order.unit.at.province in ordered or (due and len(orders) >= due):
            continue
        if check_order(game.variant, known, order, builds) is None:
            orders.append(order)
    return tuple(orders)


def _derive_seed_of_robots(game: Play) -> int:
    """Return the chance of all robots of a game, which nobody can guess."""
    return derive_number(game.seed, game.name, "robots")


def run_robots(game: Play) -> Effects | None:
    """Return what its robots do in the present turn, None if they have done it."""
    if not awaits_robots(game):
        return None
    effects = Effects((with_robot_orders(game),))
    for seat in _list_thoughtless_seats(game):
        for step in (_act_in_procedure, _vote_for_draw):
            there = effects.game
            assert isinstance(there, Play), "robots leave their game behind"
            if there.stage is not Stage.ENDED:
                now = there.find_seat_named(seat.name)
                assert now is not None, "it stays in its game"
                effects += step(there, now)
    return effects


def _act_in_procedure(game: Play, seat: Seat) -> Effects:
    dice = Random(f"{_derive_seed_of_robots(game)} {make_turn_key(game)} {seat.name}")
    there, notices = find_procedure(game).act_for_robot(game, seat, dice)
    return Effects((there,), notices=notices)


def _vote_for_draw(game: Play, seat: Seat) -> Effects:
    """Agree to a draw where nothing moves any more, or nothing is won: with more than half of all
    centers after twice as many years, the earlier the longer the game has lasted."""
    view = find_view(game, seat)
    own = sum(len(view.centers_of(power)) for power in seat.powers)
    leads = 2 * own > len(view.owners)
    quiet, _, stale = seat.progress
    lasted = game.variant.calendar.count_cycles_before(game.position.turn.year)
    patience = (2 if leads else 1) / (1 + lasted // TIRING)
    if quiet < patience * QUIET and stale < patience * STALE:
        return Effects((game,))
    key = f"{make_turn_key(game)}.robots.{seat.name}"
    voted = vote_on_motion(game, seat, Motion("draw", seat.name, ()), "yes", key)
    return voted if isinstance(voted, Effects) else Effects((game,))


def give_up_thinking(game: Play) -> Play:
    """Return the game as if its robots had thought, and found nothing to order."""
    for seat in _list_thoughtless_seats(game):
        game = game.with_seat(replace(seat, thought_of=game.number))
    return game


def with_progress(before: Play, game: Play) -> Play:
    """Return a game in its next turn, with how its robots have fared since.

    A year is what all seasons take to go round.
    """
    count_years = game.variant.calendar.count_cycles_before
    years = count_years(game.position.turn.year) - count_years(before.position.turn.year)
    for seat in game.players:
        if not seat.robot:
            continue
        old, view = find_view(before, seat).owners, find_view(game, seat)
        new, own = view.owners, sum(len(view.centers_of(power)) for power in seat.powers)
        changed = any(old.get(code) != new.get(code) for code in old.keys() | new.keys())
        quiet, most, stale = seat.progress
        progress = Progress(
            0 if changed else quiet + years, max(most, own), 0 if own > most else stale + years
        )
        game = game.with_seat(replace(seat, progress=progress))
    return game
