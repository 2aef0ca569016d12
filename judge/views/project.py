"""Cuts a position and its record down to what one reader may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.hooks import Variant
from judge.model.map import Location, Map
from judge.model.position import (
    Captured,
    CentreLost,
    Dislodged,
    Effect,
    Forgotten,
    Moved,
    Noted,
    Placed,
    Position,
    Removed,
    Settled,
    Transferred,
    Unit,
)
from judge.model.reason import Result
from judge.model.sheet import Board, PhaseRecord
from judge.model.turn import Phase
from judge.model.view import SeenUnit, Sight, View
from judge.views.veil import meets, shows, veil


def project(
    powers: Sequence[str] | None,
    position: Position,
    record: PhaseRecord | None,
    variant: Variant,
    reader: str,
) -> View:
    """Return what the holder of ``powers`` sees; None is a reader who sees everything.

    ``record`` is the phase that led to the position, if its results are to be told.
    """
    sight = Sight()
    board = record.board if record else _bare(variant.map)
    if powers is not None:
        sight = variant.rules.sight.seen(powers, position, board)
    eye = _Eye(frozenset(powers or ()), sight, frozenset(variant.map.powers))
    alive = {unit.power for unit in position.units.values()}
    alive |= {gone.unit.power for gone in position.dislodged} | set(position.owners.values())
    places = frozenset(variant.map.provinces)
    known = [power for power in variant.map.powers if eye.knows(power)]
    council = variant.rules.council
    weights = council.weights(position) if council else {}
    return View(
        reader=reader,
        powers=tuple(powers or ()),
        turn=position.turn,
        seen=places if sight.provinces is None else places & sight.provinces,
        units=tuple(SeenUnit(*unit) for unit in position.units.values() if eye.sees(unit)),
        dislodged=tuple(eye.driven(gone) for gone in position.dislodged if eye.sees(gone.unit)),
        owners={
            code: owner
            for code, owner in position.owners.items()
            if owner in eye.own or shows(sight, code)
        },
        homes={power: homes for power, homes in position.homes.items() if eye.knows(power)},
        contacts=tuple(p for p in known if p in alive and p not in eye.own),
        facts=frozenset(fact for fact in position.facts if eye.told(fact.about)),
        due={power: variant.rules.muster.allowance(power, position) for power in known},
        sites=_sites(powers or (), position, board, variant),
        votes={power: votes for power, votes in weights.items() if eye.knows(power)},
        lost=frozenset(code for code in position.lost if shows(sight, code)),
        ended=position.ended,
        played=record.before.turn if record else None,
        results=eye.results(record.results) if record else (),
        effects=eye.effects(record.effects) if record else (),
    )


def _sites(
    powers: Sequence[str], position: Position, board: Board, variant: Variant
) -> dict[str, tuple[str, ...]]:
    """Return where the powers may build in an adjustment phase, in the order of the map."""
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return {}
    muster = variant.rules.muster
    found = {
        power: {at.province for at in muster.sites(power, position, board)} for power in powers
    }
    order = variant.map.centres
    return {power: tuple(code for code in order if code in free) for power, free in found.items()}


def _bare(chart: Map) -> Board:
    """Return the board as printed, for a position that no phase led to."""
    steps = {
        (kind, at): chart.neighbours(kind, at) for kind in chart.kinds for at in chart.locations
    }
    return Board(chart, steps, chart.contacts, {code: n for n, code in enumerate(chart.provinces)})


class _Eye:
    """One reader's sight, asked about each thing in turn."""

    def __init__(self, own: frozenset[str], sight: Sight, known: frozenset[str]) -> None:
        self.own, self.sight, self.known = own, sight, known

    def sees(self, unit: Unit) -> bool:
        return unit.power in self.own or shows(self.sight, unit.at.province)

    def knows(self, power: str) -> bool:
        return power in self.own or meets(self.sight, power)

    def told(self, about: str) -> bool:
        """Say whether a fact about a province, a power or neither is for this reader."""
        if about in self.known:
            return self.knows(about)
        return shows(self.sight, Location.of(about).province)

    def driven(self, gone: Dislodged) -> Dislodged:
        """Return a dislodgement without an attacker out of sight."""
        if self.sees(gone.by):
            return gone
        return replace(gone, by=Unit("", "", Location("")))

    def results(self, results: tuple[Result, ...]) -> tuple[Result, ...]:
        if self.sight == Sight():
            return results
        return tuple(
            one._replace(why=veil(one.why, self.sight, self.own, self.known))
            for one in results
            if self.sees(one.order.unit)
        )

    def effects(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        if self.sight == Sight():
            return effects
        return tuple(
            self.driven(one) if isinstance(one, Dislodged) else one
            for one in effects
            if self.witnesses(one)
        )

    def witnesses(self, effect: Effect) -> bool:
        if isinstance(effect, Moved):
            return self.sees(effect.unit)
        if isinstance(effect, Dislodged | Placed | Removed | Transferred):
            return self.sees(effect.unit)
        if isinstance(effect, Captured | CentreLost | Settled):
            return shows(self.sight, effect.province)
        if isinstance(effect, Noted | Forgotten):
            return self.told(effect.fact.about)
        return True
