"""What a reader who does not see everything is told has happened around them, as a list.

Of a foreign unit's way the ends in sight are told: its start by the sight before the phase, its
end by the sight after it (CIV-4, CIV-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.model.facts import (
    ATTACK,
    GAINED,
    collect_contacts_of_powers,
    list_fact_values,
    split_encounter,
)
from judge.model.map import Location
from judge.model.position import (
    Dislodged,
    Moved,
    Placed,
    Position,
    Removed,
    Settled,
    Transferred,
    Unit,
)
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.model.view import Sight


@dataclass(slots=True)
class Track:
    """A unit's way through a phase: None before if it was built, None after if it is gone.

    ``lost`` is where it came off the board.
    """

    before: Unit | None
    after: Unit | None
    driven: bool = False
    lost: str = ""

    @property
    def last_unit(self) -> Unit:
        """The unit as it was last on the board."""
        unit = self.after or self.before
        assert unit is not None, "a unit is on the board before a phase or after it"
        return unit


def track_units(record: PhaseRecord) -> list[Track]:
    """Return every unit's way, followed through the effects of the phase."""
    start = record.before
    ways = [Track(unit, unit) for unit in start.units.values()]
    ways += [Track(gone.unit, gone.unit, driven=True) for gone in start.dislodged]
    standing: dict[tuple[Unit, bool], list[Track]] = {}
    for track in ways:
        standing.setdefault((track.last_unit, track.driven), []).append(track)
    for effect in record.effects:
        if isinstance(effect, Placed):
            track = Track(None, effect.unit)
            ways.append(track)
            standing.setdefault((effect.unit, False), []).append(track)
        if not isinstance(effect, Moved | Dislodged | Removed | Transferred):
            continue
        unit = effect.unit
        # Of two that are alike there, one coming and one going, the one that was there goes.
        track = (standing.get((unit, True)) or standing[unit, False]).pop(0)
        if isinstance(effect, Removed):
            track.after, track.lost = None, unit.at.province
            continue
        if isinstance(effect, Moved):
            track.after, track.driven = effect.unit_after_move, False
        elif isinstance(effect, Transferred):
            track.after = unit._replace(power=effect.power)
        else:
            track.driven = True
        standing.setdefault((track.last_unit, track.driven), []).append(track)
    return ways


def list_sightings_of_phase(
    own_powers: frozenset[str], record: PhaseRecord, ways: Sequence[Track], then: Sight, now: Sight
) -> tuple[Reason, ...]:
    """Return arrivals, departures, and what was found and lost, in an order that tells nothing.

    ``then`` and ``now`` are the reader's sight before and after the phase.
    """
    rank = record.board.map.province_numbers
    met = collect_contacts_of_powers(record.after.facts, own_powers) - collect_contacts_of_powers(
        record.before.facts, own_powers
    )
    reasons = [Reason("met", (power,)) for power in sorted(met)]
    reasons += _list_attack_sightings(own_powers, record.after)
    units = [
        (rank[track.last_unit.at.province], why.code, str(why.about), why)
        for track in ways
        if track.last_unit.power not in own_powers
        for why in _list_unit_sightings(track, then, now)
    ]
    reasons += [why for *_, why in sorted(units, key=lambda row: row[:3])]
    return (
        *reasons,
        *_list_center_sightings(own_powers, record, then, now),
        *_list_home_sightings(own_powers, record),
    )


def _list_home_sightings(own_powers: frozenset[str], record: PhaseRecord) -> Iterator[Reason]:
    """The home centers that became one's own, and whether others may be named (CIV-7)."""
    after = record.after
    for effect in record.effects:
        if isinstance(effect, Settled) and effect.power in own_powers:
            yield Reason("home_won", (Location(effect.province),))
    if after.turn.phase is not Phase.ADJUSTMENTS:
        return
    for power in sorted(own_powers):
        new, homes = list_fact_values(after.facts, GAINED, power), after.homes.get(power, ())
        rest = [code for code in after.centers_of(power) if code not in homes]
        if new and rest:
            yield Reason("home_choice", tuple(Location(code) for code in (*new, *rest)))


def _list_attack_sightings(own_powers: frozenset[str], after: Position) -> Iterator[Reason]:
    """Attacks on own units are told with the attacker's power (CIV-4)."""
    for fact in sorted(f for f in after.facts if f.rule == ATTACK and f.about in own_powers):
        place, attacker = split_encounter(fact)
        yield Reason("attacked", (attacker, Location(place)))


def _list_unit_sightings(track: Track, then: Sight, now: Sight) -> Iterator[Reason]:
    before, after = track.before, track.after
    start = before if before and then.is_in_sight(before.at.province) else None
    end = after if after and now.is_in_sight(after.at.province) else None
    if before and after and before.at.province != after.at.province:
        if start and end:
            yield Reason("went", (start, end.at))
        elif start:
            yield Reason("departed", (start,))
        elif end:
            yield Reason("arrived", (end,))
    elif end and not before:
        yield Reason("raised", (end,))
    elif start and not after:
        left_sight = track.lost != start.at.province and not now.is_in_sight(track.lost)
        yield Reason("departed" if left_sight else "vanished", (start,))
    elif end and not start:
        yield Reason("found", (end,))
    elif start and not end:
        yield Reason("out_of_sight", (start,))
    if end and track.driven:
        yield Reason("driven", (end,))


def collect_owners_of_seen_centers(
    position: Position, sight: Sight, own_powers: frozenset[str]
) -> dict[str, str]:
    """Return the owners of the centers seen, "" for nobody; one's own are always seen."""
    if sight.centers is None:
        return {code: position.owners[code] for code in sorted(position.owners)}
    own_centers = {code for code, owner in position.owners.items() if owner in own_powers}
    return {code: position.owners.get(code, "") for code in sorted(sight.centers | own_centers)}


def _list_center_sightings(
    own_powers: frozenset[str], record: PhaseRecord, then: Sight, now: Sight
) -> Iterator[Reason]:
    old, new = (
        collect_owners_of_seen_centers(record.before, then, own_powers),
        collect_owners_of_seen_centers(record.after, now, own_powers),
    )
    for code in sorted({*old, *new}.intersection(record.board.map.centers)):
        was, will = old.get(code), new.get(code)
        center = Location(code)
        if was == will:
            continue
        if will is not None and will in own_powers:
            yield Reason("center_won", (center,))
        elif was is not None and was in own_powers:
            yield Reason("center_lost", (center, will) if will else (center,))
        elif will is None:
            yield Reason("center_unseen", (center,))
        else:
            yield Reason("center_seen", (center, will) if will else (center,))
