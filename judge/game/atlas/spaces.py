"""HELP MAP, HELP NAMES and HELP PROVINCES: the spaces of a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from judge.game.atlas.atlas import LONGEST, Atlas, join_words, render_table, season_words
from judge.language.spelling import compact_name
from judge.model.letter import Page
from judge.model.map import Province

_BRIEF = 200
"""So many spaces, one behind the other, are as long as LONGEST are below each other."""


def map_page(atlas: Atlas, part: str) -> Page | None:
    """Return the spaces of a board, or those of a region that is named in part or by its number.

    Of a large board the first page lists its regions. None is returned where no region is meant.
    """
    regions = atlas.regions
    if part:
        name = _find_region(atlas, part)
        if name is None:
            return None
        number = [*regions].index(name) + 1
        title = f"{atlas.variant.name}: {name}"
        text = f"Part {number} of {len(regions)}.\n\n{_spaces_table(atlas, regions[name])}"
        return Page(title, f"{text}\n\n{_more_help(atlas, regions[name][0])}")
    if len(atlas.map.provinces) > LONGEST:
        return _regions_page(atlas)
    parts = (f"## {name}\n\n{_spaces_table(atlas, codes)}" for name, codes in regions.items())
    first = next(iter(atlas.map.provinces))
    return Page(f"The map of {atlas.variant.name}", "\n\n".join((*parts, _more_help(atlas, first))))


def _regions_page(atlas: Atlas) -> Page:
    rows = []
    for number, (name, codes) in enumerate(atlas.regions.items(), 1):
        centers = sum(atlas.map.provinces[code].center for code in codes)
        homes = sorted({atlas.homes[code] for code in codes if code in atlas.homes})
        rows.append([f"{number}", name, f"{len(codes)}", f"{centers or ''}", ", ".join(homes)])
    last, example = len(atlas.regions), next(iter(atlas.regions))
    regions = render_table(("Part", "Region", "Spaces", "Centers", "Home of"), rows)
    own_regions = _own_regions(atlas)
    yours = f"Your units stand in {join_words(own_regions)}.\n\n" if own_regions else ""
    return Page(
        f"The map of {atlas.variant.name}",
        f"{len(atlas.map.provinces)} spaces, {len(atlas.map.centers)} of them centers, in {last} "
        f"parts: {atlas.help_line('MAP', 1)} to {atlas.help_line('MAP', last)}, or "
        f"{atlas.help_line('MAP', example)}.\n\n{yours}{regions}\n\n"
        f"{_more_help(atlas, atlas.regions[example][0])}",
    )


def _more_help(atlas: Atlas, code: str) -> str:
    """Return where there is more about the spaces."""
    return (
        f"{atlas.help_line('BORDERS', code)} tells what a space borders on, and "
        f"{atlas.help_line('NAMES', code)} what else it is called."
    )


def _own_regions(atlas: Atlas) -> list[str]:
    """Return the regions in which the reader has units."""
    own_powers = atlas.view.powers if atlas.view else ()
    here = {code for code, unit in atlas.position.units.items() if unit.power in own_powers}
    parts = enumerate(atlas.regions.items(), 1)
    return [f"part {number} ({name})" for number, (name, codes) in parts if here & {*codes}]


def _find_region(atlas: Atlas, part: str) -> str | None:
    """Return the region that a number, a name or its beginning means."""
    names = [*atlas.regions]
    word = part.removeprefix("part ").strip()
    if word.isdecimal():
        return names[int(word) - 1] if 0 < int(word) <= len(names) else None
    keys = {compact_name(name): name for name in names}
    key = compact_name(word)
    begin = [name for start, name in keys.items() if start.startswith(key)]
    return keys.get(key) or (begin[0] if key and len(begin) == 1 else None)


def _spaces_table(atlas: Atlas, codes: Sequence[str]) -> str:
    rows = [
        [
            code,
            atlas.map.provinces[code].name,
            atlas.describe_terrain(code),
            atlas.describe_center(code),
        ]
        for code in codes
    ]
    spaces = render_table(("Code", "Space", "What", "Center"), rows)
    notes = [f"{code}: {note}." for code in codes if (note := describe_seasons(atlas, code))]
    return "\n\n".join((spaces, *notes))


def describe_seasons(atlas: Atlas, code: str) -> str:
    """Return in which seasons a space is entered and left, "" if in all."""
    enter, leave = atlas.entry_seasons(code), atlas.exit_seasons(code)
    if {*enter} == {*atlas.seasons} == {*leave}:
        return ""
    if not enter:
        return "nobody can go there"
    into = f"entered in {season_words(enter)}" if {*enter} != {*atlas.seasons} else ""
    out = f"left in {season_words(leave)}" if {*leave} != {*atlas.seasons} else ""
    if into and enter == leave:
        return f"entered and left in {season_words(enter)} only"
    return " and ".join(filter(None, (into, out))) + " only" if into or out else ""


def names_page(atlas: Atlas, part: str) -> Page | None:
    """Return by which names spaces are understood: all, a part of them by its number, or those
    with a word in their names. None is returned where there are none."""
    spaces = sorted(atlas.map.provinces.values(), key=lambda space: compact_name(space.name))
    title = f"The names of {atlas.variant.name}"
    parts = _split_spaces(spaces, LONGEST)
    if part.isdecimal() or not part:
        number = int(part or 1)
        if not 0 < number <= len(parts):
            return None
        return Page(
            title,
            _names_table(parts[number - 1]) + _paging_note(atlas, "NAMES", number, len(parts)),
        )
    key = compact_name(part)
    if len(key) == 1:
        chosen = [space for space in spaces if compact_name(space.name).startswith(key)]
    else:
        chosen = [
            s for s in spaces if any(key in compact_name(n) for n in (s.code, s.name, *s.aliases))
        ]
    return Page(title, _names_table(chosen[:LONGEST])) if chosen else None


def _names_table(spaces: Iterable[Province]) -> str:
    rows = []
    for space in spaces:
        same = {compact_name(space.name), compact_name(space.code)}
        other_names = [name for name in space.aliases if compact_name(name) not in same]
        rows.append([space.code, space.name, ", ".join(other_names)])
    return render_table(("Code", "Space", "Also"), rows)


def provinces_page(atlas: Atlas, part: str) -> Page | None:
    """Return all spaces with their codes, in brief: the first part, or one by its number."""
    spaces = [atlas.map.provinces[code] for code in sorted(atlas.map.provinces)]
    parts = _split_spaces(spaces, _BRIEF)
    number = int(part) if part.isdecimal() else 0 if part else 1
    if not 0 < number <= len(parts):
        return None
    text = "\n\n".join(_province_lines(parts[number - 1]))
    title = f"The spaces of {atlas.variant.name}"
    return Page(title, text + _paging_note(atlas, "PROVINCES", number, len(parts)))


def _province_lines(spaces: Iterable[Province]) -> Iterator[str]:
    for _, several in groupby(spaces, key=lambda space: space.code[0]):
        yield ", ".join(f"{space.code} {space.name}" for space in several)


def _split_spaces(spaces: Sequence[Province], most: int) -> list[Sequence[Province]]:
    """Return the spaces in parts that are about equally long."""
    count = -(-len(spaces) // most)
    size = -(-len(spaces) // count)
    return [spaces[start : start + size] for start in range(0, len(spaces), size)]


def _paging_note(atlas: Atlas, word: str, number: int, count: int) -> str:
    """Return where the other parts are."""
    if count == 1:
        return ""
    ahead = f" {atlas.help_line(word, number + 1)} sends the next." if number < count else ""
    return f"\n\nPart {number} of {count}.{ahead}"
