"""Ways over water: which spaces convoys run through, and which routes fleets make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from functools import partial

from judge.engine.context import TurnContext
from judge.model.memory import RememberedQuestion
from judge.model.paths import list_distances_from
from judge.model.position import Unit
from judge.model.sheet import OpenBoard

CARRIERS: RememberedQuestion[None, frozenset[str]] = RememberedQuestion()
"""In which provinces some kind of unit could convoy; a board has one answer."""

USEFUL_FLEETS: RememberedQuestion[tuple[str, frozenset[str]], Mapping[str, frozenset[str]]] = (
    RememberedQuestion()
)
"""Where fleets make a way to from a province, by it and the fleets that it is linked to."""


def list_convoy_provinces(context: TurnContext) -> frozenset[str]:
    """Return the provinces in which some kind of unit could convoy."""
    board, game_map = context.board, context.board.map

    def find_convoy_provinces(_: None) -> frozenset[str]:
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

    def list_next_fleets(place: str) -> frozenset[str]:
        return (contacts[place] & fleets) - {end}

    return any(
        end in contacts[fleet]
        for fleet, _ in list_distances_from(list_next_fleets(start), list_next_fleets)
    )


def map_useful_fleets(
    board: OpenBoard, start: str, fleets: Set[str]
) -> Mapping[str, frozenset[str]]:
    """Return where fleets make a way to, sorted, each with the fleets that are of use for it.

    These stand on some route from which no fleet could be left out. An order to convoy by any
    other is impossible (DATC 4.E.1) and shows no intent.
    """
    contacts = board.map.contacts

    def list_next_fleets(place: str) -> Set[str]:
        return contacts[place] & fleets

    if contacts[start].isdisjoint(fleets):
        return {}
    linked = frozenset(
        fleet for fleet, _ in list_distances_from(list_next_fleets(start), list_next_fleets)
    )
    follow_routes = partial(_follow_routes, contacts)
    return board.memory.answer_for_key(USEFUL_FLEETS, (start, linked - {start}), follow_routes)


def _follow_routes(
    contacts: Mapping[str, frozenset[str]], key: tuple[str, frozenset[str]]
) -> Mapping[str, frozenset[str]]:
    """Follow each route from a start; a fleet next to a space left before would be a detour, and
    so would a landing there."""
    start, fleets = key
    useful_by_end: defaultdict[str, set[str]] = defaultdict(set)
    routes: list[tuple[tuple[str, ...], Set[str]]] = [
        ((fleet,), frozenset()) for fleet in contacts[start] & fleets
    ]
    while routes:
        route, ashore = routes.pop()
        near = contacts[route[-1]]
        for end in near - ashore - {start, *route}:
            useful_by_end[end].update(route)
        onward = (near & fleets) - ashore - contacts[start] - {*route}
        routes += [((*route, fleet), ashore | near) for fleet in onward]
    return {end: frozenset(useful_by_end[end]) for end in sorted(useful_by_end)}


def collect_useful_fleets(
    board: OpenBoard, start: str, end: str, fleets: Set[str]
) -> frozenset[str]:
    """Return the fleets that are of use for a way from shore to shore."""
    return map_useful_fleets(board, start, fleets).get(end, frozenset())
