"""The most centers that a player could ever control: what their units could still reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from judge.model.map import Location, Map
from judge.model.paths import distances_from
from judge.model.position import Position, Unit
from judge.rules.opening import powers_by_side
from judge.variants.gd.ruins import destroyed_spaces


def center_bounds_by_player(
    position: Position, game_map: Map, enough: int
) -> Mapping[str, int] | None:
    """Return each player's bound, or None as soon as one is ``enough``.

    It counts the centers they control and those that their units, or units built in their open home
    centers, could reach over spaces that still exist, in any number of seasons, by any convoy.
    Without a player who has a center or a unit there is nothing to say.
    """
    gone = destroyed_spaces(position)
    centers = frozenset(game_map.centers) - position.lost
    most: dict[str, int] = {}
    for side, powers in powers_by_side(position).items():
        reachable_centers = {code for code, owner in position.owners.items() if owner in powers}
        for unit in _possible_units(position, game_map, powers):
            reachable_centers |= centers.intersection(_reachable_provinces(unit, game_map, gone))
            if len(reachable_centers) >= enough:
                return None
        if any(position.has_survived(power) for power in powers):
            most[side] = len(reachable_centers)
    return most or None


def _possible_units(position: Position, game_map: Map, powers: tuple[str, ...]) -> Iterator[Unit]:
    """Yield a side's units where they are or were, and those it could build."""
    standing = [*position.units.values(), *(dislodged.unit for dislodged in position.dislodged)]
    yield from (unit for unit in standing if unit.power in powers)
    for power in powers:
        for home in position.homes.get(power, ()):
            if position.owners.get(home) == power:
                for kind in game_map.kinds:
                    yield from (
                        Unit(power, kind, place) for place in game_map.places_for_kind(kind, home)
                    )


def _reachable_provinces(unit: Unit, game_map: Map, gone: frozenset[str]) -> Iterable[str]:
    """Return the provinces that a unit can get to."""
    if "move" not in game_map.kinds[unit.kind].orders:
        return (unit.at.province,)
    ways = _steps_by_place(game_map, unit.kind)

    def next_places(here: Location) -> Iterator[Location]:
        return (to for to in ways.get(here, ()) if to.province not in gone)

    return {place.province for place, _ in distances_from([unit.at], next_places)}


@lru_cache(maxsize=16)
def _steps_by_place(game_map: Map, kind: str) -> Mapping[Location, tuple[Location, ...]]:
    """Return the steps of a kind of unit; one that is convoyed goes out to sea, and ashore."""
    convoyed = game_map.kinds[kind].convoyed
    ways: dict[Location, tuple[Location, ...]] = {}
    for code, province in game_map.provinces.items():
        near = game_map.contacts[code] if convoyed else frozenset()
        seas = tuple(Location(c) for c in near if game_map.provinces[c].terrain == "sea")
        for place in game_map.places_for_kind(kind, code):
            ways[place] = (*game_map.neighbors(kind, place), *seas)
        if convoyed and province.terrain == "sea":
            shores = (game_map.places_for_kind(kind, neighbor) for neighbor in near)
            ways[Location(code)] = (*seas, *chain.from_iterable(shores))
    return ways
