"""Other players, to measure robots against: written for the tests, from what is known of such.

``dumb`` is a DumbBot after the description by its author. The others share its board and nothing of
its mind: ``cautious`` keeps what it has, ``greedy`` takes what is nearest, ``steady`` weighs
otherwise, looks less far, and is loyal to its plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from judge.engine.context import compile_board
from judge.engine.possible import possible_orders
from judge.hooks import Variant
from judge.model.map import Location, Map
from judge.model.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.model.position import Unit
from judge.model.turn import Phase
from judge.model.view import View
from judge.views.known import position_from_view

NearPlaces = tuple[tuple[Location, ...], tuple[tuple[int, ...], ...]]


@lru_cache(maxsize=64)
def near_places(game_map: Map, kind: str) -> NearPlaces:
    """The places of a kind, and for each the numbers of itself and of those next to it."""
    places = tuple(
        at for code in game_map.provinces for at in game_map.list_places_for_kind(kind, code)
    )
    number = {at: n for n, at in enumerate(places)}
    near = tuple(
        (number[at], *(number[to] for to in game_map.neighbors(kind, at))) for at in places
    )
    return places, near


def plain_support(unit: Unit, of: Unit, into: str = "") -> Support:
    return Support(unit, of._replace(power=""), Location(into) if into else None)


@dataclass(frozen=True)
class Habits:
    """The numbers of a DumbBot."""

    spring: tuple[int, int] = (700, 300)
    fall: tuple[int, int] = (600, 400)
    spring_weights: tuple[int, ...] = (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)
    fall_weights: tuple[int, ...] = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
    build_weights: tuple[int, ...] = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
    strength: int = 1000
    competition: int = 1000
    alternative: float = 0.5
    steepness: float = 5


DUMB = Habits()
OTHER = Habits(
    spring=(400, 600),
    fall=(800, 200),
    spring_weights=(50, 400, 200, 60, 20),
    fall_weights=(600, 300, 80, 20, 5),
    strength=200_000,
    competition=500_000,
    alternative=0.15,
)
"""Another kind: it fears competition, looks less far, and hardly ever tries something else."""


class Mind:
    """One turn of a DumbBot."""

    def __init__(self, variant: Variant, view: View, power: str, habits: Habits) -> None:
        self.variant, self.power, self.habits = variant, power, habits
        self.position = position_from_view(view, variant)
        self.view = view
        self.board = compile_board(variant, self.position)
        self.units = self.position.units_of(power)
        self.dice = Random(f"{habits} {power} {view.turn}")

    def seeded(self, seed: int) -> Mind:
        self.dice = Random(f"{seed} {self.power} {self.view.turn}")
        return self

    def steps(self, unit: Unit) -> tuple[Location, ...]:
        return self.board.list_open_steps(unit.kind, unit.at)

    def beside(self) -> dict[str, Counter[str]]:
        """How many units of each power can step into each province."""
        beside: dict[str, Counter[str]] = {}
        for unit in self.position.units.values():
            for code in {to.province for to in self.steps(unit)}:
                beside.setdefault(code, Counter())[unit.power] += 1
        return beside

    def worth(self, attack: int, defense: int) -> dict[str, float]:
        """What each center is worth."""
        counts = Counter(self.position.owners.values())
        sizes = {power: c * c + 4 * c + 16 for power, c in counts.items()}
        beside = self.beside()
        worth: dict[str, float] = {}
        for code in self.variant.map.centers:
            owner = self.position.owners.get(code, "")
            if owner == self.power:
                foes = [sizes.get(p, 16) for p in beside.get(code, ()) if p != self.power]
                worth[code] = defense * max(foes, default=0)
            else:
                worth[code] = attack * sizes.get(owner, 16)
        return worth

    def values(
        self, kind: str, worth: Mapping[str, float], weights: Sequence[int]
    ) -> dict[Location, float]:
        places, near = near_places(self.variant.map, kind)
        now = [worth.get(at.province, 0.0) for at in places]
        total = [value * weights[0] for value in now]
        for weight in weights[1:]:
            now = [sum([now[n] for n in around]) / 5 for around in near]
            total = [t + weight * value for t, value in zip(total, now, strict=True)]
        return dict(zip(places, total, strict=True))

    def place_values(self, *, builds: bool = False) -> dict[tuple[str, Location], float]:
        habits = self.habits
        fall = self.variant.calendar.has_center_count(self.position.turn)
        attack, defense = habits.fall if fall else habits.spring
        weights = habits.fall_weights if fall else habits.spring_weights
        if builds:
            weights = habits.build_weights
        worth = self.worth(attack, defense)
        beside = {} if builds else self.beside()
        values: dict[tuple[str, Location], float] = {}
        for kind in self.variant.map.kinds:
            for at, value in self.values(kind, worth, weights).items():
                near = beside.get(at.province, Counter())
                foes = [count for power, count in near.items() if power != self.power]
                value += habits.strength * near[self.power]
                value -= habits.competition * max(foes, default=0)
                values[kind, at] = value
        return values

    def ranked(self, unit: Unit, places: list[Location]) -> Iterator[Location]:
        """The best place mostly, else the next; then all the others."""
        values = self._values
        order = sorted(places, key=lambda at: (-values.get((unit.kind, at), 0.0), at))
        first = 0
        while first + 1 < len(order):
            best, following = (values.get((unit.kind, order[first + n]), 0.0) for n in (0, 1))
            worse = self.habits.steepness * (best - following) / max(abs(best), 1)
            if self.dice.random() >= self.habits.alternative or self.dice.random() < worse:
                break
            first += 1
        yield from (*order[first:], *order[:first])

    def moves(self) -> tuple[Order, ...]:
        self._values = self.place_values()
        beside = self.beside()
        waiting = list(self.units)
        self.dice.shuffle(waiting)
        at_home = {unit.at.province: unit for unit in self.units}
        orders: dict[Unit, Order] = {}
        taken: dict[str, Unit] = {}
        put_off: set[Unit] = set()
        while waiting:
            unit = waiting.pop(0)
            order: Order | None = None
            for at in self.ranked(unit, [unit.at, *self.steps(unit)]):
                code = at.province
                foes = [n for p, n in beside.get(code, Counter()).items() if p != self.power]
                if code in taken:
                    helped = orders[taken[code]]
                    moving = isinstance(helped, Move)
                    if taken[code] != unit and foes:
                        order = plain_support(unit, taken[code], code if moving else "")
                        break
                    continue
                if code == unit.at.province:
                    order = Hold(unit)
                    break
                there = at_home.get(code)
                if there and there not in orders:
                    if unit in put_off:
                        continue
                    put_off.add(unit)
                    waiting.append(unit)
                    break
                if there:
                    left = orders[there]
                    if not isinstance(left, Move) or left.to.province == unit.at.province:
                        continue
                order = Move(unit, at)
                break
            else:
                order = Hold(unit)
            if order is not None:
                orders[unit] = order
                goal = order.to if isinstance(order, Move) else unit.at
                taken.setdefault(goal.province, unit)
        return tuple(orders.values())

    def retreats(self) -> tuple[Order, ...]:
        self._values = self.place_values()
        gone: set[str] = set()
        orders: list[Order] = []
        for waiting in self.position.dislodged:
            if waiting.unit.power != self.power:
                continue
            free = [at for at in waiting.options if at.province not in gone]
            to = next(self.ranked(waiting.unit, free), None)
            orders.append(Retreat(waiting.unit, to) if to else Disband(waiting.unit))
            gone |= {to.province} if to else set()
        return tuple(orders)

    def adjustments(self) -> tuple[Order, ...]:
        values = self.place_values(builds=True)
        due = self.view.due[self.power]

        def value(unit: Unit) -> float:
            return values.get((unit.kind, unit.at), 0.0)

        if due < 0:
            return tuple(map(Remove, sorted(self.units, key=lambda u: (value(u), u))[:-due]))
        builds = [
            order
            for order in possible_orders(self.variant, self.position, self.power)
            if isinstance(order, Build)
        ]
        chosen: dict[str, Build] = {}
        for build in sorted(builds, key=lambda b: (-value(b.unit), b.unit)):
            if len(chosen) < due:
                chosen.setdefault(build.unit.at.province, build)
        return (*chosen.values(), *[Waive.for_power(self.power)] * (due - len(chosen)))

    def orders(self) -> tuple[Order, ...]:
        phase = self.position.turn.phase
        if phase is Phase.MOVEMENT:
            return self.moves()
        return self.retreats() if phase is Phase.RETREATS else self.adjustments()


def dumb(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    return Mind(variant, view, power, DUMB).seeded(seed).orders()


def other(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    return Mind(variant, view, power, OTHER).seeded(seed).orders()


def cautious(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    """It never leaves an own center that somebody can step into, and supports before it moves."""
    mind = Mind(variant, view, power, DUMB).seeded(seed)
    orders = mind.orders()
    if view.turn.phase is not Phase.MOVEMENT:
        return orders
    beside = mind.beside()
    owned = {code for code, owner in view.owners.items() if owner == power}

    def threat(code: str) -> int:
        return max((n for p, n in beside.get(code, Counter()).items() if p != power), default=0)

    staying = {
        order.unit
        for order in orders
        if order.unit.at.province in owned and threat(order.unit.at.province)
    }
    kept: list[Order] = []
    for order in orders:
        unit = order.unit
        if unit in staying:
            kept.append(Hold(unit))
            continue
        reach = {to.province for to in mind.steps(unit)}
        wards = sorted(
            (ward for ward in staying if ward.at.province in reach),
            key=lambda ward: (-threat(ward.at.province), ward),
        )
        if wards and threat(wards[0].at.province) > 1:
            kept.append(plain_support(unit, wards[0]))
        elif isinstance(order, Support):
            kept.append(Hold(unit))
        else:
            kept.append(order)
    movers = [order for order in kept if isinstance(order, Move)]
    final: list[Order] = []
    for order in kept:
        reach = {to.province for to in mind.steps(order.unit)}
        if isinstance(order, Hold) and order.unit not in staying:
            for move in movers:
                if move.to.province in reach:
                    order = plain_support(order.unit, move.unit, move.to.province)
                    break
        final.append(order)
    return tuple(final)


def greedy(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    """Each unit goes the shortest way to a foreign center; two that could take one do it
    together."""
    mind = Mind(variant, view, power, DUMB).seeded(seed)
    if view.turn.phase is not Phase.MOVEMENT:
        return mind.orders()
    prey = {code for code in variant.map.centers if view.owners.get(code) != power}
    guards = {unit.at.province for unit in view.units if unit.power != power}
    own = {unit.at.province for unit in mind.units}
    far = {kind: _distances(variant.map, kind, frozenset(prey - own)) for kind in variant.map.kinds}
    orders: dict[Unit, Order] = {}
    attacks: dict[str, Move] = {}
    units = list(mind.units)
    mind.dice.shuffle(units)
    units.sort(key=lambda unit: far[unit.kind].get(unit.at, 99))
    for unit in units:
        steps = sorted(
            mind.steps(unit), key=lambda at: (far[unit.kind].get(at, 99), mind.dice.random())
        )
        joint = next((at for at in steps if at.province in attacks and at.province in guards), None)
        if joint is not None and far[unit.kind].get(joint, 99) == 0:
            orders[unit] = plain_support(unit, attacks[joint.province].unit, joint.province)
            continue
        if unit.at.province in prey and unit.at.province not in guards:
            orders[unit] = Hold(unit)
            continue
        to = next((at for at in steps if at.province not in attacks), None)
        if to is None or (to.province in own and mind.dice.random() < 0.5):
            orders[unit] = Hold(unit)
        else:
            orders[unit] = attacks[to.province] = Move(unit, to)
    return tuple(orders.values())


def _distances(game_map: Map, kind: str, goals: frozenset[str]) -> dict[Location, int]:
    places, near = near_places(game_map, kind)
    far = {at: 0 for at in places if at.province in goals}
    ring = [n for n, at in enumerate(places) if at in far]
    while ring:
        onward = []
        for n in ring:
            for m in near[n]:
                if places[m] not in far:
                    far[places[m]] = far[places[n]] + 1
                    onward.append(m)
        ring = onward
    return far


def any_orders(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    """Any legal order for each unit, any builds and removals."""
    dice = Random(f"{seed} {power} {view.turn}")
    position = position_from_view(view, variant)
    orders: dict[str, list[Order]] = {}
    for order in possible_orders(variant, position, power):
        orders.setdefault(order.unit.at.province, []).append(order)
    count = abs(view.due.get(power, 0)) if view.turn.phase is Phase.ADJUSTMENTS else len(orders)
    places = dice.sample(sorted(orders), min(count, len(orders)))
    return tuple(dice.choice(orders[code]) for code in places)


def no_orders(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    """None at all: units hold."""
    return ()
