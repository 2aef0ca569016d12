"""HELP BORDERS: where units go from a space, for which kinds and in which seasons."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.context import compile_board
from judge.game.atlas.atlas import Atlas, join_words, render_table, season_words
from judge.game.atlas.spaces import describe_seasons
from judge.language.lexicon import describe_coast
from judge.language.writer import write_order, write_unit
from judge.model.letter import Page
from judge.model.map import UnitKind
from judge.model.order import Act, Move, Support
from judge.model.position import Unit


def borders_page(atlas: Atlas, code: str) -> Page:
    """Return what a space is and where each kind of unit may go from it."""
    name = atlas.map.provinces[code].name
    facts = "\n".join(f"- {fact}" for fact in _space_facts(atlas, code))
    parts = [
        facts,
        _ways_table(atlas, code),
        *_describe_reach(atlas, code),
        _example_order(atlas, code),
    ]
    return Page(f"{name} ({code})", "\n\n".join(filter(None, parts)))


def _space_facts(atlas: Atlas, code: str) -> Iterator[str]:
    """Yield what there is to say of a space by itself."""
    province = atlas.map.provinces[code]
    center = atlas.describe_center(code)
    yield f"{atlas.describe_terrain(code)}{f'; center: {center}' if center else '; no center'}"
    if province.aliases:
        yield f"also called: {', '.join(province.aliases)}"
    for coast in province.coasts:
        yield f"{coast}: the {describe_coast(coast)}; a unit on it is written {code}/{coast}"
    if seasons := describe_seasons(atlas, code):
        yield seasons
    for canal in atlas.map.canals:
        if code in (*canal.lands, *canal.waters):
            yield (
                f"canal {canal.name}: {join_words(canal.lands)} adjoin there, "
                "by land and by water, "
                f"and so do {join_words(canal.waters)} by water"
            )
    for corner in atlas.map.corners:
        if code in corner.lands:
            yield f"corner {corner.name}: {join_words(corner.lands)} all adjoin there, by land"
    ships = [kind.name for kind in atlas.map.kinds.values() if _can_ferry(atlas, kind, code)]
    if ships:
        yield f"convoys pass here: by {join_words(ships, 'or')}"
    unit = atlas.unit_at(code)
    if unit is not None:
        yield f"there now: {write_unit(unit, atlas.map)}, {unit.power}"
    elif atlas.view is not None and code not in atlas.view.seen:
        yield "out of your sight now"


def _can_ferry(atlas: Atlas, kind: UnitKind, code: str) -> bool:
    board = compile_board(atlas.variant, atlas.position)
    places = atlas.map.places_for_kind(kind.name, code)
    convoy = atlas.variant.rules.convoy
    return any(convoy.can_ferry(Unit("", kind.name, place), board) for place in places)


def _ways_table(atlas: Atlas, code: str) -> str:
    ways: dict[str, dict[tuple[str, tuple[str, ...]], list[str]]] = {}
    for kind in atlas.moving_kinds:
        for here in atlas.map.places_for_kind(kind.name, code):
            for there in atlas.map.neighbors(kind.name, here):
                seasons = atlas.step_seasons(here, there, kind.name)
                coasts = f" from {here}" if here.coast else ""
                coasts += f" to {there}" if there.coast else ""
                kinds = ways.setdefault(there.province, {}).setdefault((coasts, seasons), [])
                kinds.append(kind.name)
    if not ways:
        return "No unit goes anywhere from there."
    rows = []
    for to in sorted(ways):
        name, center = atlas.map.provinces[to].name, atlas.describe_center(to)
        for (coasts, seasons), kinds in ways[to].items():
            who = f"{', '.join(dict.fromkeys(kinds))}{coasts}"
            rows.append([to, name, who, center, _seasons_note(atlas, seasons)])
    whens = {row[-1] for row in rows}
    common_when = whens.pop() if len(whens) == 1 else ""
    rows = [row[:-1] if common_when else row for row in rows]
    ways_out = render_table(("To", "Space", "Who goes", "Center", "When")[: len(rows[0])], rows)
    return f"{ways_out}\n\nAll these ways: {common_when}." if common_when else ways_out


def _seasons_note(atlas: Atlas, seasons: tuple[str, ...]) -> str:
    if not seasons:
        return "closed"
    if len(seasons) == len(atlas.seasons):
        return ""
    only = f"only in {season_words(seasons)}"
    if atlas.present_turn is None or atlas.present_turn.season not in atlas.seasons:
        return only
    return f"{only}; {'open' if atlas.present_turn.season in seasons else 'closed'} now"


def _describe_reach(atlas: Atlas, code: str) -> Iterator[str]:
    """Yield what units there may support, or do otherwise, beyond where they could go."""
    board, reach = compile_board(atlas.variant, atlas.position), atlas.variant.rules.reach
    doers: dict[tuple[str, ...], list[str]] = {}
    for kind in atlas.map.kinds.values():
        places = atlas.map.places_for_kind(kind.name, code)
        steps = {to.province for place in places for to in atlas.map.neighbors(kind.name, place)}
        acts: dict[tuple[str, ...], list[str]] = {}
        for act in _acts_of_kind(atlas, kind):
            units = [Unit("", kind.name, place) for place in places]
            spaces = {to for unit in units for to in reach.provinces_in_reach(unit, act, board)}
            if spaces and spaces != steps:
                acts.setdefault(tuple(sorted(spaces)), []).append(act.verb)
        for there, verbs in acts.items():
            doers.setdefault(there, []).append(f"{kind.name} ({join_words(verbs, 'or')})")
    if doers:
        lines = (f"- {join_words(who)}: {', '.join(there)}" for there, who in doers.items())
        yield "\n".join(("## How far units there act", "", *lines))


def _acts_of_kind(atlas: Atlas, kind: UnitKind) -> Iterator[type[Act]]:
    """Yield what a kind of unit may be ordered to do from where it stands."""
    for order in atlas.variant.orders:
        further = issubclass(order, Support) and order is not Support
        if issubclass(order, Act) and not further and order.verb in kind.orders:
            yield order


def _example_order(atlas: Atlas, code: str) -> str:
    """Return an order that a unit there could be given, that of the unit seen there if it can."""
    standing = atlas.unit_at(code)
    if not atlas.entry_seasons(code) and standing is None:
        return ""
    places = atlas.map.places_for_kind
    units = [
        Unit("", kind.name, place)
        for kind in atlas.moving_kinds
        for place in places(kind.name, code)
    ]
    for unit in ([standing] if standing else []) + units:
        for to in atlas.map.neighbors(unit.kind, unit.at):
            seasons = atlas.step_seasons(unit.at, to, unit.kind)
            if seasons and (atlas.present_turn is None or atlas.present_turn.season in seasons):
                return f"An order from there: `{write_order(Move(unit, to), atlas.variant)}`"
    return ""
