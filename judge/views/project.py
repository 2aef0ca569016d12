"""Cuts a position and its record down to what one reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from judge.hooks import Passage, Variant
from judge.model.facts import UNSEEN, collect_chosen_power_names
from judge.model.map import Location, Map
from judge.model.memory import RememberedQuestion
from judge.model.position import (
    Began,
    Captured,
    CenterLost,
    Dislodged,
    Effect,
    Ended,
    Fact,
    Moved,
    Noted,
    Placed,
    Position,
    Removed,
    Settled,
    Unit,
)
from judge.model.reason import Reason, Result
from judge.model.sheet import OpenBoard, PhaseRecord
from judge.model.turn import Phase, Turn
from judge.model.view import Sight, View
from judge.views.results import make_results_for_reader
from judge.views.sightings import (
    Track,
    collect_owners_of_seen_centers,
    list_sightings_of_phase,
    track_units,
)


def build_view(
    powers: Sequence[str] | None,
    position: Position,
    record: PhaseRecord | None,
    variant: Variant,
    reader: str,
) -> View:
    """Return what the holder of ``powers`` sees; None is a reader who sees everything.

    ``record`` is the phase that led to the position, if its results are to be told.
    """
    board = record.board if record else _open_printed_board(variant.map)
    sight = Sight() if powers is None else variant.rules.sight.find_sight(powers, position, board)
    if powers is not None and sight != Sight():
        view = _build_partial_view(powers, position, record, variant, board, sight)
        return replace(view, reader=reader)
    own_powers = tuple(powers or ())
    common = _remember_full_view(position, record, variant, board)
    return replace(
        common,
        reader=reader,
        powers=own_powers,
        contacts=tuple(power for power in common.contacts if power not in own_powers),
        sites=_build_sites_of_powers(own_powers, position, variant),
    )


def sees_everything(powers: Sequence[str], position: Position, variant: Variant) -> bool:
    """Say whether the holder of powers sees all of a position."""
    board = _open_printed_board(variant.map)
    return variant.rules.sight.find_sight(powers, position, board) == Sight()


COMMON: RememberedQuestion[None, tuple[tuple[Position, PhaseRecord | None, Variant], View]] = (
    RememberedQuestion()
)
"""What all saw of a turn who see everything; a board has one answer, that for its last turn."""


def _remember_full_view(
    position: Position, record: PhaseRecord | None, variant: Variant, board: OpenBoard
) -> View:
    """Return what all see who see everything. The board remembers the last: a turn's letters are
    made one after the other.
    """
    turn = (position, record, variant)
    answers = board.memory.recall_answers(COMMON)
    last = answers.get(None)
    if last is None or any(old is not new for old, new in zip(last[0], turn, strict=True)):
        last = answers[None] = turn, _build_full_view(*turn)
    return last[1]


def _build_full_view(position: Position, record: PhaseRecord | None, variant: Variant) -> View:
    every = tuple(variant.map.powers)
    return View(
        reader="",
        powers=(),
        turn=position.turn,
        seen=frozenset(variant.map.provinces),
        units=tuple(position.units.values()),
        dislodged=position.dislodged,
        owners=dict(position.owners),
        homes=dict(position.homes),
        contacts=tuple(power for power in every if position.has_survived(power)),
        facts=position.facts,
        due={power: variant.rules.muster.count_adjustments_due(power, position) for power in every},
        votes=variant.rules.procedure.collect_votes_by_power(position),
        lost=position.lost,
        ended=position.ended,
        played=record.before.turn if record else None,
        results=tuple(record.results) if record else (),
        effects=record.effects if record else (),
        names=collect_chosen_power_names(position.facts),
        watched=frozenset(variant.map.centers),
        former=dict(record.before.owners) if record else {},
        closed=collect_closed_spaces(variant, position.turn),
        destroyed=variant.rules.destroyed(position),
    )


def _build_partial_view(
    powers: Sequence[str],
    position: Position,
    record: PhaseRecord | None,
    variant: Variant,
    board: OpenBoard,
    sight: Sight,
) -> View:
    """Return what is seen of a part of the board, in an order that tells nothing."""
    rank, own_powers = board.map.province_numbers, frozenset(powers)
    units = [u for u in position.units.values() if sight.is_in_sight(u.at.province)]
    waiting = sorted(
        (d for d in position.dislodged if sight.is_in_sight(d.unit.at.province)),
        key=lambda gone: rank[gone.unit.at.province],
    )
    owners = collect_owners_of_seen_centers(position, sight, own_powers)
    acquaintances = variant.rules.disclosure.collect_known_powers(powers, position)
    contacts = frozenset(variant.map.powers) if acquaintances is None else acquaintances
    phase = _see_phase(own_powers, powers, record, variant) if record else _PhaseSeen()
    winners = position.ended.winners if position.ended else ()
    met = {unit.power for unit in (*units, *(d.unit for d in waiting))} | phase.powers
    named = {*contacts, *own_powers, *owners.values(), *met, *winners}
    names = collect_chosen_power_names(position.facts)
    votes = variant.rules.procedure.collect_votes_by_power(position)
    return View(
        reader="",
        powers=tuple(powers),
        turn=position.turn,
        seen=frozenset(p for p in variant.map.provinces if sight.is_in_sight(p)),
        units=tuple(sorted(units, key=lambda u: rank[u.at.province])),
        dislodged=tuple(_without_attacker(d) for d in waiting if d.unit.power in own_powers),
        dislodged_foreign=tuple(sorted(d.unit for d in waiting if d.unit.power not in own_powers)),
        owners={code: owners[code] for code in sorted(owners) if owners[code]},
        homes={power: homes for power, homes in position.homes.items() if power in own_powers},
        contacts=tuple(p for p in variant.map.powers if p in contacts and p not in own_powers),
        facts=frozenset(
            fact
            for fact in position.facts
            if fact.about in own_powers or (fact.about in rank and sight.is_in_sight(fact.about))
        ),
        due={
            power: variant.rules.muster.count_adjustments_due(power, position) for power in powers
        },
        sites=_build_sites_of_powers(powers, position, variant),
        votes={power: count for power, count in votes.items() if power in named},
        lost=frozenset(code for code in position.lost if sight.is_in_sight(code)),
        ended=position.ended,
        played=record.before.turn if record else None,
        results=phase.results,
        effects=phase.effects,
        whole=False,
        sightings=phase.sightings,
        names={power: name for power, name in names.items() if power in named},
        watched=frozenset(
            code
            for code in variant.map.centers
            if sight.centers is None
            or code in sight.centers
            or position.owners.get(code) in own_powers
        ),
        former=phase.former,
        closed=collect_closed_spaces(variant, position.turn),
        destroyed=frozenset(p for p in variant.rules.destroyed(position) if sight.is_in_sight(p)),
    )


class _PhaseSeen(NamedTuple):
    """What of a phase is seen of a part of the board; ``former``: centers that were one's own."""

    sightings: tuple[Reason, ...] = ()
    results: tuple[Result, ...] = ()
    effects: tuple[Effect, ...] = ()
    former: Mapping[str, str] = MappingProxyType({})

    @property
    def powers(self) -> set[str]:
        """Those that were seen acting."""
        about = chain.from_iterable(sighting.about for sighting in self.sightings)
        return {
            told.power if isinstance(told, Unit) else told
            for told in about
            if isinstance(told, Unit | str)
        }


