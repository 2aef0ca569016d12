"""What a sight takes in."""

from __future__ import annotations

from judge.model.position import Position
from judge.model.view import Sight


def owners_seen(position: Position, sight: Sight, own: frozenset[str]) -> dict[str, str]:
    """Return the owners of the centers seen, "" for nobody; one's own are always seen."""
    seen = sight.centres
    codes = position.owners.keys() if seen is None else seen | position.owners.keys()
    return {
        code: position.owners.get(code, "")
        for code in sorted(codes)
        if seen is None or code in seen or position.owners.get(code) in own
    }


def shows(sight: Sight, province: str) -> bool:
    """Say whether a province is in sight."""
    return sight.provinces is None or province in sight.provinces
