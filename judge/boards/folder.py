"""Writing a board as the folder of a variant, as a person would write it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from judge.boards.draft import Country, Draft, Space

_KINDS = """
[units.army]
travels = ["land"]
convoyed = true
disorder = 1

[units.fleet]
travels = ["water"]
orders = ["hold", "move", "support", "convoy"]
convoys = true

[units.wing]
travels = ["land", "water"]
blockades = true
disorder = 2"""
"""Armies and fleets as they are everywhere, and wings as jDip has them."""

_LIKE_A_COUNT = 100
"""Years before this one are called so in print, since a bare number would not say what it is."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_variant_files(draft: Draft, code: str, folder: Path) -> None:
    """Write the files of a variant into an empty folder."""
    texts = {
        "map.toml": _write_map_lines(draft),
        "variant.toml": _write_variant_lines(draft, code),
        "rules.md": _write_rules_lines(draft),
        **({"geometry.toml": _write_geometry_lines(draft)} if draft.geometry else {}),
    }
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_map_lines(draft: Draft) -> Iterator[str]:
    yield f"# The board of {draft.title}, read from {draft.source}. One table a space: where"
    yield "# armies go from it (land) and where fleets go (water, by coast where it has several)."
    if draft.impassable:
        yield f"# Nothing enters {', '.join(draft.impassable)}: no space here."
    for note in draft.notes:
        yield f"# Left out: {note}."
    yield ""
    if one_way := draft.list_one_way_borders():
        yield "one_way = ["
        yield from (f"    {_write_toml_string(' '.join(way))}," for way in one_way)
        yield from ("]", "")
    for name in sorted(draft.powers):
        yield from _write_power_lines(draft.powers[name])
    for code in sorted(draft.spaces):
        yield from _write_space_lines(draft.spaces[code])
    for pair in sorted(draft.narrows, key=sorted):
        yield from ("[[narrows]]", f"between = {_write_toml_codes(pair)}")
        yield from (f"strength = {draft.narrows[pair]:g}", "")


def _write_power_lines(power: Country) -> Iterator[str]:
    yield f"[powers.{_write_toml_key(power.name)}]"
    if power.adjective:
        yield f"adjective = {_write_toml_string(power.adjective)}"
    if power.letter:
        yield f"letter = {_write_toml_string(power.letter)}"
    if power.homes:
        yield f"homes = {_write_toml_codes(power.homes)}"
    if power.aliases:
        yield f"aliases = {_write_toml_list(power.aliases)}"
    yield ""


def _write_space_lines(space: Space) -> Iterator[str]:
    yield f"[provinces.{_write_toml_key(space.code)}]"
    yield f"name = {_write_toml_string(space.name)}"
    if space.sea:
        yield "sea = true"
    if space.center:
        yield "center = true"
    if space.ferries:
        yield "ferries = true"
    if space.aliases:
        yield f"aliases = {_write_toml_list(space.aliases)}"
    if space.land:
        yield f"land = {_write_toml_codes(space.land)}"
    if set(space.water) == {""}:
        yield f"water = {_write_toml_codes(space.water[''])}"
    elif space.water:
        coasts = (
            f"{coast} = {_write_toml_codes(space.water[coast])}" for coast in sorted(space.water)
        )
        yield f"water = {{ {', '.join(coasts)} }}"
    yield ""


def _write_variant_lines(draft: Draft, code: str) -> Iterator[str]:
    yield f"name = {_write_toml_string(draft.title)}"
    yield f"map = {_write_toml_string(code)}"
    yield from ('like = "standard"', 'drops = ["rome"]')
    yield from (
        "",
        "[calendar]",
        f"start = {draft.year}",
        f"steps = {_write_toml_list(draft.steps)}",
    )
    if draft.opening:
        yield f"opening = {_write_toml_list(draft.opening)}"
    if draft.opens is not None:
        yield f"opens = {draft.opens}"
    yield 'adjusting = "winter"'
    if 0 <= draft.year < _LIKE_A_COUNT:
        yield 'era = "year"'
    if draft.years_of_step:
        yield f"reckoning = [{draft.year}, {draft.year}, {draft.years_of_step}]"
    ends = {"centers": draft.wins, "years": draft.years, "quiet": draft.quiet}
    if any(ends.values()):
        yield from ("", "[win]", *(f"{key} = {number}" for key, number in ends.items() if number))
    powers = [draft.powers[name] for name in sorted(draft.powers)]
    reserves = {power.name: power.reserve for power in powers if power.reserve}
    if draft.builds != "homes" or reserves:
        yield from ("", "[builds]", f"where = {_write_toml_string(draft.builds)}")
        yield from (
            f"reserves.{_write_toml_key(name)} = {_write_toml_string(code)}"
            for name, code in reserves.items()
        )
    if draft.unplayed:
        yield from ("", "[scenario]", f"unplayed = {_write_toml_list(draft.unplayed)}")
        yield from ["rebuilt = true"] * draft.rebuilt
    if draft.wings:
        yield _KINDS
    yield from ("", "[start]")
    yield from (
        f"{_write_toml_key(p.name)} = {_write_toml_string(', '.join(sorted(p.units)))}"
        for p in powers
        if p.units
    )
    if owned := {power.name: power.owned for power in powers if power.owned is not None}:
        yield from ("", "[owners]")
        yield from (
            f"{_write_toml_key(name)} = {_write_toml_codes(codes)}" for name, codes in owned.items()
        )
    for space, season in sorted(draft.open.items()):
        yield from (
            "",
            "[[seasons]]",
            f"space = {_write_toml_string(space)}",
            f"open = {_write_toml_string(season)}",
        )
        yield "transit = true"
    yield from ("", "[counts]")
    yield from (f"{counted} = {number}" for counted, number in count_parts_of_board(draft).items())


