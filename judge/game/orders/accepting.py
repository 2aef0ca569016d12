"""Orders on their way in: completed, checked, kept, and restated.

What is refused is refused for the sender's own unit or for the map; whether a unit that they do
not see stands where they say is neither confirmed nor denied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.engine.advance import WantedOrders, collect_wanted_orders
from judge.engine.legality import check_order
from judge.game.notices import find_view
from judge.game.orders.alternatives import MOST, list_legal_alternatives
from judge.game.orders.remarks import find_way_by_land, list_remarks_on_order
from judge.game.orders.turn_meant import write_present_turn_words
from judge.game.robots.seats import without_robot
from judge.game.state import Play, Seat
from judge.language.fill_in import complete_order
from judge.language.lexicon import build_lexicon
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement, UnreadStatement
from judge.language.suggestions import RESPELLED
from judge.language.writer import write_order, write_unit
from judge.model.letter import OrderSet
from judge.model.map import Map
from judge.model.order import Build, Hold, HoldAll, Move, Order, Remove, Waive
from judge.model.position import Position, Unit
from judge.model.reason import Reason
from judge.model.sections import HeardLine
from judge.model.turn import Phase
from judge.views.project import build_known_position


class OrderLineResult(NamedTuple):
    """What became of a line with an order. ``order`` is the one kept, if it is for one unit."""

    game: Play
    heard: HeardLine
    order: Order | None = None


def accept_order(
    game: Play,
    seat: Seat,
    statement: OrderStatement | UnreadStatement,
    mail_orders: Sequence[Order],
) -> OrderLineResult:
    """Keep the order in a line if it can be carried out; else say why, with suggestions.

    ``mail_orders`` are those kept from the same mail before: of those the earlier count, while an
    order of an earlier mail gives way.
    """
    if _is_waiver(statement, game) and (waived := _waive_orders(game, seat)):
        return OrderLineResult(waived, HeardLine(statement.line.text, "taken"))
    if isinstance(statement, UnreadStatement):
        return _accept_unread_order(game, seat, statement, mail_orders)
    text = statement.line.text
    if isinstance(statement.order, HoldAll):
        return _accept_hold_all(game, seat, statement, statement.order)
    completed = _complete_order(game, seat, statement)
    if isinstance(completed, Reason):
        completed = _complete_order_by_proxy(game, seat, statement) or completed
    if isinstance(completed, Reason):
        elsewhere = _find_other_seat(game, seat, completed)
        return OrderLineResult(game, HeardLine(text, "refused", elsewhere or completed))
    as_seen = _find_seen_position(game, seat)
    if why := check_order(game.variant, as_seen, completed.order):
        choices = list_legal_alternatives(game.variant, as_seen, completed.order, why)
        return OrderLineResult(game, HeardLine(text, "refused", why, choices))
    if doubt := _find_doubt_of_mended_kind(completed.order, completed.notes, game.variant.map):
        canonical = write_order(completed.order, game.variant)
        return OrderLineResult(game, HeardLine(text, "refused", doubt, (canonical,)))
    if walk := find_way_by_land(game.variant, completed.order):
        choices = (write_order(walk, game.variant),)
        return OrderLineResult(game, HeardLine(text, "refused", Reason("no_sea_way"), choices))
    return _keep_order(game, completed, text, mail_orders)


def _accept_unread_order(
    game: Play, seat: Seat, statement: UnreadStatement, mail_orders: Sequence[Order]
) -> OrderLineResult:
    """Keep what a line that was not read can only mean; else say why it is refused."""
    text = statement.line.text
    if not {*seat.powers} & find_orders_due(game).keys():
        nothing = Reason("nothing_due", write_present_turn_words(game))
        return OrderLineResult(game, HeardLine(text, "refused", nothing))
    if statement.why.code == "which_unit":
        readings = _list_orders_for_waiting_units(game, seat, statement.line)
        return OrderLineResult(game, HeardLine(text, "refused", statement.why, readings))
    return _accept_guess(game, seat, statement, mail_orders)


def _find_other_seat(game: Play, seat: Seat, why: Reason) -> Reason | None:
    """Return how to order for a power that the same person plays in another seat, None if an order
    is refused for anything else."""
    power = str(why.about[0]) if why.code == "not_your_power" else ""
    other = game.find_seat_of_power(power) if power else None
    if other is None or not seat.address or other.address.lower() != seat.address.lower():
        return None
    return Reason("power_of_other_seat", (power,))


def _find_doubt_of_mended_kind(
    order: Order, notes: Sequence[Reason], game_map: Map
) -> Reason | None:
    """Return the doubt in which a move stands that another kind of unit would make otherwise: it
    was written for one that needs no convoy there."""
    mended = next((note for note in notes if note.code == "kind_corrected"), None)
    if mended is None or not isinstance(order, Move):
        return None
    steps = {step.province for step in game_map.neighbors(order.unit.kind, order.unit.at)}
    return None if order.to.province in steps else mended


def without_unit_orders(game: Play, unit: Unit) -> Play:
    """Return the game without the orders for a unit."""
    orders = game.orders.get(unit.power, ())
    orders = tuple(order for order in orders if order.unit.at.province != unit.at.province)
    return replace(game, orders={**game.orders, unit.power: orders})


def find_orders_due(game: Play) -> Mapping[str, WantedOrders]:
    """Return what each power has to order in the current phase; powers without are absent."""
    if game.position.ended:
        return {}
    wants = collect_wanted_orders(game.variant, game.position)
    due = {p: w for p, w in wants.items() if w.units or w.builds or w.removals}
    if not game.disclosure.have_all_duties(game.position.turn.phase):
        return due
    idle = (p for p in game.variant.map.powers if p not in due and game.position.has_survived(p))
    return {**due, **dict.fromkeys(idle, WantedOrders(waives=1))}


def collect_orders_to_carry_out(game: Play) -> Mapping[str, tuple[Order, ...]]:
    """Return the orders of all powers without those by which some say that they have none."""
    wants = find_orders_due(game)
    idle = {power for power, want in wants.items() if want.waives}
    return {power: orders for power, orders in game.orders.items() if power not in idle}


def find_missing_orders(game: Play, power: str, want: WantedOrders | None) -> tuple[str, ...]:
    """Return what a power still has to order: its units as text, ``BUILD`` or ``REMOVE``."""
    if want is None:
        return ()
    power_orders = game.orders.get(power, ())
    ordered = {order.unit.at.province for order in power_orders}
    kinds = game.variant.map.kinds
    units = [f"{kinds[u.kind].code} {u.at}" for u in want.units if u.at.province not in ordered]
    builds = max(want.builds - len(power_orders), 0)
    removals = max(want.removals - len(power_orders), 0)
    waives = max(want.waives - len(power_orders), 0)
    return (*units, *["BUILD"] * builds, *["REMOVE"] * removals, *["WAIVE"] * waives)


def list_seats_missing_orders(game: Play, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return those of the seats that have not ordered everything they have to."""
    wants = find_orders_due(game)
    return tuple(
        seat
        for seat in seats
        if any(find_missing_orders(game, p, wants.get(p)) for p in seat.powers)
    )


