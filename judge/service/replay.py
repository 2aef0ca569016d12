"""Recorded games played again from their orders alone, each turn compared with the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance
from judge.model.position import Position, apply
from judge.model.turn import Phase
from judge.service.bulk import Bulk, choice_options, compare, describe
from judge.service.neutral import Case


@dataclass
class Replayed:
    """How a game went: phases played, phases picked up anew, and where it left the record.

    A phase is picked up anew where the record has a gap, and where the outcome before it differed.
    """

    game: str
    phases: int = 0
    gaps: int = 0
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
        form = bulk.form(dict(options) | choice_options(str(case.get("choice", ""))))
        recorded, orders = form.read(case, position.dislodged if position else ())
        if position is not None and _asks_nobody(recorded):
            continue
        if position is None or not _same(position, recorded):
            told.gaps += position is not None
            position = recorded
        record = adjudicate(form.variant, position, orders)
        told.phases += 1
        differs = tuple(compare(case.get("expect", {}), describe(form, case, record)))
        if differs:
            told.differs[str(case.get("id", game))] = differs
        position = apply(record.after, advance(form.variant, record))
    return told


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