def _see_phase(
    own_powers: frozenset[str], powers: Sequence[str], record: PhaseRecord, variant: Variant
) -> _PhaseSeen:
    """Return what the holder of powers sees of a phase, before and after it."""
    then = variant.rules.sight.find_sight(powers, record.before, record.board)
    now = variant.rules.sight.find_sight(powers, record.after, record.board)
    ways = track_units(record)
    former = {code: p for code, p in sorted(record.before.owners.items()) if p in own_powers}
    return _PhaseSeen(
        list_sightings_of_phase(own_powers, record, ways, then, now),
        make_results_for_reader(own_powers, record, then, now, variant.orders),
        tuple(_list_effects_seen(own_powers, record, ways, then, now)),
        former,
    )


def _build_sites_of_powers(
    powers: Sequence[str], position: Position, variant: Variant
) -> dict[str, tuple[str, ...]]:
    """Return where the powers may build in an adjustment phase, in the order of the map."""
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return {}
    free = {power: variant.rules.muster.build_sites(power, position) for power in powers}
    centers = variant.map.centers
    return {power: tuple(code for code in centers if code in free[power]) for power in powers}


def _list_effects_seen(
    own_powers: frozenset[str], record: PhaseRecord, ways: Iterable[Track], then: Sight, now: Sight
) -> Iterator[Effect]:
    """Yield what happened to the reader's own, and the foreign moves whose end they see."""
    rank = record.board.map.province_numbers
    unit_effects = [e for e in record.effects if isinstance(e, Dislodged | Placed | Removed)]
    for unit_effect in sorted(
        unit_effects, key=lambda e: (isinstance(e, Removed), rank[e.unit.at.province])
    ):
        if unit_effect.unit.power in own_powers:
            yield (
                _without_attacker(unit_effect)
                if isinstance(unit_effect, Dislodged)
                else unit_effect
            )
    for effect in record.effects:
        captured = isinstance(effect, Captured | Settled) and effect.power in own_powers
        if captured or isinstance(effect, Began | Ended):
            yield effect
    razed = {e.province for e in record.effects if isinstance(e, CenterLost)}
    for code in sorted(razed):
        if now.is_in_sight(code):
            yield CenterLost(code)
    facts = {effect.fact for effect in record.effects if isinstance(effect, Noted)}
    facts_seen = (
        f for f in facts if f.about in own_powers or (f.about in rank and now.is_in_sight(f.about))
    )
    yield from map(Noted, sorted(facts_seen))
    for track in sorted(ways, key=lambda t: rank[t.last_unit.at.province]):
        before, after = track.before, track.after
        if before is None or after is None or before.at.province == after.at.province:
            continue
        if before.power in own_powers:
            yield Moved(before, after.at)
        elif now.is_in_sight(after.at.province):
            seen = then.is_in_sight(before.at.province)
            yield Moved(before if seen else before._replace(at=Location("")), after.at)


