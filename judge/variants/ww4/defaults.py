"""Default orders: what is done for a power that misses its retreats, builds or removals.

They stand in place of civil disorder (WW4-11) and fill up what was not ordered or was void.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from judge.hooks import AdjustmentRules
from judge.model.map import Location
from judge.model.memory import RememberedQuestion
from judge.model.order import Build, Disband, Hold, Order, Remove, Retreat
from judge.model.paths import list_distances_from
from judge.model.position import Dislodged, Position, Unit
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard

ARMY, FLEET = "army", "fleet"
DISTANCES: RememberedQuestion[tuple[str, Location], dict[str, int]] = RememberedQuestion()
"""How far each province is for a unit of a kind at a place."""


class _LargestFirst(tuple[int, ...]):
    """Counts of centers that sort before every smaller ones."""

    __slots__ = ()

    def __lt__(self, other: tuple[int, ...]) -> bool:
        return tuple(self) > tuple(other)


class _RetreatRank(NamedTuple):
    """A space to retreat to; the least of several is taken.

    ``space_class`` is 0 for an owned center, 1 for another center, 2 for any other space.
    """

    space_class: int
    owned_centers: _LargestFirst
    centers: _LargestFirst
    at: Location


class _RemovalRank(NamedTuple):
    """A unit to be removed, its distance counted down from 0; the least of several goes."""

    minus_distance: int
    centers: tuple[int, ...]
    province: str


def collect_default_unit_kinds(start: Mapping[str, tuple[Unit, ...]]) -> Mapping[str, str]:
    """Return each power's default unit: the kind of which it starts with two or more."""
    return {
        power: FLEET if sum(unit.kind == FLEET for unit in units) >= 2 else ARMY
        for power, units in start.items()
    }


@dataclass(frozen=True)
class HomeFirst:
    """Units hold; retreats lead home, builds go by the alphabet, the farthest units are removed.

    ``kinds`` is each power's default unit.
    """

    kinds: Mapping[str, str]
    muster: AdjustmentRules

    def make_default_order(self, unit: Unit, position: Position) -> Order:
        """Hold."""
        return Hold(unit)

    def make_default_retreat(self, unit: Dislodged, position: Position, board: OpenBoard) -> Order:
        """Go to an owned center, else to another center, else to another space (WW4-9).

        Among several, to the one nearest to the most owned centers; then to the most centers;
        then by the alphabet.
        """
        if not unit.options:
            return Disband(unit.unit)
        return Retreat(
            unit.unit, min(unit.options, key=_make_retreat_ranking(unit.unit, position, board))
        )

    def choose_default_builds(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Order, ...]:
        """Take the vacant centers by the alphabet: ports first if fleets are the default.

        In a center with two coasts a fleet takes the first coast.
        """
        free = sorted(self.muster.build_sites(power, position))
        kind = self.kinds.get(power, ARMY)
        first = [(kind, code) for code in free if board.map.list_places_for_kind(kind, code)]
        first_codes = {code for _, code in first}
        rest = [(ARMY, code) for code in free if code not in first_codes]
        return tuple(
            Build(Unit(power, kind, sorted(board.map.list_places_for_kind(kind, code))[0]))
            for kind, code in (first + rest)[:count]
        )

    def choose_default_removals(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Unit, ...]:
        """Return the units farthest from the nearest owned center; one without a way is farthest.

        Among several, the one with the fewest centers near; then by the alphabet.
        """
        rank = _make_removal_ranking(power, position, board)
        return tuple(sorted(position.units_of(power), key=rank)[:count])

    def explain_default(self, order: Order, position: Position, board: OpenBoard) -> Reason:
        """Say that the order was a default, and why it fell on that space."""
        if isinstance(order, Retreat):
            return _explain_retreat(order, position, board)
        if isinstance(order, Build):
            return self._explain_build(order.unit)
        if isinstance(order, Remove):
            return _explain_removal(order.unit, position, board)
        return Reason("no_order")

    def _explain_build(self, unit: Unit) -> Reason:
        here = Location(unit.at.province)
        if unit.kind == FLEET:
            coast = (unit.at,) if unit.at.coast else ()
            return Reason("default_port", (here, *coast))
        wanted = self.kinds.get(unit.power, ARMY)
        return Reason("default_land" if wanted == ARMY else "default_no_port", (here,))


