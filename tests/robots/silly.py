"""What robots do that a person would call silly: ``python -m tests.robots.silly --years 5``.

Robots of one level have all seats. Counted are, in each of their games: foreign centers left just
before the count for no other center, beside those kept since the move out of them bounced; own
centers lost at a count to a lone unit that walked in, though an own unit that did nothing better
could have stood there; own units that bounce off each other alone where no center is; moves that
bounce for the third, fourth, ... time in a row; and what shows whether they play at all: units that
moved, centers that changed hands, arsenals built, bombs fired, licenses earned. ``--tell`` prints
each place. Of people, 0.37 moves in a movement turn bounce for the third time or more.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from judge.hooks import Variant
from judge.language.writer import write_order
from judge.model.order import Move, Order, Support
from judge.model.position import Noted, Unit
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.model.view import View
from judge.robots import Effort, Level, choose_robot_orders
from judge.robots.choices import STOCK_VERBS
from tests.robots.table import Player, Table, load_with_options

PATIENCE = 3
"""With the so manieth bounce in a row a move is silly."""


def player_of_level(level: Level, work: int) -> Player:
    effort = Effort(level, work)

    def robot(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
        return choose_robot_orders(variant, view, power, seed, effort)

    return robot


def list_centers_left(record: PhaseRecord, variant: Variant) -> Iterator[str]:
    """Yield the units that leave a foreign center before the count, and come into no other."""
    before, after = record.before, record.after
    for unit in before.units.values():
        code = unit.at.province
        if code not in variant.map.centers or before.owners.get(code) == unit.power:
            continue
        order = find_order_of(record, unit)
        there = after.units.get(code)
        if not isinstance(order, Move) or (there is not None and there.power == unit.power):
            continue
        to = after.units.get(order.to.province)
        arrived = to == unit._replace(at=order.to)
        gained = (
            arrived
            and order.to.province in variant.map.centers
            and before.owners.get(order.to.province) != unit.power
        )
        if arrived and not gained:
            yield write_order(order, variant)


def list_centers_kept_by_bounce(record: PhaseRecord, variant: Variant) -> Iterator[str]:
    """Yield the moves out of foreign centers into own ones that bounced, so that both are held."""
    before = record.before
    for unit in before.units.values():
        code, order = unit.at.province, find_order_of(record, unit)
        if code in variant.map.centers and before.owners.get(code) != unit.power:
            goal = order.to.province if isinstance(order, Move) else ""
            if before.owners.get(goal) == unit.power and record.after.units.get(code) == unit:
                yield write_order(order, variant) if order else ""


def list_centers_left_open(record: PhaseRecord, variant: Variant) -> Iterator[str]:
    """Yield the own centers that a lone unit walked into, though an idle own one was near."""
    before, after, board = record.before, record.after, record.board
    helped = Counter(
        (order.into or order.of.at).province
        for result in record.results
        if isinstance(order := result.order, Support)
    )
    for code, owner in before.owners.items():
        there = after.units.get(code)
        if there is None or there.power == owner:
            continue
        came = find_order_of(record, _find_unit_before(record, there))
        if helped[code] or not isinstance(came, Move):
            continue
        old = before.units.get(code)
        if old is not None and old.power != owner:
            continue
        for unit in before.units_of(owner):
            near = {to.province for to in board.list_open_steps(unit.kind, unit.at)}
            if code in near | {unit.at.province} and _is_idle(record, unit, variant):
                instead = find_order_of(record, unit)
                told = write_order(instead, variant) if instead else "nothing"
                yield f"{code} of {owner} to {write_order(came, variant)}: {told}"
                break


def list_own_rivals(record: PhaseRecord, variant: Variant) -> Iterator[str]:
    """Yield the moves to where nobody needs to be kept out that bounced off one of the same power's
    alone."""
    moves: dict[str, list[Order]] = {}
    for result in record.results:
        if isinstance(order := result.order, Move):
            moves.setdefault(order.to.province, []).append(order)
    for code, rivals in moves.items():
        powers = {order.unit.power for order in rivals}
        stayed = all(record.after.units.get(o.unit.at.province) == o.unit for o in rivals)
        if stayed and len(rivals) > 1 and len(powers) == 1 and code not in variant.map.centers:
            yield ", ".join(write_order(order, variant) for order in rivals)


def _is_idle(record: PhaseRecord, unit: Unit, variant: Variant) -> bool:
    """Say whether a unit's move brought it into no center that it has to guard or gain."""
    order, centers = find_order_of(record, unit), variant.map.centers
    at = order.to.province if isinstance(order, Move) else unit.at.province
    if isinstance(order, Support):
        return False
    if at not in centers:
        return True
    mine = record.before.owners.get(at) == unit.power
    threatened = any(
        other.power != unit.power
        and at in {to.province for to in record.board.list_open_steps(other.kind, other.at)}
        for other in record.before.units.values()
    )
    return mine and not threatened


