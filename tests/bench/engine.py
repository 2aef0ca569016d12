"""How many movement phases a second the engine judges, beside another program on the same ones."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from judge.engine.adjudicate import adjudicate
from judge.language.writer import write
from judge.model.map import Map
from judge.model.position import Position
from judge.records.jsonl_phases import units_text
from tests.bench.measure import Measured, per_second
from tests.bench.phases import WORKPLACE, Played

PEER = "diplomacy==1.1.2"
GOAL = 10
"""How many times as quick as the peer the judge is to be."""


def engine(phases: Sequence[Played]) -> Measured:
    def work() -> int:
        for variant, position, orders in phases:
            adjudicate(variant, position, orders)
        return len(phases)

    return Measured(
        "movement phases judged",
        per_second(work, runs=41),
        "/s",
        limit=5000,
        more=True,
        counted="from a position and parsed orders to results with their reasons; one core",
    )


def peer(phases: Sequence[Played]) -> tuple[Measured, int]:
    """Measure the peer; also return for how many phases its outcome is ours."""
    python = installed(WORKPLACE / "peer")
    cases = json.dumps([_case(phase) for phase in phases])
    script = Path(__file__).with_name("peer.py")
    told = subprocess.run([python, script], input=cases, text=True, capture_output=True, check=True)
    answer = json.loads(told.stdout.splitlines()[-1])
    pairs = zip(phases, answer["after"], strict=True)
    same = sum(_outcome(phase) == sorted(after) for phase, after in pairs)
    counted = "Game.process() alone: its board is set up and its orders are checked before"
    return Measured(PEER, answer["figures"], "/s", more=True, counted=counted), same


def installed(place: Path) -> Path:
    """Return the Python of an environment in which the peer is installed."""
    python, ready = place / "bin" / "python", place / PEER
    if not ready.exists():
        print(f"Setting up {PEER} in {place} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
        pip = [python, "-m", "pip", "install", "-qqq", "--disable-pip-version-check", PEER]
        subprocess.run(pip, check=True)
        ready.touch()
    return python


def _case(phase: Played) -> dict[str, Any]:
    game_map = phase.variant.map
    return {
        "turn": str(phase.position.turn),
        "units": _units(game_map, phase.position),
        "centers": {power: phase.position.centers_of(power) for power in game_map.powers},
        "orders": {
            power: [write(order, phase.variant).upper() for order in listed]
            for power, listed in phase.orders.items()
        },
    }


def _units(game_map: Map, position: Position) -> list[list[str]]:
    units = units_text(position.units.values(), game_map)
    return sorted([power.upper(), f"{kind} {place}"] for power, kind, place in units)


def _outcome(phase: Played) -> list[list[str]]:
    return _units(phase.variant.map, adjudicate(*phase).after)
