"""What it is worth to a power how units stand after the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from judge.model.map import Location
from judge.model.position import Unit
from judge.robots.outlook import Outlook
from judge.robots.values import value_for_builds

SAFE = (0.91, 0.45, 0.2, 0.1)
"""How likely an own center with an own unit in it stays, by how many attackers are too many."""
KEPT = (0.82, 0.8, 0.45, 0.3)
"""The same of one that stands empty: by how many more can come than can be sent."""
EMPTY = (0.7, 0.45, 0.37, 0.2)
"""How likely another's empty center is taken, by how many of others can come to it."""
TAKEN = (0.14, 0.34, 0.74, 0.78)
"""How likely a center with a foreign unit in it is taken, by how strong the attack would be."""
COUNTED = 1.0
EXPECTED = 0.7
"""What a center is worth that was just counted, and one that will likely be at the next count."""
DRIVEN_OUT = 0.55
DROVE_OUT = 0.15
"""What it costs to have a unit driven out, and what it brings to drive one out."""
BEST_PLACE = 0.5
"""What the best place of all is worth to a unit beside what it does to centers."""
HOME = 1.25
"""How much more a home center is worth than another: there units are built."""
UNBUILT = 0.4
"""What each build costs for which no home is free right after the count."""
WIN = 20.0
SECOND_CLAIM = 0.1
"""What a second unit adds that could take a center which is as good as taken."""
SPITE, FEAR, FEARED = 0.04, 1.2, 0.4
"""What a center of another costs, and how much more for what its owner has of a win beyond that
share."""


WIDTH = 8
"""How many bits each part of a crowd's number has."""
OCCUPIED = (1 << WIDTH) - 1
"""The part that tells who stands there: 0 if nobody does."""


class UnitReach(NamedTuple):
    """What counts of a unit where it stands: the number of the center that it is in (-1: none),
    those of the centers that it can step into, what it adds to the crowds of centers, what the
    place itself is worth."""

    here: int
    near: tuple[int, ...]
    adds: tuple[tuple[int, int], ...]
    worth: float