def count_parts_of_board(draft: Draft) -> Mapping[str, int]:
    """Return the numbers of a source, which check-map holds the folder against."""
    return {
        "provinces": len(draft.spaces),
        "centers": sum(space.center for space in draft.spaces.values()),
        "powers": len(draft.powers),
        "units": sum(len(power.units) for power in draft.powers.values()),
    }


def _write_rules_lines(draft: Draft) -> Iterator[str]:
    number = count_parts_of_board(draft)
    yield from (f"# {draft.title}", "")
    yield f"{number['powers']} powers on a board of {number['provinces']} spaces,"
    yield f"{number['centers']} of them supply centers. The board was read from {draft.source}."
    yield "The rules are [Standard's](../standard/rules.md), but:"
    yield ""
    if draft.wins:
        yield f"- {draft.wins} centers win."
    if draft.quiet:
        yield f"- When no center has changed hands in {draft.quiet} years, all who own one draw."
    if draft.years:
        long = f"{draft.years} year{'s' * (draft.years > 1)}"
        yield f"- After {long} the game ends in a draw of all who own a center."
    if draft.builds != "homes":
        loyal = ", while it owns one of its homes" if draft.builds == "aberration" else ""
        yield f"- Units are built in any center that their power owns and that is empty{loyal}."
    if draft.wings:
        yield "- Wings move over land and sea alike, whatever the coasts; they neither convoy nor"
        yield "  are convoyed. A wing takes no center: while one of another power is in it, a"
        yield "  center keeps its owner, but counts for nobody."
    for power in draft.powers.values():
        if power.reserve:
            space = draft.spaces[power.reserve].name
            yield f"- While {power.name} owns some of its homes but not all, it has one unit more,"
            yield f"  and may build it in {space}."
    if draft.unplayed:
        yield f"- Nobody plays {', '.join(draft.unplayed)}: its units hold, and go when"
        yield "  they are dislodged."
    if draft.rebuilt:
        yield "  When others have built they stand again where they began, in each center that is"
        yield "  still theirs, and empty."
    for first, second in sorted(map(sorted, draft.narrows)):
        force = draft.narrows[frozenset((first, second))]
        ends = f"{draft.spaces[first].name} and {draft.spaces[second].name}"
        yield f"- A move between {ends} has strength {force:g} and its supports; nothing supports"
        yield "  over that border."
    for ferry in sorted(space.name for space in draft.spaces.values() if space.ferries):
        yield f"- A fleet in {ferry} convoys."
    for code, season in sorted(draft.open.items()):
        name = draft.spaces[code].name
        yield f"- {name} is entered and left in {season} alone; else what is there only stays."
    for problem in draft.unplayable:
        yield f"- Not played: {problem}."
    first_year = draft.year if draft.opens is None else draft.opens
    begins = f"{-first_year} before our era" if first_year < 0 else str(first_year)
    season = {0: "", 1: ", and each season is a year"}.get(
        draft.years_of_step, f", and each season is {draft.years_of_step} years"
    )
    yield f"- The game begins in the year {begins}{season}."


def _write_geometry_lines(draft: Draft) -> Iterator[str]:
    geometry = draft.geometry
    assert geometry is not None
    yield from (f"# The picture of {draft.source}.", "")
    yield f"size = {list(geometry.size)}"
    yield from (
        f"land = {_write_toml_string(geometry.land)}",
        f"water = {_write_toml_string(geometry.water)}",
    )
    if geometry.traced:
        yield "traced = true"
    if geometry.symbols != 1:
        yield f"symbols = {geometry.symbols}"
    if geometry.crossings:
        pairs = sorted(" ".join(sorted(pair)) for pair in geometry.crossings)
        yield f"crossings = {_write_toml_list(pairs)}"
    yield from ("", "[colors]")
    yield from (
        f"{_write_toml_key(power)} = {_write_toml_string(color)}"
        for power, color in geometry.colors.items()
    )
    for code in sorted(geometry.shapes):
        shape = geometry.shapes[code]
        yield from (
            "",
            f"[provinces.{_write_toml_key(code)}]",
            f"path = {_write_toml_string(shape.path)}",
        )
        for name in ("unit", "dislodged", "label"):
            yield f"{name} = {[round(number) for number in getattr(shape, name)]}"
        for coast, spot in sorted(shape.coasts.items()):
            yield f"coasts.{coast} = {[round(number) for number in spot]}"


def _write_toml_key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _write_toml_string(name)


def _write_toml_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _write_toml_list(items: Iterable[str]) -> str:
    return f"[{', '.join(map(_write_toml_string, items))}]"


def _write_toml_codes(codes: Iterable[str]) -> str:
    return _write_toml_string(" ".join(sorted(codes)))
