"""The movement phases that are judged: whole games that people played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from judge.hooks import Variant
from judge.library import load
from judge.model.order import Orders
from judge.model.position import Position
from judge.model.turn import Phase
from judge.records.jsonl import read
from judge.records.jsonl_phases import PhaseReader
from judge.records.reader import parse
from judge.records.run import begin, run

ROOT = Path(__file__).resolve().parents[2]
WORKPLACE = ROOT / ".bench"
"""Where benchmarks lay what they need: beside the code and not among temporary files, which may
lie in memory."""
SAMPLE = ROOT.parent / "shared" / "data" / "games_sample.jsonl.gz"
"""More games, in neutral form, where somebody has laid them beside the checkout."""


class Played(NamedTuple):
    """A movement phase as it was played: a position and what was ordered in it."""

    variant: Variant
    position: Position
    orders: Orders


def records() -> list[Path]:
    """The games that the project keeps."""
    kept = (ROOT / "tests" / "records" / "games").glob("*.game")
    return [ROOT / "maps" / "standard" / "demo.game", *sorted(kept)]


def movements(sample: Path) -> list[Played]:
    """The movement phases of all games at hand."""
    phases = [phase for path in records() for phase in _recorded(path)]
    return phases + (list(_sampled(sample)) if sample.is_file() else [])


def _recorded(path: Path) -> Iterator[Played]:
    record = parse(path.read_text(encoding="utf-8"), load)
    for played in run(record):
        if played.phase.turn.phase is Phase.MOVEMENT:
            orders = played.phase.orders_by_power()
            yield Played(record.variant, played.record.before, orders)


def _sampled(path: Path) -> Iterator[Played]:
    variant = load("standard")
    reader = PhaseReader(variant)
    for case in read(path):
        if case["phase"] == "movement":
            phase = reader.read(case)
            yield Played(variant, begin(variant, phase), phase.orders_by_power())
