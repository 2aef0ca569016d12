"""What the results of a phase are to a reader who does not see everything.

Of his own orders he is told all that they tell of themselves, and nothing of what others ordered:
a support or a convoy of somebody else's unit says nothing about that unit (CIV-5). Of others he is
told the orders, moves apart, all of whose spaces he sees before and after (CIV-4, CIV-12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from judge.model.facts import BOUNCE, parties
from judge.model.map import Location
from judge.model.order import Act, Convoy, Move, Order, Support
from judge.model.position import Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.model.view import Seen
from judge.views.visibility import shows

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


def results(own: frozenset[str], record: PhaseRecord, then: Seen, now: Seen) -> tuple[Result, ...]:
    """Return what the reader is told of each order, sorted by where the units stood."""
    rank = record.board.number
    told = [
        *(_mine(one, own, record) for one in record.results if one.order.unit.power in own),
        *_others(own, record, then, now),
    ]
    return tuple(sorted(told, key=lambda one: rank.get(one.order.unit.at.province, -1)))


def spaces(order: Order) -> frozenset[str]:
    """Return every space that an order names."""
    return frozenset(_provinces([getattr(order, f.name) for f in fields(order) if f.name != "key"]))


def _provinces(value: Any) -> Iterator[str]:
    if isinstance(value, Location):
        yield value.province
    elif isinstance(value, Unit):
        yield value.at.province
    elif isinstance(value, str):
        yield from (value,) if value else ()
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _provinces(each)


def _others(own: frozenset[str], record: PhaseRecord, then: Seen, now: Seen) -> Iterator[Result]:
    if record.before.turn.phase is not Phase.MOVEMENT:
        return
    for one in record.results:
        order = one.order
        if order.unit.power in own or isinstance(order, Move) or one.why.code in _STRAY:
            continue
        if all(shows(then, code) and shows(now, code) for code in spaces(order)):
            yield Result(order, Fate.STANDS, Reason("acts"))


def _mine(one: Result, own: frozenset[str], record: PhaseRecord) -> Result:
    order, code = one.order, one.why.code
    if isinstance(order, Support | Convoy):
        helped = record.before.units.get(order.of.at.province)
        if helped is not None and helped.power in own:
            return Result(order, one.fate, _mute(one.why, own))
        if one.fate is Fate.VOID and code in _BY_THE_MAP:
            return Result(order, one.fate, _mute(one.why, own))
        return Result(order, Fate.STANDS, Reason("acts"))
    if code in _ICE:
        return Result(order, one.fate, Reason(code, one.why.about[:2]))
    if isinstance(order, Act):
        return _acted(order, one, own)
    if code in _STOPPED:
        return Result(order, Fate.FAILS, Reason("repelled", _rivals(order.unit, record, own)))
    if code in _AT_SEA:
        return Result(order, Fate.FAILS, Reason("no_convoy"))
    return Result(order, one.fate, _mute(one.why, own))


def _acted(order: Act, one: Result, own: frozenset[str]) -> Result:
    """Return what is told of another act: that it was cut, or what lies in one's own units."""
    code, units = one.why.code, [each for each in one.why.about if isinstance(each, Unit)]
    if one.fate is not Fate.STANDS and code in ("cut", "dislodged"):
        return Result(order, one.fate, _mute(one.why, own))
    if one.fate is Fate.VOID and units and all(unit.power in own for unit in units):
        return Result(order, one.fate, one.why)
    if order.serves or one.fate is Fate.STANDS:
        return Result(order, Fate.STANDS, Reason("acts"))
    if units and all(unit.power in own for unit in units):
        return Result(order, one.fate, one.why)
    return Result(order, Fate.FAILS, Reason("spoilt"))


def _rivals(unit: Unit, record: PhaseRecord, own: frozenset[str]) -> tuple[str, ...]:
    """Return the powers whose units stopped a move."""
    place = unit.at.province
    met = [parties(f) for f in record.after.facts if (f.rule, f.about) == (BOUNCE, unit.power)]
    return tuple(sorted({other for where, other in met if where == place and other not in own}))


def _mute(why: Reason, own: frozenset[str]) -> Reason:
    """Return a reason without units of others, and without the strengths that tell of them."""
    code = "no_such_unit" if why.code == "not_yours" else why.code
    return Reason(code, tuple(o for o in why.about if not isinstance(o, Unit) or o.power in own))
