"""Games of webDiplomacy: its ``history.json``, or the answer of its older ``game/status``."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from judge.hooks import Variant
from judge.model.map import Location
from judge.model.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from judge.model.position import Position, Unit
from judge.model.reason import Fate
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase, Turn
from judge.records.formats.told import SourcePhase, build_record, group_by_power
from judge.records.model import Record, RecordError
from judge.records.writer import PlayedTurn, list_results_of_given_orders
from judge.resources import find_file

_PHASES = {"Diplomacy": Phase.MOVEMENT, "Retreats": Phase.RETREATS, "Builds": Phase.ADJUSTMENTS}
_NAMES = {phase: name for name, phase in _PHASES.items()}
_SEASONS = ("spring", "fall")


class _Numbers(NamedTuple):
    """How the site numbers powers and places, and the other way round."""

    powers: Mapping[int, str]
    places: Mapping[int, str]
    of_power: Mapping[str, int]
    of_place: Mapping[str, int]


def _load_numbers(variant: Variant) -> _Numbers:
    """Return the numbers of a variant; one that has none of its own has those of its map."""
    for name in (variant.code, variant.map.name):
        try:
            return _read_numbers(find_file("maps", f"{name}/webdip.toml"))
        except FileNotFoundError:
            continue
    raise RecordError(f"nobody has said how webDiplomacy numbers {variant.name}")


@cache
def _read_numbers(path: Path) -> _Numbers:
    table = tomllib.loads(path.read_text("utf-8"))
    powers = dict(enumerate(table["powers"], 1))
    places = dict(enumerate(table["places"], 1))
    return _Numbers(
        powers,
        places,
        {name: number for number, name in powers.items()},
        {name: number for number, name in places.items()},
    )


def read_history(document: Mapping[str, Any], variant: Variant) -> Record:
    """Return the record of a game. Raises RecordError; KeyError and the like if it is none."""
    numbers = _load_numbers(variant)
    phases = [_read_phase(phase, variant, numbers) for phase in document["phases"]]
    return build_record(str(document.get("gameID", "")), variant, phases)


def _read_phase(phase: Mapping[str, Any], variant: Variant, numbers: _Numbers) -> SourcePhase:
    at = int(phase["turn"])
    kind = _PHASES.get(phase["phase"])
    if kind is None and phase["phase"] != "Finished":
        raise RecordError(f"turn {at}: there is no phase {phase['phase']}")
    calendar = variant.calendar
    year = calendar.start + (at * calendar.span if calendar.span else at // 2)
    units = [
        (
            _is_yes(unit["retreating"]),
            _read_unit(
                unit["countryID"], unit.get("type") or unit["unitType"], unit["terrID"], numbers
            ),
        )
        for unit in phase["units"]
    ]
    orders = (
        (numbers.powers[int(order["countryID"])], _write_player_order_text(order, numbers))
        for order in phase.get("orders") or ()
    )
    return SourcePhase(
        Turn(year, _SEASONS[at % 2], kind) if kind else None,
        tuple(unit for retreating, unit in units if not retreating),
        tuple(unit for retreating, unit in units if retreating),
        group_by_power(
            (
                numbers.powers[int(center["countryID"])],
                _find_province_of_number(center["terrID"], numbers),
            )
            for center in phase["centers"]
            if int(center["countryID"])
        ),
        orders=group_by_power(orders),
    )


def _is_yes(value: object) -> bool:
    return value in (True, "Yes")


def _read_unit(country: Any, kind: str, place: Any, numbers: _Numbers) -> tuple[str, str, str]:
    return numbers.powers[int(country)], kind[:1], numbers.places[int(place)]


def _find_province_of_number(place: Any, numbers: _Numbers) -> str:
    return numbers.places[int(place)].partition("/")[0]


def _write_player_order_text(order: Mapping[str, Any], numbers: _Numbers) -> str:
    """Return an order as a player writes it."""

    def place_in_field(name: str) -> str:
        return numbers.places[int(order[name])]

    kind = order["type"]
    if kind == "Wait":
        return "WAIVE"
    if kind in ("Build Army", "Build Fleet"):
        return (
            f"BUILD {kind[6]} {place_in_field('toTerrID' if order.get('toTerrID') else 'terrID')}"
        )
    unit = f"{(order.get('unitType') or '')[:1]} {place_in_field('terrID')}".strip()
    if kind == "Hold":
        return f"{unit} H"
    if kind == "Move":
        by_convoy = " VIA" if _is_yes(order.get("viaConvoy")) else ""
        return f"{unit} - {place_in_field('toTerrID')}{by_convoy}"
    if kind == "Support hold":
        return f"{unit} S {place_in_field('toTerrID')}"
    if kind == "Support move":
        return f"{unit} S {place_in_field('fromTerrID')} - {place_in_field('toTerrID')}"
    if kind == "Convoy":
        return f"{unit} C {place_in_field('fromTerrID')} - {place_in_field('toTerrID')}"
    if kind == "Retreat":
        return f"{unit} - {place_in_field('toTerrID')}"
    if kind == "Disband":
        return f"{unit} DISBAND"
    if kind == "Destroy":
        return f"REMOVE {unit}"
    raise RecordError(f"there is no order {kind}")


def write_history(title: str, variant: Variant, played: Sequence[PlayedTurn], now: Position) -> str:
    """Return a game as the site's ``history.json`` has it. Raises RecordError if it cannot."""
    numbers = _load_numbers(variant)
    phases = [
        {
            **_collect_position_fields(phase.record.before, variant, numbers),
            "orders": list(_list_order_rows(phase.record, numbers)),
        }
        for phase in played
    ]
    phases.append({**_collect_position_fields(now, variant, numbers), "orders": []})
    if now.ended:
        phases[-1]["phase"] = "Finished"
    document = {"schema": 1, "gameID": title, "file": "history", "phases": phases}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _collect_position_fields(
    position: Position, variant: Variant, numbers: _Numbers
) -> dict[str, Any]:
    turn = position.turn
    if turn.season not in _SEASONS:
        raise RecordError(f"webDiplomacy has no {turn.season}")
    calendar, years = variant.calendar, turn.year - variant.calendar.start
    at = years // calendar.span if calendar.span else 2 * years + _SEASONS.index(turn.season)
    standing = [(unit, False) for unit in position.units.values()]
    waiting = [(gone.unit, True) for gone in position.dislodged]
    return {
        "turn": at,
        "phase": _NAMES[turn.phase],
        "turnText": calendar.turn_title(turn),
        "units": [
            {
                "countryID": numbers.of_power[unit.power],
                "type": unit.kind.title(),
                "terrID": numbers.of_place[str(unit.at)],
                "retreating": retreating,
            }
            for unit, retreating in (*standing, *waiting)
        ],
        "centers": [
            {"terrID": numbers.of_place[code], "countryID": numbers.of_power[owner]}
            for code, owner in sorted(position.owners.items())
        ],
    }