def restate_orders(
    game: Play, seat: Seat, wants: Mapping[str, WantedOrders] | None = None
) -> tuple[OrderSet, ...]:
    """Restate the orders of each power of a seat, and what is missing.

    Powers that have nothing to order are left out. ``wants`` is what is owed, where that is known.
    """
    wants = find_orders_due(game) if wants is None else wants
    powers = [p for p in seat.powers if p in wants or game.orders.get(p)]
    return tuple(_build_order_set(game, seat, power, wants.get(power)) for power in powers)


def _build_order_set(game: Play, seat: Seat, power: str, want: WantedOrders | None) -> OrderSet:
    power_orders = game.orders.get(power, ())
    seat_orders = [order for seat_power in seat.powers for order in game.orders.get(seat_power, ())]
    as_seen = _find_seen_position(game, seat) if power_orders else game.position
    lines = tuple(
        (write_order(o, game.variant), list_remarks_on_order(game.variant, seat_orders, o, as_seen))
        for o in power_orders
    )
    return OrderSet(power, lines, find_missing_orders(game, power, want), seat.wait)


def _is_waiver(statement: OrderStatement | UnreadStatement, game: Play) -> bool:
    """Say whether a line waives orders: as builds are waived, or by a HOLD for all units."""
    if isinstance(statement, OrderStatement):
        return isinstance(statement.order, HoldAll)
    if statement.why.code != "wrong_phase" or not game.disclosure.have_all_duties(
        game.position.turn.phase
    ):
        return False
    readings = read_line(statement.line, game.variant, Phase.ADJUSTMENTS)
    return any(isinstance(r, OrderStatement) and isinstance(r.order, Waive) for r in readings)


