"""A player that does anything: for positions of every kind, reached by orders of every kind."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from judge.engine.advance import WantedOrders
from judge.engine.context import compile_board
from judge.hooks import Variant
from judge.model.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Support
from judge.model.position import Position, Unit
from judge.model.turn import Phase


class Wanderer:
    """Thinks up orders for a power, from the position and the dice."""

    def __init__(self, variant: Variant, dice: random.Random) -> None:
        self.variant, self.dice = variant, dice

    def choose_orders(
        self, power: str, position: Position, want: WantedOrders | None
    ) -> list[Order]:
        """Return what the power orders; at times nothing."""
        if want is None or self.dice.random() < 0.08:
            return []
        if position.turn.phase is Phase.MOVEMENT:
            return [*self.movement_orders(want.units, position)]
        if position.turn.phase is Phase.RETREATS:
            return [*self.retreat_orders(power, position)]
        return [*self.adjustment_orders(power, position, want.builds, want.removals)]

    def movement_orders(self, units: tuple[Unit, ...], position: Position) -> Iterator[Order]:
        """Go for centers of others, follow a neighbor with support, or wander; skip some."""
        board = compile_board(self.variant, position)
        moves: list[Move] = []
        gates = self._find_seasonal_gates(position)
        for unit in units:
            luck, steps = self.dice.random(), board.list_open_steps(unit.kind, unit.at)
            if luck < 0.03:
                continue
            near = {place.province: place for place in steps}
            helped = next((move for move in moves if move.to.province in near), None)
            if helped is not None and luck < 0.65:
                yield Support(unit, helped.unit, helped.to)
                continue
            gate = next((place for place in steps if place.province in gates), None)
            if gate is not None and luck < 0.6:
                yield Move(unit, gate)
                continue
            prey = [
                place
                for place in steps
                if self.variant.map.provinces[place.province].center
                and position.owners.get(place.province) != unit.power
            ]
            if not steps or luck > 0.95:
                yield Hold(unit)
                continue
            move = Move(unit, self.dice.choice(prey if prey and luck < 0.9 else steps))
            moves.append(move)
            yield move

    def _find_seasonal_gates(self, position: Position) -> set[str]:
        """Return the spaces that are closed in some season: open, they draw robots."""
        variant = self.variant
        turns = [position.turn._replace(season=step.season) for step in variant.calendar.steps]
        boards = [compile_board(variant, replace(position, turn=turn)) for turn in turns]
        closed = [
            (origin.province, to.province) for board in boards for _, origin, to in board.closed
        ]
        ends = Counter(code for pair in closed for code in pair)
        return {code for code, times in ends.items() if 2 * times > len(closed)}

    def retreat_orders(self, power: str, position: Position) -> Iterator[Order]:
        """Go anywhere, or give up."""
        for dislodged in position.dislodged:
            if dislodged.unit.power == power:
                to = self.dice.choice(dislodged.options)
                gives_up = self.dice.random() < 0.1
                yield Disband(dislodged.unit) if gives_up else Retreat(dislodged.unit, to)

    def adjustment_orders(
        self, power: str, position: Position, builds: int, removals: int
    ) -> Iterator[Order]:
        """Build anything anywhere, or remove whatever."""
        free = sorted(self.variant.rules.muster.build_sites(power, position))
        for code in self.dice.sample(free, min(builds, len(free))):
            kinds = [
                k for k in self.variant.map.kinds if self.variant.map.list_places_for_kind(k, code)
            ]
            kind = self.dice.choice(kinds)
            yield Build(
                Unit(
                    power, kind, self.dice.choice(self.variant.map.list_places_for_kind(kind, code))
                )
            )
        own_units = sorted(position.units_of(power))
        yield from (
            Remove(unit) for unit in self.dice.sample(own_units, min(removals, len(own_units)))
        )
