"""Saved games of the Python package diplomacy: one JSON object."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.hooks import Variant
from judge.language.writer import write_order, write_unit
from judge.model.order import Build, Disband, Move, Order, Remove, Retreat, Support
from judge.model.position import Position
from judge.model.reason import Fate, Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase, Turn
from judge.records.formats.told import SourcePhase, build_record
from judge.records.model import Record, RecordError
from judge.records.writer import PlayedTurn, list_results_of_given_orders

_ENDS = ("COMPLETED", "FORMING")


def read_saved_game(document: Mapping[str, Any], variant: Variant) -> Record:
    """Return the record of a saved game. Raises RecordError, or KeyError and the like."""
    phases = [_read_phase(phase, variant) for phase in document["phases"]]
    return build_record(str(document.get("id", "")), variant, phases)


def _read_phase(phase: Mapping[str, Any], variant: Variant) -> SourcePhase:
    state, name = phase["state"], str(phase["name"])
    turn = variant.calendar.parse_turn(name)
    if turn is None and name not in _ENDS:
        raise RecordError(f"{name}: the variant has no such turn")
    units = [(power, *text.split()) for power, texts in state["units"].items() for text in texts]
    orders = phase.get("orders") or {}
    return SourcePhase(
        turn,
        tuple(unit for unit in units if not unit[1].startswith("*")),
        tuple((power, kind[1:], at) for power, kind, at in units if kind.startswith("*")),
        state["centers"],
        state.get("homes") or {},
        state.get("retreats"),
        {
            power: [_write_player_order_text(text, turn) for text in texts or ()]
            for power, texts in orders.items()
            if turn
        },
    )


def _write_player_order_text(text: str, turn: Turn | None) -> str:
    """Return an order as a player writes it."""
    *front, last = text.split()
    building = turn is not None and turn.phase is Phase.ADJUSTMENTS
    if front and last == "B":
        return f"BUILD {' '.join(front)}"
    if front and last == "D":
        return f"REMOVE {' '.join(front)}" if building else f"{' '.join(front)} DISBAND"
    return text.replace(" R ", " - ") if " R " in text else text


def write_saved_game(
    title: str, variant: Variant, played: Sequence[PlayedTurn], now: Position
) -> str:
    """Return a game as the package saves one. Raises RecordError if its turns are other ones."""
    for turn in (*(phase.record.before.turn for phase in played), now.turn):
        if variant.calendar.parse_turn(_name_turn(turn)) != turn:
            raise RecordError(f"the package has no {variant.calendar.turn_title(turn)}")
    phases = [
        {
            "name": _name_turn(phase.record.before.turn),
            "state": _describe_state(phase.record.before, variant),
            "orders": _collect_orders_by_power(phase.record, variant),
            "results": _collect_results_by_unit(phase.record, variant),
            "messages": [],
        }
        for phase in played
    ]
    name = "COMPLETED" if now.ended else _name_turn(now.turn)
    state = {**_describe_state(now, variant), "name": name}
    phases.append({"name": name, "state": state, "orders": {}, "results": {}, "messages": []})
    saved = {"id": title, "map": variant.map.name, "rules": ["POWER_CHOICE"], "phases": phases}
    return json.dumps(saved, ensure_ascii=False, indent=1) + "\n"


def _name_turn(turn: Turn) -> str:
    code = str(turn)
    return f"W{turn.year}A" if turn.phase is Phase.ADJUSTMENTS else code


def _describe_state(position: Position, variant: Variant) -> dict[str, Any]:
    powers = {power: power.upper() for power in variant.map.powers}
    muster = variant.rules.muster
    due = {power: muster.count_adjustments_due(power, position) for power in powers}
    adjusting = position.turn.phase is Phase.ADJUSTMENTS
    waiting = {power: [d for d in position.dislodged if d.unit.power == power] for power in powers}
    return {
        "name": _name_turn(position.turn),
        "map": variant.map.name,
        "units": {
            name: [
                *(write_unit(unit, variant.map).upper() for unit in position.units_of(power)),
                *(f"*{write_unit(d.unit, variant.map).upper()}" for d in waiting[power]),
            ]
            for power, name in powers.items()
        },
        "retreats": {
            name: {
                write_unit(d.unit, variant.map).upper(): [str(to).upper() for to in d.options]
                for d in waiting[power]
            }
            for power, name in powers.items()
        },
        "centers": {name: list(position.centers_of(power)) for power, name in powers.items()},
        "homes": {name: list(position.homes.get(power, ())) for power, name in powers.items()},
        "civil_disorder": dict.fromkeys(powers.values(), 0),
        "builds": {
            name: {
                "count": due[power] if adjusting else 0,
                "homes": sorted(muster.build_sites(power, position))
                if adjusting and due[power] > 0
                else [],
            }
            for power, name in powers.items()
        },
    }


def _collect_orders_by_power(record: PhaseRecord, variant: Variant) -> dict[str, list[str]]:
    orders: dict[str, list[str]] = {power.upper(): [] for power in variant.map.powers}
    for result in list_results_of_given_orders(record):
        orders[result.order.unit.power.upper()].append(_write_package_order(result.order, variant))
    return orders


def _write_package_order(order: Order, variant: Variant) -> str:
    unit = write_unit(order.unit, variant.map).upper()
    match order:
        case Retreat(to=to):
            return f"{unit} R {to}".upper()
        case Build():
            return f"{unit} B"
        case Disband() | Remove():
            return f"{unit} D"
    return write_order(order, variant).upper()


def _collect_results_by_unit(record: PhaseRecord, variant: Variant) -> dict[str, list[str]]:
    lost = {gone.unit for gone in record.dislodged}
    return {
        write_unit(result.order.unit, variant.map).upper(): [
            *_list_marks_of_result(result),
            *(["dislodged"] if result.order.unit in lost else []),
        ]
        for result in record.results
        if result.order.unit.kind
    }


def _list_marks_of_result(result: Result) -> Iterator[str]:
    if result.fate is Fate.VOID:
        yield "void"
    elif result.fate is Fate.FAILS and isinstance(result.order, Move):
        by_sea = result.why.code in ("no_convoy", "convoy_lost", "paradox")
        yield "no convoy" if by_sea else "bounce"
    elif result.fate is Fate.FAILS and isinstance(result.order, Support):
        yield "cut" if result.why.code == "cut" else "void"
    elif result.fate is Fate.FAILS and isinstance(result.order, Retreat):
        yield "bounce"
