"""Recorded games played again from their orders alone, each turn compared with the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance
from judge.model.order import Orders
from judge.model.position import Position, apply
from judge.model.turn import Phase
from judge.records.batch import Bulk, compare, describe
from judge.records.jsonl_phases import Case


@dataclass
class Replayed:
    """How a game went: phases played, phases picked up anew, and where it left the record.

    A phase is picked up anew where the record has a gap, and where the outcome before it differed.
    ``under`` counts phases that are as recorded under a setting that was not asked for.
    """

    game: str
    phases: int = 0
    gaps: int = 0
    under: Counter[str] = field(default_factory=Counter)
    differs: dict[str, tuple[str, ...]] = field(default_factory=dict)


def games(cases: Iterable[Case]) -> Iterator[tuple[str, list[Case]]]:
    """Yield the games of a file of phases: an id is game, dash, turn, and a game lies together."""
    for game, phases in groupby(cases, key=lambda case: str(case.get("id", "")).rpartition("-")[0]):
        yield game, list(phases)


def replay(variant: str, options: Mapping[str, str], game: str, phases: list[Case]) -> Replayed:
    """Play a game from its first position on, carrying the judge's own position forward.

    Raises Unfit for what is no phase of the variant.
    """
    bulk = Bulk(variant, options)
    told = Replayed(game)
    position: Position | None = None
    for case in phases:
        form = bulk.form(dict(options))
        recorded, orders = form.read(case, position.dislodged if position else ())
        if position is not None and _asks_nobody(recorded):
            continue
        if position is None or not _same(position, recorded):
            told.gaps += position is not None
            position = recorded
        told.phases += 1
        position = _play(bulk, case, position, orders, told)
    return told


def _play(bulk: Bulk, case: Case, position: Position, orders: Orders, told: Replayed) -> Position:
    """Return the position after a phase; by another setting if only that leads to the record."""
    ends: list[Position] = []
    misses: list[tuple[str, ...]] = []
    for under, options in bulk.ways(case):
        form = bulk.form(options)
        record = adjudicate(form.variant, position, orders)
        differs = tuple(compare(case.get("expect", {}), describe(form, case, record)))
        ends.append(apply(record.after, advance(form.variant, record)))
        misses.append(differs)
        if not differs:
            told.under.update([under] if under else [])
            return ends[-1]
    told.differs[str(case.get("id", told.game))] = misses[0]
    return ends[0]


def _asks_nobody(recorded: Position) -> bool:
    """Whether all that wait were destroyed already; the judge has no turn for that."""
    waiting = recorded.dislodged
    return recorded.turn.phase is Phase.RETREATS and not any(each.options for each in waiting)


def _same(mine: Position, recorded: Position) -> bool:
    return (
        mine.turn == recorded.turn
        and dict(mine.units) == dict(recorded.units)
        and dict(mine.owners) == dict(recorded.owners)
        and set(mine.dislodged) == {each for each in recorded.dislodged if each.options}
    )
