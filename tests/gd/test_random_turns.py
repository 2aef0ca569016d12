"""Random turns of Global Diplomacy: limits, ruins, and bombs re-checked by another reading of GD-18
to GD-22 (and GD-32, GD-33), written slowly and on its own.
"""

import random
from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance, wanted
from judge.library import load
from judge.model.map import Location
from judge.model.order import Build, Disband, Hold, Move, Remove, Retreat, Support
from judge.model.position import Fact, Noted, Position, Unit, apply
from judge.model.reason import Fate
from judge.model.turn import Phase, Turn
from judge.variants.gd import Bomb, Carry

GD = load("gd")
BOARD = GD.map
POWERS = tuple(BOARD.powers)
KINDS = ("army", "navy", "air force", "arsenal")


def near(code):
    return {
        end.province
        for leg in BOARD.legs
        for start, end in ((leg.origin, leg.target), (leg.target, leg.origin))
        if start.province == code
    }


NEAR = {code: near(code) for code in BOARD.provinces}
TWO = {a: (NEAR[a] | {c for b in NEAR[a] for c in NEAR[b]}) - {a} for a in BOARD.provinces}


def hands_on(unit, onward):
    """GD-19, straight from the list of borders."""
    if unit.kind in ("air force", "arsenal"):
        return onward in TWO[unit.at.province]
    way = "land" if unit.kind == "army" else "water"
    return any(
        leg.origin == unit.at and leg.target.province == onward and leg.way == way
        for leg in BOARD.legs
    )


# Making turns


def position(chance):
    """A board of about 40 units with ruins here and there."""
    codes = chance.sample(sorted(BOARD.provinces), len(BOARD.provinces))
    ruined = [codes.pop() for _ in range(chance.randrange(6))]
    counts, units = Counter(), {}
    for code in codes[:45]:
        power, kind = chance.choice(POWERS), chance.choice(KINDS)
        places = BOARD.places(kind, code)
        if places and (kind != "arsenal" or chance.random() < 0.6) and counts[power, kind] < 5:
            counts[power, kind] += 1
            units[code] = Unit(power, kind, chance.choice(places))
    owners = {c: chance.choice(POWERS) for c in BOARD.centres if c not in ruined}
    season = chance.choice(("winter", "spring", "summer", "fall"))
    facts = {Fact("gd.ruin", code) for code in ruined}
    facts |= {Fact("gd.licence", power, "W2101M") for power in POWERS if chance.random() < 0.5}
    return Position(
        Turn(2105, season, Phase.MOVEMENT),
        units,
        owners=owners,
        homes={power.name: power.homes for power in BOARD.powers.values()},
        facts=frozenset(facts),
        lost=frozenset(code for code in ruined if code in BOARD.centres),
    )


def route(board, arsenal, chance):
    """A way over standing units, or nearly one."""
    path, tip = [], arsenal
    for _ in range(chance.randrange(4)):
        ahead = [u for c, u in board.units.items() if hands_on(tip, c) and c not in path]
        ahead = [unit for unit in ahead if unit != arsenal or chance.random() < 0.05]
        if not ahead:
            break
        tip = chance.choice(ahead)
        path.append(tip.at.province)
    goals = [c for c in BOARD.provinces if hands_on(tip, c)]
    return tuple(path), chance.choice(goals or ["NAT"])


def link(path, at, chance):
    """A carrier's order for a path: the link, the whole, or something wrong."""
    before, after = path[:at], path[at + 1 :]
    if chance.random() < 0.5:
        before, after = before[-1:], after[:1]
    if chance.random() < 0.07:
        before = before[::-1]
    if chance.random() < 0.07:
        after = (*after, chance.choice(sorted(BOARD.provinces)))
    return before if chance.random() > 0.03 else (), after


def movement(board, chance):
    orders = {}
    for arsenal in [unit for unit in board.units.values() if unit.kind == "arsenal"]:
        path, target = route(board, arsenal, chance)
        bomb = Bomb(arsenal, path, target)
        if chance.random() < 0.9:
            orders[arsenal.at.province] = bomb
        for code in path:
            if chance.random() < 0.93 and board.units[code] != arsenal:
                at = bomb.path.index(code, 1)
                orders[code] = Carry(board.units[code], *link(bomb.path, at, chance))
    for code, unit in board.units.items():
        if code not in orders:
            steps = BOARD.neighbours(unit.kind, unit.at) or (Location("NAT"),)
            to, other = chance.choice(steps), chance.choice(list(board.units.values()))
            choice = chance.random()
            if choice < 0.15:
                orders[code] = Move(unit, to)
            elif choice < 0.3:
                orders[code] = Support(unit, other)
            elif choice < 0.9:
                orders[code] = Hold(unit)
    return orders


