"""Reading ``maps/<code>/`` into a Variant."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from judge import resources
from judge.hooks import Spec, Variant
from judge.library.maps import FileError, build_map, read_toml
from judge.model.map import Location, Map
from judge.model.order import Order
from judge.model.position import Unit
from judge.model.turn import Calendar, Phase, Step
from judge.rules.standard import stock


def codes() -> tuple[str, ...]:
    """Return the codes of all variants that can be loaded, sorted."""
    found = {
        path.parent.name
        for folder in resources.folders("maps")
        for path in folder.glob("*/variant.toml")
    }
    return tuple(sorted(found))


def load(code: str, options: Mapping[str, str] | None = None) -> Variant:
    """Return a variant with the game options given, others at their defaults.

    The same code and options give the same object. Raises KeyError when there is no such
    variant, ValueError naming the option and its choices when an option is not understood,
    BadFile (a ValueError) when a file is wrong.
    """
    if code not in codes():
        raise KeyError(code)
    try:
        return _load(code, _chosen(code, frozenset((options or {}).items())))
    except KeyError as trouble:
        raise FileError(f"{code}: {trouble} is missing or unknown") from trouble
    except (AttributeError, ImportError, OSError, TypeError) as trouble:
        raise FileError(f"{code}: {trouble}") from trouble


# What is given may be anything that somebody wrote.
@lru_cache(maxsize=1024)
def _chosen(code: str, given: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """Return the options in force: those given, and the defaults of the others."""
    return frozenset(_options(_read(code, dict(given)), dict(given)).items())


@cache
def _load(code: str, chosen: frozenset[tuple[str, str]]) -> Variant:
    folder = resources.find("maps", code)
    raw = _read(code, dict(chosen))
    options = _options(raw, dict(chosen))
    for name, choice in options.items():
        raw = _overlay(raw, raw["options"][name].get(choice, {}))
    board = _map(str(raw["map"]), raw)
    calendar = _calendar(raw["calendar"])
    win = raw.get("win", {}).get("centers") or len(board.centers) // 2 + 1
    start = {power: _units(power, text, board) for power, text in raw.get("start", {}).items()}
    tables = raw.get("options", {})
    unit_lists = frozenset(name for name, table in tables.items() if "units" in table)
    for name in unit_lists:
        if options[name] not in tables[name]["choices"]:
            unplayed = raw["scenario"].get("unplayed", ())
            start |= _garrisons(options[name], tables[name]["units"], start, unplayed, board)
    spec = Spec(
        code=code,
        map=board,
        calendar=calendar,
        options=options,
        start=start,
        win=win,
        raw=raw,
    )
    rules = stock(spec)
    orders: dict[str, type[Order]] = {}
    for name in raw["modules"]:
        module = importlib.import_module(f"judge.variants.{name}")
        rules, orders = module.rules(rules, spec), orders | dict(module.ORDERS)
        if hasattr(module, "board"):
            board = module.board(board, spec)
    about = folder / "rules.md"
    return Variant(
        code=code,
        name=raw["name"],
        map=board,
        calendar=calendar,
        rules=rules,
        grammar=tuple(raw.get("grammar", ("orders", "adjustments"))),
        orders=orders,
        settings=options,
        win=win,
        hushed=frozenset(name for name, t in tables.items() if t.get("hushed")),
        unit_lists=unit_lists,
        draws={
            name: tuple(table["choices"]) for name, table in tables.items() if table.get("drawn")
        },
        about=about.read_text(encoding="utf-8") if about.exists() else "",
        press=raw.get("press", {}).get("when", "always"),
        consent=tuple(
            f"{name}={choice}"
            for name, choice in options.items()
            if choice in raw["options"][name].get("consent", ())
        ),
    )


def _read(code: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Return a variant's file; one that plays over a map's variant is laid over that one's file.

    ``modules`` are then the rules' modules of both, the undermost first.
    """
    raw = dict(read_toml(resources.find("maps", code) / "variant.toml"))
    modules = [raw["rules"]] if "rules" in raw else []
    if not raw.get("over"):
        return raw | {"modules": modules}
    boards = [raw["map"], *(other for other in codes() if _is_board(other) and other != raw["map"])]
    name = given.get("map", raw["map"])
    if name not in boards:
        raise ValueError(f"map is one of: {', '.join(boards)}")
    under = _read(name, {})
    joined = _overlay(under, raw)
    options = {o: t for o, t in joined["options"].items() if o not in raw.get("drops", ())}
    options["map"] = {**options["map"], "choices": boards}
    provinces = read_toml(resources.find("maps", name) / "map.toml")["provinces"].values()
    size = sum(bool(table.get("center")) for table in provinces)
    for option, table in options.items():
        if "scaled" in table:
            options[option] = {**table, "choices": _scaled(table["scaled"], size)}
    grammar = list(dict.fromkeys([*under.get("grammar", ()), *raw["grammar"]]))
    modules = [*under["modules"], *modules]
    return joined | {"map": name, "options": options, "grammar": grammar, "modules": modules}


