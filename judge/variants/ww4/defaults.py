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
from judge.model.memory import Question
from judge.model.order import Build, Disband, Hold, Order, Remove, Retreat
from judge.model.paths import steps_from
from judge.model.position import Dislodged, Position, Unit
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard

ARMY, FLEET = "army", "fleet"
DISTANCES: Question[tuple[str, Location], dict[str, int]] = Question()
"""How far each province is for a unit of a kind at a place."""


class _Most(tuple[int, ...]):
    """Counts of centers that sort before every smaller ones."""

    __slots__ = ()

    def __lt__(self, other: tuple[int, ...]) -> bool:
        return tuple(self) > tuple(other)


class _Retreat(NamedTuple):
    """A space to retreat to; the least of several is taken.

    ``space_class`` is 0 for an owned center, 1 for another center, 2 for any other space.
    """

    space_class: int
    owned_centers: _Most
    centers: _Most
    at: Location


class _Removal(NamedTuple):
    """A unit to be removed, its distance counted down from 0; the least of several goes."""

    minus_distance: int
    centers: tuple[int, ...]
    province: str


def default_kinds(start: Mapping[str, tuple[Unit, ...]]) -> Mapping[str, str]:
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

    def order(self, unit: Unit, position: Position) -> Order:
        """Hold."""
        return Hold(unit)

    def retreat(self, unit: Dislodged, position: Position, board: OpenBoard) -> Order:
        """Go to an owned center, else to another center, else to another space (WW4-9).

        Among several, to the one nearest to the most owned centers; then to the most centers;
        then by the alphabet.
        """
        if not unit.options:
            return Disband(unit.unit)
        return Retreat(unit.unit, min(unit.options, key=_preference(unit.unit, position, board)))

    def builds(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Order, ...]:
        """Take the vacant centers by the alphabet: ports first if fleets are the default.

        In a center with two coasts a fleet takes the first coast.
        """
        free = sorted(self.muster.sites(power, position))
        kind = self.kinds.get(power, ARMY)
        first = [(kind, code) for code in free if board.map.places(kind, code)]
        taken = {code for _, code in first}
        rest = [(ARMY, code) for code in free if code not in taken]
        return tuple(
            Build(Unit(power, kind, sorted(board.map.places(kind, code))[0]))
            for kind, code in (first + rest)[:count]
        )

    def removals(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Unit, ...]:
        """Return the units farthest from the nearest owned center; one without a way is farthest.

        Among several, the one with the fewest centers near; then by the alphabet.
        """
        rank = _distance(power, position, board)
        return tuple(sorted(position.units_of(power), key=rank)[:count])

    def why(self, order: Order, position: Position, board: OpenBoard) -> Reason:
        """Say that the order was a default, and why it fell on that space."""
        if isinstance(order, Retreat):
            return _why_there(order, position, board)
        if isinstance(order, Build):
            return self._why_built(order.unit, board)
        if isinstance(order, Remove):
            return _why_gone(order.unit, position, board)
        return Reason("no_order")

    def _why_built(self, unit: Unit, board: OpenBoard) -> Reason:
        here = Location(unit.at.province)
        if unit.kind == FLEET:
            coast = (unit.at,) if unit.at.coast else ()
            return Reason("default_port", (here, *coast))
        wanted = self.kinds.get(unit.power, ARMY)
        return Reason("default_land" if wanted == ARMY else "default_no_port", (here,))


def _why_there(order: Retreat, position: Position, board: OpenBoard) -> Reason:
    """Say of which class the space is, and what decided among several of that class."""
    rank = _preference(order.unit, position, board)
    driven = next(each for each in position.dislodged if each.unit == order.unit)
    first, *others = sorted(map(rank, driven.options))
    rivals = [other for other in others if other.space_class == first.space_class]
    code = ("default_home", "default_center", "default_space")[first.space_class]
    return Reason(code, (Location(order.to.province), *_decided(_NEAREST, first, rivals)))


def _why_gone(unit: Unit, position: Position, board: OpenBoard) -> Reason:
    """Say how far the unit was, and what decided among several as far."""
    rank = _distance(unit.power, position, board)
    removed = rank(unit)
    others = [other for other in map(rank, position.units_of(unit.power)) if other > removed]
    rivals = [other for other in others if other.minus_distance == removed.minus_distance]
    decided, distance = _decided(_LONELIEST, removed, rivals), -removed.minus_distance
    if distance > len(board.map.provinces):
        return Reason("default_cut_off", (unit, *decided))
    return Reason("default_farthest", (unit, str(distance), *decided))


REASONS = ("nearest_own", "nearest_all", "nearest_first", "farthest_lonely", "farthest_first")
"""What decides among several spaces or units, told inside of other reasons."""

_NEAREST, _LONELIEST = REASONS[:3], REASONS[3:]


def _decided(
    codes: Sequence[str], first: tuple[object, ...], rivals: Sequence[tuple[object, ...]]
) -> tuple[str, ...]:
    """Return the code of what set the first apart from its rivals, if there were any."""
    for place, code in enumerate(codes, 1):
        tied = [other for other in rivals if other[place] == first[place]]
        if rivals and not tied:
            return (code,)
        rivals = tied
    return ()


def _preference(unit: Unit, position: Position, board: OpenBoard) -> Callable[[Location], _Retreat]:
    """Return how near to the front a space comes where a unit retreats by default."""
    mine = position.centers_of(unit.power)

    def rank(at: Location) -> _Retreat:
        owned = position.owners.get(at.province) == unit.power
        return _Retreat(
            2 if at.province not in board.map.centers else 0 if owned else 1,
            _Most(center_counts_by_distance(unit.kind, at, mine, board)),
            _Most(center_counts_by_distance(unit.kind, at, board.map.centers, board)),
            at,
        )

    return rank


def _distance(power: str, position: Position, board: OpenBoard) -> Callable[[Unit], _Removal]:
    """Return how near to the front a unit comes where some are removed by default."""
    mine = position.centers_of(power)
    beyond = len(board.map.provinces) + 1  # where no way leads to a center

    def rank(unit: Unit) -> _Removal:
        steps = distances(unit.kind, unit.at, board)
        return _Removal(
            -min((steps.get(code, beyond) for code in mine), default=beyond),
            center_counts_by_distance(unit.kind, unit.at, board.map.centers, board),
            unit.at.province,
        )

    return rank


def distances(kind: str, at: Location, board: OpenBoard) -> Mapping[str, int]:
    """Return for each province that a unit of that kind can get to its distance from ``at``.

    Seasons do not count, nor what stands in between. The unit's own space is at distance 0.
    """

    def find() -> dict[str, int]:
        steps: dict[str, int] = {}
        for place, far in steps_from([at], partial(board.map.neighbors, kind)):
            steps.setdefault(place.province, far)
        return steps

    return board.memory.answer(DISTANCES, (kind, at), find)


def center_counts_by_distance(
    kind: str, at: Location, centers: Collection[str], board: OpenBoard
) -> tuple[int, ...]:
    """Return how many of the centers lie at distance 1, at 2, and so on (WW4-8).

    Of two censuses the one with more at the first difference is the greater tuple; the space
    itself does not count.
    """
    steps = distances(kind, at, board)
    counts = Counter(steps.get(code, 0) for code in centers)
    return tuple(counts[far] for far in range(1, max(counts, default=0) + 1))
