"""Reading ``map.toml`` and the unit tables into a Map."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, cast

from judge.model.map import Leg, Location, Map, Power, Province, Span, UnitKind, Way

ARMY = UnitKind(
    name="army",
    code="A",
    codes=("A", "army"),
    travels=frozenset({"land"}),
    orders=frozenset({"hold", "move", "support"}),
    convoyed=True,
    disorder=1,
)
FLEET = UnitKind(
    name="fleet",
    code="F",
    codes=("F", "fleet"),
    travels=frozenset({"water"}),
    orders=frozenset({"hold", "move", "support", "convoy"}),
    convoys=True,
    disorder=0,
)


class FileError(ValueError):
    """A map or variant file does not say what it must; the text says where and what."""


def read_toml(path: Path) -> Mapping[str, Any]:
    """Return the tables of a TOML file. Raises BadFile with the path if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as trouble:
        raise FileError(f"{path}: {trouble}") from trouble


def build_map(
    name: str, raw: Mapping[str, Any], units: Mapping[str, Any], without: Sequence[str] = ()
) -> Map:
    """Return the Map that a ``map.toml`` and a variant's ``[units]`` tables describe.

    ``without`` are borders of the file that this game has not, two codes each.
    """
    absent = {frozenset(pair.split()) for pair in without}
    provinces = {code: _province(code, table) for code, table in raw["provinces"].items()}
    own = [leg for code, table in raw["provinces"].items() for leg in _legs(code, table)]
    legs = (*own, *(leg for leg in dict.fromkeys(_meetings(raw)) if leg not in own))
    if absent:
        legs = tuple(
            leg for leg in legs if {leg.origin.province, leg.target.province} not in absent
        )
    contacts: defaultdict[str, set[str]] = defaultdict(set)
    for leg in legs:
        if leg.target.province not in provinces:
            raise FileError(f"{name}: {leg.origin} borders on the unknown {leg.target}")
        contacts[leg.origin.province].add(leg.target.province)
        contacts[leg.target.province].add(leg.origin.province)
    kinds = {"army": ARMY, "fleet": FLEET} if not units else {}
    kinds |= {kind: _kind(kind, table) for kind, table in units.items()}
    return Map(
        name=name,
        provinces=provinces,
        legs=legs,
        kinds=kinds,
        powers={power: _power(power, table) for power, table in raw.get("powers", {}).items()},
        contacts={code: frozenset(contacts[code]) for code in provinces},
    )


def _province(code: str, table: Mapping[str, Any]) -> Province:
    water = table.get("water", "")
    return Province(
        code=code,
        name=table["name"],
        terrain="sea" if table.get("sea") else "land",
        center=bool(table.get("center")),
        coasts=tuple(water) if isinstance(water, Mapping) else (),
        aliases=tuple(table.get("aliases", ())),
        ferries=bool(table.get("ferries")),
    )


def _legs(code: str, table: Mapping[str, Any]) -> Iterator[Leg]:
    for target in table.get("land", "").split():
        yield Leg(Location(code), Location.of(target), "land")
    water = table.get("water", "")
    shores = water if isinstance(water, Mapping) else {"": water}
    for coast, targets in shores.items():
        for target in targets.split():
            yield Leg(Location(code, coast), Location.of(target), "water")


def _meetings(raw: Mapping[str, Any]) -> Iterator[Leg]:
    """Yield the legs of canals (two lands and two waters all adjoin) and of corners (lands do)."""
    for canal in raw.get("canals", ()):
        lands, waters = canal["lands"].split(), canal["waters"].split()
        yield from _all_pairs(lands, "land")
        yield from _all_pairs([*lands, *waters], "water")
    for corner in raw.get("corners", ()):
        yield from _all_pairs(corner["lands"].split(), "land")


def _all_pairs(codes: Sequence[str], way: Way) -> Iterator[Leg]:
    for one, other in permutations(codes, 2):
        yield Leg(Location(one), Location(other), way)


def _power(name: str, table: Mapping[str, Any]) -> Power:
    return Power(
        name=name,
        adjective=table.get("adjective", name),
        letter=table.get("letter", ""),
        homes=tuple(table.get("homes", "").split()),
        aliases=tuple(table.get("aliases", ())),
        capital=table.get("capital", ""),
    )


def _span(value: Mapping[str, Any] | None) -> Span | None:
    return None if value is None else Span(value.get("range", 1), value.get("over", "legs"))


def _kind(name: str, table: Mapping[str, Any]) -> UnitKind:
    codes = tuple(table.get("codes", (name[0].upper(),)))
    return UnitKind(
        name=table.get("name", name),
        code=codes[0],
        codes=(*codes, name),
        travels=frozenset(cast(list[Way], table.get("travels", []))),
        orders=frozenset(table.get("orders", ("hold", "move", "support"))),
        support=_span(table.get("support")) or Span(),
        carry=_span(table.get("carry")),
        receives_support=table.get("receives_support", True),
        convoys=table.get("convoys", False),
        convoyed=table.get("convoyed", False),
        retreats=table.get("retreats", True),
        limit=table.get("limit"),
        disorder=table.get("disorder", 0),
    )
