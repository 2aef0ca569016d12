"""The map as it is open now."""

from __future__ import annotations

from collections.abc import Hashable

from judge.hooks import Ruleset
from judge.model.map import Location, Map
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.sheet import Board

_boards: dict[Ruleset, dict[Hashable, Board]] = {}
_KEEP = 64
_REMEMBER = 50_000
"""How many boards for one set of rules are kept, and how much each remembers."""


def compile_board(board_map: Map, position: Position, rules: Ruleset) -> Board:
    """Return the board with the legs that no passage rule shuts.

    Positions on which the passage rules read the same share one board.
    """
    key = tuple([rule.reads(position) for rule in rules.passage])
    shelf = _boards.setdefault(rules, {})
    board = shelf.get(key)
    if board is None:
        if len(shelf) >= _KEEP:
            shelf.clear()
        board = shelf[key] = _compile(board_map, position, rules)
    elif len(board.memory) > _REMEMBER:
        board.memory.clear()
    return board


def _compile(board_map: Map, position: Position, rules: Ruleset) -> Board:
    steps: dict[tuple[str, Location], tuple[Location, ...]] = {}
    shut: dict[tuple[str, Location, Location], Reason] = {}
    for kind in board_map.kinds:
        for origin in board_map.locations:
            targets = board_map.neighbours(kind, origin)
            closed = set()
            for rule in rules.passage:
                for to in targets:
                    why = rule.shut(origin, to, kind, position)
                    if why is not None:
                        shut.setdefault((kind, origin, to), why)
                        closed.add(to)
            if closed:
                targets = tuple(to for to in targets if to not in closed)
            if targets:
                steps[kind, origin] = targets
    return Board(
        map=board_map,
        steps=steps,
        shut=shut,
        contacts=board_map.contacts,
        number={code: i for i, code in enumerate(board_map.provinces)},
        centres=frozenset(board_map.centres),
    )
