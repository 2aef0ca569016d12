"""The map as it is open now."""

from __future__ import annotations

from collections.abc import Hashable

from judge.hooks import Ruleset
from judge.model.map import Location, Map
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard

_boards: dict[Ruleset, dict[Hashable, OpenBoard]] = {}
_KEEP = 64
"""How many boards for one set of rules are kept."""


def compile_board(game_map: Map, position: Position, rules: Ruleset) -> OpenBoard:
    """Return the board with the legs that no passage rule shuts.

    Positions on which the passage rules read the same share one board.
    """
    key = tuple([rule.cache_key(position) for rule in rules.passage])
    shelf = _boards.setdefault(rules, {})
    board = shelf.get(key)
    if board is None:
        if len(shelf) >= _KEEP:
            shelf.clear()
        board = shelf[key] = _compile(game_map, position, rules)
    return board


def _compile(game_map: Map, position: Position, rules: Ruleset) -> OpenBoard:
    steps: dict[tuple[str, Location], tuple[Location, ...]] = {}
    closed: dict[tuple[str, Location, Location], Reason] = {}
    for kind in game_map.kinds:
        for origin in game_map.locations:
            targets = game_map.neighbors(kind, origin)
            barred = set()
            for rule in rules.passage:
                for to in targets:
                    why = rule.closed(origin, to, kind, position)
                    if why is not None:
                        closed.setdefault((kind, origin, to), why)
                        barred.add(to)
            if barred:
                targets = tuple(to for to in targets if to not in barred)
            if targets:
                steps[kind, origin] = targets
    return OpenBoard(
        map=game_map,
        steps=steps,
        closed=closed,
        contacts=game_map.contacts,
        number={code: i for i, code in enumerate(game_map.provinces)},
        centers=frozenset(game_map.centers),
    )