def _waive_orders(game: Play, seat: Seat) -> Play | None:
    """Return the game with the word of a player's powers that they have no orders to give, None if
    that is not waited for."""
    wants = find_orders_due(game)
    if any(wants[power].units for power in seat.powers if power in wants):
        return None
    idle = [power for power in seat.powers if power in wants and wants[power].waives]
    said = {power: (Waive.for_power(power),) for power in idle}
    return replace(game, orders={**game.orders, **said}) if idle else None


def _accept_hold_all(
    game: Play, seat: Seat, statement: OrderStatement, hold_all: HoldAll
) -> OrderLineResult:
    """Order the units of the sender that are meant, of the one power if one is named, to hold."""
    text, power = statement.line.text, statement.power
    if power and power not in seat.powers:
        return OrderLineResult(game, HeardLine(text, "refused", Reason("not_your_power", (power,))))
    powers = (power,) if power else seat.powers
    units = [unit for owner in powers for unit in game.position.units_of(owner)]
    if kind := hold_all.unit.kind:
        units = [unit for unit in units if unit.kind == kind]
    if not units:
        return OrderLineResult(game, HeardLine(text, "refused", Reason("no_units_left")))
    but = {unit.at.province for unit in hold_all.but}
    if hold_all.rest:
        but |= {order.unit.at.province for owner in powers for order in game.orders.get(owner, ())}
    gone: list[Order] = []
    if seat.robot and seat.address:
        game = without_robot(game, seat)
    for order in (Hold(unit) for unit in units if unit.at.province not in but):
        power_orders = game.orders.get(order.unit.power, ())
        same = (old for old in power_orders if old.unit.at.province == order.unit.at.province)
        gone += (old for old in same if old != order)
        orders = {**game.orders, order.unit.power: _replace_order(power_orders, order)}
        game = replace(game, orders=orders)
    notes = tuple(write_order(old, game.variant) for old in gone)
    why = Reason("replaces_all", notes) if notes else None
    return OrderLineResult(game, HeardLine(text, "noted" if why else "taken", why))


def _complete_order(game: Play, seat: Seat, statement: OrderStatement) -> OrderStatement | Reason:
    seen = find_view(game, seat)
    return complete_order(
        statement, seen.units, seen.dislodged, seat.powers, game.variant, seen.homes
    )


def _complete_order_by_proxy(
    game: Play, seat: Seat, statement: OrderStatement
) -> OrderStatement | None:
    """Return the order as one for a unit that the sender may order for somebody else, None if it is
    for no such unit."""
    if game.position.turn.phase is Phase.ADJUSTMENTS:
        return None  # who lends a unit does not let it be removed
    seen = find_view(game, seat)
    for proxy in game.proxies:
        if proxy.to in seat.powers:
            completed = complete_order(
                statement, seen.units, seen.dislodged, (proxy.power,), game.variant, seen.homes
            )
            if isinstance(completed, Reason):
                continue
            unit = completed.order.unit
            if (unit.power, unit.at.province) == (proxy.power, proxy.province):
                note = Reason("by_proxy", (proxy.power,))
                return replace(completed, notes=(*completed.notes, note))
    return None


