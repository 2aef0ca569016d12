"""What a reader who does not see everything is told has happened around them, as a list.

Of a foreign unit's way the ends in sight are told: its start by the sight before the phase, its
end by the sight after it (CIV-4, CIV-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.model.facts import ATTACK, GAINED, contacts, noted, parties
from judge.model.map import Location
from judge.model.position import Position, Settled
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.model.view import Seen
from judge.views.unit_paths import Track


def sightings(
    own: frozenset[str], record: PhaseRecord, ways: Sequence[Track], then: Seen, now: Seen
) -> tuple[Reason, ...]:
    """Return arrivals, departures, and what was found and lost, in an order that tells nothing.

    ``then`` and ``now`` are the reader's sight before and after the phase.
    """
    rank = record.board.map.number
    met = contacts(record.after.facts, own) - contacts(record.before.facts, own)
    reasons = [Reason("met", (power,)) for power in sorted(met)]
    reasons += _attacks(own, record.after)
    units = [
        (rank[track.unit.at.province], why.code, str(why.about), why)
        for track in ways
        if track.unit.power not in own
        for why in _way(track, then, now)
    ]
    reasons += [why for *_, why in sorted(units, key=lambda each: each[:3])]
    return (*reasons, *_centers(own, record, then, now), *_homes(own, record))


def _homes(own: frozenset[str], record: PhaseRecord) -> Iterator[Reason]:
    """The home centers that became one's own, and whether others may be named (CIV-7)."""
    after = record.after
    for effect in record.effects:
        if isinstance(effect, Settled) and effect.power in own:
            yield Reason("home_won", (Location(effect.province),))
    if after.turn.phase is not Phase.ADJUSTMENTS:
        return
    for power in sorted(own):
        new, homes = noted(after.facts, GAINED, power), after.homes.get(power, ())
        rest = [code for code in after.centers_of(power) if code not in homes]
        if new and rest:
            yield Reason("home_choice", tuple(Location(code) for code in (*new, *rest)))


def _attacks(own: frozenset[str], after: Position) -> Iterator[Reason]:
    """Attacks on own units are told with the attacker's power (CIV-4)."""
    for fact in sorted(f for f in after.facts if f.rule == ATTACK and f.about in own):
        place, other = parties(fact)
        yield Reason("attacked", (other, Location(place)))


def _way(track: Track, then: Seen, now: Seen) -> Iterator[Reason]:
    before, after = track.before, track.after
    start = before if before and then.shows(before.at.province) else None
    end = after if after and now.shows(after.at.province) else None
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
        left = track.lost != start.at.province and not now.shows(track.lost)
        yield Reason("departed" if left else "vanished", (start,))
    elif end and not start:
        yield Reason("found", (end,))
    elif start and not end:
        yield Reason("out_of_sight", (start,))
    if end and track.driven:
        yield Reason("driven", (end,))


def owners_seen(position: Position, sight: Seen, own: frozenset[str]) -> dict[str, str]:
    """Return the owners of the centers seen, "" for nobody; one's own are always seen."""
    if sight.centers is None:
        return {code: position.owners[code] for code in sorted(position.owners)}
    mine = {code for code, owner in position.owners.items() if owner in own}
    return {code: position.owners.get(code, "") for code in sorted(sight.centers | mine)}


def _centers(own: frozenset[str], record: PhaseRecord, then: Seen, now: Seen) -> Iterator[Reason]:
    old, new = owners_seen(record.before, then, own), owners_seen(record.after, now, own)
    for code in sorted({*old, *new}.intersection(record.board.map.centers)):
        was, will = old.get(code), new.get(code)
        center = Location(code)
        if was == will:
            continue
        if will is not None and will in own:
            yield Reason("center_won", (center,))
        elif was is not None and was in own:
            yield Reason("center_lost", (center, will) if will else (center,))
        elif will is None:
            yield Reason("center_unseen", (center,))
        else:
            yield Reason("center_seen", (center, will) if will else (center,))
