"""Whether a bomb explodes, by another reading of GD-18 to GD-22, GD-32 and GD-33: slow, and written
on its own.
"""

from collections import Counter
from itertools import combinations

from judge.model.order import Move
from judge.model.position import Fact, Noted
from judge.model.reason import Fate
from judge.model.turn import Phase
from judge.variants.gd.orders import Bomb, Carry
from tests.gd.dice import hands_on


def flies(board, bomb):
    """GD-32 and the board's half of GD-22: whether the order can be carried out at all."""
    stops = (bomb.unit.at.province, *bomb.route)
    if len(set(stops)) < len(stops) or Fact("gd.ruin", bomb.target) in board.facts:
        return False
    return all(
        code in board.units and hands_on(board.units[code], onward)
        for code, onward in zip(stops, (*bomb.route, bomb.target), strict=True)
    )


def agrees(carry, bomb):
    """GD-20: what is named is some choice among the spaces of the route, nearest included."""
    path = (bomb.unit.at.province, *bomb.route, bomb.target)
    at = 1 + bomb.route.index(carry.unit.at.province)
    before, after = path[:at], path[at + 1 :]
    return any(
        carry.came == (*picked, before[-1])
        for n in range(at)
        for picked in combinations(before[:-1], n)
    ) and any(
        carry.goes == (after[0], *picked)
        for n in range(len(after))
        for picked in combinations(after[1:], n)
    )


def should_explode(board, orders, attacks, bomb):
    bombs = [o for o in orders.values() if isinstance(o, Bomb) and flies(board, o)]
    if bomb not in bombs:
        return False
    for code in (bomb.unit.at.province, *bomb.route):
        owner = board.units[code].power
        if any(move.to.province == code and move.unit.power != owner for move in attacks):
            return False
    for code in bomb.route:
        carry = orders.get(code)
        if (
            not isinstance(carry, Carry)
            or not carry.came
            or not hands_on(carry.unit, carry.goes[0])
        ):
            return False
        if [b for b in bombs if code in b.route and agrees(carry, b)] != [bomb]:
            return False
    return True


STRANDED = ("convoy_lost", "no_convoy", "paradox")


def exploding(record, orders):
    """GD-22: the bombs that should explode, seeing which moves were made (voids are none)."""
    attacks = [
        result.order
        for result in record.results
        if isinstance(result.order, Move)
        and result.fate is not Fate.VOID
        and result.why.code not in STRANDED
    ]
    bombs = [order for order in orders.values() if isinstance(order, Bomb)]
    return [bomb for bomb in bombs if should_explode(record.before, orders, attacks, bomb)]


def check(record, orders):
    """Hold a phase to the rules; return how many bombs with how many carriers exploded."""
    before, after = record.before, record.after
    for at in after.units:
        assert Fact("gd.ruin", at) not in after.facts
    for waiting in after.dislodged:
        assert waiting.options
        for at in (waiting.unit.at, *waiting.options):
            assert Fact("gd.ruin", at.province) not in after.facts
    counts = Counter((unit.power, unit.kind) for unit in after.units.values())
    assert all(count <= 5 for (_, kind), count in counts.items() if kind != "arsenal")
    assert not set(after.owners) & after.lost
    noted = {
        e.fact.about for e in record.effects if isinstance(e, Noted) and e.fact.rule == "gd.ruin"
    }
    expected = exploding(record, orders) if before.turn.phase is Phase.MOVEMENT else []
    assert noted == {bomb.target for bomb in expected}
    return Counter(len(bomb.route) for bomb in expected)