def _find_unit_before(record: PhaseRecord, there: Unit) -> Unit:
    for unit in record.before.units_of(there.power):
        order = find_order_of(record, unit)
        if isinstance(order, Move) and unit._replace(at=order.to) == there:
            return unit
    return there


def find_order_of(record: PhaseRecord, unit: Unit) -> Order | None:
    return next((r.order for r in record.results if r.order.unit == unit), None)


class Watch:
    """What was seen in one game."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.seen = variant, Counter[str]()
        self.told: list[str] = []
        self.failed: dict[Unit, tuple[Order, int]] = {}

    def note_turn(self, record: PhaseRecord) -> None:
        turn = record.before.turn
        self.seen["licenses"] += sum(
            isinstance(effect, Noted) and "license" in effect.fact.rule for effect in record.effects
        )
        for result in record.results:
            if result.order.verb not in STOCK_VERBS | {"build", "remove", "retreat", "disband"}:
                self.seen[f"{result.order.verb} {result.fate.name.lower()}"] += 1
            if result.order.verb == "build":
                self.seen[f"built {result.order.unit.kind}"] += 1
        changed = {*record.before.owners.items()} ^ {*record.after.owners.items()}
        self.seen["center changes"] += len({code for code, _ in changed})
        if turn.phase is not Phase.MOVEMENT:
            return
        self.seen["movement turns"] += 1
        self.seen["units"] += len(record.before.units)
        self.seen["moved"] += len({*record.before.units.values()} - {*record.after.units.values()})
        if self.variant.calendar.has_center_count(turn):
            self._note("left before the count", turn, list_centers_left(record, self.variant))
            kept = list_centers_kept_by_bounce(record, self.variant)
            self._note("kept by a bounce", turn, kept)
            self._note("left open", turn, list_centers_left_open(record, self.variant))
        self._note("own rivals", turn, list_own_rivals(record, self.variant))
        self._note(f"bounce {PATIENCE}+", turn, self._list_bounces(record))

    def _list_bounces(self, record: PhaseRecord) -> Iterator[str]:
        failed: dict[Unit, tuple[Order, int]] = {}
        for result in record.results:
            order, unit = result.order, result.order.unit
            if isinstance(order, Move) and record.after.units.get(unit.at.province) == unit:
                old, times = self.failed.get(unit, (order, 0))
                times = times + 1 if old == order else 1
                failed[unit] = order, times
                if times >= PATIENCE:
                    yield f"{write_order(order, self.variant)} ({times}.)"
        self.failed = failed

    def _note(self, what: str, turn: object, places: Iterator[str]) -> None:
        for place in places:
            self.seen[what] += 1
            self.told.append(f"{turn} {what}: {place}")


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.robots.silly", description=__doc__)
    options.add_argument("--variant", default="standard")
    options.add_argument("--level", default="hard")
    options.add_argument("--work", type=int, default=0)
    options.add_argument("--games", type=int, default=1)
    options.add_argument("--first", type=int, default=1, help="the first seed")
    options.add_argument("--years", type=int, default=5)
    options.add_argument("--tell", action="store_true")
    chosen = options.parse_args()
    variant, total = load_with_options(chosen.variant), Counter[str]()
    player = player_of_level(chosen.level, chosen.work)
    for seed in range(chosen.first, chosen.first + chosen.games):
        watch = Watch(variant)
        table = Table(variant, dict.fromkeys(variant.map.powers, player), seed)
        for record in table.turns(chosen.years):
            watch.note_turn(record)
        total += watch.seen
        print(f"seed {seed}, {table.position.turn}:", dict(watch.seen), flush=True)
        for line in watch.told if chosen.tell else ():
            print("  ", line, flush=True)
    print("together:", dict(total))


if __name__ == "__main__":
    main()