def _without_attacker(gone: Dislodged) -> Dislodged:
    """Return a dislodgement of which the attacker's power alone is told (CIV-4)."""
    return replace(gone, by=Unit(gone.by.power, "", Location("")))


@lru_cache(maxsize=32)
def _open_printed_board(game_map: Map) -> OpenBoard:
    """Return the board as printed, for a position that no phase led to."""
    return OpenBoard(game_map, game_map.steps)


def build_known_position(position: Position, view: View, spaces: Iterable[str]) -> Position:
    """Return the position as the reader of a view knows it, of all the spaces of the map.

    What stands out of their sight, and what is remembered of it, is left out; facts say which
    spaces these are.
    """
    if view.whole:
        return position
    hidden = set(spaces) - view.seen
    return replace(
        position,
        units={place: unit for place, unit in position.units.items() if place not in hidden},
        facts=frozenset(fact for fact in position.facts if fact.about not in hidden)
        | {Fact(UNSEEN, code) for code in hidden},
    )


@lru_cache(maxsize=64)
def collect_closed_spaces(variant: Variant, turn: Turn) -> frozenset[str]:
    """Return the spaces that the season alone shuts to every unit.

    Nothing on the board is looked at, so that this tells nothing of it.
    """
    empty = Position(turn, {})
    return frozenset(
        code
        for rule in variant.rules.passage
        for code in variant.map.provinces
        if _closes_space(rule, code, variant, empty)
    )


def _closes_space(rule: Passage, code: str, variant: Variant, empty: Position) -> bool:
    """Say whether a rule lets no unit in, from any space beside it."""
    near = [Location(neighbor) for neighbor in variant.map.contacts.get(code, ())]
    return bool(near) and all(
        (why := rule.check_step(origin, Location(code), kind, empty))
        and why.code == "closed_season"
        for origin in near
        for kind in variant.map.kinds
    )
