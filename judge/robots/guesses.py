"""What may stand where a robot cannot see."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from judge.hooks import Variant
from judge.model.facts import list_shown_spaces
from judge.model.map import Location
from judge.model.order import Move
from judge.model.position import Position, Unit
from judge.model.view import View


def suppose_unseen(known: Position, view: View, variant: Variant, power: str) -> Position:
    """Return a position with what may stand out of sight: what others have shown there, else a
    unit in each foreign center, and its owner."""
    if view.whole:
        return known
    return _add_guesses(_add_shown_spaces(known, view, power), view, variant, power)


def _add_shown_spaces(known: Position, view: View, power: str) -> Position:
    """Return a position with what others have shown of spaces that are out of sight."""
    units, owners = dict(known.units), dict(known.owners)
    for space in list_shown_spaces(view.facts, power):
        if space.province not in view.seen and space.province not in known.lost:
            if space.unit is not None and space.unit.power != power:
                units[space.province] = space.unit
            if space.owner not in ("", power) and space.province not in view.watched:
                owners[space.province] = space.owner
    return replace(known, units=units, owners=owners)


def _add_guesses(known: Position, view: View, variant: Variant, power: str) -> Position:
    """Return a position with a unit in each foreign center that nobody sees or has shown.

    Whose they are is spread among the powers that the reader may know of, or supposed to be one
    other's: how many there are may be a secret.
    """
    disclosure = variant.rules.disclosure
    strange = [name for name in variant.map.powers if name != power]
    others = [name for name in strange if disclosure.may_know_powers(view, [name])] or strange[:1]
    units, owners = dict(known.units), dict(known.owners)
    shown = {space.province for space in list_shown_spaces(view.facts, power)}
    dark = [c for c in variant.map.centers if c not in view.seen | known.lost | shown]
    homes = {code: name for name, p in variant.map.powers.items() for code in p.homes}
    seen = Counter(unit.power for unit in view.units)
    for number, code in enumerate(dark):
        owner = owners.get(code) or homes.get(code) or others[number % len(others)]
        if owner == power or seen[owner] > len(variant.map.centers):
            continue
        unit = _find_unit_for_place(variant, owner, code)
        if unit is not None:
            units[code] = unit
            if code not in view.watched:
                owners[code] = owner
    return replace(known, units=units, owners=owners)


def _find_unit_for_place(variant: Variant, power: str, code: str) -> Unit | None:
    """Return a unit that moves and can stand there, of the first kind that can."""
    for name, kind in variant.map.kinds.items():
        places: tuple[Location, ...] = variant.map.list_places_for_kind(name, code)
        if places and Move.verb in kind.orders:
            return Unit(power, name, places[0])
    return None
