"""Game records as pictures."""

from __future__ import annotations

from collections.abc import Sequence

from judge.language.records import Record
from judge.library import load_geometry
from judge.model.position import apply
from judge.pictures.chart import draw
from judge.service import trial
from judge.engine.advance import advance
from judge.views.project import project


class NoPicture(ValueError):
    """There is nothing to draw; the text says why."""


def picture(record: Record, turn: str | None = None, powers: Sequence[str] | None = None) -> str:
    """Return a turn of a record, the last unless named, and its orders, as SVG.

    ``powers`` are whose eyes see it; None sees everything.
    """
    variant = record.variant
    geometry = load_geometry(variant.map.name)
    if geometry is None:
        raise NoPicture(f"the map of {variant.name} has not been drawn")
    found = None
    for tried in trial.run(record):
        if turn is None or str(tried.stage.turn) == turn:
            found = tried
    if found is None:
        raise NoPicture(f"the record has no turn {turn}")
    after = apply(found.record.after, advance(variant, found.record))
    view = project(powers, after, found.record, variant, "observer")
    return draw(view, variant.map, geometry, variant.calendar)
