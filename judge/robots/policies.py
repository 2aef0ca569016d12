"""What others may have in mind."""

from __future__ import annotations

from judge.model.order import Hold, Order
from judge.robots.easy_moves import EasyMoves
from judge.robots.outlook import Outlook

NEAR = 4
"""How many spaces away from units a robot looks at what others may want."""
STAYING, GRABBING = 0.15, 0.3
"""How often a power is supposed to stay where it is threatened, and to take what is next to it."""


class Policies:
    """What a power may have in mind: mostly its plan, at times what is nearest, or to stay."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.plan = EasyMoves(outlook, NEAR)
        self.grab = EasyMoves(outlook, 1)

    def draw_another_set(self) -> list[Order]:
        """Return orders for its units as the dice have it."""
        luck = self.outlook.dice.random()
        if luck < STAYING:
            threatened = self.outlook.competition
            return [
                Hold(order.unit) if threatened[order.unit.at.province] else order
                for order in self.plan.draw_another_set()
            ]
        return (self.grab if luck < STAYING + GRABBING else self.plan).draw_another_set()
