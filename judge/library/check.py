"""What a variant's folder must satisfy before anybody plays on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from judge import resources
from judge.library.geometry import check_geometry, load_geometry
from judge.library.maps import read_toml
from judge.library.statements import broken
from judge.library.variants import load
from judge.model.map import Map

WORDS = frozenset({"to", "via", "hold", "support", "convoy", "build", "remove", "disband", "waive"})
"""Words of the order language that no name of a space may be."""


def check_map(code: str) -> tuple[str, ...]:
    """Return what is wrong with a variant's map, one sentence each; nothing if it is sound."""
    variant = load(code)
    raw = read_toml(resources.find("maps", code) / "variant.toml")
    board = variant.map
    start = variant.rules.opening.deal(board, tuple(board.powers), 0)
    found = {**_sizes(board), "units": len(start.units)}
    problems = [
        f"{what}: {declared} declared, {found[what]} found"
        for what, declared in raw.get("counts", {}).items()
        if found[what] != declared
    ]
    said = read_toml(resources.find("maps", board.name) / "map.toml").get("statements", ())
    geometry = load_geometry(board.name)
    drawn = check_geometry(board, geometry) if geometry else ()
    return (
        *problems,
        *_borders(board),
        *_names(board),
        *_homes(board),
        *broken(board, said),
        *drawn,
    )


def _sizes(board: Map) -> dict[str, int]:
    """Return whatever of a board can be counted; every border once, though it stands twice."""
    spaces = board.provinces.values()
    land = [province for province in spaces if province.terrain == "land"]
    return {
        "provinces": len(spaces),
        "centres": len(board.centres),
        "powers": len(board.powers),
        "homes": sum(len(power.homes) for power in board.powers.values()),
        "seas": len(spaces) - len(land),
        "ferries": sum(province.ferries for province in spaces),
        "coastal": sum(board.coastal(p.code) and not p.ferries for p in land),
        "inland": sum(not board.coastal(p.code) for p in land),
        "two_coasts": sum(len(province.coasts) > 1 for province in spaces),
        "land_borders": sum(leg.way == "land" for leg in board.legs) // 2,
        "water_borders": sum(leg.way == "water" for leg in board.legs) // 2,
    }


def _borders(board: Map) -> Iterator[str]:
    known = set(board.legs)
    for leg in board.legs:
        if leg._replace(origin=leg.target, target=leg.origin) not in known:
            yield f"{leg.origin} - {leg.target} by {leg.way} has no way back"
        for end in (leg.origin, leg.target):
            province = board.provinces[end.province]
            if end.coast and end.coast not in province.coasts:
                yield f"{end} is no coast of {province.name}"
            if leg.way == "land" and (end.coast or province.terrain == "sea"):
                yield f"{leg.origin} - {leg.target}: armies cannot be at {end}"
            if leg.way == "water" and province.coasts and not end.coast:
                yield f"{leg.origin} - {leg.target}: fleets need a coast at {end}"
    for leg, twice in Counter(board.legs).items():
        if twice > 1:
            yield f"{leg.origin} - {leg.target} stands twice"
    for code in board.provinces:
        if not board.contacts[code]:
            yield f"{code} borders on nothing"


def _names(board: Map) -> Iterator[str]:
    spoken = Counter(
        name
        for province in board.provinces.values()
        for name in {n.casefold() for n in (province.code, province.name, *province.aliases)}
    )
    for name, times in spoken.items():
        if times > 1:
            yield f"{name} names {times} spaces"
        if name in WORDS:
            yield f"{name} is a word of the order language"


def _homes(board: Map) -> Iterator[str]:
    for power in board.powers.values():
        for home in power.homes:
            if home not in board.provinces or not board.provinces[home].centre:
                yield f"{power.name}'s home {home} is no center"
        if power.capital and power.capital not in power.homes:
            yield f"{power.name}'s capital {power.capital} is no home center"
