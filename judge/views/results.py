"""What the results of a phase are to a reader who does not see everything.

Of their own orders they are told all that these tell of themselves, and nothing of what others
ordered: a support or a convoy of somebody else's unit says nothing about that unit (CIV-5). Of
others they are told the orders, moves apart, all of whose spaces they see before and after (CIV-4,
CIV-12). What kind of order says what about others stands in its ``OrderType``.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.hooks import AnyOrderType
from judge.model.facts import BOUNCE, split_encounter
from judge.model.order import Act, Order, list_units_and_places
from judge.model.position import Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.model.view import Sight

_STOPPED = frozenset({"bounced", "outdone", "held_off", "stood_off", "driven_back"})
_AT_SEA = frozenset({"no_convoy", "no_fleets", "convoy_lost", "paradox"})
_ICE = frozenset({"ice_driven", "ice_lost"})
_STRAY = frozenset({"superseded", "no_such_unit", "not_yours", "not_dislodged"})
_BY_THE_MAP = frozenset(
    {
        "cannot_support",
        "cannot_convoy",
        "no_convoy_from",
        "supports_itself",
        "out_of_reach",
        "same_place",
        "superseded",
        "no_such_unit",
        "not_yours",
        "wrong_phase",
    }
)
"""Codes that an order earns by the map and by its own unit alone."""


def make_results_for_reader(
    own_powers: frozenset[str],
    record: PhaseRecord,
    then: Sight,
    now: Sight,
    orders: Mapping[type[Order], AnyOrderType],
) -> tuple[Result, ...]:
    """Return what the reader is told of each order, sorted by where the units stood."""
    movement = record.before.turn.phase is Phase.MOVEMENT
    seen = []
    for result in record.results:
        order, order_type = result.order, orders[type(result.order)]
        if order.unit.power in own_powers:
            seen.append(_make_own_result(result, own_powers, record, order_type))
        elif (
            movement
            and order_type.shown
            and result.why.code not in _STRAY
            and all(
                sight.is_in_sight(code)
                for code in collect_spaces_of_order(order)
                for sight in (then, now)
            )
        ):
            seen.append(Result(order, Fate.STANDS, Reason("acts")))

    def sort_key(result: Result) -> tuple[int, bool]:
        unit = result.order.unit
        return record.board.map.province_numbers.get(
            unit.at.province, -1
        ), unit.power not in own_powers

    return tuple(sorted(seen, key=sort_key))


def collect_spaces_of_order(order: Order) -> frozenset[str]:
    """Return every space that an order names."""
    values = tuple(getattr(order, name) for name in order.__match_args__)
    return frozenset(
        (named.at if isinstance(named, Unit) else named).province
        for named in list_units_and_places(values)
    )


def _make_own_result(
    result: Result, own_powers: frozenset[str], record: PhaseRecord, order_type: AnyOrderType
) -> Result:
    order, code = result.order, result.why.code
    if order_type.helps is not None:
        helped = record.before.units.get(order_type.helps(order).at.province)
        own_helped = helped is not None and helped.power in own_powers
        if own_helped or (result.fate is Fate.VOID and code in _BY_THE_MAP):
            return Result(order, result.fate, _without_foreign_units(result.why, own_powers))
        return Result(order, Fate.STANDS, Reason("acts"))
    if code in _ICE:
        return Result(order, result.fate, Reason(code, result.why.about[:2]))
    if isinstance(order, Act):
        return _make_own_act_result(result, own_powers, order_type.serves)
    if code in _STOPPED:
        return Result(
            order,
            Fate.FAILS,
            Reason("repelled", _list_powers_that_stopped(order.unit, record, own_powers)),
        )
    if code in _AT_SEA:
        return Result(order, Fate.FAILS, Reason("no_convoy"))
    return Result(order, result.fate, _without_foreign_units(result.why, own_powers))


def _make_own_act_result(result: Result, own_powers: frozenset[str], serves: bool) -> Result:
    """Return what is told of another act: that it was cut, or what lies in one's own units."""
    order, fate, why = result.order, result.fate, result.why
    units = [subject for subject in why.about if isinstance(subject, Unit)]
    of_own_units = bool(units) and all(unit.power in own_powers for unit in units)
    if fate is not Fate.STANDS and why.code in ("cut", "dislodged"):
        return Result(order, fate, _without_foreign_units(why, own_powers))
    if fate is Fate.VOID and of_own_units:
        return result
    if serves or fate is Fate.STANDS:
        return Result(order, Fate.STANDS, Reason("acts"))
    return result if of_own_units else Result(order, Fate.FAILS, Reason("spoilt"))


def _list_powers_that_stopped(
    unit: Unit, record: PhaseRecord, own_powers: frozenset[str]
) -> tuple[str, ...]:
    """Return the powers whose units stopped a move."""
    place = unit.at.province
    met = [
        split_encounter(f) for f in record.after.facts if (f.rule, f.about) == (BOUNCE, unit.power)
    ]
    return tuple(
        sorted({rival for where, rival in met if where == place and rival not in own_powers})
    )


def _without_foreign_units(why: Reason, own_powers: frozenset[str]) -> Reason:
    """Return a reason without units of others, and without the strengths that tell of them."""
    code = "no_such_unit" if why.code == "not_yours" else why.code
    return Reason(
        code, tuple(o for o in why.about if not isinstance(o, Unit) or o.power in own_powers)
    )
