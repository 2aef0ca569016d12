"""Games as the lines of JSON that ``judge adjudicate --jsonl`` reads, one for each phase."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from judge.hooks import Variant
from judge.language.writer import write_order
from judge.model.position import Position
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.records.batch import WORDS, read_games
from judge.records.jsonl_phases import neutralize_units, parse_json_lines
from judge.records.model import Record, RecordError
from judge.records.run import list_destroyed_units
from judge.records.writer import PlayedTurn, list_results_of_given_orders


def is_phases_file(text: str) -> bool:
    """Say whether a text seems to be such lines: its first one is a phase by itself."""
    first = text.lstrip().partition("\n")[0]
    try:
        case = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(case, dict) and {"pre", "orders"} <= case.keys()


def read_phases(text: str, variant: Variant) -> Record:
    """Return the one game of which the lines tell. Raises RecordError."""
    games = tuple(read_games(variant, variant.settings, parse_json_lines(text.splitlines())))
    if len(games) != 1:
        raise RecordError(f"these are the phases of {len(games)} games")
    return games[0]


def write_phases(title: str, variant: Variant, played: Sequence[PlayedTurn], now: Position) -> str:
    """Return a game as lines of JSON: each phase with its outcome, then the one to come."""
    cases = [_describe_turn(title, variant, turn.record) for turn in played]
    if not now.ended:
        cases.append(_describe_position(title, variant, now))
    lines = (json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    return "".join(f"{line}\n" for line in lines)


def _describe_position(title: str, variant: Variant, position: Position) -> dict[str, Any]:
    game_map, turn = variant.map, position.turn
    pre: dict[str, Any] = {"units": neutralize_units(position.units.values(), game_map)}
    if position.dislodged:
        waiting = list(_list_dislodged_rows(position, variant))
        pre["dislodged"] = [row for row, _ in waiting]
        options: dict[str, dict[str, list[str]]] = {}
        for row, places in waiting:
            options.setdefault(row[0], {})[f"{row[1]} {row[2]}"] = places
        pre["retreat_options"] = options
    pre["centers"] = {
        power: [*owned] for power in game_map.powers if (owned := position.centers_of(power))
    }
    homes = {
        power: [*codes]
        for power, codes in position.homes.items()
        if tuple(codes) != game_map.powers[power].homes
    }
    more = {
        "homes": homes,
        "facts": [list(fact) for fact in sorted(position.facts)],
        "razed": sorted(position.lost),
    }
    pre |= {name: value for name, value in more.items() if value}
    return {
        "id": f"{title or variant.code}-{turn}",
        "phase": WORDS[turn.phase],
        "year_season": f"{turn.year} {turn.season}",
        "pre": pre,
        "orders": {},
    }


def _list_dislodged_rows(
    position: Position, variant: Variant
) -> Iterator[tuple[list[str], list[str]]]:
    for waiting in position.dislodged:
        (row,) = neutralize_units([waiting.unit], variant.map)
        start = waiting.by.at.province
        origin = [start] if start and start != waiting.unit.at.province else []
        yield [*row, *origin], [str(place).upper() for place in waiting.options]


def _describe_turn(title: str, variant: Variant, record: PhaseRecord) -> dict[str, Any]:
    case = _describe_position(title, variant, record.before)
    for result in list_results_of_given_orders(record):
        orders = case["orders"].setdefault(result.order.unit.power, [])
        orders.append(write_order(result.order, variant))
    after, game_map = record.after, variant.map
    expect: dict[str, Any] = {"units_after": neutralize_units(after.units.values(), game_map)}
    if record.before.turn.phase is Phase.MOVEMENT:
        gone = (dislodged.unit for dislodged in record.dislodged)
        expect["dislodged"] = neutralize_units(gone, game_map)
        expect["destroyed"] = neutralize_units(list_destroyed_units(record), game_map)
    owners = dict.fromkeys(sorted(after.owners.values()))
    expect["centers_after"] = {power: [*after.centers_of(power)] for power in owners}
    return {**case, "expect": expect}
