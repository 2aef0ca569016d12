"""What a variant's folder must satisfy before anybody plays on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from judge.library.checked import load_checked_file
from judge.library.files import FileError
from judge.library.geometry import check_geometry, read_geometry
from judge.library.layers import list_codes_with_maps
from judge.library.maps import read_map
from judge.library.statements import list_broken_statements
from judge.library.variants import load
from judge.model.map import Map

WORDS = frozenset({"to", "via", "hold", "support", "convoy", "build", "remove", "disband", "waive"})
"""Words of the order language that no name of a space may be."""


def check_map(code: str) -> tuple[str, ...]:
    """Return what is wrong with a variant's folder, one sentence each; nothing if it is sound.

    Raises KeyError when there is no such variant.
    """
    try:
        variant = load(code)
        checked = load_checked_file(code)
        for board in list_codes_with_maps() if checked.layers.head.over else ():
            load_checked_file(code, board)
        geometry = read_geometry(variant.map.name)
    except FileError as trouble:
        return trouble.problems
    game_map = variant.map
    start = variant.rules.opening.deal_position(game_map, tuple(game_map.powers), 0)
    counted = {**_count_features(game_map), "units": len(start.units)}
    wrong_counts = [
        f"{feature}: {number} declared, {counted[feature]} found"
        for feature, number in checked.layers.files[0].tables.get("counts", {}).items()
        if counted[feature] != number
    ]
    drawn = check_geometry(game_map, geometry) if geometry else ()
    return (
        *wrong_counts,
        *_check_borders(game_map, frozenset(read_map(game_map.name).one_way)),
        *_check_names(game_map),
        *_check_homes(game_map),
        *_check_regions(game_map),
        *list_broken_statements(game_map, read_map(game_map.name).statements),
        *drawn,
    )


def _count_features(game_map: Map) -> dict[str, int]:
    """Return whatever of a board can be counted; every border once, though it stands twice."""
    spaces = game_map.provinces.values()
    land = [province for province in spaces if province.terrain == "land"]
    return {
        "provinces": len(spaces),
        "centers": len(game_map.centers),
        "powers": len(game_map.powers),
        "homes": sum(len(power.homes) for power in game_map.powers.values()),
        "seas": len(spaces) - len(land),
        "ferries": sum(province.ferries for province in spaces),
        "coastal": sum(game_map.is_coastal(p.code) and not p.ferries for p in land),
        "inland": sum(not game_map.is_coastal(p.code) for p in land),
        "two_coasts": sum(len(province.coasts) > 1 for province in spaces),
        "land_borders": sum(leg.way == "land" for leg in game_map.legs) // 2,
        "water_borders": sum(leg.way == "water" for leg in game_map.legs) // 2,
    }


def _check_borders(game_map: Map, one_way: frozenset[str]) -> Iterator[str]:
    legs = set(game_map.legs)
    for leg in game_map.legs:
        returns = leg._replace(origin=leg.target, target=leg.origin) in legs
        if returns == (f"{leg.origin} {leg.target} {leg.way}" in one_way):
            has = "a way back, though one_way names it" if returns else "no way back"
            yield f"{leg.origin} - {leg.target} by {leg.way} has {has}"
        for end in (leg.origin, leg.target):
            province = game_map.provinces[end.province]
            if end.coast and end.coast not in province.coasts:
                yield f"{end} is no coast of {province.name}"
            if leg.way == "land" and (end.coast or province.terrain == "sea"):
                yield f"{leg.origin} - {leg.target}: armies cannot be at {end}"
            if leg.way == "water" and province.coasts and not end.coast:
                yield f"{leg.origin} - {leg.target}: fleets need a coast at {end}"
    for leg, twice in Counter(game_map.legs).items():
        if twice > 1:
            yield f"{leg.origin} - {leg.target} stands twice"
    for code in game_map.provinces:
        if not game_map.contacts[code]:
            yield f"{code} borders on nothing"


def _check_names(game_map: Map) -> Iterator[str]:
    spoken = Counter(
        name
        for province in game_map.provinces.values()
        for name in {n.casefold() for n in (province.code, province.name, *province.aliases)}
    )
    for name, times in spoken.items():
        if times > 1:
            yield f"{name} names {times} spaces"
        if name in WORDS:
            yield f"{name} is a word of the order language"


def _check_homes(game_map: Map) -> Iterator[str]:
    for power in game_map.powers.values():
        for home in power.homes:
            if home not in game_map.provinces or not game_map.provinces[home].center:
                yield f"{power.name}'s home {home} is no center"
        if power.capital and power.capital not in power.homes:
            yield f"{power.name}'s capital {power.capital} is no home center"


def _check_regions(game_map: Map) -> Iterator[str]:
    if not game_map.regions:
        return
    within = Counter(code for codes in game_map.regions.values() for code in codes)
    for code in game_map.provinces:
        if within[code] != 1:
            yield f"{code} stands in {within[code]} regions"
