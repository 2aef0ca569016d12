"""Ways over water: which spaces convoys run through, and which routes fleets make."""

from __future__ import annotations

from collections.abc import Iterator, Set

from judge.engine.context import TurnContext
from judge.model.memory import RememberedQuestion
from judge.model.paths import list_distances_from
from judge.model.position import Unit
from judge.model.sheet import OpenBoard

CARRIERS: RememberedQuestion[None, frozenset[str]] = RememberedQuestion()
"""In which provinces some kind of unit could convoy; a board has one answer."""


def list_convoy_provinces(context: TurnContext) -> frozenset[str]:
    """Return the provinces in which some kind of unit could convoy."""
    board, game_map = context.board, context.board.map

    def find_convoy_provinces() -> frozenset[str]:
        return frozenset(
            code
            for code in game_map.provinces
            for kind in game_map.kinds
            for at in game_map.list_places_for_kind(kind, code)
            if context.rules.convoy.can_ferry(Unit("", kind, at), board)
        )

    return board.memory.answer_for_key(CARRIERS, None, find_convoy_provinces)


def is_out_of_convoy_reach(context: TurnContext, place: str) -> bool:
    """Say whether no convoy can begin or end in a province, wherever fleets are."""
    able = list_convoy_provinces(context)
    return place not in able and able.isdisjoint(context.board.map.contacts[place])


def has_convoy_route(board: OpenBoard, start: str, end: str, fleets: Set[str]) -> bool:
    """Say whether fleets in those provinces make a route from shore to shore.

    A fleet that stands where the route ends is no part of it.
    """
    contacts = board.map.contacts
    if not (contacts[start] & contacts[end]).isdisjoint(fleets):
        return True  # over one sea, as most go

    def next_fleets(place: str) -> frozenset[str]:
        return (contacts[place] & fleets) - {end}

    return any(
        end in contacts[fleet] for fleet, _ in list_distances_from(next_fleets(start), next_fleets)
    )


def collect_useful_fleets(
    board: OpenBoard, start: str, end: str, fleets: frozenset[str]
) -> frozenset[str]:
    """Return the fleets that stand on some route from which no fleet could be left out.

    An order to convoy by any other fleet is impossible (DATC 4.E.1) and shows no intent.
    """
    routes = _list_convoy_routes(board, start, end, fleets, (), frozenset())
    return frozenset(code for route in routes for code in route)


def _list_convoy_routes(
    board: OpenBoard,
    tip: str,
    end: str,
    fleets: frozenset[str],
    route: tuple[str, ...],
    passed: frozenset[str],
) -> Iterator[tuple[str, ...]]:
    """Yield the routes on from ``tip``; a fleet next to a space left before would be a detour."""
    near = board.map.contacts[tip]
    if route and end in near:
        yield route
        return
    for code in sorted((near & fleets) - passed - {*route, end}):
        yield from _list_convoy_routes(board, code, end, fleets, (*route, code), passed | near)
