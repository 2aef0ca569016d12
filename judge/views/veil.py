"""Hides in a Reason whom or what its reader may not see."""

from __future__ import annotations

from judge.model.map import Location
from judge.model.position import Unit
from judge.model.reason import Reason, Subject
from judge.model.view import Sight

UNSEEN_UNIT = "a unit out of your sight"
UNSEEN_PLACE = "a place out of your sight"
UNSEEN_POWER = "another power"


def veil(why: Reason, sight: Sight, powers: frozenset[str], known: frozenset[str]) -> Reason:
    """Return the reason with every subject out of sight replaced by words that tell nothing.

    ``powers`` are the reader's own, whose units are never hidden; ``known`` are the names of all
    powers, so that a name among the plain words is noticed.
    """
    if sight == Sight(None, None):
        return why
    return why._replace(about=tuple(_seen(one, sight, powers, known) for one in why.about))


def _seen(one: Subject, sight: Sight, powers: frozenset[str], known: frozenset[str]) -> Subject:
    if isinstance(one, Unit):
        if one.power in powers or shows(sight, one.at.province):
            return one
        return UNSEEN_UNIT
    if isinstance(one, Location):
        return one if shows(sight, one.province) else UNSEEN_PLACE
    if one in known and one not in powers and not meets(sight, one):
        return UNSEEN_POWER
    return one


def shows(sight: Sight, province: str) -> bool:
    """Say whether a province is in sight."""
    return sight.provinces is None or province in sight.provinces


def meets(sight: Sight, power: str) -> bool:
    """Say whether a power is known to the reader."""
    return sight.powers is None or power in sight.powers
