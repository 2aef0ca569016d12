"""What a line of HELP asks of the board: which page, of which variant, of which space.

HELP MAP, NAMES and PROVINCES tell of the spaces of a board, BORDERS and CANALS where units go. The
page of the borders of one space tells for which kinds of unit and in which seasons; the others are
brief.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from judge.engine.context import compile_board
from judge.game.atlas.atlas import LONGEST, Atlas, build_options_page, build_units_page
from judge.hooks import Variant
from judge.language import suggestions
from judge.language.lexicon import build_lexicon, describe_coast, find_power
from judge.language.spelling import squeeze_name
from judge.language.word_lists import WordPattern, find_list, list_words
from judge.language.writer import write_order, write_unit
from judge.model.map import Province, UnitKind
from judge.model.order import Act, Move, Support
from judge.model.pages import (
    BordersListPage,
    BordersPage,
    BordersRow,
    CanalsPage,
    Doer,
    MapPage,
    MapPart,
    MapPartPage,
    MapPartRow,
    MapPartsPage,
    NamesPage,
    PageOfValues,
    ProvincesPage,
    ReachRow,
    RetreatsRow,
    SpaceNames,
    UnitThere,
    WayGroup,
    WayOut,
)
from judge.model.position import Unit
from judge.model.reason import Reason
from judge.model.view import View

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


Here = tuple[Variant, View | None]
"""The variant that is spoken of, and what the reader sees of a game of it."""

_PAGES = {
    "names": build_names_page,
    "provinces": build_provinces_page,
    "options": build_options_page,
}
_TOPICS_BY_LIST = {
    "board_map": "map",
    "board_borders": "borders",
    "board_names": "names",
    "board_provinces": "provinces",
    "board_units": "units",
    "board_options": "options",
    "board_canals": "canals",
}
"""The pages, by the list of the words with which each is asked for."""

TOPICS = frozenset(_TOPICS_BY_LIST.values())
"""What there is of the board, and of the variant."""

_COMMAS = re.compile(r"\s*[,;&+]\s*|\s+and\s+", re.I)
"""What stands between names of spaces."""

_LINKS = WordPattern(r"^(?:%(around_space)s(?!\w) ?)+|(?: ?%(around_space)s)+$")
_CANAL = WordPattern(r"^(?:%(article)s )?(?:%(canal)s (?:%(canal_of)s )?)?|(?: %(canal)s)?$")


def build_board_page(
    topic: str, here: Here, variants: Mapping[str, Variant]
) -> PageOfValues | Reason | None:
    """Return the page of the board that a topic asks for, or why there is none.

    ``here`` is the variant that is spoken of where none is named, and what the reader sees of a
    game of it. None is returned for topics that are none of the board.
    """
    first, _, rest = topic.strip().partition(" ")
    words_of_topic = find_list(first, _TOPICS_BY_LIST)
    if words_of_topic is None:
        return None
    word = _TOPICS_BY_LIST[words_of_topic]
    rest = _LINKS.pattern.sub("", rest.strip())
    if not (word in ("borders", "provinces") and find_space_code(rest, here[0])):
        here, rest = _split_variant(rest, here, variants)
    atlas = Atlas(*here)
    if word == "units":
        return build_units_page(atlas)
    code = find_space_code(rest, atlas.variant)
    if word == "canals":
        return build_canals_page(atlas, rest) or _explain_no_canal(atlas)
    if word == "provinces" and code:
        return build_borders_page(atlas, code)
    page: PageOfValues | None
    if word == "borders":
        all_of_them, _, part = rest.partition(" ")
        if not find_list(all_of_them, ["whole_board"]):
            return _find_borders_of_spaces(rest, atlas, variants)
        page = build_all_borders_page(atlas, part)
        return page or Reason("no_part", (part, "BORDERS ALL", atlas.variant.name))
    if word in _PAGES:
        page = _PAGES[word](atlas, rest)
    else:
        home_codes = {code, *_list_spaces_of_power(rest, atlas)[:1]}
        home = next((n for n, codes in atlas.regions.items() if home_codes & {*codes}), "")
        page = find_map_page(atlas, rest) or (find_map_page(atlas, home) if home else None)
    return page or Reason("no_part", (rest, first.upper(), atlas.variant.name))


def build_space_page(topic: str, here: Here) -> PageOfValues | None:
    """Return the page on a space or a canal that a topic names without more words, None for other
    topics."""
    code, atlas = find_space_code(topic, here[0]), Atlas(*here)
    if code:
        return build_borders_page(atlas, code)
    name = _CANAL.pattern.sub("", topic.strip())
    return build_canals_page(atlas, name) if name else None


def _find_borders_of_spaces(
    text: str, atlas: Atlas, variants: Mapping[str, Variant]
) -> PageOfValues | Reason:
    """Return the page of the one space that is named, or of the several; or which is none."""
    if code := find_space_code(text, atlas.variant):
        return build_borders_page(atlas, code)
    spaces, retreats = _list_spaces_of_power(text, atlas), () if text else _list_retreats(atlas)
    if spaces or retreats:
        return replace(build_borders_list_page(atlas, spaces), retreats=retreats)
    names = [name for name in _COMMAS.split(text) if name]
    if len(names) == 1:
        names = text.split()
    codes = {name: find_space_code(name, atlas.variant) for name in names}
    unknown = next((name for name, code in codes.items() if not code), "")
    if unknown or not codes:
        wrong = text if len(names) < 2 or not any(codes.values()) else unknown
        return _explain_no_space(wrong, atlas, variants)
    return build_borders_list_page(atlas, dict.fromkeys(codes.values()))


def _list_retreats(atlas: Atlas) -> tuple[RetreatsRow, ...]:
    """Return where the reader's own units that were driven out can retreat to."""
    view = atlas.view
    return tuple(
        RetreatsRow(write_unit(each.unit, atlas.map), tuple(map(str, each.options)))
        for each in (view.dislodged if view else ())
        if view and each.unit.power in view.powers
    )


