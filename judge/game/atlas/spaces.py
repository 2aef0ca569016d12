"""HELP MAP, HELP NAMES and HELP PROVINCES: the spaces of a board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from judge.game.atlas.atlas import LONGEST, Atlas
from judge.language.spelling import squeeze_name
from judge.model.map import Province
from judge.model.pages import (
    MapPage,
    MapPart,
    MapPartPage,
    MapPartRow,
    MapPartsPage,
    NamesPage,
    ProvincesPage,
    SpaceNames,
)

_BRIEF = 200
"""So many spaces, one behind the other, are as long as LONGEST are below each other."""


def find_map_page(atlas: Atlas, part: str) -> MapPage | MapPartPage | MapPartsPage | None:
    """Return the spaces of a board, or those of a region that is named in part or by its number.

    Of a large board the first page lists its regions. None is returned where no region is meant.
    """
    if part:
        name = _find_region(atlas, part)
        if name is None:
            return None
        return MapPartPage(atlas.board_name, _build_map_part(atlas, name), len(atlas.regions))
    if len(atlas.map.provinces) > LONGEST:
        return _build_map_parts_page(atlas)
    parts = tuple(_build_map_part(atlas, name) for name in atlas.regions)
    return MapPage(atlas.board_name, parts, next(iter(atlas.map.provinces)))


def _build_map_part(atlas: Atlas, name: str) -> MapPart:
    spaces = tuple(atlas.describe_space(code) for code in atlas.regions[name])
    return MapPart([*atlas.regions].index(name) + 1, name, spaces)


def _build_map_parts_page(atlas: Atlas) -> MapPartsPage:
    own_powers = atlas.view.powers if atlas.view else ()
    here = {code for code, unit in atlas.position.units.items() if unit.power in own_powers}
    rows = tuple(
        MapPartRow(
            number,
            name,
            len(codes),
            sum(atlas.map.provinces[code].center for code in codes),
            tuple(sorted({atlas.homes[code] for code in codes if code in atlas.homes})),
            not here.isdisjoint(codes),
        )
        for number, (name, codes) in enumerate(atlas.regions.items(), 1)
    )
    first = next(iter(atlas.regions.values()))
    return MapPartsPage(atlas.board_name, rows, first[0])


def _find_region(atlas: Atlas, part: str) -> str | None:
    """Return the region that a number, a name or its beginning means."""
    names = [*atlas.regions]
    word = part.removeprefix("part ").strip()
    if word.isdecimal():
        return names[int(word) - 1] if 0 < int(word) <= len(names) else None
    keys = {squeeze_name(name): name for name in names}
    key = squeeze_name(word)
    begin = [name for start, name in keys.items() if start.startswith(key)]
    return keys.get(key) or (begin[0] if key and len(begin) == 1 else None)


def build_names_page(atlas: Atlas, part: str) -> NamesPage | None:
    """Return by which names spaces are understood: all, a part of them by its number, or those
    with a word in their names. None is returned where there are none."""
    spaces = sorted(atlas.map.provinces.values(), key=lambda space: squeeze_name(space.name))
    parts = split_spaces(spaces, LONGEST)
    if part.isdecimal() or not part:
        number = int(part or 1)
        if not 0 < number <= len(parts):
            return None
        names = tuple(map(_list_names_of_space, parts[number - 1]))
        return NamesPage(atlas.board_name, names, number, len(parts))
    key = squeeze_name(part)
    if len(key) == 1:
        chosen = [space for space in spaces if squeeze_name(space.name).startswith(key)]
    else:
        chosen = [
            s for s in spaces if any(key in squeeze_name(n) for n in (s.code, s.name, *s.aliases))
        ]
    names = tuple(map(_list_names_of_space, chosen[:LONGEST]))
    return NamesPage(atlas.board_name, names) if names else None


def _list_names_of_space(space: Province) -> SpaceNames:
    same = {squeeze_name(space.name), squeeze_name(space.code)}
    others = tuple(name for name in space.aliases if squeeze_name(name) not in same)
    return SpaceNames(space.code, space.name, others)


def build_provinces_page(atlas: Atlas, part: str) -> ProvincesPage | None:
    """Return all spaces with their codes, in brief: the first part, or one by its number."""
    spaces = [atlas.map.provinces[code] for code in sorted(atlas.map.provinces)]
    parts = split_spaces(spaces, _BRIEF)
    number = int(part) if part.isdecimal() else 0 if part else 1
    if not 0 < number <= len(parts):
        return None
    groups = tuple(
        tuple(SpaceNames(space.code, space.name) for space in several)
        for _, several in groupby(parts[number - 1], key=lambda space: space.code[0])
    )
    return ProvincesPage(atlas.board_name, groups, number, len(parts))


def split_spaces(spaces: Sequence[Province], most: int) -> list[Sequence[Province]]:
    """Return the spaces in parts that are about equally long."""
    count = -(-len(spaces) // most)
    size = -(-len(spaces) // count)
    return [spaces[start : start + size] for start in range(0, len(spaces), size)]
