"""What a player might do instead of what cannot be done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from judge.engine.legality import check_order
from judge.hooks import Variant
from judge.language.writer import write_order
from judge.model.map import Location, Map
from judge.model.order import Order
from judge.model.position import Position, Unit
from judge.model.reason import Reason

MOST = 3
"""How many suggestions a refused line gets at most."""


def list_legal_alternatives(
    variant: Variant, position: Position, order: Order, why: Reason
) -> tuple[str, ...]:
    """Return legal orders near the one that was refused, as they are written, likeliest first.

    A coast that was left out is filled in; a unit that cannot get there is offered the steps
    that bring it nearest; a build is offered the sites where it can be.
    """
    around = _OrderSurroundings(variant, position, why)
    proposed: Iterable[Order] = variant.orders[type(order)].instead(order, around)
    legal = [
        other
        for other in proposed
        if other != order and check_order(variant, position, other) is None
    ]
    return tuple(write_order(choice, variant) for choice in dict.fromkeys(legal))[:MOST]


@dataclass(frozen=True)
class _OrderSurroundings:
    """The Surroundings of an order that was refused."""

    variant: Variant
    position: Position
    why: Reason

    @property
    def map(self) -> Map:
        """The map."""
        return self.variant.map

    def list_retreats_of_unit(self, unit: Unit) -> tuple[Location, ...]:
        """Return where a dislodged unit can go."""
        return next((d.options for d in self.position.dislodged if d.unit == unit), ())

    def build_sites(self, power: str) -> frozenset[str]:
        """Return the provinces in which the power may build."""
        return self.variant.rules.muster.build_sites(power, self.position)
