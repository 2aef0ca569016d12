"""Whether what orders hang on is so, as far as a reader can see."""

from __future__ import annotations

from judge.model.condition import (
    YOU,
    Both,
    Condition,
    Counted,
    Driven,
    Either,
    Negated,
    Owns,
    Stands,
    Succeeded,
    Went,
)
from judge.model.position import Moved, Unit
from judge.model.reason import Fate
from judge.model.view import View


def is_so(condition: Condition, view: View) -> bool | None:
    """Say whether a condition holds in a view, None where its reader does not see that."""
    match condition:
        case Negated(of):
            so = is_so(of, view)
            return None if so is None else not so
        case Either(of):
            return _any([is_so(each, view) for each in of])
        case Both(of):
            so = _any([is_so(Negated(each), view) for each in of])
            return None if so is None else not so
        case Stands(unit):
            return _seen(view, unit.at.province, any(_fits(unit, u, view) for u in view.units))
        case Owns(power, place):
            return _owns(power, place, view)
        case Driven(unit):
            gone = (*(each.unit for each in view.dislodged), *view.dislodged_foreign)
            return _seen(view, unit.at.province, any(_fits(unit, u, view) for u in gone))
        case Went(unit, place):
            moves = [e for e in view.effects if isinstance(e, Moved) and _fits(unit, e.unit, view)]
            if moves:
                return any(e.to.province == place for e in moves)
            return False if _results(unit, view) else _seen(view, unit.at.province, False)
        case Succeeded(unit):
            fates = _results(unit, view)
            return all(fate is Fate.STANDS for fate in fates) if fates else None
        case Counted(power, things, least, most):
            number = _number(power, things, view)
            return None if number is None else least <= number <= most


def _any(answers: list[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


def _seen(view: View, place: str, so: bool) -> bool | None:
    """Return what is so in a space; what is not seen to be so there may be, out of sight."""
    return so or (False if place in view.seen else None)


def _fits(meant: Unit, unit: Unit, view: View) -> bool:
    """Say whether a unit is one that is meant."""
    return (
        meant.at.province == unit.at.province
        and meant.at.coast in ("", unit.at.coast)
        and meant.kind in ("", unit.kind)
        and (not meant.power or _is(meant.power, unit.power, view))
    )


def _is(meant: str, power: str, view: View) -> bool:
    return power in view.powers if meant == YOU else power == meant


def _owns(power: str, place: str, view: View) -> bool | None:
    owner = view.owners.get(place, "")
    if owner:
        return _is(power, owner, view)
    return False if view.whole or place in view.watched or place in view.seen else None


def _results(unit: Unit, view: View) -> list[Fate]:
    """Return what became of the orders of a unit in the last turn, as far as they are seen."""
    return [each.fate for each in view.results if _fits(unit, each.order.unit, view)]


def _number(power: str, things: str, view: View) -> int | None:
    """Return how many of these a power has, None if its reader does not see all of them."""
    powers = view.powers if power == YOU else (power,)
    if any(each not in view.due for each in powers):
        return None
    due = [view.due[each] for each in powers]
    match things:
        case "build":
            return sum(max(number, 0) for number in due)
        case "removal":
            return sum(max(-number, 0) for number in due)
        case "unit":
            return sum(len(view.units_of(each)) for each in powers)
        case _:
            return sum(len(view.centers_of(each)) for each in powers)
