"""What the engine looks at through a whole turn."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from judge.engine.posts import Posts
from judge.hooks import Ruleset, Variant, first_refusal
from judge.model.map import Location
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard

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
        board, posts = _board_and_posts(variant, position)
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
    return _board_and_posts(variant, position)[0]


def _board_and_posts(variant: Variant, position: Position) -> tuple[OpenBoard, Posts]:
    rules = variant.rules
    key = tuple([rule.cache_key(position) for rule in rules.passage])
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
            why = first_refusal(rule.check_step(origin, to, kind, position) for rule in passage)
            if why is not None:
                closed[kind, origin, to] = why
    steps = {
        (kind, origin): tuple([to for to in targets if (kind, origin, to) not in closed])
        for (kind, origin), targets in game_map.steps.items()
    }
    return OpenBoard(game_map, steps, closed)
