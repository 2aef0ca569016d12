"""Phases in a neutral JSON form that other programs can write: read into values, and written.

A unit is ``["England", "F", "STP/SC"]``, an order ``F NTH C A YOR - NWY``, ``A LON - NWY VIA``,
``A VIE S A BUD``, ``A PAR H``; in retreats ``A VIE - BOH`` or ``A VIE DISBAND``; in adjustments
``BUILD A PAR``, ``REMOVE A PAR`` or ``WAIVE``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judge.hooks import Variant
from judge.language.writer import write
from judge.model.map import Location
from judge.model.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Orders,
    Remove,
    Retreat,
    Support,
    Waive,
)
from judge.model.position import Dislodged, Position, Unit
from judge.model.turn import LETTERS, Phase, Turn

PHASES = {
    "movement": Phase.MOVEMENT,
    "retreat": Phase.RETREATS,
    "build": Phase.ADJUSTMENTS,
}

Item = list[str]
"""A unit in neutral form."""

Case = Mapping[str, Any]
"""A phase in neutral form."""


class UnfitPhaseError(ValueError):
    """The JSON does not describe a phase of this variant; the text says why."""


class Neutral:
    """The neutral form for one variant. Orders are remembered by their text."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._kinds = {
            code: name for name, kind in variant.map.kinds.items() for code in kind.codes
        }
        self._homes = {power.name: power.homes for power in variant.map.powers.values()}
        self._orders: dict[tuple[str, str, Phase], Order | None] = {}

    def read(self, case: Case, driven: Iterable[Dislodged] = ()) -> tuple[Position, Orders]:
        """Return the position before the phase and what was ordered; raises Unfit alone."""
        try:
            orders = {
                power: tuple(order for _, order in listed if order is not None)
                for power, listed in self.orders(case).items()
            }
            return self.position(case, driven), orders
        except UnfitPhaseError:
            raise
        except KeyError as trouble:
            raise UnfitPhaseError(f"{trouble} is missing or unknown") from trouble
        except (AttributeError, IndexError, TypeError, ValueError) as trouble:
            raise UnfitPhaseError(f"this is not the form of a phase ({trouble})") from trouble

    def turn(self, case: Case) -> Turn:
        """Return the turn that a case is about."""
        year, season = str(case["year_season"]).split()
        letter = LETTERS["fall" if season == "autumn" else season]
        found = self.variant.calendar.parse(f"{letter}{year}{PHASES[case['phase']]}")
        if found is None:
            raise UnfitPhaseError(
                f"{case['year_season']} has no {case['phase']} phase in this variant"
            )
        return found

    def position(self, case: Case, driven: Iterable[Dislodged] = ()) -> Position:
        """Return the position before the phase.

        ``driven`` are the units dislodged in the phase before. Without them a dislodged unit may
        retreat to ``retreat_options`` if the case has them, else to every free neighbor that is
        not ``contested`` and not where the attacker came from (the fourth word of its entry).
        """
        before = case["pre"]
        units = [self.unit(item) for item in before.get("units", ())]
        standing = {unit.at.province: unit for unit in units}
        if len(standing) < len(units):
            raise UnfitPhaseError("two units in one space")
        known = {each.unit: each for each in driven}
        waiting = [
            known.get(self.unit(item)) or self._driven(item, before, standing)
            for item in before.get("dislodged", ())
        ]
        owners = {code: power for power, held in before.get("centers", {}).items() for code in held}
        return Position(self.turn(case), standing, tuple(waiting), owners, self._homes)

    def unit(self, item: Sequence[str]) -> Unit:
        """Return a unit; raises Unfit if the map has no such place or kind."""
        kind, at = self._kinds.get(item[1]), self._place(item[2])
        if kind is None or at is None:
            raise UnfitPhaseError(f"no unit of this variant: {' '.join(item)}")
        return Unit(str(item[0]), kind, at)

    def _driven(
        self, item: Sequence[str], before: Mapping[str, Any], standing: Mapping[str, Unit]
    ) -> Dislodged:
        unit = self.unit(item)
        listed = before.get("retreat_options", {}).get(unit.power, {}).get(f"{item[1]} {item[2]}")
        if listed is not None:
            options = [place for text in listed if (place := self._place(text))]
        else:
            shut = {*standing, *before.get("contested", ()), *item[3:4]}
            near = self.variant.map.neighbors(unit.kind, unit.at)
            options = [place for place in near if place.province not in shut]
        return Dislodged(unit, standing.get(unit.at.province, unit), tuple(options))

    def orders(self, case: Case) -> dict[str, tuple[tuple[str, Order | None], ...]]:
        """Return each power's orders with their texts; None for a text that is no order."""
        phase = PHASES[case["phase"]]
        return {
            power: tuple((text, self._order(power, text, phase)) for text in texts)
            for power, texts in case["orders"].items()
        }

    def _order(self, power: str, text: str, phase: Phase) -> Order | None:
        key = (power, text, phase)
        if key not in self._orders:
            self._orders[key] = self._read(power, text.split(), phase)
        return self._orders[key]

    def _read(self, power: str, words: Sequence[str], phase: Phase) -> Order | None:
        match words:
            case ["WAIVE"]:
                return Waive.by(power)
            case ["BUILD" | "REMOVE" as verb, kind, place]:
                unit = self._named(power, kind, place)
                return unit and (Build(unit) if verb == "BUILD" else Remove(unit))
            case [kind, place, *rest]:
                unit = self._named(power, kind, place)
                return unit and self._of(unit, rest, phase)
        return None

    def _of(self, unit: Unit, words: Sequence[str], phase: Phase) -> Order | None:
        match words:
            case ["H"]:
                return Hold(unit)
            case ["DISBAND"]:
                return Disband(unit)
            case ["-", goal, *via] if (to := self._place(goal)) and via in ([], ["VIA"]):
                return Retreat(unit, to) if phase is Phase.RETREATS else Move(unit, to, bool(via))
            case ["S", kind, place] if of := self._named("", kind, place):
                return Support(unit, of)
            case ["S", kind, place, "-", goal] if of := self._named("", kind, place):
                into = self._place(goal)
                return into and Support(unit, of, into)
            case ["C", kind, place, "-", goal] if of := self._named("", kind, place):
                to = self._place(goal)
                return to and Convoy(unit, of, to)
        return None

    def _named(self, power: str, kind: str, place: str) -> Unit | None:
        name, at = self._kinds.get(kind), self._place(place)
        return Unit(power, name, at) if name and at else None

    def _place(self, text: str) -> Location | None:
        province, _, coast = text.partition("/")
        known = province in self.variant.map.provinces
        return Location(province, coast.lower()) if known else None

    def write_unit(self, unit: Unit) -> Item:
        """Return a unit in neutral form."""
        return [unit.power, self.variant.map.kinds[unit.kind].code, str(unit.at).upper()]

    def write_units(self, units: Iterable[Unit]) -> list[Item]:
        """Return units in neutral form, sorted."""
        return sorted(self.write_unit(unit) for unit in units)

    def write(self, order: Order) -> str:
        """Return an order in neutral form: canonical text, in capitals."""
        return write(order, self.variant.map).upper()
