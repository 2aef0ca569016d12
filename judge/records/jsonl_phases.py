"""Phases in a neutral JSON form that other programs can write: read as records, and written.

A unit is ``["England", "F", "STP/SC"]``, an order any that a player could write: ``F NTH C A YOR
- NWY``, ``A LON - NWY VIA``, ``A VIE S A BUD``, ``A PAR H``; in retreats ``A VIE - BOH`` or ``A
VIE DISBAND``; in adjustments ``BUILD A PAR``, ``REMOVE A PAR`` or ``WAIVE``.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, cast

from judge.hooks import Variant
from judge.language.lexicon import build_lexicon, find_power
from judge.language.reader import read_order
from judge.language.spelling import squeeze_name
from judge.language.writer import write_order
from judge.model.map import Location, Map
from judge.model.order import Order
from judge.model.position import Fact, Unit
from judge.model.reason import Fate, Subject
from judge.model.turn import LETTERS, Phase, Turn
from judge.records.model import DislodgedUnit, RecordedOrder, RecordedPhase, RecordError
from judge.records.run import PlayedPhase, list_destroyed_units


def read_json_lines(
    path: Path, passed: Callable[[int], object] = lambda seen: None
) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file; ``passed`` is told of the bytes read, packed as they lie."""
    packed = path.suffix == ".gz"
    with path.open("rb") as raw, gzip.open(raw) if packed else nullcontext(raw) as stream:
        seen = 0
        # To mypy, what the two have in common is an object.
        for number, case in enumerate(parse_json_lines(cast(IO[bytes], stream))):
            if number % 64 == 0:
                passed(raw.tell() - seen)
                seen = raw.tell()
            yield case
        passed(raw.tell() - seen)


def parse_json_lines(text: Iterable[str | bytes]) -> Iterator[dict[str, Any]]:
    """Yield the objects of lines, empty ones passed over. Raises RecordError, with the line."""
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as trouble:
            raise RecordError(f"line {number} is no JSON: {trouble}") from None
        if not isinstance(case, dict):
            raise RecordError(f"line {number} is no JSON object")
        yield case


Case = Mapping[str, Any]
"""A phase in neutral form."""

PHASES = {
    "movement": Phase.MOVEMENT,
    "retreat": Phase.RETREATS,
    "build": Phase.ADJUSTMENTS,
}

CHOICES: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("4.A.3: VIA to a neighbour without a convoy falls back", {"via": "land"}),
    ("4.A.3: explicit only", {"intent": "written"}),
    ("4.A.5 a", {"convoy_retreat": "barred"}),
    ("civil disorder: the site chose", {"disorder": "homes"}),
)
"""How the ``choice`` of a phase begins, and the options under which it is judged."""


class PhaseReader:
    """Reads phases of one variant. Powers, units and orders are remembered by their text."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._powers = {power: power for power in variant.map.powers}
        self._units: dict[tuple[str, ...], Unit] = {}
        self._orders: dict[tuple[str, str, Phase], Order | None] = {}

    def read_phase(self, case: Case) -> RecordedPhase:
        """Return a phase as a record has it; raises RecordError alone."""
        with _report_bad_form("a phase"):
            phase = self._build_phase(case, PHASES[case["phase"]])
            if isinstance(case.get("movement"), Mapping):
                movement = self._build_phase({**case, **case["movement"]}, Phase.MOVEMENT)
                phase = replace(phase, movement=movement)
        with _report_bad_form("an outcome"):
            return self._with_expectations(phase, case["expect"]) if "expect" in case else phase

    def _build_phase(self, case: Case, phase: Phase) -> RecordedPhase:
        before = case["pre"]
        units = self._read_units(before.get("units", ()))
        if len({unit.at.province for unit in units}) < len(units):
            raise RecordError("two units in one space")
        orders: list[RecordedOrder] = []
        unread: list[tuple[str, str]] = []
        for name, texts in case["orders"].items():
            power = self._read_power(name)
            for text in texts:
                order = self._read_order(power, text, phase)
                if order is None:
                    unread.append((power, text))
                else:
                    orders.append(RecordedOrder(power, order, text=text))
        retreats = before.get("retreat_options", {})
        dislodged = (self._read_dislodged(item, retreats) for item in before.get("dislodged", ()))
        return RecordedPhase(
            turn=self._read_turn(case, phase),
            units=units,
            dislodged=tuple(dislodged),
            contested=frozenset(before.get("contested", ())),
            owners=self._collect_codes_by_power(before.get("centers", {})),
            homes=self._collect_codes_by_power(before.get("homes", {})),
            facts=frozenset(Fact(*map(str, fact)) for fact in before.get("facts", ())),
            razed=frozenset(before.get("razed", ())),
            orders=tuple(orders),
            unread=tuple(unread),
            name=str(case.get("id", "")),
            options=find_options_of_choice(str(case.get("choice", ""))),
        )

    def _with_expectations(self, phase: RecordedPhase, expect: Case) -> RecordedPhase:
        after, lost, gone = (
            self._read_units(expect[key]) if key in expect else None
            for key in ("units_after", "dislodged", "destroyed")
        )
        owns: dict[str, tuple[str, ...]] = {}
        if "centers_after" in expect:
            owns = dict.fromkeys(self.variant.map.powers, ())
            owns |= self._collect_codes_by_power(expect["centers_after"])
        return replace(phase, after=after, lost=lost, destroyed=gone, owns=owns)

    def _read_turn(self, case: Case, phase: Phase) -> Turn:
        year, season = str(case["year_season"]).split()
        letter = LETTERS["fall" if season == "autumn" else season]
        turn = self.variant.calendar.parse_turn(f"{letter}{year}{phase}")
        if turn is None:
            raise RecordError(f"{case['year_season']} has no {case['phase']} phase in this variant")
        return turn

    def _read_power(self, name: str) -> str:
        if name not in self._powers:
            powers = {power.casefold(): power for power in self.variant.map.powers}
            power = powers.get(name.casefold()) or find_power(self.variant.map, name)
            if power is None:
                raise RecordError(f"no power of this variant: {name}")
            self._powers[name] = power
        return self._powers[name]

    def _read_units(self, items: Iterable[Sequence[str]]) -> tuple[Unit, ...]:
        return tuple(self._read_unit(item) for item in items)

    def _read_unit(self, item: Sequence[str]) -> Unit:
        name, code, place = item[:3]
        if (name, code, place) not in self._units:
            power, location = self._read_power(name), self._read_place(place)
            kind = build_lexicon(self.variant.map).kinds.get(squeeze_name(code))
            if kind is None or location is None:
                raise RecordError(f"no unit of this variant: {' '.join(item)}")
            self._units[name, code, place] = Unit(power, kind, location)
        return self._units[name, code, place]

    def _read_place(self, text: str) -> Location | None:
        place, _, coast = text.partition("/")
        province = build_lexicon(self.variant.map).places.get(squeeze_name(place))
        return Location(province, coast.lower()) if province else None

    def _read_dislodged(self, item: Sequence[str], retreats: Case) -> DislodgedUnit:
        unit = self._read_unit(item)
        listed = retreats.get(item[0], {}).get(f"{item[1]} {item[2]}")
        places = None if listed is None else map(self._read_place, listed)
        options = None if places is None else tuple(place for place in places if place)
        return DislodgedUnit(unit, item[3] if item[3:] else "", options=options)

    def _collect_codes_by_power(
        self, held: Mapping[str, Iterable[str]]
    ) -> dict[str, tuple[str, ...]]:
        return {self._read_power(name): tuple(codes) for name, codes in held.items()}

    def _read_order(self, power: str, text: str, phase: Phase) -> Order | None:
        key = (power, text, phase)
        if key not in self._orders:
            try:
                self._orders[key] = read_order(text, self.variant, phase, power)
            except ValueError:
                self._orders[key] = None
        return self._orders[key]


def find_options_of_choice(choice: str) -> Mapping[str, str]:
    """Return the options that a named rule choice asks for; none where it is the house's own."""
    return next((options for start, options in CHOICES if choice.startswith(start)), {})


