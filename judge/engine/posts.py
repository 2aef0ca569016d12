"""What a kind of unit can do from where it stands, as far as the board alone says."""

from __future__ import annotations

from dataclasses import dataclass

from judge.hooks import Ruleset
from judge.model.map import Location
from judge.model.order import Hold, Move, Order, Support
from judge.model.position import Unit
from judge.model.sheet import OpenBoard


@dataclass(frozen=True, slots=True)
class Post:
    """A kind of unit at a place.

    ``orders`` are the verbs that may be said to it, ``steps`` the places to which it may be ordered
    to step. ``backs`` are the provinces into which it supports; ``ferries`` says whether it
    convoys.
    """

    at: str
    orders: frozenset[str]
    steps: frozenset[Location]
    backs: frozenset[Location]
    ferries: bool

    def is_plainly_legal(self, order: Order) -> bool:
        """Say whether an order is plainly legal, and a move one by land: most that are given are.

        One that is not may be legal all the same: in another way, with a coast filled in, or as an
        order of a variant's own.
        """
        if type(order) is Move:
            return order.to in self.steps and not order.via_convoy
        if type(order) is Support:
            return (order.into or order.of.at) in self.backs and order.of.at.province != self.at
        return type(order) is Hold and order.verb in self.orders


class Posts(dict[Unit, Post]):
    """The posts of a board by the units that stand there, each looked at when it is asked for
    first."""

    def __init__(self, board: OpenBoard, rules: Ruleset) -> None:
        super().__init__()
        self._board, self._rules = board, rules

    def __missing__(self, unit: Unit) -> Post:
        post = self[unit] = self[unit._replace(power="")] if unit.power else self._build_post(unit)
        return post

    def _build_post(self, unit: Unit) -> Post:
        board, rules = self._board, self._rules
        kind = board.map.kinds[unit.kind]
        steps = board.open_steps(unit.kind, unit.at) if Move.verb in kind.orders else ()
        backs = (
            rules.reach.provinces_in_reach(unit, Support, board)
            if Support.verb in kind.orders
            else ()
        )
        return Post(
            unit.at.province,
            kind.orders,
            frozenset(steps),
            frozenset(map(Location, backs)),
            rules.convoy.can_ferry(unit, board),
        )
