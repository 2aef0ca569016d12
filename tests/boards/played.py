"""Played games of nine variants, with their boards, where they lie beside the checkout."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from judge.boards.draft import Country, Draft, Space
from judge.hooks import Variant
from judge.language.lexicon import build_lexicon
from judge.language.spelling import squeeze_name
from judge.model.position import Fact
from judge.records.batch import Batch, Tally
from judge.rules.opening import UNPLAYED

DATA = Path(__file__).parents[3] / "shared" / "data"
GAMES = DATA / "games_variants.jsonl.gz"
MAPS = DATA / "variant_maps.json"

OURS = {"ancientmediterranean": "ancmed", "hundred": "hundred", "pure": "pure"}
"""Boards of these games that come with the judge, too."""

NOBODY = "Neutral"
"""To whom the source gives the units of nobody."""

BUILDS = {"hundred": "owned", "westernworld901": "owned"}
REBUILT = {"westernworld901"}
"""Where the units of nobody are built again."""

ANY_HOME = {"twentytwenty"}
"""Where units are built in home centers of other powers, too."""

ARGUED = {
    "empiresandcoalitions-1-F1811M",
    "westernworld901-2-F901M",
    "westernworld901-2-S901M",
}
"""Phases that rest on another rule than ours: ``tests/records/PLAYED.md`` argues each."""

Case = dict[str, Any]


def compare(variant: Variant, cases: Iterable[Case]) -> Tally:
    """Judge phases, each from its recorded position; a retreat is to follow its movement."""
    batch = Batch(variant, {})
    for case in cases:
        line = batch.judge_phase(case)
        if case["phase"] == "movement":
            destroyed = line.get("destroyed", ())
            mine = [unit for unit in line.get("dislodged", ()) if unit not in destroyed]
            if mine != [list(unit) for unit in case["waiting"]]:
                batch.tally.wrong.setdefault(case["id"], (f"waiting: {mine}",))
    return batch.tally


@cache
def cases() -> dict[str, list[Case]]:
    """Return the phases of each variant in the neutral form.

    Years of two seasons are parted into spring and fall, to which builds belong. A unit that the
    source names twice is one, and no army is on a coast. Of the units dislodged the source has
    those that can retreat: they are ``waiting``.
    """
    everybody = {code: _homes(told["areas"]) for code, told in _maps().items() if code in ANY_HOME}
    with gzip.open(GAMES, "rt", encoding="utf-8") as lines:
        told = map(json.loads, lines)
        return {
            code: [_neutral(case, everybody.get(code)) for case in listed]
            for code, listed in groupby(told, key=lambda case: str(case["variant"]))
        }


def _neutral(case: Case, everybody: Sequence[str] | None) -> Case:
    year, season = case["year_season"].split()
    if season == "year":
        season = "spring" if int(year) % 10 else "fall"
    case["year_season"] = f"{year} {'fall' if season == 'winter' else season}"
    for told in (case["pre"], case["expect"]):
        for key in {"units", "units_after", "dislodged"} & told.keys():
            told[key] = _once(told[key])
    case["orders"] = {
        power: [re.sub(r"^A (\w+)/\w+", r"A \1", order) for order in orders]
        for power, orders in case["orders"].items()
    }
    case["waiting"] = case["expect"].pop("dislodged")
    case["pre"]["facts"] = [Fact(UNPLAYED, NOBODY)]
    if everybody and case["phase"] == "build":
        builders = [power for power, orders in case["orders"].items() if "BUILD" in orders[0]]
        case["pre"]["homes"] = dict.fromkeys(builders, everybody)
    return case


def renamed(cases: Iterable[Case], code: str, variant: Variant) -> list[Case]:
    """Return phases with the short names that the spaces of the same names have in a variant."""
    places = build_lexicon(variant.map).places
    areas = _maps()[code]["areas"]
    codes = {
        at: places.get(squeeze_name(told["name"])) or places[squeeze_name(at)]
        for at, told in areas.items()
        if "/" not in at
    }
    words = re.compile(rf"\b({'|'.join(codes)})\b")
    text = words.sub(lambda found: codes[found[0]], json.dumps([*cases]))
    return list(json.loads(text))


def _once(units: Iterable[tuple[str, str, str]]) -> list[tuple[str, ...]]:
    known = {
        (power, kind, at.partition("/")[0]): at.partition("/")[0] if kind == "A" else at
        for power, kind, at in sorted(map(tuple, units))
    }
    return [(power, kind, at) for (power, kind, _), at in sorted(known.items())]


@cache
def boards() -> dict[str, Draft]:
    """Return the boards by their codes, each with the units that its first game began with."""
    first = {code: listed[0] for code, listed in cases().items()}
    return {code: _draft(code, told["areas"], first[code]) for code, told in _maps().items()}


def list_codes() -> set[str]:
    """Return the codes of the boards that games were played on."""
    return set(_maps())


def _maps() -> dict[str, dict[str, Any]]:
    maps: dict[str, dict[str, Any]] = json.loads(MAPS.read_text(encoding="utf-8"))
    return maps


def _homes(areas: Mapping[str, Any]) -> list[str]:
    return [at for at, told in areas.items() if told.get("center", NOBODY) != NOBODY]


def _draft(code: str, areas: Mapping[str, Any], first: Case) -> Draft:
    draft = Draft(code, MAPS.name, {}, {})
    draft.year = int(first["year_season"].split()[0])
    draft.builds = BUILDS.get(code, "homes")
    several = {area.partition("/")[0] for area in areas if "/" in area}
    for area, told in areas.items():
        at, _, coast = area.partition("/")
        space = draft.spaces.setdefault(at, Space(at, at))
        if not coast:
            space.sea = told["kinds"] == ["sea"]
            space.center = "center" in told
            space.ferries = "convoyable" in told
            if space.center and told["center"] != NOBODY:
                power = draft.powers.setdefault(told["center"], Country(told["center"]))
                power.homes.append(at)
        for target, ways in told["adj"].items():
            end, _, shore = target.partition("/")
            if "land" in ways:
                space.land.add(end)
            if "sea" in ways and (coast or at not in several) and (shore or end not in several):
                to = f"{end}/{shore.lower()}" if shore else end
                space.water.setdefault(coast.lower(), set()).add(to)
    for name, kind, at in first["pre"]["units"]:
        end, _, shore = at.partition("/")
        power = draft.powers.setdefault(name, Country(name))
        power.units.append(f"{kind} {end}{'/' + shore.lower() if shore else ''}")
    if code in REBUILT:
        draft.unplayed, draft.rebuilt = [NOBODY], True
    return draft
