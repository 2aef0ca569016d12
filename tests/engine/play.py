"""Playing one phase in a line or two: units come from their orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from judge.engine.adjudicate import adjudicate_phase
from judge.hooks import Variant
from judge.library import load
from judge.model.map import Location
from judge.model.order import Convoy, Hold, Move, Order, Orders, Support
from judge.model.position import Position, Unit
from judge.model.reason import Fate, Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase, Turn

STANDARD = load("standard")
SPRING = Turn(1901, "spring", Phase.MOVEMENT)
FALL = Turn(1901, "fall", Phase.MOVEMENT)


def army(power: str, at: str) -> Unit:
    return Unit(power, "army", Location.from_text(at))


def fleet(power: str, at: str) -> Unit:
    return Unit(power, "fleet", Location.from_text(at))


def hold(unit: Unit) -> Hold:
    return Hold(unit)


def move(unit: Unit, to: str, via: bool = False) -> Move:
    return Move(unit, Location.from_text(to), via)


def support(unit: Unit, of: Unit, into: str = "") -> Support:
    return Support(unit, of, Location.from_text(into) if into else None)


def convoy(unit: Unit, of: Unit, to: str) -> Convoy:
    return Convoy(unit, of, Location.from_text(to))


def by_power(orders: Iterable[Order]) -> Orders:
    listed: dict[str, list[Order]] = {}
    for order in orders:
        listed.setdefault(order.unit.power, []).append(order)
    return listed


def standing(units: Iterable[Unit]) -> Mapping[str, Unit]:
    return {unit.at.province: unit for unit in units}


@dataclass(frozen=True)
class Outcome:
    """A record, asked by province."""

    record: PhaseRecord

    def result(self, place: str) -> Result:
        return next(r for r in self.record.results if r.order.unit.at.province == place)

    def fate(self, place: str) -> Fate:
        return self.result(place).fate

    def why(self, place: str) -> str:
        return self.result(place).why.code

    def options(self, place: str) -> set[str]:
        driven = next(d for d in self.record.dislodged if d.unit.at.province == place)
        return {str(at) for at in driven.options}

    @property
    def after(self) -> Position:
        return self.record.after


def play(
    *orders: Order, variant: Variant = STANDARD, turn: Turn = SPRING, idle: Iterable[Unit] = ()
) -> Outcome:
    """Play a movement phase with the units that the orders name, and the idle ones."""
    units = standing([*idle, *(order.unit for order in orders)])
    return Outcome(adjudicate_phase(variant, Position(turn, units), by_power(orders)))


def with_rules(**rules: object) -> Variant:
    """Return the standard game with some hooks answered otherwise."""
    return replace(STANDARD, rules=replace(STANDARD.rules, **rules))
