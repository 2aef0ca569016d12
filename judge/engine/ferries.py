"""Ways over water: which spaces convoys run through, and which routes fleets make."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from judge.engine.context import TurnContext
from judge.model.position import Unit
from judge.model.sheet import Entry, OpenBoard


def carriers(context: TurnContext) -> frozenset[str]:
    """Return the provinces in which some kind of unit could convoy."""
    board = context.board
    found = board.memory.get("carriers")
    if found is None:
        found = board.memory["carriers"] = frozenset(
            code
            for code in board.map.provinces
            for kind in board.map.kinds
            for at in board.map.places(kind, code)
            if context.rules.convoy.can_ferry(Unit("", kind, at), board)
        )
    spaces: frozenset[str] = found
    return spaces


def standing(entries: Iterable[Entry]) -> frozenset[str]:
    """Return where units stand that could convoy, whatever they are ordered to."""
    return frozenset([entry.place for entry in entries if entry.ferries])


def has_route(board: OpenBoard, start: str, end: str, fleets: Collection[str]) -> bool:
    """Say whether fleets in those provinces make a route from shore to shore.

    A fleet that stands where the route ends is no part of it.
    """
    near, far = board.contacts[start], board.contacts[end]
    if not (near & far).isdisjoint(fleets):
        return True
    seen = {code for code in near if code in fleets and code != end}
    frontier = list(seen)
    while frontier:
        here = frontier.pop()
        near = board.contacts[here]
        if end in near:
            return True
        for code in near:
            if code in fleets and code not in seen and code != end:
                seen.add(code)
                frontier.append(code)
    return False


def useful(board: OpenBoard, start: str, end: str, fleets: frozenset[str]) -> frozenset[str]:
    """Return the fleets that stand on some route from which no fleet could be left out.

    An order to convoy by any other fleet is impossible (DATC 4.E.1) and shows no intent.
    """
    routes = _routes(board, start, end, fleets, (), frozenset())
    return frozenset(code for route in routes for code in route)


def _routes(
    board: OpenBoard,
    tip: str,
    end: str,
    fleets: frozenset[str],
    route: tuple[str, ...],
    passed: frozenset[str],
) -> Iterator[tuple[str, ...]]:
    """Yield the routes on from ``tip``; a fleet next to a space left before would be a detour."""
    near = board.contacts[tip]
    if route and end in near:
        yield route
        return
    for code in sorted((near & fleets) - passed - {*route, end}):
        yield from _routes(board, code, end, fleets, (*route, code), passed | near)
