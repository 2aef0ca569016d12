"""What it is worth to a power how units stand after the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from judge.model.map import Location
from judge.model.position import Unit
from judge.robots.outlook import Outlook
from judge.robots.values import value_for_builds

SAFE = (1.0, 0.55, 0.3, 0.2)
"""How likely an own center with an own unit in it stays, by how many attackers are too many."""
KEPT = (0.97, 0.9, 0.5, 0.3)
"""The same of one that stands empty: by how many more can come than can be sent."""
EMPTY = (0.9, 0.35, 0.15, 0.1)
"""How likely another's empty center is taken, by how many of others can come to it."""
TAKEN = (0.12, 0.3, 0.65, 0.75)
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
        self._reach: dict[tuple[str, Location], tuple[int, ...]] = {}
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

    def find_reach_of_unit(self, unit: Unit) -> tuple[int, ...]:
        """Return the numbers of the centers that a unit is in or can step into."""
        key = unit.kind, unit.at
        reach = self._reach.get(key)
        if reach is None:
            near = {to.province for to in self.outlook.list_steps_of_unit(unit)}
            here = self.number.get(unit.at.province, -1)
            near.discard(unit.at.province)
            reach = self._reach[key] = (
                here,
                *sorted(self.number[code] for code in near if code in self.number),
            )
        return reach

    def appraise_places(
        self,
        stands: Sequence[Unit | None],
        units: Sequence[Unit],
        razed: frozenset[str] = frozenset(),
    ) -> float:
        """Return what it is worth that units stand so; None is one that was driven out.

        ``units`` are the same before the moves, ``razed`` the centers that are none any more.
        """
        total, count = 0.0, len(self.centers)
        rank, reach_of_unit, pull = self.rank, self.find_reach_of_unit, self.pull
        mine = [0] * count
        foes: list[dict[int, int]] = [{} for _ in range(count)]
        holder, traps = [-1] * count, self.outlook.traps
        ways: list[list[int]] = []
        gains: dict[int, float] = {}
        for row, unit in enumerate(stands):
            if unit is None:
                total += (
                    -LOSS
                    if units[row].power == self.power
                    else GAIN * (1 if units[row].power in rank else 0)
                )
                continue
            number = rank[unit.power]
            here, *near = reach_of_unit(unit)
            if here >= 0:
                holder[here] = number
            if number == 0:
                if (unit.kind, unit.at) in traps:
                    total -= LOSS
                total += DRAW * pull.get((unit.kind, unit.at), 0.0)
                if near:
                    ways.append(near)
                for center in near:
                    mine[center] += 1
            else:
                for center in near:
                    beside = foes[center]
                    beside[number] = beside.get(number, 0) + 1
        owned, win, expected = 0, self.win, 0.0
        dislike, last = self.dislike, self.last
        for center, owner in enumerate(self.owners):
            if razed and self.centers[center] in razed:
                continue
            there = holder[center]
            if last and there >= 0:
                owner = there
            own, against = mine[center], foes[center]
            most = max(against.values()) if against else 0
            if owner == 0:
                owned += 1
            elif owner > 0:
                total -= dislike[owner]
            if there == 0:
                over = most - 1 - own
                expected += SAFE[over if over < 3 else 3] if over > 0 else 1.0
            elif there > 0:
                if own:
                    over = own - 1 - against.get(there, 0)
                    gains[center] = TAKEN[min(over + 1, 3)] if over > -2 else 0.03
            elif owner == 0:
                if most:
                    over = most - own
                    expected += KEPT[min(over, 2) + 1] if over >= 0 else KEPT[0]
                else:
                    expected += 1.0
            elif own:
                over = most - own + 1 if most else 0
                gains[center] = EMPTY[min(over, 3)] if over > 0 else EMPTY[0]
        if gains:
            expected += _measure_gain_of_units(gains, ways)
        total += NEXT * expected
        if last:
            total += NOW * owned
            if owned >= win:
                total += WIN
        return total


def _measure_gain_of_units(gains: dict[int, float], ways: Sequence[Sequence[int]]) -> float:
    """Return what units may gain that each can go to some of the centers: no unit takes two, and
    no two take one."""
    total = 0.0
    for near in ways:
        best, taken = 0.0, -1
        for center in near:
            gain = gains.get(center, 0.0)
            if gain > best:
                best, taken = gain, center
        if taken >= 0:
            total += best
            gains[taken] = AGAIN * best
    return total
