"""HELP BORDERS ALL, or of several spaces: the ways from many spaces in brief; and HELP CANALS."""

from __future__ import annotations

from collections.abc import Iterable

from judge.game.atlas.atlas import LONGEST, Atlas
from judge.game.atlas.borders import list_ways
from judge.game.atlas.spaces import split_spaces
from judge.language.spelling import squeeze_name
from judge.model.pages import BordersListPage, BordersRow, CanalsPage, WayGroup, WayOut


def build_all_borders_page(atlas: Atlas, part: str) -> BordersListPage | None:
    """Return the ways from all spaces: the first part of them, or one by its number."""
    parts = split_spaces(
        [atlas.map.provinces[code] for code in sorted(atlas.map.provinces)], LONGEST
    )
    word = part.removeprefix("part ").strip()
    number = int(word) if word.isdecimal() else 0 if word else 1
    if not 0 < number <= len(parts):
        return None
    rows = _list_borders_rows(atlas, (space.code for space in parts[number - 1]))
    return BordersListPage(atlas.board_name, rows, number, len(parts))


def build_borders_list_page(atlas: Atlas, codes: Iterable[str]) -> BordersListPage:
    """Return the ways from some spaces."""
    return BordersListPage(atlas.board_name, _list_borders_rows(atlas, codes))


def build_canals_page(atlas: Atlas, name: str) -> CanalsPage | None:
    """Return the canals and corners of a board, or those of a name; None where there are none."""
    key = squeeze_name(name)
    canals = tuple(c for c in atlas.map.canals if key in ("", squeeze_name(c.name)))
    corners = tuple(c for c in atlas.map.corners if key in ("", squeeze_name(c.name)))
    return CanalsPage(atlas.board_name, canals, corners) if canals or corners else None


def _list_borders_rows(atlas: Atlas, codes: Iterable[str]) -> tuple[BordersRow, ...]:
    kinds = atlas.map.kinds
    rows = []
    for code in codes:
        groups: dict[tuple[tuple[str, ...], str], list[WayOut]] = {}
        for way in list_ways(atlas, code):
            letters = tuple(kinds[kind].code for kind in way.kinds)
            groups.setdefault((letters, way.origin), []).append(way)
        row = tuple(WayGroup(*key, tuple(ways)) for key, ways in groups.items())
        rows.append(BordersRow(code, atlas.map.provinces[code].name, row))
    return tuple(rows)
