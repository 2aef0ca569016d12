"""HELP BORDERS, of one space, of several or of all, and HELP CANALS: where units go.

The page of one space tells for which kinds of unit and in which seasons; the others are brief.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.engine.context import compile_board
from judge.game.atlas.atlas import LONGEST, Atlas
from judge.game.atlas.spaces import split_spaces
from judge.language.lexicon import describe_coast
from judge.language.spelling import squeeze_name
from judge.language.writer import write_order, write_unit
from judge.model.map import UnitKind
from judge.model.order import Act, Move, Support
from judge.model.pages import (
    BordersListPage,
    BordersPage,
    BordersRow,
    CanalsPage,
    Doer,
    ReachRow,
    UnitThere,
    WayGroup,
    WayOut,
)
from judge.model.position import Unit


def build_borders_page(atlas: Atlas, code: str) -> BordersPage:
    """Return what a space is and where each kind of unit may go from it."""
    province, unit, kinds = atlas.map.provinces[code], atlas.find_unit_at(code), atlas.map.kinds
    return BordersPage(
        space=atlas.describe_space(code),
        aliases=tuple(province.aliases),
        coasts=tuple((coast, describe_coast(coast)) for coast in province.coasts),
        canals=tuple(c for c in atlas.map.canals if code in (*c.lands, *c.waters)),
        corners=tuple(c for c in atlas.map.corners if code in c.lands),
        ferries=tuple(kind.name for kind in kinds.values() if _can_ferry(atlas, kind, code)),
        unit=UnitThere(write_unit(unit, atlas.map), unit.power) if unit is not None else None,
        is_out_of_sight=atlas.view is not None and code not in atlas.view.seen,
        ways=tuple(list_ways(atlas, code)),
        reach=_list_reach_beyond_steps(atlas, code),
        example=_make_example_order(atlas, code),
    )


def _can_ferry(atlas: Atlas, kind: UnitKind, code: str) -> bool:
    board = compile_board(atlas.variant, atlas.position)
    places = atlas.map.list_places_for_kind(kind.name, code)
    convoy = atlas.variant.rules.convoy
    return any(convoy.can_ferry(Unit("", kind.name, place), board) for place in places)


def list_ways(atlas: Atlas, code: str) -> Iterator[WayOut]:
    """Yield the ways from a space to those around, those of several kinds as one."""
    kinds: dict[tuple[str, str, str, tuple[str, ...]], dict[str, None]] = {}
    for kind in atlas.moving_kinds:
        for here in atlas.map.list_places_for_kind(kind.name, code):
            for there in atlas.map.neighbors(kind.name, here):
                seasons = atlas.list_step_seasons(here, there, kind.name)
                origin, target = (str(place) if place.coast else "" for place in (here, there))
                way = (there.province, origin, target, seasons)
                kinds.setdefault(way, {})[kind.name] = None
    turn = atlas.present_turn
    moving = turn is not None and turn.season in atlas.seasons
    for way in sorted(kinds, key=lambda way: way[0]):
        to, origin, target, seasons = way
        yield WayOut(
            to,
            atlas.map.provinces[to].name,
            atlas.find_center(to),
            tuple(kinds[way]),
            origin,
            target,
            None if seasons and len(seasons) == len(atlas.seasons) else seasons,
            turn.season in seasons if turn and moving else None,
        )


def _list_reach_beyond_steps(atlas: Atlas, code: str) -> tuple[ReachRow, ...]:
    """Return what units there may support, or do otherwise, beyond where they could go."""
    board, reach = compile_board(atlas.variant, atlas.position), atlas.variant.rules.reach
    doers: dict[tuple[str, ...], list[Doer]] = {}
    for kind in atlas.map.kinds.values():
        places = atlas.map.list_places_for_kind(kind.name, code)
        steps = {to.province for place in places for to in atlas.map.neighbors(kind.name, place)}
        acts: dict[tuple[str, ...], list[str]] = {}
        for act in _list_acts_of_kind(atlas, kind):
            units = [Unit("", kind.name, place) for place in places]
            spaces = {
                to for unit in units for to in reach.collect_provinces_in_reach(unit, act, board)
            }
            if spaces and spaces != steps:
                acts.setdefault(tuple(sorted(spaces)), []).append(act.verb)
        for there, verbs in acts.items():
            doers.setdefault(there, []).append(Doer(kind.name, tuple(verbs)))
    return tuple(ReachRow(tuple(who), there) for there, who in doers.items())


def _list_acts_of_kind(atlas: Atlas, kind: UnitKind) -> Iterator[type[Act]]:
    """Yield what a kind of unit may be ordered to do from where it stands."""
    for order in atlas.variant.orders:
        further = issubclass(order, Support) and order is not Support
        if issubclass(order, Act) and not further and order.verb in kind.orders:
            yield order


def _make_example_order(atlas: Atlas, code: str) -> str:
    """Return an order that a unit there could be given, that of the unit seen there if it can."""
    standing = atlas.find_unit_at(code)
    if not atlas.list_entry_seasons(code) and standing is None:
        return ""
    places = atlas.map.list_places_for_kind
    units = [
        Unit("", kind.name, place)
        for kind in atlas.moving_kinds
        for place in places(kind.name, code)
    ]
    for unit in ([standing] if standing else []) + units:
        for to in atlas.map.neighbors(unit.kind, unit.at):
            seasons = atlas.list_step_seasons(unit.at, to, unit.kind)
            if seasons and (atlas.present_turn is None or atlas.present_turn.season in seasons):
                return write_order(Move(unit, to), atlas.variant)
    return ""


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