def _list_orders_for_waiting_units(game: Play, seat: Seat, line: Line) -> tuple[str, ...]:
    """Return the orders that a line without a unit may be for the sender's that wait for one."""
    wants, variant = find_orders_due(game), game.variant
    units = [unit for power in seat.powers if power in wants for unit in wants[power].units]
    lines = [line._replace(text=f"{write_unit(unit, variant.map)} {line.text}") for unit in units]
    statements = [
        statement
        for candidate in lines
        for statement in read_line(candidate, variant, game.position.turn.phase)
    ]
    results = [
        accept_order(game, seat, statement, ())
        for statement in statements
        if isinstance(statement, OrderStatement)
    ]
    return tuple(
        write_order(candidate.order, variant)
        for candidate in results
        if candidate.order is not None
    )[:MOST]


def _list_orders_for_respelled_unit(
    game: Play, seat: Seat, statement: UnreadStatement
) -> tuple[str, ...]:
    """Return the orders that a line may be in which the place of a unit of the sender's is
    misspelled more than other words may be."""
    line, variant, as_seen = statement.line, game.variant, _find_seen_position(game, seat)
    if statement.why.code != "unknown_word" or line.number > RESPELLED:
        return ()
    typed, phase = str(statement.why.about[0]), game.position.turn.phase
    like = build_lexicon(variant.map).collect_places_beginning_like(typed)
    places = [unit.at.province for power in seat.powers for unit in game.position.units_of(power)]
    lines = [line._replace(text=line.text.replace(typed, to, 1)) for to in places if to in like]
    readings = [reading for candidate in lines for reading in read_line(candidate, variant, phase)]
    completed = [
        _complete_order(game, seat, reading)
        for reading in readings
        if isinstance(reading, OrderStatement)
    ]
    orders = [reading.order for reading in completed if isinstance(reading, OrderStatement)]
    return tuple(write_order(o, variant) for o in orders if not check_order(variant, as_seen, o))[
        :MOST
    ]


def _accept_guess(
    game: Play, seat: Seat, statement: UnreadStatement, mail_orders: Sequence[Order]
) -> OrderLineResult:
    """Take the one legal reading of a misspelled line; offer several; else say what is wrong."""
    text, as_seen = statement.line.text, _find_seen_position(game, seat)
    legal: dict[str, OrderStatement] = {}
    illegal: dict[Reason, OrderStatement] = {}
    for guess in statement.guesses:
        completed = _complete_order(game, seat, guess)
        if isinstance(completed, Reason):
            continue
        if why := check_order(game.variant, as_seen, completed.order):
            illegal.setdefault(why, completed)
        else:
            legal.setdefault(write_order(completed.order, game.variant), completed)
    for text_of, completed in tuple(legal.items()):
        order = completed.order  # nobody misspells a word into "via convoy"
        if isinstance(order, Move) and order.via_convoy:
            plain = write_order(replace(order, via_convoy=False), game.variant)
            if plain in legal:
                del legal[text_of]
    if len(legal) == 1:
        ((canonical, completed),) = legal.items()
        result = _keep_order(game, completed, text, mail_orders)
        power = completed.order.unit.power
        if {*game.orders.get(power, ())} <= {*result.game.orders.get(power, ())}:
            return result
        return OrderLineResult(
            game, HeardLine(text, "refused", Reason("guess_waits"), (canonical,), completed.notes)
        )
    if len(illegal) == 1 and not legal:
        ((why, completed),) = illegal.items()
        choices = list_legal_alternatives(game.variant, as_seen, completed.order, why)
        return OrderLineResult(game, HeardLine(text, "refused", why, choices, completed.notes))
    choices = tuple(legal)[:MOST] or _list_orders_for_respelled_unit(game, seat, statement)
    choices = choices or statement.hints[:MOST]
    return OrderLineResult(game, HeardLine(text, "refused", statement.why, choices))