def find_space_code(text: str, variant: Variant) -> str:
    """Return the code of the space that a text names, perhaps with a coast or a unit, or ""."""
    words = build_lexicon(variant.map)
    tokens = re.findall(r"[^\s/()]+", text)
    while tokens:
        for end in range(len(tokens), 0, -1):
            key, coast = squeeze_name(" ".join(tokens[:end])), squeeze_name(" ".join(tokens[end:]))
            code = words.places.get(key) or words.places.get(
                squeeze_name(words.prefixes.get(key, ""))
            )
            if code and (not coast or coast in words.coasts):
                return code
        first = squeeze_name(tokens.pop(0))
        if first not in (*list_words("before_space"), *words.kinds, *words.powers):
            break
    return ""


def _split_variant(text: str, here: Here, variants: Mapping[str, Variant]) -> tuple[Here, str]:
    """Return the variant that a text names before or after other words, and these words."""
    for variant in variants.values():
        for name in (variant.name, variant.code):
            pattern = rf"^{re.escape(name)}(?!\w)|(?<!\w){re.escape(name)}$"
            if re.search(pattern, text, re.I):
                rest = re.sub(pattern, "", text, count=1, flags=re.I).strip(" :")
                same = variant.code == here[0].code
                return (here if same else (variant, None)), _LINKS.pattern.sub("", rest)
    return here, text


def _explain_no_space(text: str, atlas: Atlas, variants: Mapping[str, Variant]) -> Reason:
    """Return that no space has that name, those with names like it, and where else there is one."""
    name = atlas.variant.name
    if not text:
        return Reason("which_space", (next(iter(atlas.map.provinces)),))
    near = suggestions.list_similar_places(text, build_lexicon(atlas.map))
    if not near and (elsewhere := [*_list_variants_with_space(text, variants)]):
        return Reason("space_elsewhere", (text, name, *elsewhere))
    return Reason("no_space", (text, name, *near))


def _list_spaces_of_power(text: str, atlas: Atlas) -> tuple[str, ...]:
    """Return where units of a power are, as the reader sees it, or else its homes; of the reader's
    own powers where none is named."""
    named = find_power(atlas.map, text) if text else None
    own = atlas.view.powers if atlas.view and not text else ()
    powers = (named,) if named else own
    units = atlas.position.units.items()
    return tuple(code for code, unit in units if unit.power in powers) or tuple(
        code for code, power in atlas.homes.items() if power in powers
    )


def _explain_no_canal(atlas: Atlas) -> Reason:
    """Return that there is no such canal, with those that there are."""
    canals, corners = atlas.map.canals, atlas.map.corners
    names = (*(canal.name for canal in canals), *(corner.name for corner in corners))
    return Reason("no_canal", (atlas.variant.name, *names))


def _list_variants_with_space(text: str, variants: Mapping[str, Variant]) -> Iterator[str]:
    for code, variant in variants.items():
        if code == variant.map.name and squeeze_name(text) in build_lexicon(variant.map).places:
            yield code
