"""What a sight takes in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from judge.model.facts import UNSEEN
from judge.model.position import Fact, Position
from judge.model.view import Seen, View


def owners_seen(position: Position, sight: Seen, own: frozenset[str]) -> dict[str, str]:
    """Return the owners of the centers seen, "" for nobody; one's own are always seen."""
    seen = sight.centers
    codes = position.owners.keys() if seen is None else seen | position.owners.keys()
    return {
        code: position.owners.get(code, "")
        for code in sorted(codes)
        if seen is None or code in seen or position.owners.get(code) in own
    }


def as_known(position: Position, view: View, spaces: Iterable[str]) -> Position:
    """Return the position as the reader of a view knows it, of all the spaces of the map.

    What stands out of their sight, and what is remembered of it, is left out; facts say which
    spaces these are.
    """
    if view.whole:
        return position
    hidden = {code for code in spaces if code not in view.seen}
    return replace(
        position,
        units={at: unit for at, unit in position.units.items() if at not in hidden},
        facts=frozenset(fact for fact in position.facts if fact.about not in hidden)
        | {Fact(UNSEEN, code) for code in hidden},
    )


def shows(sight: Seen, province: str) -> bool:
    """Say whether a province is in sight."""
    return sight.provinces is None or province in sight.provinces
