"""The units of the start as a file or a list of garrisons writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from judge.library.files import suggest_name
from judge.model.errors import JudgeError
from judge.model.map import Location, Map
from judge.model.position import Unit

_COMMA = re.compile(r"\s*,\s*")


class OptionError(JudgeError, ValueError):
    """A variant has no such option, or not that choice of it; the text says what there is.

    ``named`` are the wrong word and those that would do, if it is but a word that is wrong.
    """

    def __init__(self, text: str, *named: str) -> None:
        super().__init__(text)
        self.named = named


def list_starting_units(power: str, text: str, game_map: Map) -> Iterator[Unit]:
    """Yield the units of a list like ``A VIE, F STP/sc``. Raises ValueError."""
    kinds = {code: kind for kind, table in game_map.kinds.items() for code in table.codes}
    occupied: set[str] = set()
    for item in filter(None, _COMMA.split(text)):
        code, _, place = item.partition(" ")
        location = Location.from_text(place)
        where = f"{power} cannot start with {item}"
        if code not in kinds:
            raise ValueError(f"{where}: there is no kind of unit {code}{suggest_name(code, kinds)}")
        if location.province not in game_map.provinces:
            there = suggest_name(location.province, game_map.provinces)
            raise ValueError(f"{where}: there is no space {location.province}{there}")
        places = game_map.list_places_for_kind(kinds[code], location.province)
        if location not in places:
            able = " or ".join(f"{code} {spot}" for spot in places) or "another kind of unit"
            raise ValueError(f"{where}; did you mean {able}?")
        if location.province in occupied:
            raise ValueError(f"{where}: {location.province} is taken already")
        occupied.add(location.province)
        yield Unit(power, kinds[code], location)


def start_with_garrisons(
    text: str,
    kinds: Sequence[str],
    start: Mapping[str, tuple[Unit, ...]],
    powers: Sequence[str],
    game_map: Map,
) -> dict[str, tuple[Unit, ...]]:
    """Return what those powers start with when the units listed stand in for those of the file.

    Raises OptionError.
    """
    standing = {unit.at.province: unit for power in powers for unit in start.get(power, ())}
    if not standing:
        raise OptionError("garrisons are for powers that nobody plays, and here all are played")
    codes = {game_map.kinds[kind].code: kind for kind in kinds}
    listed: set[str] = set()
    for item in _COMMA.split(text):
        code, _, place = item.partition(" ")
        location = Location.from_text(place)
        if code not in codes:
            raise OptionError(f"{item}: a garrison is {', '.join(codes)}")
        if location.province not in standing:
            raise OptionError(f"{item}: garrisons stand in {', '.join(standing)}")
        if location not in game_map.list_places_for_kind(codes[code], location.province):
            able = [
                f"{code} {spot}"
                for spot in game_map.list_places_for_kind(codes[code], location.province)
            ]
            raise OptionError(f"{item} cannot be; {' or '.join(able) or 'take another kind'}")
        if location.province in listed:
            raise OptionError(f"{item}: {location.province} is named twice")
        listed.add(location.province)
        old = standing[location.province]
        standing[location.province] = Unit(old.power, codes[code], location)
    return {p: tuple(u for u in standing.values() if u.power == p) for p in powers}
