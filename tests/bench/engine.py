"""How many phases a second the engine judges, beside another program on the same ones."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from judge.engine.adjudicate import adjudicate_phase
from judge.language.writer import write_order
from judge.model.map import Map
from judge.model.position import Position
from judge.records.jsonl_phases import neutralize_units
from tests.bench.measure import Measured, per_second, times
from tests.bench.phases import BOTS, PEOPLE, WORKPLACE, Played, read_played

PEER = "diplomacy==1.1.2"
GOAL = 20
"""How many times as quick as the peer the judge is to be, cold."""
RUNS = 9


def cold(phases: Sequence[Played]) -> Measured:
    """Judge each phase as if it were the first: what was worked out before it is forgotten."""
    counted = (
        "each phase once, nothing is remembered of orders: from parsed orders to the position"
        " after, reasons left until somebody reads them; the map is known; one core"
    )
    return _judge_each_once("movement phases judged, cold", phases, counted)


def all_kinds() -> Measured:
    """Judge the games that come with the project, retreats and adjustments too."""
    people, bots = list(read_played(PEOPLE)), list(read_played(BOTS))
    counted = (
        f"all {len(people) + len(bots):,} phases of 60 games: {len(people):,} that people played,"
        f" {len(bots):,} that bots played; each once, one core"
    )
    return _judge_each_once("phases of all kinds judged, cold", people + bots, counted)


def _judge_each_once(name: str, phases: Sequence[Played], counted: str) -> Measured:
    figures = []
    for _ in range(RUNS):
        taken = 0.0
        gc.collect()
        for variant, position, orders in phases:
            start = time.process_time()
            adjudicate_phase(variant, position, orders)
            taken += time.process_time() - start
        figures.append(len(phases) / taken)
    return Measured(name, figures, "/s", more=True, counted=counted)


def beside(ours: Measured, phases: Sequence[Played]) -> Iterator[Measured]:
    """Measure the peer, and how many times as quick the judge is."""
    try:
        theirs, same = peer(phases)
    except subprocess.CalledProcessError as trouble:
        print(f"{PEER}: not measured ({trouble})\n{trouble.stderr or ''}".rstrip())
        return
    yield theirs
    yield times("times as quick as that, cold", ours, theirs, GOAL)
    counted = (
        "the others: armies that could walk but go VIA with no fleet to carry them, which stay here"
        " and walk there; a support for the wrong coast, which counts there (DATC 4.B.4)"
    )
    same_part = 100 * same / len(phases)
    yield Measured("outcomes that are the same", [same_part], "%", 99.5, True, counted)


def warm(phases: Sequence[Played]) -> Measured:
    """Judge phases that were all judged before, and read the reasons of all results."""

    def work() -> int:
        return sum(bool(adjudicate_phase(*phase).results) for phase in phases)

    return Measured(
        "the same, all seen before, with the reasons",
        per_second(work),
        "/s",
        limit=5000,
        more=True,
        counted="warm: from a position and parsed orders to results with their reasons",
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
    counted = (
        "Game.process() alone: its board is set up and its orders are checked before; it splits"
        " them again, keeps a history, and works out the convoys possible in the next phase"
    )
    return Measured(PEER, answer["figures"], "/s", more=True, counted=counted), same


def installed(place: Path) -> str:
    """Return the Python of an environment in which the peer is installed."""
    python, ready = f"{place}/bin/python", place / PEER
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
            power: [write_order(order, phase.variant).upper() for order in listed]
            for power, listed in phase.orders.items()
        },
    }


def _units(game_map: Map, position: Position) -> list[list[str]]:
    units = neutralize_units(position.units.values(), game_map)
    return sorted([power.upper(), f"{kind} {place}"] for power, kind, place in units)


def _outcome(phase: Played) -> list[list[str]]:
    return _units(phase.variant.map, adjudicate_phase(*phase).after)