def _keep_order(
    game: Play, completed: OrderStatement, text: str, mail_orders: Sequence[Order]
) -> OrderLineResult:
    """Put a legal order into the set of its power."""
    order, power = completed.order, completed.order.unit.power
    seat = game.find_seat_of_power(power)
    if seat is not None and seat.robot and seat.address:
        back = _keep_order(without_robot(game, seat), completed, text, mail_orders)
        if back.order is None:
            return back._replace(game=game)
        heard, why = back.heard, Reason("robot_leaves", (power,))
        more = heard.more if heard.why is None else (heard.why, *heard.more)
        return back._replace(heard=heard._replace(verdict="noted", why=why, more=more))
    power_orders = game.orders.get(power, ())
    if isinstance(order, Build | Remove | Waive):
        mail_adjustments = [
            mail_order for mail_order in mail_orders if mail_order.unit.power == power
        ]
        listed = _add_adjustment(game, power_orders, order, mail_adjustments)
        if isinstance(listed, Reason):
            return OrderLineResult(game, HeardLine(text, "refused", listed))
        gone = [old for old in power_orders if old not in listed]
    else:
        space = order.unit.at.province
        listed = _replace_order(power_orders, order)
        earlier = [
            old for old in mail_orders if old.unit.at.province == space and old in power_orders
        ]
        gone = [old for old in earlier if old != order][:1]
    game = replace(game, orders={**game.orders, power: listed})
    replaced = (Reason("replaces", (write_order(old, game.variant),)) for old in gone)
    notes = (*completed.notes, *replaced)
    heard_line = (
        HeardLine(text, "noted", notes[0], more=notes[1:]) if notes else HeardLine(text, "taken")
    )
    return OrderLineResult(game, heard_line, order)


def _replace_order(orders: tuple[Order, ...], order: Order) -> tuple[Order, ...]:
    """Return the list with the order in the place of an earlier one for the same space."""
    space = order.unit.at.province
    if all(old.unit.at.province != space for old in orders):
        return (*orders, order)
    return tuple(order if old.unit.at.province == space else old for old in orders)


def _add_adjustment(
    game: Play, orders: tuple[Order, ...], order: Order, mail_orders: Sequence[Order]
) -> tuple[Order, ...] | Reason:
    """Return the adjustments of a power with one more.

    No more are kept than are due. Within one mail the earlier ones count; an adjustment of an
    earlier mail makes room for a new one. The same order sent again is no second one.
    """
    if isinstance(order, Waive):
        if orders.count(order) > mail_orders.count(order):
            return orders
        listed = [*orders, order]
    else:
        listed = list(_replace_order(orders, order))
    want = find_orders_due(game).get(order.unit.power)
    due = want.builds or want.removals if want else 0
    spare = list(mail_orders)
    for old in orders:
        if old in spare:
            spare.remove(old)
        elif len(listed) > due:
            listed.remove(old)
    if len(listed) > due:
        return Reason("surplus", (str(due),))
    return _drop_unfit_builds(game, tuple(listed), order, mail_orders)


def _drop_unfit_builds(
    game: Play, listed: tuple[Order, ...], order: Order, mail_orders: Sequence[Order]
) -> tuple[Order, ...] | Reason:
    """Return the list if the builds in it go together, without earlier mails' that would not."""
    if not isinstance(order, Build):
        return listed
    other_builds = [old for old in listed if isinstance(old, Build) and old != order]
    while why := check_order(game.variant, game.position, order, other_builds):
        older = [
            old
            for old in other_builds
            if old.unit.kind == order.unit.kind and old not in mail_orders
        ]
        if not older:
            return why
        other_builds.remove(older[0])
    return tuple(
        old for old in listed if old in (order, *other_builds) or not isinstance(old, Build)
    )


def _find_seen_position(game: Play, seat: Seat) -> Position:
    """Return the position as the player knows it, by which alone their orders are checked."""
    return build_known_position(game.position, find_view(game, seat), game.variant.map.provinces)
