"""What a kind of unit can do from where it stands, as far as the board alone says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from judge.hooks import Ruleset
from judge.model.map import Location
from judge.model.memory import Question
from judge.model.order import Move, Support
from judge.model.position import Unit
from judge.model.sheet import OpenBoard


@dataclass(frozen=True, slots=True)
class Post:
    """A kind of unit at a place.

    ``orders`` are the verbs that may be said to it. ``goals`` has where each step that it may be
    ordered leads, by the place as it is written; a coast may be left out where only one is in reach
    (DATC 4.B.2). ``backs`` are the provinces into which it supports; ``ferries`` says whether it
    convoys, ``convoyed`` whether it may be.
    """

    orders: frozenset[str]
    goals: Mapping[Location, Location]
    backs: frozenset[str]
    ferries: bool
    convoyed: bool


class Posts(dict[tuple[str, Location], Post]):
    """The posts of a board by kind and place, each looked at when it is asked for first."""

    def __init__(self, board: OpenBoard, rules: Ruleset) -> None:
        super().__init__()
        self._board, self._rules = board, rules

    def __missing__(self, key: tuple[str, Location]) -> Post:
        board, rules, unit = self._board, self._rules, Unit("", *key)
        kind = board.map.kinds[unit.kind]
        backs = rules.reach.spaces(unit, Support, board) if Support.verb in kind.orders else ()
        post = self[key] = Post(
            kind.orders,
            _goals(board, unit) if Move.verb in kind.orders else {},
            frozenset(backs),
            rules.convoy.can_ferry(unit, board),
            kind.convoyed,
        )
        return post


POSTS: Question[None, Posts] = Question()
"""All posts of a board; it has one answer."""


def _goals(board: OpenBoard, unit: Unit) -> dict[Location, Location]:
    steps = board.reach(unit.kind, unit.at)
    alone = Counter(to.province for to in steps)
    whole = {Location(to.province): to for to in steps if alone[to.province] == 1}
    return {to: to for to in steps} | whole
