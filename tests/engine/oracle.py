"""What happens on a small board, found by trying everything.

The rules are stated as equations: whether a move succeeds, given all other answers, and whether a
convoyed army has a path. Every assignment of yes and no to all moves and all paths is tried; those
under which every equation holds are consistent. One: it is the outcome. Several that differ in a
ring of moves alone: the ring moves. Otherwise the convoys are a paradox, and the convoyed armies
at its core stay (Szykman, DATC 4.A.2). Nothing here is clever, and nothing comes from the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product

from judge.model.map import Location
from judge.model.order import Convoy, Move, Order, Support
from judge.model.position import Unit
from judge.model.reason import Fate
from tests.engine.told import Told


@dataclass(frozen=True)
class World:
    """One answer to every question, by the province a unit stands in."""

    moves: Mapping[str, bool]
    paths: Mapping[str, bool]


@dataclass(frozen=True)
class Outcome:
    """What the oracle says. ``core`` are the armies that the Szykman rule stopped."""

    units: Mapping[str, Unit]
    dislodged: Mapping[str, tuple[Unit, frozenset[Location]]]
    fates: Mapping[str, Fate]
    core: frozenset[str]
    ring: bool


class Case(Told):
    """A turn on a small board, and all that could become of it."""

    # The equations

    @cached_property
    def movers(self) -> tuple[str, ...]:
        return tuple(place for place, order in self.order.items() if isinstance(order, Move))

    @cached_property
    def inbound(self) -> Mapping[str, list[str]]:
        goals = {self.goal(mover) for mover in self.movers}
        return {
            goal: [mover for mover in self.movers if self.goal(mover) == goal] for goal in goals
        }

    def attackers(self, place: str) -> list[str]:
        return self.inbound.get(place, [])

    def head_on(self, place: str, other: str) -> bool:
        """Whether two units walk against each other."""
        walking = not {place, other} & self.by_sea.keys()
        return walking and self.goal(place) == other and self.goal(other) == place

    def dislodged(self, place: str, world: World) -> bool:
        return not world.moves.get(place, False) and any(
            world.moves[attacker] for attacker in self.attackers(place)
        )

    def path(self, place: str, world: World) -> bool:
        if place not in self.by_sea:
            return True
        return any(
            all(not self.dislodged(fleet, world) for fleet in row) for row in self.by_sea[place]
        )

    def stands(self, place: str, world: World) -> bool:
        """Whether a support is not cut."""
        order = self.order[place]
        assert isinstance(order, Support)
        aim = (order.into or order.of.at).province
        return not self.dislodged(place, world) and not any(
            world.paths.get(attacker, True)
            and self.units[attacker].power != order.unit.power
            and attacker != aim
            for attacker in self.attackers(place)
        )

    def fits(self, order: Order) -> bool:
        """Whether a support names what the other unit does."""
        if not isinstance(order, Support) or order.of.at.province not in self.units:
            return False
        done = self.order[order.of.at.province]
        if order.into is None or not isinstance(done, Move):
            return order.into is None and not isinstance(done, Move)
        return order.into in (done.to, Location(done.to.province))

    @cached_property
    def supporters(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {place: [] for place in self.units}
        for place, order in self.order.items():
            if isinstance(order, Support) and self.fits(order):
                found[order.of.at.province].append(place)
        return found

    def strength(self, place: str, world: World, without: str = "") -> int:
        return 1 + sum(
            self.units[each].power != without and self.stands(each, world)
            for each in self.supporters[place]
        )

    def attack(self, place: str, world: World) -> int:
        goal = self.goal(place)
        rival = self.units.get(goal)
        if rival is None or (world.moves.get(goal) and not self.head_on(place, goal)):
            return self.strength(place, world)
        if rival.power == self.units[place].power:
            return 0
        return self.strength(place, world, without=rival.power)

    def resistance(self, place: str, world: World) -> int:
        """What a move meets in the province it goes to."""
        goal = self.goal(place)
        if goal not in self.units:
            return 0
        if self.head_on(place, goal) or goal not in self.movers:
            return self.strength(goal, world)
        return 0 if world.moves[goal] else 1

    def prevention(self, place: str, world: World) -> int:
        goal = self.goal(place)
        beaten = self.head_on(place, goal) and world.moves[goal]
        return self.strength(place, world) if world.paths.get(place, True) and not beaten else 0

    def succeeds(self, place: str, world: World) -> bool:
        force = self.attack(place, world)
        return (
            world.paths.get(place, True)
            and force > self.resistance(place, world)
            and all(
                force > self.prevention(other, world)
                for other in self.attackers(self.goal(place))
                if other != place
            )
        )

    # The answers

    def worlds(self, paths: Mapping[str, bool]) -> Iterator[World]:
        """Yield the worlds with those paths in which every move succeeds or fails by the rules."""
        for answers in product((True, False), repeat=len(self.movers)):
            world = World(dict(zip(self.movers, answers, strict=True)), paths)
            if all(world.moves[place] == self.succeeds(place, world) for place in self.movers):
                yield world

    @cached_property
    def by_paths(self) -> Mapping[tuple[bool, ...], list[World]]:
        """The worlds for each way in which convoys might have a path."""
        return {
            answers: list(self.worlds(dict(zip(self.by_sea, answers, strict=True))))
            for answers in product((True, False), repeat=len(self.by_sea))
        }

    @cached_property
    def consistent(self) -> list[World]:
        """The worlds in which the paths too are what the rules say."""
        return [
            world
            for world in chain.from_iterable(self.by_paths.values())
            if all(world.paths[army] == self.path(army, world) for army in self.by_sea)
        ]

    @cached_property
    def core(self) -> frozenset[str]:
        """The convoyed armies whose paths hang on themselves, if there is a paradox at all.

        An army hangs on another if the path of the other makes a difference to its own.
        """
        if len({tuple(world.paths.values()) for world in self.consistent}) == 1:
            return frozenset()
        armies = tuple(self.by_sea)
        after = {
            before: tuple(self.path(army, worlds[0]) for army in armies)
            for before, worlds in self.by_paths.items()
        }
        for _ in armies:  # what has one answer only is no part of a paradox
            for i in range(len(armies)):
                answers = {then[i] for then in after.values()}
                if len(answers) == 1:
                    after = {b: then for b, then in after.items() if b[i] in answers}
        sways = {
            army: {
                armies[j]
                for before, then in after.items()
                for j, now in enumerate(after.get(flipped(before, i), then))
                if now != then[j]
            }
            for i, army in enumerate(armies)
        }
        return frozenset(army for army in armies if army in reached(sways, army))

    @cached_property
    def allowed(self) -> list[World]:
        """The worlds left when the armies at the core of a paradox stay; they differ in rings."""
        return [
            world
            for world in chain.from_iterable(self.by_paths.values())
            if all(
                world.paths[army] == (army not in self.core and self.path(army, world))
                for army in self.by_sea
            )
        ]

    @cached_property
    def world(self) -> World:
        """The one that the rules prefer: rings of moves succeed."""
        found = self.allowed
        best = max(found, key=lambda world: sum(world.moves.values()))
        assert all(
            best.paths == world.paths
            and all(best.moves[place] for place in self.movers if world.moves[place])
            for world in found
        ), "the worlds left differ in more than rings"
        return best

    def fate(self, place: str) -> Fate:
        order, world = self.order[place], self.world
        if not self.valid(self.given[place]):
            return Fate.VOID
        if self.never(order):
            return Fate.VOID
        done = True
        if isinstance(order, Move):
            done = world.moves[place]
        elif isinstance(order, Support):
            done = self.fits(order) and self.stands(place, world)
        elif isinstance(order, Convoy):
            done = not self.dislodged(place, world) and self.carries(order)
        return Fate.STANDS if done else Fate.FAILS

    def retreats(self, place: str) -> tuple[Unit, frozenset[Location]]:
        """Return who dislodged a unit, and where it may go."""
        world = self.world
        came = next(mover for mover in self.attackers(place) if world.moves[mover])
        held = {
            self.goal(each) if world.moves.get(each) else each
            for each in self.units
            if not self.dislodged(each, world)
        }
        contested = {
            self.goal(mover)
            for mover in self.movers
            if world.paths.get(mover, True)
            and not world.moves[mover]
            and not (self.head_on(mover, self.goal(mover)) and world.moves[self.goal(mover)])
        }
        unit = self.units[place]
        return self.units[came], frozenset(
            at
            for at in self.board.neighbors(unit.kind, unit.at)
            if at.province not in held | contested and (at.province != came or came in self.by_sea)
        )

    def outcome(self) -> Outcome:
        world = self.world
        after = {}
        for place, unit in self.units.items():
            order = self.order[place]
            if isinstance(order, Move) and world.moves[place]:
                after[order.to.province] = unit._replace(at=order.to)
            elif not self.dislodged(place, world):
                after[place] = unit
        return Outcome(
            units=after,
            dislodged={p: self.retreats(p) for p in self.units if self.dislodged(p, world)},
            fates={place: self.fate(place) for place in self.units},
            core=self.core,
            ring=len(self.allowed) > 1,
        )


def flipped(answers: tuple[bool, ...], index: int) -> tuple[bool, ...]:
    return (*answers[:index], not answers[index], *answers[index + 1 :])


def reached(edges: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    frontier = set(edges[start])
    while frontier:
        seen |= frontier
        frontier = {there for here in frontier for there in edges[here]} - seen
    return seen