def _list_order_rows(record: PhaseRecord, numbers: _Numbers) -> Iterator[dict[str, Any]]:
    lost = {gone.unit for gone in record.dislodged}
    for result in list_results_of_given_orders(record):
        order, unit = result.order, result.order.unit
        kind, to, start = _split_order(order)
        yield {
            "countryID": numbers.of_power[unit.power],
            "terrID": numbers.of_place[str(unit.at)] if unit.kind else None,
            "unitType": unit.kind.title() or None,
            "type": kind,
            "toTerrID": to and numbers.of_place[str(to)],
            "fromTerrID": start and numbers.of_place[start.at.province],
            "viaConvoy": isinstance(order, Move) and order.via_convoy,
            "success": result.fate is Fate.STANDS,
            "dislodged": unit in lost,
        }


def _split_order(order: Order) -> tuple[str, Location | None, Unit | None]:
    """Return what the site calls an order, where it leads, and from where a unit is helped."""
    match order:
        case Hold():
            return "Hold", None, None
        case Move(to=to):
            return "Move", to, None
        case Support(of=of, into=None):
            return "Support hold", Location(of.at.province), None
        case Support(of=of, into=into) if into:
            return "Support move", Location(into.province), of
        case Convoy(of=of, to=to):
            return "Convoy", to, of
        case Retreat(to=to):
            return "Retreat", to, None
        case Disband():
            return "Disband", None, None
        case Build(unit=unit):
            return f"Build {unit.kind.title()}", unit.at, None
        case Remove(unit=unit):
            return "Destroy", unit.at, None
        case Waive():
            return "Wait", None, None
    raise RecordError(f"webDiplomacy has no order to {order.verb}")
