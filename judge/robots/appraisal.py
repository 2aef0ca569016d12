"""What it is worth to a power how units stand after the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from judge.model.map import Location
from judge.model.position import Unit
from judge.robots.outlook import Outlook
from judge.robots.values import value_for_builds

SAFE = (0.9, 0.7, 0.5, 0.4)
"""How likely an own center with an own unit in it stays, by how many attackers are too many."""
KEPT = (0.93, 0.75, 0.7, 0.4)
"""The same of one that stands empty: by how many more can come than can be sent."""
EMPTY = (0.7, 0.45, 0.37, 0.2)
"""How likely another's empty center is taken, by how many of others can come to it."""
TAKEN = (0.14, 0.34, 0.74, 0.78)
"""How likely a center with a foreign unit in it is taken, by how strong the attack would be."""
NOW = 1.0
NEXT = 0.7
"""What a center is worth that was just counted, and one that will likely be at the next count."""
LOSS = 0.55
GAIN = 0.15
"""What it costs to have a unit driven out, and what it brings to drive one out."""
DRAW = 0.5
"""What the best place of all is worth to a unit beside what it does to centers."""
WIN = 20.0
AGAIN = 0.1
"""What a second unit adds that could take a center which is as good as taken."""
SPITE, FEAR, FEARED = 0.04, 1.2, 0.4
"""What a center of another costs, and how much more for what its owner has of a win beyond that
share."""


Foes = dict[int, int]
"""How many units of each other power can step into a center, by its rank."""


class UnitReach(NamedTuple):
    """What counts of a unit where it stands: its power's rank, the number of the center that it is
    in (-1: none), those of the centers that it can step into and of those where it can help, what
    the place itself is worth."""

    rank: int
    here: int
    near: tuple[int, ...]
    helped: tuple[int, ...]
    worth: float


class Judged(NamedTuple):
    """What a center is worth, what could be gained there, what would be lost if the own unit left
    it, and whether it is the power's own."""

    worth: float
    gain: float
    loss: float
    owned: bool


