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


def is_condition_met(condition: Condition, view: View) -> bool | None:
    """Say whether a condition holds in a view, None where its reader does not see that."""
    match condition:
        case Negated(of):
            so = is_condition_met(of, view)
            return None if so is None else not so
        case Either(of):
            return _is_any_true([is_condition_met(member, view) for member in of])
        case Both(of):
            so = _is_any_true([is_condition_met(Negated(member), view) for member in of])
            return None if so is None else not so
        case Stands(unit):
            return _answer_if_seen(
                view, unit.at.province, any(_is_wanted_unit(unit, u, view) for u in view.units)
            )
        case Owns(power, place):
            return _owns_center(power, place, view)
        case Driven(unit):
            gone = (*(member.unit for member in view.dislodged), *view.dislodged_foreign)
            return _answer_if_seen(
                view, unit.at.province, any(_is_wanted_unit(unit, u, view) for u in gone)
            )
        case Went(unit, place):
            moves = [
                e
                for e in view.effects
                if isinstance(e, Moved) and _is_wanted_unit(unit, e.unit, view)
            ]
            if moves:
                return any(e.to.province == place for e in moves)
            return (
                False
                if _list_fates_of_unit(unit, view)
                else _answer_if_seen(view, unit.at.province, False)
            )
        case Succeeded(unit):
            fates = _list_fates_of_unit(unit, view)
            return all(fate is Fate.STANDS for fate in fates) if fates else None
        case Counted(power, things, least, most):
            number = _count_things(power, things, view)
            return None if number is None else least <= number <= most


def _is_any_true(answers: list[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


def _answer_if_seen(view: View, place: str, so: bool) -> bool | None:
    """Return what is so in a space; what is not seen to be so there may be, out of sight."""
    return so or (False if place in view.seen else None)


def _is_wanted_unit(wanted_unit: Unit, unit: Unit, view: View) -> bool:
    """Say whether a unit is one that is meant."""
    return (
        wanted_unit.at.province == unit.at.province
        and wanted_unit.at.coast in ("", unit.at.coast)
        and wanted_unit.kind in ("", unit.kind)
        and (not wanted_unit.power or _is_wanted_power(wanted_unit.power, unit.power, view))
    )


def _is_wanted_power(wanted_power: str, power: str, view: View) -> bool:
    return power in view.powers if wanted_power == YOU else power == wanted_power


def _owns_center(power: str, place: str, view: View) -> bool | None:
    owner = view.owners.get(place, "")
    if owner:
        return _is_wanted_power(power, owner, view)
    return False if view.whole or place in view.watched or place in view.seen else None


def _list_fates_of_unit(unit: Unit, view: View) -> list[Fate]:
    """Return what became of the orders of a unit in the last turn, as far as they are seen."""
    return [
        result.fate for result in view.results if _is_wanted_unit(unit, result.order.unit, view)
    ]


def _count_things(power: str, things: str, view: View) -> int | None:
    """Return how many of these a power has, None if its reader does not see all of them."""
    powers = view.powers if power == YOU else (power,)
    if any(holder not in view.due for holder in powers):
        return None
    due = [view.due[holder] for holder in powers]
    match things:
        case "build":
            return sum(max(number, 0) for number in due)
        case "removal":
            return sum(max(-number, 0) for number in due)
        case "unit":
            return sum(len(view.units_of(holder)) for holder in powers)
        case _:
            return sum(len(view.centers_of(holder)) for holder in powers)
