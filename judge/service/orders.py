"""Orders between the database's canonical text and values."""

from __future__ import annotations

from judge.hooks import Variant
from judge.language.complete import complete
from judge.language.reader import read_line
from judge.language.statement import Line, Ordered
from judge.language.writer import write
from judge.model.map import Map
from judge.model.order import Order
from judge.model.position import Position


class Canonical:
    """The OrderText of the store: ``read_order(write(order))`` is the order."""

    def read_order(self, text: str, power: str, position: Position, variant: Variant) -> Order:
        """Return the order of that power which a canonical text names on a position.

        Raises ValueError if it names none: then the database was written by something else.
        """
        for said in read_line(Line(0, text), variant, position.turn.phase):
            if isinstance(said, Ordered):
                units = tuple(position.units.values())
                done = complete(said, units, position.dislodged, (power,), variant.map)
                if isinstance(done, Ordered):
                    return done.order
        raise ValueError(f"not a canonical order of {power} in {position.turn}: {text!r}")

    def write(self, order: Order, board: Map) -> str:
        """Return the canonical text of an order."""
        return write(order, board)