def _explain_retreat(order: Retreat, position: Position, board: OpenBoard) -> Reason:
    """Say of which class the space is, and what decided among several of that class."""
    rank = _make_retreat_ranking(order.unit, position, board)
    driven = next(dislodged for dislodged in position.dislodged if dislodged.unit == order.unit)
    first, *candidates = sorted(map(rank, driven.options))
    rivals = [candidate for candidate in candidates if candidate.space_class == first.space_class]
    why = _BY_SPACE_CLASS[first.space_class]
    decided = _find_deciding_code(_NEAREST, first, rivals)
    return why.with_subjects((Location(order.to.province), *decided))


def _explain_removal(unit: Unit, position: Position, board: OpenBoard) -> Reason:
    """Say how far the unit was, and what decided among several as far."""
    rank = _make_removal_ranking(unit.power, position, board)
    removed = rank(unit)
    candidates = [
        candidate for candidate in map(rank, position.units_of(unit.power)) if candidate > removed
    ]
    rivals = [
        candidate for candidate in candidates if candidate.minus_distance == removed.minus_distance
    ]
    decided, distance = _find_deciding_code(_LONELIEST, removed, rivals), -removed.minus_distance
    if distance > len(board.map.provinces):
        return Reason("default_cut_off", (unit, *decided))
    return Reason("default_farthest", (unit, str(distance), *decided))


_BY_SPACE_CLASS = (Reason("default_home"), Reason("default_center"), Reason("default_space"))
"""Why a unit retreats to a space of each class."""

_NEAREST = (Reason("nearest_own"), Reason("nearest_all"), Reason("nearest_first"))
_LONELIEST = (Reason("farthest_lonely"), Reason("farthest_first"))
"""What decides among several spaces or units, told inside of other reasons."""


def _find_deciding_code(
    reasons: Sequence[Reason], first: tuple[object, ...], rivals: Sequence[tuple[object, ...]]
) -> tuple[str, ...]:
    """Return the code of what set the first apart from its rivals, if there were any."""
    for place, why in enumerate(reasons, 1):
        tied = [rival for rival in rivals if rival[place] == first[place]]
        if rivals and not tied:
            return (why.code,)
        rivals = tied
    return ()


def _make_retreat_ranking(
    unit: Unit, position: Position, board: OpenBoard
) -> Callable[[Location], _RetreatRank]:
    """Return how near to the front a space comes where a unit retreats by default."""
    own_centers = position.centers_of(unit.power)

    def rank_retreat(at: Location) -> _RetreatRank:
        owned = position.owners.get(at.province) == unit.power
        return _RetreatRank(
            2 if at.province not in board.map.centers else 0 if owned else 1,
            _LargestFirst(count_centers_by_distance(unit.kind, at, own_centers, board)),
            _LargestFirst(count_centers_by_distance(unit.kind, at, board.map.centers, board)),
            at,
        )

    return rank_retreat


def _make_removal_ranking(
    power: str, position: Position, board: OpenBoard
) -> Callable[[Unit], _RemovalRank]:
    """Return how near to the front a unit comes where some are removed by default."""
    own_centers = position.centers_of(power)
    beyond = len(board.map.provinces) + 1  # where no way leads to a center

    def rank_removal(unit: Unit) -> _RemovalRank:
        steps = collect_distances_by_province(unit.kind, unit.at, board)
        return _RemovalRank(
            -min((steps.get(code, beyond) for code in own_centers), default=beyond),
            count_centers_by_distance(unit.kind, unit.at, board.map.centers, board),
            unit.at.province,
        )

    return rank_removal


def collect_distances_by_province(kind: str, at: Location, board: OpenBoard) -> Mapping[str, int]:
    """Return for each province that a unit of that kind can get to its distance from ``at``.

    Seasons do not count, nor what stands in between. The unit's own space is at distance 0.
    """

    def find_distances(_: tuple[str, Location]) -> dict[str, int]:
        steps: dict[str, int] = {}
        for place, far in list_distances_from([at], partial(board.map.neighbors, kind)):
            steps.setdefault(place.province, far)
        return steps

    return board.memory.answer_for_key(DISTANCES, (kind, at), find_distances)


def count_centers_by_distance(
    kind: str, at: Location, centers: Collection[str], board: OpenBoard
) -> tuple[int, ...]:
    """Return how many of the centers lie at distance 1, at 2, and so on (WW4-8).

    Of two censuses the one with more at the first difference is the greater tuple; the space
    itself does not count.
    """
    steps = collect_distances_by_province(kind, at, board)
    counts = Counter(steps.get(code, 0) for code in centers)
    return tuple(counts[far] for far in range(1, max(counts, default=0) + 1))
