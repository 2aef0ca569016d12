"""Reading ``map.toml`` and the unit tables into a Map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from judge import resources
from judge.library.files import Layer, read_toml, validate_tables
from judge.library.statements import StatementTable
from judge.model.map import Canal, Corner, Leg, Location, Map, Power, Province, Span, UnitKind, Way
from judge.tables import PowerTable, Spaces, Table, UnitTable

Water = Annotated[
    dict[str, Spaces], BeforeValidator(lambda value: {"": value} if type(value) is str else value)
]
"""Where keels go from a space: one text, or one for each of its coasts."""


class ProvinceTable(Table):
    """A space and its borders."""

    name: str
    article: bool = False
    center: bool = False
    sea: bool = False
    land: Spaces = ()
    water: Water = Field(default_factory=dict)
    ferries: bool = False
    aliases: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


class CanalTable(Table):
    """Two lands and two waters that meet in one point."""

    name: str = ""
    lands: Annotated[Spaces, Field(min_length=2, max_length=2)]
    waters: Annotated[Spaces, Field(min_length=2, max_length=2)]


class CornerTable(Table):
    """Lands that meet in one point."""

    name: str = ""
    lands: Annotated[Spaces, Field(min_length=3)]


class NarrowTable(Table):
    """Two spaces between which units move with another strength than one, supports apart."""

    between: Annotated[Spaces, Field(min_length=2, max_length=2)]
    strength: Annotated[float, Field(ge=0, lt=1, strict=False)] = 0


OneWay = Annotated[str, Field(pattern=r"^\S+ \S+ (land|water)$")]
"""A border that is crossed from its first space to its second alone."""


class MapFile(Table):
    """A ``map.toml``."""

    one_way: tuple[OneWay, ...] = ()
    powers: dict[str, PowerTable] = Field(default_factory=dict)
    provinces: dict[str, ProvinceTable]
    regions: dict[str, Spaces] = Field(default_factory=dict)
    canals: tuple[CanalTable, ...] = ()
    corners: tuple[CornerTable, ...] = ()
    narrows: tuple[NarrowTable, ...] = ()
    statements: tuple[StatementTable, ...] = ()


def read_map(name: str) -> MapFile:
    """Return the ``map.toml`` of a folder. Raises FileError if it is wrong."""
    return _read_map_file(resources.find_file("maps", f"{name}/map.toml"))


@cache
def _read_map_file(path: Path) -> MapFile:
    tables = read_toml(path)
    parts = {"space": tables.get("provinces"), "power": tables.get("powers", {})}
    names = {sort: frozenset(table) for sort, table in parts.items() if isinstance(table, Mapping)}
    return validate_tables(MapFile, tables, (Layer(path, tables),), names)


def build_map(
    name: str,
    file: MapFile,
    units: Mapping[str, UnitTable],
    without: Sequence[tuple[str, str]] = (),
    powers: Mapping[str, PowerTable] | None = None,
) -> Map:
    """Return the Map that a ``map.toml`` and a variant's ``[units]`` tables describe.

    ``without`` are borders of the file that this game has not, ``powers`` those that it has
    instead of the file's.
    """
    absent = {frozenset(pair) for pair in without}
    province_legs = [
        leg for code, table in file.provinces.items() for leg in _list_legs_of_province(code, table)
    ]
    legs = tuple(
        leg
        for leg in (
            *province_legs,
            *(
                leg
                for leg in dict.fromkeys(_list_legs_of_meetings(file))
                if leg not in province_legs
            ),
        )
        if {leg.origin.province, leg.target.province} not in absent
    )
    contacts: defaultdict[str, set[str]] = defaultdict(set)
    for leg in legs:
        contacts[leg.origin.province].add(leg.target.province)
        contacts[leg.target.province].add(leg.origin.province)
    kinds = {kind: _build_kind(kind, table) for kind, table in units.items()}
    return Map(
        name=name,
        provinces={code: _build_province(code, table) for code, table in file.provinces.items()},
        legs=legs,
        kinds=kinds or {"army": ARMY, "fleet": FLEET},
        powers={
            power: _build_power(power, table) for power, table in (powers or file.powers).items()
        },
        contacts={code: frozenset(contacts[code]) for code in file.provinces},
        regions=file.regions,
        canals=tuple(Canal(canal.name, canal.lands, canal.waters) for canal in file.canals),
        corners=tuple(Corner(corner.name, corner.lands) for corner in file.corners),
        narrows={frozenset(row.between): row.strength for row in file.narrows},
    )


def _build_province(code: str, table: ProvinceTable) -> Province:
    return Province(
        code=code,
        name=table.name,
        terrain="sea" if table.sea else "land",
        center=table.center,
        coasts=tuple(filter(None, table.water)),
        aliases=table.aliases,
        ferries=table.ferries,
        article=table.article or table.sea,
        people=table.people,
    )


def _list_legs_of_province(code: str, table: ProvinceTable) -> Iterator[Leg]:
    for target in table.land:
        yield Leg(Location(code), Location.from_text(target), "land")
    for coast, targets in table.water.items():
        for target in targets:
            yield Leg(Location(code, coast), Location.from_text(target), "water")


def _list_legs_of_meetings(file: MapFile) -> Iterator[Leg]:
    """Yield the legs of canals (two lands and two waters all adjoin) and of corners (lands do)."""
    for canal in file.canals:
        yield from _list_legs_between_all(canal.lands, "land")
        yield from _list_legs_between_all((*canal.lands, *canal.waters), "water")
    for corner in file.corners:
        yield from _list_legs_between_all(corner.lands, "land")


def _list_legs_between_all(codes: Sequence[str], way: Way) -> Iterator[Leg]:
    for origin, target in permutations(codes, 2):
        yield Leg(Location(origin), Location(target), way)


def _build_power(name: str, table: PowerTable) -> Power:
    return Power(**{**dict(table), "name": name, "adjective": table.adjective or name})


def _build_kind(name: str, table: UnitTable) -> UnitKind:
    codes = table.codes or (name[0].upper(),)
    changed: dict[str, Any] = {
        "name": table.name or name,
        "code": codes[0],
        "codes": (*codes, name),
        "travels": frozenset(table.travels),
        "orders": frozenset(table.orders),
        "support": Span(**dict(table.support)),
        "carry": Span(**dict(table.carry)) if table.carry else None,
    }
    return UnitKind(**{**dict(table), **changed})


ARMY = _build_kind("army", UnitTable(travels=("land",), convoyed=True, disorder=1))
FLEET = _build_kind(
    "fleet",
    UnitTable(travels=("water",), orders=("hold", "move", "support", "convoy"), convoys=True),
)
