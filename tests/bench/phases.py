"""The phases that are judged: of games that people and bots played, else that robots play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.hooks import Variant
from judge.library import load
from judge.model.order import Orders
from judge.model.position import Position, apply_effects
from judge.model.turn import Phase
from judge.records.jsonl_phases import PhaseReader, read_json_lines
from judge.records.reader import parse_record
from judge.records.run import build_position_at_start, run_record
from tests.road.wanderer import Wanderer

ROOT = Path(__file__).resolve().parents[2]
WORKPLACE = ROOT / ".bench"
"""Where benchmarks lay what they need: beside the code and not among temporary files, which may
lie in memory."""
SAMPLE = ROOT.parent / "shared" / "data" / "games.jsonl.gz"
"""More games, in neutral form, where somebody has laid them beside the checkout."""
PEOPLE = Path(__file__).with_name("played.jsonl.gz")
"""40 games that people played in 2022, without what came of their orders, from data published
under the MIT license with facebookresearch/diplomacy_cicero."""
BOTS = Path(__file__).with_name("played_by_bots.jsonl.gz")
"""20 games that bots played to win, likewise, published under the MIT license with
facebookresearch/diplomacy_searchbot."""
PHASES = 2500
"""How many movement phases are judged: robots play on where others have played fewer."""
LAST_YEAR = 1915
"""When robots end a game."""


class Played(NamedTuple):
    """A phase as it was played: a position and what was ordered in it."""

    variant: Variant
    position: Position
    orders: Orders


def records() -> list[Path]:
    """The games that the project keeps."""
    kept = (ROOT / "tests" / "records" / "games").glob("*.game")
    return [ROOT / "maps" / "standard" / "demo.game", *sorted(kept)]


def movements(sample: Path) -> tuple[list[Played], str]:
    """The movement phases of the games at hand, as many as are wanted, and whose they are."""
    sources = {
        "of games that people played": chain(
            (phase for path in records() for phase in _recorded(path)), read_movements(PEOPLE)
        ),
        "of games that bots played": read_movements(BOTS),
        f"of {sample.name}": read_movements(sample) if sample.is_file() else iter(()),
        "of games of robots": _wandered(),
    }
    phases: list[Played] = []
    told = []
    for name, source in sources.items():
        some = list(islice(source, PHASES - len(phases)))
        phases += some
        told += [f"{len(some):,} {name}"] if some else []
    return phases, ", ".join(told)


def _recorded(path: Path) -> Iterator[Played]:
    record = parse_record(path.read_text(encoding="utf-8"), load)
    for played in run_record(record):
        if played.phase.turn.phase is Phase.MOVEMENT:
            orders = played.phase.collect_orders_by_power()
            yield Played(record.variant, played.record.before, orders)


def read_movements(path: Path) -> Iterator[Played]:
    return (played for played in read_played(path) if played.position.turn.phase is Phase.MOVEMENT)


def read_played(path: Path) -> Iterator[Played]:
    """Yield the phases of a file in neutral form, of all kinds."""
    variant = load("standard")
    reader = PhaseReader(variant)
    for case in read_json_lines(path):
        phase = reader.read_phase(case)
        yield Played(
            variant, build_position_at_start(variant, phase), phase.collect_orders_by_power()
        )


def _wandered() -> Iterator[Played]:
    """Yield phases of one game of robots after the other, without end."""
    variant = load("standard")
    for seed in count():
        robot = Wanderer(variant, Random(seed))
        position = variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 0)
        while position.ended is None and position.turn.year < LAST_YEAR:
            wants = collect_wanted_orders(variant, position)
            orders = {p: robot.choose_orders(p, position, wants.get(p)) for p in variant.map.powers}
            if position.turn.phase is Phase.MOVEMENT:
                yield Played(variant, position, orders)
            record = adjudicate_phase(variant, position, orders)
            position = apply_effects(record.after, list_next_turn_effects(variant, record))
