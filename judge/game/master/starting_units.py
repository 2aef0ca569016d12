"""Options of a game whose value is a list of units, as people write it: N BRI and AF Italy."""

from __future__ import annotations

import re

from judge.hooks import Variant
from judge.language.reader import read_line
from judge.language.statement import Line, Ordered
from judge.language.writer import write_unit
from judge.model.order import Build
from judge.model.reason import Reason
from judge.model.turn import Phase

_PARTS = re.compile(r"\s*(?:[,;+&]|\band\b)\s*", re.I)


def parse_starting_units(value: str, variant: Variant) -> str | Reason:
    """Return the list as files have it (``N BRI, AF ITA``), or why it is none.

    However it was ordered, its spaces stand in the order of the map. A single word is left as it
    is: it may be one of the option's choices.
    """
    if " " not in value.strip():
        return value.strip().casefold()
    rank = {code: number for number, code in enumerate(variant.map.provinces)}
    units = []
    for item in filter(None, _PARTS.split(value.strip(" ."))):
        found = read_line(Line(1, f"build {item}"), variant, Phase.ADJUSTMENTS)
        order = found[0].order if found and isinstance(found[0], Ordered) else None
        if not isinstance(order, Build) or not order.unit.kind:
            return Reason("no_garrison", (item,))
        units.append(order.unit)
    units.sort(key=lambda unit: rank[unit.at.province])
    return ", ".join(write_unit(unit, variant.map) for unit in units)
