"""A fleet that is still in the Arctic after a Fall move is taken out of it, or lost (WW4-2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from judge.hooks import NOTHING, Settlement
from judge.model.map import Location
from judge.model.order import Move, Order
from judge.model.paths import list_distances_from
from judge.model.position import Effect, Moved, Position, Removed, Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import OpenBoard, PhaseRecord
from judge.model.turn import Phase
from judge.rules.aftermath import bar_retreats
from judge.tables import PowerName, Season, Space, Table


class Icebreaker(Table):
    """Before the retreats of the season: to the space that is the power's ``haven``, if nobody
    stands there; else off the board.

    A power that is not listed has the haven nearest to where it began.
    """

    season: Season
    space: Space
    haven: dict[PowerName, Space]

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Look at the one unit in the space, and bar its haven to all who have yet to retreat."""
        after = record.after
        unit = after.units.get(self.space)
        if unit is None or record.sheet is None or after.turn.season != self.season:
            return NOTHING
        to = Location(self._find_haven(unit.power, after, record.board))
        there = after.units.get(to.province)
        lost = there is not None
        subjects = (unit, to, there) if there is not None else (unit, to)
        code = "ice_lost" if lost else "ice_driven"
        results = tuple(
            _make_result_in_ice(result, Reason(code, subjects))
            for result in record.results
            if result.order.unit == unit and result.why.code != "superseded"
        )
        effects: list[Effect] = [Removed(unit) if lost else Moved(unit, to)]
        if not lost:
            effects += bar_retreats(after.dislodged, {to.province})
        return Settlement(results, tuple(effects))

    def hint_at_order(
        self, order: Order, orders: Sequence[Order], position: Position
    ) -> tuple[Reason, ...]:
        """Warn whoever lets a unit stay in the ice, or sends one to where it comes."""
        turn, there = position.turn, isinstance(order, Move) and order.to.province == self.space
        if turn.phase is not Phase.MOVEMENT:
            return ()
        if there and turn.season != self.season:
            return (Reason("ice_later", (Location(self.space),)),)
        stays = order.unit.at.province == self.space and not isinstance(order, Move)
        return self._warn_of_ice(order.unit) if stays and turn.season == self.season else ()

    def warn_powers(self, powers: Collection[str], position: Position) -> tuple[Reason, ...]:
        """Warn of the ice whoever has a unit there as its season begins."""
        turn, unit = position.turn, position.units.get(self.space)
        comes = turn.phase is Phase.MOVEMENT and turn.season == self.season
        return self._warn_of_ice(unit) if comes and unit and unit.power in powers else ()

    def _warn_of_ice(self, unit: Unit) -> tuple[Reason, ...]:
        haven = self.haven.get(unit.power)
        return (Reason("ice_ahead", (unit, *([Location(haven)] if haven else []))),)

    def _find_haven(self, power: str, position: Position, board: OpenBoard) -> str:
        listed = self.haven.get(power)
        if listed:
            return listed
        steps = dict(
            list_distances_from(position.homes.get(power, ())[:1], board.map.contacts.__getitem__)
        )
        return min(sorted(set(self.haven.values())), key=lambda code: steps.get(code, 0))


def _make_result_in_ice(result: Result, why: Reason) -> Result:
    """Return what is told of the fleet's order: what became of it, then the ice."""
    if result.fate is Fate.STANDS:
        return Result(result.order, Fate.FAILS, why)
    first = result.why
    return Result(
        result.order, result.fate, Reason(why.code, (*why.about, first.code, *first.about))
    )
