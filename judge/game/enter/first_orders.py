"""What a newcomer needs to order: the kinds of unit, and an example of each kind of order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, starmap

from judge.engine.legality import check_order
from judge.game.enter.local_names import use_local_names
from judge.game.notices import find_view
from judge.game.state import Play, Seat
from judge.hooks import Variant
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement
from judge.language.writer import write_order
from judge.model.letter import Primer
from judge.model.order import Build, Disband, Order, Remove, Retreat, Waive
from judge.model.position import Position, Unit
from judge.model.turn import Phase
from judge.model.view import View
from judge.views.project import build_known_position


def build_primer(game: Play, seat: Seat) -> tuple[Primer, ...]:
    """Return what a seat with units or centers is told of orders; nothing to a seat without.

    It is made from what the seat sees, and its examples are legal with its own units. Where
    builds come first the others are made with the units built in them.
    """
    variant, view = game.variant, find_view(game, seat)
    position = build_known_position(game.position, view, variant.map.provinces)
    builds = [
        order for power in seat.powers for order in _list_due_builds(power, position, variant)
    ]
    own_units = {code: u for code, u in position.units.items() if u.power in seat.powers}
    own_units |= {order.unit.at.province: order.unit for order in builds}
    if not own_units:
        return ()
    turn = position.turn
    while turn.phase is not Phase.MOVEMENT:
        turn = variant.calendar.find_next_turn(turn)
    kinds = tuple((name.lower(), kind.code) for name, kind in variant.map.kinds.items())
    examples = chain(
        (("build", order) for order in builds[:1]),
        _list_example_orders(tuple(own_units.values()), replace(position, turn=turn), variant),
    )
    lines = tuple((word, write_order(order, variant)) for word, order in examples)
    return (Primer(kinds, lines, next(iter(own_units))),)


def _list_example_orders(
    units: tuple[Unit, ...], board: Position, variant: Variant
) -> Iterator[tuple[str, Order]]:
    """Yield a legal order of each type that has examples, with what it does.

    Kinds of unit that none has shown yet come first. The unit of one may be where or what it can
    only be later.
    """
    shown: set[str] = set()
    for order_type in variant.orders.values():
        for order in order_type.examples(sorted(units, key=lambda u: u.kind in shown), variant.map):
            unit = order.unit
            there = replace(
                board,
                units={
                    **board.units,
                    **_collect_units_by_province(units),
                    **_collect_units_by_province([unit]),
                },
            )
            if check_order(variant, there, order) is None:
                shown.add(unit.kind)
                later = "" if unit in units else f", once the {unit.kind} is there"
                yield f"{order.verb}{later}", order
                break


def _collect_units_by_province(units: Iterable[Unit]) -> dict[str, Unit]:
    return {unit.at.province: unit for unit in units}


def _list_due_builds(power: str, position: Position, variant: Variant) -> Iterator[Build]:
    """Yield as many builds as are due to a power where they come first, of one kind after another.

    A build that does not go with those before it is left out.
    """
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return
    builds: list[Build] = []
    kinds = list(variant.map.kinds)
    for number, code in enumerate(sorted(variant.rules.muster.build_sites(power, position))):
        for kind in (*kinds[number % len(kinds) :], *kinds[: number % len(kinds)]):
            place = next(iter(variant.map.list_places_for_kind(kind, code)), None)
            build = Build(Unit(power, kind, place)) if place else None
            if build and check_order(variant, position, build, builds) is None:
                builds.append(build)
                yield build
                break


def collect_example_lines(variant: Variant, view: View | None) -> Mapping[Phase, tuple[str, ...]]:
    """Return orders for each kind of phase that a player of the variant could write.

    They are for units that the reader of a View has; without any, for those of a beginning.
    """
    game_map = variant.map
    begin = variant.rules.opening.deal_position(game_map, tuple(game_map.powers), 0)
    powers = view.powers if view and view.powers else [*game_map.powers][:1]
    own = [unit for unit in view.units if unit.power in powers] if view else []
    first_builds = [order for power in powers for order in _list_due_builds(power, begin, variant)]
    units = own or [unit for unit in begin.units.values() if unit.power in powers]
    units = units or [order.unit for order in first_builds]
    turn = variant.calendar.find_first_turn()
    while turn.phase is not Phase.MOVEMENT:
        turn = variant.calendar.find_next_turn(turn)
    board = Position(turn, _collect_units_by_province(units))
    moves = [order for _, order in _list_example_orders(tuple(units), board, variant)]
    goals = [(u, to) for u in units for to in game_map.neighbors(u.kind, u.at)][:1]
    homes = [code for name in powers for code in game_map.powers[name].homes]
    sites = homes or [unit.at.province for unit in units]
    builds = first_builds or [
        Build(Unit(power, kind, place))
        for power in powers
        for kind in game_map.kinds
        for place in [p for code in sites for p in game_map.list_places_for_kind(kind, code)][:1]
    ]
    orders: dict[Phase, list[Order]] = {
        Phase.MOVEMENT: moves,
        Phase.RETREATS: [*starmap(Retreat, goals), *(Disband(unit) for unit, _ in goals)],
        Phase.ADJUSTMENTS: [*builds, *map(Remove, units[:1]), *map(Waive.for_power, [""])],
    }
    return {
        phase: tuple(write_order(order, variant) for order in several)
        for phase, several in orders.items()
    }


def replace_examples(text: str, usual: Variant, variant: Variant, view: View | None) -> str:
    """Return a page that speaks of the ``usual`` variant as one of another variant.

    Its blocks of orders are replaced if one of them is none of orders of the variant; elsewhere
    powers, spaces and years are.
    """
    pieces = re.split(r"(?<=\n\n)((?: {4}.*\n)+)", f"{text}\n")
    lines = {at: [*map(str.strip, pieces[at].splitlines())] for at in range(1, len(pieces), 2)}
    phases = {
        at: next((phase for phase in Phase if _are_orders(block, usual, phase)), None)
        for at, block in lines.items()
    }
    orders = {at: phase for at, phase in phases.items() if phase is not None}
    if not all(_are_orders(lines[at], variant, phase) for at, phase in orders.items()):
        of_phase = collect_example_lines(variant, view)
        for at, phase in orders.items():
            lines[at] = list(of_phase[phase])
    for at in orders:
        pieces[at] = f"\0{at}\0"
    told = use_local_names("".join(pieces), usual, variant)
    blocks = {at: "".join(f"    {line}\n" for line in lines[at]) for at in orders}
    return re.sub("\0([0-9]+)\0", lambda found: blocks[int(found[1])], told).removesuffix("\n")


def _are_orders(lines: Iterable[str], variant: Variant, phase: Phase) -> bool:
    read = (read_line(Line(1, line), variant, phase) for line in lines)
    return all(said and all(isinstance(s, OrderStatement) for s in said) for said in read)
