"""Rules of a variant that is no part of the judge: armies dig trenches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from judge.hooks import OrderType, Ruleset, Settlement, Spec
from judge.model.order import Act, Order
from judge.model.position import Fact, Noted, Position, Unit
from judge.model.reason import Fate, Reason
from judge.model.sheet import PhaseRecord
from judge.tables import Positive, Table

TRENCH = "trench"
"""The rule of a fact that is about a space with a trench; its value is the power that dug it."""


class TrenchesTable(Table):
    """How many trenches a power may have."""

    most: Positive


class DiggingTables(Table):
    """The tables of its own."""

    trenches: TrenchesTable


TABLES = DiggingTables


@dataclass(frozen=True, slots=True)
class Dig(Act):
    """An army digs a trench where it stands."""

    verb: ClassVar[str] = "dig"


ORDERS = (OrderType(Dig, read={"dig": Dig}, write=lambda order, unit: f"{unit(order.unit)} DIG"),)


def rules(stock: Ruleset, spec: Spec) -> Ruleset:
    """Return the stock rules, and those of trenches."""
    return replace(
        stock,
        conduct=(*stock.conduct, DiggingAllowed(spec.check_tables(DiggingTables).trenches.most)),
        aftermath=(Digging(), *stock.aftermath),
    )


def trenches_of(power: str, position: Position) -> list[str]:
    """Return the spaces in which a power has trenches."""
    return sorted(f.about for f in position.facts if f.rule == TRENCH and f.value == power)


@dataclass(frozen=True)
class DiggingAllowed:
    """A space has one trench at most, a power no more than ``most`` (rules 2)."""

    most: int

    def check_order(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Say why no trench may be dug there."""
        if not isinstance(order, Dig):
            return None
        if any(fact.rule == TRENCH and fact.about == unit.at.province for fact in position.facts):
            return Reason("trench_there", (unit.at,))
        if len(trenches_of(unit.power, position)) >= self.most:
            return Reason("trenches_enough", (str(self.most),))
        return None


class Digging:
    """Who was not attacked has dug a trench (rules 1)."""

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Note the trenches."""
        dug = (
            result.order.unit
            for result in record.results
            if isinstance(result.order, Dig) and result.fate is Fate.STANDS
        )
        effects = (Noted(Fact(TRENCH, unit.at.province, unit.power)) for unit in dug)
        return Settlement(effects=tuple(effects))
