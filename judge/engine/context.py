"""What the engine looks at through a whole turn: the open board, and what units can do on it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from judge.hooks import Ruleset, Variant, find_first_refusal
from judge.model.map import Location
from judge.model.order import Hold, Move, Order, Support
from judge.model.position import Position, Unit
from judge.model.reason import Reason
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
        steps = board.list_open_steps(unit.kind, unit.at) if Move.verb in kind.orders else ()
        backs = (
            rules.reach.collect_provinces_in_reach(unit, Support, board)
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


_boards: dict[Ruleset, dict[Hashable, tuple[OpenBoard, Posts]]] = {}
_KEEP = 64
"""How many boards for one set of rules are kept."""


@dataclass(eq=False)
class TurnContext:
    """The map as it is open now, the position before the orders, and the rules of the game."""

    board: OpenBoard
    position: Position
    rules: Ruleset
    posts: Posts
    """What units can do from where they stand."""

    @classmethod
    def from_position(cls, variant: Variant, position: Position) -> TurnContext:
        """Return the context of a variant's turn."""
        board, posts = _open_board_with_posts(variant, position)
        return cls(board, position, variant.rules, posts)

    @cached_property
    def fleet_provinces(self) -> frozenset[str]:
        """Where units stand that could convoy, whatever they are ordered to."""
        posts, units = self.posts, self.position.units.items()
        return frozenset([place for place, unit in units if posts[unit].ferries])


def compile_board(variant: Variant, position: Position) -> OpenBoard:
    """Return the board with the legs that no passage rule shuts.

    Positions on which the passage rules read the same share one board.
    """
    return _open_board_with_posts(variant, position)[0]


def _open_board_with_posts(variant: Variant, position: Position) -> tuple[OpenBoard, Posts]:
    rules = variant.rules
    key = tuple([rule.make_cache_key(position) for rule in rules.passage])
    shelf = _boards.setdefault(rules, {})
    entry = shelf.get(key)
    if entry is None:
        if len(shelf) >= _KEEP:
            shelf.clear()
        board = _build_open_board(variant, position)
        entry = shelf[key] = board, Posts(board, rules)
    return entry


def _build_open_board(variant: Variant, position: Position) -> OpenBoard:
    game_map, passage = variant.map, variant.rules.passage
    closed: dict[tuple[str, Location, Location], Reason] = {}
    for (kind, origin), targets in game_map.steps.items():
        for to in targets:
            why = find_first_refusal(
                rule.check_step(origin, to, kind, position) for rule in passage
            )
            if why is not None:
                closed[kind, origin, to] = why
    steps = {
        (kind, origin): tuple([to for to in targets if (kind, origin, to) not in closed])
        for (kind, origin), targets in game_map.steps.items()
    }
    return OpenBoard(game_map, steps, closed)