@contextmanager
def _report_bad_form(form_name: str) -> Iterator[None]:
    try:
        yield
    except RecordError:
        raise
    except KeyError as trouble:
        raise RecordError(f"{trouble} is missing or unknown") from trouble
    except (AttributeError, IndexError, TypeError, ValueError) as trouble:
        raise RecordError(f"this is not the form of {form_name} ({trouble})") from trouble


def describe_outcome(case: Case, played: PlayedPhase, variant: Variant) -> dict[str, Any]:
    """Return a case with its outcome in neutral form, a result and a reason for each order."""
    record, after, game_map = played.record, played.record.after, variant.map
    line = {key: value for key, value in case.items() if key != "expect"}
    line["units_after"] = neutralize_units(after.units.values(), game_map)
    line["dislodged"] = neutralize_units(
        (dislodged.unit for dislodged in record.dislodged), game_map
    )
    line["destroyed"] = neutralize_units(list_destroyed_units(record), game_map)
    owners = dict.fromkeys(sorted(after.owners.values()))
    line["centers_after"] = {power: [*after.centers_of(power)] for power in owners}
    if after.facts:
        line["facts_after"] = [list(fact) for fact in sorted(after.facts)]
    if after.lost:
        line["razed_after"] = sorted(after.lost)
    line["results"] = _collect_results_by_power(played, variant)
    return line


def _collect_results_by_power(
    played: PlayedPhase, variant: Variant
) -> dict[str, list[dict[str, Any]]]:
    texts = {id(result): recorded.text for result, recorded, _ in played.orders if recorded}
    results: dict[str, list[dict[str, Any]]] = {}
    for result in played.record.results:
        text = texts.get(id(result)) or write_order(result.order, variant).upper()
        about = [_neutralize_subject(subject, variant.map) for subject in result.why.about]
        line = _collect_result_fields(text, result.fate, result.why.code, about)
        results.setdefault(result.order.unit.power, []).append(line)
    for power, text in played.phase.unread:
        results.setdefault(power, []).append(_collect_result_fields(text, Fate.VOID, "unread", []))
    return results


def _collect_result_fields(text: str, fate: Fate, reason: str, about: list[Any]) -> dict[str, Any]:
    return {"order": text, "result": str(fate), "reason": reason, "about": about}


def _neutralize_subject(about: Subject, game_map: Map) -> Any:
    """Return a reason's subject in neutral form; of a waived build that is its power."""
    if isinstance(about, str):
        return about
    if isinstance(about, Unit):
        return _neutralize_unit(about, game_map) if about.kind else about.power
    return str(about).upper()


def _neutralize_unit(unit: Unit, game_map: Map) -> list[str]:
    return [unit.power, game_map.kinds[unit.kind].code, str(unit.at).upper()]


def neutralize_units(units: Iterable[Unit], game_map: Map) -> list[list[str]]:
    """Return units in neutral form, sorted."""
    return sorted(_neutralize_unit(unit, game_map) for unit in units)