class Crowd(NamedTuple):
    """Who is about a center: the rank of the power that stands there (-1: none), how many own units
    can come there, the most of one other power, and how many of the power that stands there.

    Crowds that come about by single units are kept as one number, of parts ``WIDTH`` bits wide:
    the rank of who stands there and one, then how many can come of each power, by its rank.
    """

    there: int
    own: int
    most: int
    fellows: int

    @classmethod
    def from_number(cls, number: int) -> Crowd:
        """Return the crowd that a number stands for."""
        there, *coming = number.to_bytes((number.bit_length() + WIDTH - 1) // WIDTH or 1, "little")
        own, foes = (coming[0], coming[1:]) if coming else (0, ())
        fellows = coming[there - 1] if 0 < there <= len(coming) else 0
        return cls(there - 1, own, max(foes, default=0), fellows)


class Prospect(NamedTuple):
    """What a center is worth, what could be gained there, what would be lost if the own unit left
    it, and whether it is the power's own."""

    worth: float
    gain: float
    loss: float
    owned: bool


NOTHING = Prospect(0.0, 0.0, 0.0, False)
"""What is to be had of a center that is none any more."""


class Appraisal:
    """The judgement of one power on where units stand.

    Expected are the centers at the next count: those held and those within reach, by how many
    units each side can bring there. Where this turn's moves are the last before a count, what is
    held now counts beside them. A power that comes near to winning is to be kept from it.
    """

    def __init__(self, outlook: Outlook, power: str, units: Sequence[Unit]) -> None:
        self.power, position = power, outlook.supposed
        self.last = outlook.variant.calendar.has_center_count(outlook.known.turn)
        homes = self._find_homes_to_build_in(outlook, power) if self.last else frozenset[str]()
        touched = {unit.at.province for unit in units}
        touched |= {to.province for unit in units for to in outlook.list_steps_of_unit(unit)}
        for unit in units:
            touched |= outlook.collect_helped_provinces(unit)
        self.centers = [
            code
            for code in outlook.variant.map.centers
            if code not in position.lost and (code in touched or position.owners.get(code) == power)
        ]
        self.number = {code: n for n, code in enumerate(self.centers)}
        self.homes = self._number_centers(homes)
        own_homes = position.homes.get(power, ())
        self.weights = [HOME if code in own_homes else 1.0 for code in self.centers]
        names = dict.fromkeys([power, *(unit.power for unit in units), *position.owners.values()])
        self.rank = {name: n for n, name in enumerate(names)}
        self.owners = [self.rank.get(position.owners.get(code, ""), -1) for code in self.centers]
        self.outlook = outlook
        self._reaches: dict[Unit, UnitReach] = {}
        self._prospects: list[dict[int, Prospect]] = [{} for _ in self.centers]
        self.dislike = self._find_dislike(Counter(position.owners.values()))

    @staticmethod
    def _find_homes_to_build_in(outlook: Outlook, power: str) -> frozenset[str]:
        """Where the power could build if no unit stood anywhere."""
        bare = replace(outlook.supposed, units={})
        return outlook.variant.rules.muster.build_sites(power, bare)

    def count_builds_lost(self, due: int, crowds: Sequence[int]) -> int:
        """Return how many of the builds that would be due find no free home."""
        if due <= 0 or not self.last:
            return 0
        return max(0, due - sum([not crowds[home] & OCCUPIED for home in self.homes]))

    def _find_dislike(self, counts: Mapping[str, int]) -> list[float]:
        """What a center in the hands of each power costs: the more the nearer that one is to a
        win."""
        shares = [counts.get(name, 0) / self.outlook.win for name in self.rank]
        return [SPITE + FEAR * max(0.0, share - FEARED) for share in shares]

    @cached_property
    def pull(self) -> Mapping[tuple[str, Location], float]:
        """How much each place draws units of each kind, 1 at most."""
        values = value_for_builds(self.outlook.look_as_power(self.power))
        every = {
            (kind, at): value
            for kind in self.outlook.variant.map.kinds
            for at, value in values.value_places(kind).items()
        }
        most = max(every.values(), default=0.0) or 1.0
        return {key: (value / most) ** 0.5 for key, value in every.items()}

    def find_reach_of_unit(self, unit: Unit) -> UnitReach:
        """Return what counts of a unit where it stands."""
        reach = self._reaches.get(unit)
        if reach is None:
            reach = self._reaches[unit] = self._work_out_reach(unit)
        return reach

    def _work_out_reach(self, unit: Unit) -> UnitReach:
        code, rank = unit.at.province, self.rank[unit.power]
        near = {to.province for to in self.outlook.list_steps_of_unit(unit)} - {code}
        helped = near | self.outlook.collect_helped_provinces(unit) - {code}
        here, worth = self.number.get(code, -1), 0.0
        if rank == 0:
            place = unit.kind, unit.at
            worth = BEST_PLACE * self.pull.get(place, 0.0) - DRIVEN_OUT * (
                place in self.outlook.traps
            )
        adds = [(center, 1 << WIDTH * (rank + 1)) for center in self._number_centers(helped)]
        if here >= 0:
            adds.insert(0, (here, rank + 1))
        return UnitReach(here, self._number_centers(near), tuple(adds), worth)

    def _number_centers(self, codes: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(self.number[code] for code in codes if code in self.number))

    def find_prospect(self, center: int, number: int) -> Prospect:
        """Return what is to be had of a center with the crowd about it that the number tells."""
        known = self._prospects[center]
        prospect = known.get(number)
        if prospect is None:
            prospect = known[number] = self._work_out_prospect(center, Crowd.from_number(number))
        return prospect

    def _work_out_prospect(self, center: int, crowd: Crowd) -> Prospect:
        there, own, most, fellows = crowd
        weight = self.weights[center]
        owner = there if self.last and there >= 0 else self.owners[center]
        worth, expected, gain, loss = 0.0, 0.0, 0.0, 0.0
        if owner > 0:
            worth = -self.dislike[owner]
        elif owner == 0 and self.last:
            worth = COUNTED * weight
        if there == 0:
            over = most - 1 - own
            expected = SAFE[min(max(over, 0), 3)] if most else 1.0
            loss = expected if owner else max(0.0, expected - _measure_hope(most, own))
        elif there > 0:
            if own:
                over = own - 1 - fellows
                gain = TAKEN[min(over + 1, 3)] if over > -2 else 0.03
        elif owner == 0:
            expected = _measure_hope(most, own)
        elif own:
            over = most - own + 1 if most else 0
            gain = EMPTY[min(over, 3)] if over > 0 else EMPTY[0]
        expected, gain, loss = expected * weight, gain * weight, loss * weight
        return Prospect(worth + EXPECTED * expected, gain, loss, owner == 0)

    def appraise_places(self, stands: Sequence[Unit | None], units: Sequence[Unit]) -> float:
        """Return what it is worth that units stand so; None is one that was driven out.

        ``units`` are the same before the moves.
        """
        return Survey(self, stands, units).value


def _measure_hope(most: int, own: int) -> float:
    """Return how likely an own center stays that is empty, if so many of one power and so many own
    units can step into it."""
    over = most - own
    return 1.0 if not most else KEPT[min(over, 2) + 1] if over >= 0 else KEPT[0]


class Survey:
    """How units stand, counted center by center: what that is worth, and would be if some stood
    otherwise."""

    def __init__(
        self, appraisal: Appraisal, stands: Sequence[Unit | None], units: Sequence[Unit]
    ) -> None:
        self.appraisal = appraisal
        self.own = [row for row, unit in enumerate(units) if unit.power == appraisal.power]
        self.fallen = [
            -DRIVEN_OUT if unit.power == appraisal.power else DROVE_OUT for unit in units
        ]
        self.reaches = [unit and appraisal.find_reach_of_unit(unit) for unit in stands]
        self.crowds = [0] * len(appraisal.centers)
        self.worth = 0.0
        for row, reach in enumerate(self.reaches):
            if reach is None:
                self.worth += self.fallen[row]
                continue
            self.worth += reach.worth
            for center, part in reach.adds:
                self.crowds[center] += part
        self.prospects = [*map(appraisal.find_prospect, range(len(self.crowds)), self.crowds)]
        self.worth += sum([prospect.worth for prospect in self.prospects])
        self.value = self._sum_up(self.reaches, self.worth, self.prospects, self.crowds)
        self._values: dict[tuple[tuple[int, Unit | None], ...], float] = {(): self.value}

    def appraise_change(self, changed: Iterable[tuple[int, Unit | None]]) -> float:
        """Return what it would be worth if the units of some rows stood otherwise."""
        key = tuple(changed)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self.appraise_anew(key)
        return value

    def appraise_anew(
        self, changed: Iterable[tuple[int, Unit | None]], razed: Iterable[str] = ()
    ) -> float:
        """Return the same, ``razed`` being no centers more."""
        appraisal, find_reach_of_unit = self.appraisal, self.appraisal.find_reach_of_unit
        reaches, crowds, fallen = self.reaches.copy(), self.crowds.copy(), self.fallen
        gone = {appraisal.number[code] for code in razed if code in appraisal.number}
        touched = gone.copy()
        total, gained = self.worth, 0.0
        for row, new in changed:
            before = reaches[row]
            after = reaches[row] = new and find_reach_of_unit(new)
            total -= before.worth if before else fallen[row]
            gained += after.worth if after else fallen[row]
            for center, part in before.adds if before else ():
                crowds[center] -= part
                touched.add(center)
            for center, part in after.adds if after else ():
                crowds[center] += part
                touched.add(center)
        total += gained
        prospects = self.prospects.copy()
        find_prospect = appraisal.find_prospect
        for center in touched:
            old = prospects[center]
            now = prospects[center] = (
                NOTHING if center in gone else find_prospect(center, crowds[center])
            )
            total += now.worth - old.worth
        return self._sum_up(reaches, total, prospects, crowds)

    def _sum_up(
        self,
        reaches: Sequence[UnitReach | None],
        worth: float,
        prospects: Sequence[Prospect],
        crowds: Sequence[int],
    ) -> float:
        """Return the worth with what units may gain that each can go to some of the centers, and
        leave the one where they are: no unit takes two, and no two take one."""
        total, standing, left = 0.0, 0, dict[int, float]()
        for row in self.own:
            reach = reaches[row]
            if reach is None:
                continue
            standing += 1
            here = reach.here
            best, taken = prospects[here].loss if here >= 0 else 0.0, -1
            start = best
            for center in reach.near:
                gain = left[center] if center in left else prospects[center].gain
                if gain > best:
                    best, taken = gain, center
            if taken >= 0:
                total += best - start
                left[taken] = SECOND_CLAIM * best
        value, appraisal = worth + EXPECTED * total, self.appraisal
        if appraisal.last:
            owned = sum([prospect.owned for prospect in prospects])
            value += WIN * (owned >= appraisal.outlook.win)
            value -= UNBUILT * appraisal.count_builds_lost(owned - standing, crowds)
        return value