NOTHING = Judged(0.0, 0.0, 0.0, False)
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
        self.win = outlook.win
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
        self.powers = list(dict.fromkeys([power, *(unit.power for unit in units)]))
        for owner in position.owners.values():
            if owner not in self.powers:
                self.powers.append(owner)
        self.rank = {name: n for n, name in enumerate(self.powers)}
        self.owners = [self.rank.get(position.owners.get(code, ""), -1) for code in self.centers]
        self.outlook = outlook
        self._reaches: dict[tuple[str, str, Location], UnitReach] = {}
        self.dislike = self._find_dislike(Counter(position.owners.values()))

    def _find_dislike(self, counts: Mapping[str, int]) -> list[float]:
        """What a center in the hands of each power costs: the more the nearer that one is to a
        win."""
        shares = [counts.get(name, 0) / self.win for name in self.powers]
        return [SPITE + FEAR * max(0.0, share - FEARED) for share in shares]

    @cached_property
    def pull(self) -> Mapping[tuple[str, Location], float]:
        """How much each place draws units of each kind, 1 at most."""
        values = value_for_builds(self.outlook.as_power(self.power))
        every = {
            (kind, at): value
            for kind in self.outlook.variant.map.kinds
            for at, value in values.value_places(kind).items()
        }
        most = max(every.values(), default=0.0) or 1.0
        return {key: (value / most) ** 0.5 for key, value in every.items()}

    def find_reach_of_unit(self, unit: Unit) -> UnitReach:
        """Return what counts of a unit where it stands."""
        key = unit.power, unit.kind, unit.at
        reach = self._reaches.get(key)
        if reach is None:
            here = unit.at.province
            near = {to.province for to in self.outlook.list_steps_of_unit(unit)} - {here}
            helped = near | self.outlook.collect_helped_provinces(unit) - {here}
            worth = 0.0
            if unit.power == self.power:
                place = unit.kind, unit.at
                worth = DRAW * self.pull.get(place, 0.0) - LOSS * (place in self.outlook.traps)
            reach = self._reaches[key] = UnitReach(
                self.rank[unit.power],
                self.number.get(here, -1),
                self._number_centers(near),
                self._number_centers(helped),
                worth,
            )
        return reach

    def _number_centers(self, codes: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(self.number[code] for code in codes if code in self.number))

    def judge_center(self, center: int, there: int, own: int, against: Foes) -> Judged:
        """Return what is to be had of a center where the power of that rank stands (-1: none), and
        so many own units can step into it, and so many of the others."""
        owner = there if self.last and there >= 0 else self.owners[center]
        worth, expected, gain, loss = 0.0, 0.0, 0.0, 0.0
        most = max(against.values()) if against else 0
        if owner > 0:
            worth = -self.dislike[owner]
        elif owner == 0 and self.last:
            worth = NOW
        if there == 0:
            over = most - 1 - own
            expected = SAFE[min(max(over, 0), 3)] if most else 1.0
            loss = expected if owner else max(0.0, expected - _measure_hope(most, own))
        elif there > 0:
            if own:
                over = own - 1 - against.get(there, 0)
                gain = TAKEN[min(over + 1, 3)] if over > -2 else 0.03
        elif owner == 0:
            expected = _measure_hope(most, own)
        elif own:
            over = most - own + 1 if most else 0
            gain = EMPTY[min(over, 3)] if over > 0 else EMPTY[0]
        return Judged(worth + NEXT * expected, gain, loss, owner == 0)

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
        self.appraisal, self.stands = appraisal, [*stands]
        self.own = [row for row, unit in enumerate(units) if unit.power == appraisal.power]
        self.fallen = [-LOSS if unit.power == appraisal.power else GAIN for unit in units]
        count = len(appraisal.centers)
        self.mine, self.holder = [0] * count, [-1] * count
        self.foes: list[Foes] = [{} for _ in range(count)]
        self.worth = 0.0
        for row, unit in enumerate(stands):
            if unit is None:
                self.worth += self.fallen[row]
                continue
            rank, here, _, helped, worth = appraisal.find_reach_of_unit(unit)
            self.worth += worth
            if here >= 0:
                self.holder[here] = rank
            for center in helped:
                if rank == 0:
                    self.mine[center] += 1
                else:
                    self.foes[center][rank] = self.foes[center].get(rank, 0) + 1
        centers = range(count)
        self.judged = [*map(appraisal.judge_center, centers, self.holder, self.mine, self.foes)]
        self.worth += sum([judged.worth for judged in self.judged])
        self.owned = sum([judged.owned for judged in self.judged])
        self.value = self._sum_up(stands, self.worth, self.judged, self.owned)

    def appraise_change(
        self, changed: Sequence[tuple[int, Unit | None]], razed: frozenset[str] = frozenset()
    ) -> float:
        """Return what it would be worth if the units of some rows stood otherwise, ``razed`` being
        no centers more."""
        if not changed and not razed:
            return self.value
        appraisal, find_reach_of_unit = self.appraisal, self.appraisal.find_reach_of_unit
        stands = self.stands.copy()
        mine, holder, foes = self.mine.copy(), self.holder.copy(), self.foes.copy()
        touched = {appraisal.number[code] for code in razed if code in appraisal.number}
        gone = touched.copy()
        total = self.worth
        for sign in (-1, 1):
            for row, new in changed:
                if sign > 0:
                    stands[row] = new
                unit = stands[row]
                if unit is None:
                    total += sign * self.fallen[row]
                    continue
                rank, here, _, helped, worth = find_reach_of_unit(unit)
                total += sign * worth
                if here >= 0:
                    holder[here] = -1 if sign < 0 else rank
                    touched.add(here)
                touched.update(helped)
                for center in helped:
                    if rank == 0:
                        mine[center] += sign
                    else:
                        beside = foes[center] = foes[center].copy()
                        beside[rank] = beside.get(rank, 0) + sign
        owned, judged = self.owned, self.judged.copy()
        for center in touched:
            before, now = judged[center], NOTHING
            if center not in gone:
                now = appraisal.judge_center(center, holder[center], mine[center], foes[center])
            total += now.worth - before.worth
            owned += now.owned - before.owned
            judged[center] = now
        return self._sum_up(stands, total, judged, owned)

    def _sum_up(
        self, stands: Sequence[Unit | None], worth: float, judged: Sequence[Judged], owned: int
    ) -> float:
        """Return the worth with what units may gain that each can go to some of the centers, and
        leave the one where they are: no unit takes two, and no two take one."""
        appraisal = self.appraisal
        total, left = 0.0, dict[int, float]()
        for row in self.own:
            unit = stands[row]
            if unit is None:
                continue
            _, here, near, _, _ = appraisal.find_reach_of_unit(unit)
            best, taken = judged[here].loss if here >= 0 else 0.0, -1
            start = best
            for center in near:
                gain = left.get(center, judged[center].gain)
                if gain > best:
                    best, taken = gain, center
            if taken >= 0:
                total += best - start
                left[taken] = AGAIN * best
        won = appraisal.last and owned >= appraisal.win
        return worth + NEXT * total + WIN * won
