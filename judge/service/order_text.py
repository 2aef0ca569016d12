"""Orders between the database's canonical text and values."""

from __future__ import annotations

from judge.hooks import Variant
from judge.language import reader, writer
from judge.model.order import Order
from judge.model.position import Position


class Canonical:
    """The OrderText of the store: ``read_order(write(order))`` is the order."""

    def read_order(self, text: str, power: str, position: Position, variant: Variant) -> Order:
        """Return the order of that power which a canonical text names."""
        return reader.read_order(text, variant, position.turn.phase, power)

    def write(self, order: Order, variant: Variant) -> str:
        """Return the canonical text of an order."""
        return writer.write(order, variant)