def _scaled(table: Mapping[str, int], size: int) -> list[str]:
    """Return the numbers that are in proportion to the number of the map's centers."""
    ends = [round(table[end] * size / table["centers"]) for end in ("least", "most")]
    return [str(number) for number in range(max(ends[0], 2), ends[1] + 1)]


def _is_board(code: str) -> bool:
    return (resources.find("maps", code) / "map.toml").exists()


def _map(name: str, raw: Mapping[str, Any]) -> Map:
    folder: Path = resources.find("maps", name)
    own = raw if raw["map"] == name and "units" in raw else read_toml(folder / "variant.toml")
    return _board(folder, json.dumps(own.get("units", {})), tuple(raw.get("without", ())))


@cache
def _board(folder: Path, units: str, without: tuple[str, ...]) -> Map:
    """Return a map: one object for all options that leave it as it is."""
    table = read_toml(folder / "map.toml")
    return build_map(folder.name, table, json.loads(units), without)


def _options(raw: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, str]:
    tables = raw.get("options", {})
    for name, value in given.items():
        if name not in tables:
            raise ValueError(f"no option {name}; there are: {', '.join(sorted(tables))}")
        if value not in tables[name]["choices"] and (
            "units" not in tables[name] or " " not in value
        ):
            raise ValueError(f"{name} is {_one_of(tables[name]['choices'])}")
    return {name: given.get(name, table["choices"][0]) for name, table in tables.items()}


def _one_of(choices: Sequence[str]) -> str:
    if len(choices) > 2 and all(map(str.isdigit, choices)) and int(choices[0]) < int(choices[-1]):
        return f"a number from {choices[0]} to {choices[-1]}"
    return f"one of: {', '.join(choices)}"


def _overlay(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    joined = dict(under)
    for key, value in over.items():
        old = joined.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        joined[key] = _overlay(old, value) if both else value  # type: ignore[arg-type]  # mappings
    return joined


def _calendar(table: Mapping[str, Any]) -> Calendar:
    steps = []
    for text in table["steps"]:
        season, phases = text.split()
        steps.append(Step(season, phases.rstrip("*"), phases.endswith("*")))
    return Calendar(
        start=table["start"],
        steps=tuple(steps),
        opening=tuple((s, Phase(p)) for s, p in (o.split() for o in table.get("opening", ()))),
        adjusting=table.get("adjusting", ""),
        era=table.get("era", ""),
        always=tuple(
            (season, Phase(phase), int(year))
            for season, phase, year in (row.split() for row in table.get("always", ()))
        ),
        every=table.get("every", False),
        reckoning=tuple(table["reckoning"]) if "reckoning" in table else None,
    )


def _units(power: str, text: str, game_map: Map) -> tuple[Unit, ...]:
    kinds = {code: kind for kind, table in game_map.kinds.items() for code in table.codes}
    units = []
    for item in filter(None, re.split(r"\s*,\s*", text)):
        code, place = item.split()
        at = Location.of(place)
        if at not in game_map.places(kinds[code], at.province):
            raise FileError(f"{power} cannot start with {item}")
        units.append(Unit(power, kinds[code], at))
    return tuple(units)


def _garrisons(
    text: str,
    kinds: Sequence[str],
    start: Mapping[str, tuple[Unit, ...]],
    powers: Sequence[str],
    game_map: Map,
) -> dict[str, tuple[Unit, ...]]:
    """Return what those powers start with when the units listed stand in for those of the file."""
    standing = {unit.at.province: unit for power in powers for unit in start.get(power, ())}
    if not standing:
        raise ValueError("garrisons are for powers that nobody plays, and here all are played")
    codes = {game_map.kinds[kind].code: kind for kind in kinds}
    listed: set[str] = set()
    for item in re.split(r"\s*,\s*", text):
        code, _, place = item.partition(" ")
        at = Location.of(place)
        if code not in codes:
            raise ValueError(f"{item}: a garrison is {', '.join(codes)}")
        if at.province not in standing:
            raise ValueError(f"{item}: garrisons stand in {', '.join(standing)}")
        if at not in game_map.places(codes[code], at.province):
            able = [f"{code} {spot}" for spot in game_map.places(codes[code], at.province)]
            raise ValueError(f"{item} cannot be; {' or '.join(able) or 'take another kind'}")
        if at.province in listed:
            raise ValueError(f"{item}: {at.province} is named twice")
        listed.add(at.province)
        old = standing[at.province]
        standing[at.province] = Unit(old.power, codes[code], at)
    return {p: tuple(u for u in standing.values() if u.power == p) for p in powers}