def adjustments(board, chance):
    for power, want in wanted(GD, board).items():
        if want.removals:
            for unit in chance.sample(board.units_of(power), want.removals):
                yield Remove(unit)
        for _ in range(want.builds + 1):
            home = chance.choice(BOARD.powers[power].homes)
            kind = chance.choice(KINDS)
            yield Build(
                Unit(power, kind, chance.choice(BOARD.places(kind, home) or (Location(home),)))
            )


def ordered(board, chance):
    if board.turn.phase is Phase.MOVEMENT:
        return movement(board, chance).values()
    if board.turn.phase is Phase.RETREATS:
        return [
            Retreat(each.unit, chance.choice(each.options))
            if chance.random() < 0.8
            else Disband(each.unit)
            for each in board.dislodged
        ]
    return list(adjustments(board, chance))


# The slow second opinion


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


def check(record, orders):
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
    if before.turn.phase is not Phase.MOVEMENT:
        return 0
    stranded = ("convoy_lost", "no_convoy", "paradox")
    attacks = [
        result.order
        for result in record.results
        if isinstance(result.order, Move)
        and result.fate is not Fate.VOID
        and result.why.code not in stranded
    ]
    given_bombs = [order for order in orders.values() if isinstance(order, Bomb)]
    expected = {b.target for b in given_bombs if should_explode(before, orders, attacks, b)}
    noted = {
        e.fact.about for e in record.effects if isinstance(e, Noted) and e.fact.rule == "gd.ruin"
    }
    assert noted == expected
    return len(expected)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_random_games_keep_the_rules(seed):
    """GD-11, GD-18 to GD-23, GD-32, GD-33 over turns of random games."""
    chance = random.Random(seed)
    board = position(chance)
    for _ in range(7):
        orders = {order.unit.at.province: order for order in ordered(board, chance)}
        listed = {power: [o for o in orders.values() if o.unit.power == power] for power in POWERS}
        record = adjudicate(GD, board, listed)
        check(record, orders)
        board = apply(record.after, advance(GD, record))
        if board.ended:
            return


def test_the_random_turns_are_worth_looking_at():
    """Bombs of every length go off in them, and many fail."""
    went, failed = Counter(), 0
    for seed in range(60):
        chance = random.Random(seed)
        board = position(chance)
        orders = movement(board, chance)
        listed = {power: [o for o in orders.values() if o.unit.power == power] for power in POWERS}
        record = adjudicate(GD, board, listed)
        check(record, orders)
        for result in record.results:
            if isinstance(result.order, Bomb):
                went[len(result.order.route)] += result.fate is Fate.STANDS
                failed += result.fate is Fate.FAILS
    assert min(went[0], went[1], went[2]) >= 3, went
    assert failed >= 20


def explosions(owners, attacked):
    units = {
        "SUS": ("arsenal", ""),
        "NAT": ("navy", ""),
        "SAH": ("army", ""),
        "EGY": ("air force", ""),
    }
    board = {
        code: Unit(owner, kind, Location(code))
        for (code, (kind, _)), owner in zip(units.items(), owners, strict=True)
    }
    hostile = Unit("South American Alliance", *attacked[0])
    board[hostile.at.province] = hostile
    orders = {
        "SUS": Bomb(board["SUS"], ("NAT", "SAH", "EGY"), "SIO"),
        "NAT": Carry(board["NAT"], ("SUS",), ("SAH",)),
        "SAH": Carry(board["SAH"], ("NAT",), ("EGY",)),
        "EGY": Carry(board["EGY"], ("SAH",), ("SIO",)),
        hostile.at.province: Move(hostile, attacked[1]),
    }
    start = Position(Turn(2101, "winter", Phase.MOVEMENT), board)
    listed = {p: [o for o in orders.values() if o.unit.power == p] for p in POWERS}
    record = adjudicate(GD, start, listed)
    bomb = next(r for r in record.results if isinstance(r.order, Bomb))
    return bomb.fate, bomb.why.code


ATTACKS = (
    (("navy", Location("MAT")), Location("NAT")),
    (("army", Location("WAF")), Location("SAH")),
    (("air force", Location("ISR")), Location("EGY")),
    (("army", Location("CUS")), Location("SUS")),
    (("army", Location("ARG")), Location("CHL")),
)
OTHERS = tuple(power for power in POWERS if power != "South American Alliance")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.tuples(*[st.sampled_from(OTHERS)] * 4), st.sampled_from(ATTACKS))
def test_it_does_not_matter_who_owns_the_carriers(owners, attacked):
    """GD XII.6: units of any number of powers."""
    assert explosions(owners, attacked) == explosions((OTHERS[0],) * 4, attacked)
