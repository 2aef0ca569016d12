"""Random turns of Global Diplomacy, with chains of bombs that nearly fit in them."""

from collections import Counter
from random import Random

from judge.engine.advance import collect_wanted_orders
from judge.library import load
from judge.model.map import Location
from judge.model.order import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support
from judge.model.position import Fact, Position, Unit
from judge.model.turn import Phase, Turn
from judge.variants.gd.orders import Bomb, Carry

GD = load("gd")
BOARD = GD.map
POWERS = tuple(BOARD.powers)
KINDS = ("army", "navy", "air force", "arsenal")
CODES = sorted(BOARD.provinces)
SEAS = {code for code, province in BOARD.provinces.items() if province.terrain == "sea"}


def step_lists():
    """Where a bomb can be handed on from a place by a kind of unit, straight from the borders.

    GD-19: armies and navies by their own movement, air forces and arsenals over two spaces.
    """
    near = {code: set() for code in BOARD.provinces}
    own = {}
    for leg in BOARD.legs:
        near[leg.origin.province].add(leg.target.province)
        near[leg.target.province].add(leg.origin.province)
        own.setdefault((leg.way, leg.origin), set()).add(leg.target.province)
    found = {}
    for code in BOARD.provinces:
        two = near[code].union(*(near[other] for other in near[code])) - {code}
        for coast in ("", *BOARD.provinces[code].coasts):
            at = Location(code, coast)
            found["army", at] = own.get(("land", at), set())
            found["navy", at] = own.get(("water", at), set())
            found["air force", at] = found["arsenal", at] = two
    return near, {key: frozenset(codes) for key, codes in found.items()}


NEAR, HANDS_ON = step_lists()


RUINS = [Random(f"ruins {n}").sample(CODES, n) for n in (0, 1, 2, 3, 4, 5)]
"""A few choices only: to set up a board takes longer than to play a turn on it."""


def hands_on(unit, onward):
    return onward in HANDS_ON[unit.kind, unit.at]


def position(chance):
    """A board of about 40 units with ruins here and there."""
    ruined = chance.choice(RUINS)
    codes = [code for code in chance.sample(CODES, len(CODES)) if code not in ruined]
    counts, units = Counter(), {}
    for code in codes[:45]:
        power, kind = chance.choice(POWERS), chance.choice(KINDS)
        places = BOARD.list_places_for_kind(kind, code)
        if places and (kind != "arsenal" or chance.random() < 0.6) and counts[power, kind] < 5:
            counts[power, kind] += 1
            units[code] = Unit(power, kind, chance.choice(places))
    owners = {c: chance.choice(POWERS) for c in BOARD.centers if c not in ruined}
    season = chance.choice(("winter", "spring", "summer", "fall"))
    facts = {Fact("gd.ruin", code) for code in ruined}
    facts |= {Fact("gd.license", power, "W2101M") for power in POWERS if chance.random() < 0.5}
    return Position(
        Turn(2105, season, Phase.MOVEMENT),
        units,
        owners=owners,
        homes={power.name: power.homes for power in BOARD.powers.values()},
        facts=frozenset(facts),
        lost=frozenset(code for code in ruined if code in BOARD.centers),
    )


def route(board, arsenal, bombs, chance):
    """A way over standing units, or nearly one; at times another bomb's from its first carrier."""
    if bombs and chance.random() < 0.4:
        other = chance.choice(bombs)
        if other.route and hands_on(arsenal, other.route[0]):
            return other.route, other.target
    path, tip = [], arsenal
    for _ in range(chance.randrange(4)):
        ahead = [u for c, u in board.units.items() if hands_on(tip, c) and c not in path]
        ahead = [unit for unit in ahead if unit != arsenal or chance.random() < 0.05]
        if not ahead:
            break
        tip = chance.choice(ahead)
        path.append(tip.at.province)
    goals = sorted(HANDS_ON[tip.kind, tip.at])
    if chance.random() < 0.02:
        path.append(chance.choice(CODES))
    return tuple(path), chance.choice(goals or ["NAT"])


def link(path, at, chance):
    """A carrier's order for a path: the link, the whole, or something wrong."""
    before, after = path[:at], path[at + 1 :]
    if chance.random() < 0.5:
        before, after = before[-1:], after[:1]
    if chance.random() < 0.07:
        before = before[::-1]
    if chance.random() < 0.07:
        after = chance.choice([(*after, chance.choice(CODES)), (chance.choice(CODES), *after)])
    return before if chance.random() > 0.03 else (), after


def movement(board, chance):
    """Orders for most units by province: bombs and their carriers, convoys, and what is left."""
    orders, bombs = {}, []
    for arsenal in [unit for unit in board.units.values() if unit.kind == "arsenal"]:
        path, target = route(board, arsenal, bombs, chance)
        bomb = Bomb(arsenal, path, target)
        if chance.random() < 0.7:
            orders[arsenal.at.province] = bomb
            bombs.append(bomb)
        for code in path:
            if chance.random() < 0.9 and board.units.get(code, arsenal) != arsenal:
                at = bomb.path.index(code, 1)
                orders[code] = Carry(board.units[code], *link(bomb.path, at, chance))
    for code, unit in board.units.items():
        if code in SEAS and code not in orders and chance.random() < 0.5:
            _ship(orders, board, unit, chance)
    for code, unit in board.units.items():
        if code not in orders:
            order = _plain(board, unit, chance)
            if order is not None:
                orders[code] = order
    return orders


def _ship(orders, board, navy, chance):
    """A convoy by one navy, for an army or air force on its shore that has no order yet."""
    shore = sorted(NEAR[navy.at.province] - SEAS)
    waiting = [c for c in shore if c in board.units and c not in orders]
    waiting = [c for c in waiting if BOARD.kinds[board.units[c].kind].convoyed]
    if waiting:
        army, to = board.units[chance.choice(waiting)], Location(chance.choice(shore))
        if to != army.at:
            orders[army.at.province] = Move(army, to, via_convoy=chance.random() < 0.5)
            orders[navy.at.province] = Convoy(navy, army, to)


def _plain(board, unit, chance):
    choice = chance.random()
    if choice < 0.4:
        return Move(unit, chance.choice(BOARD.neighbors(unit.kind, unit.at) or (unit.at,)))
    if choice < 0.55:
        return Support(unit, chance.choice(list(board.units.values())))
    return Hold(unit) if choice < 0.9 else None


def _adjustments(board, chance):
    for power, want in collect_wanted_orders(GD, board).items():
        if want.removals:
            for unit in chance.sample(board.units_of(power), want.removals):
                yield Remove(unit)
        for _ in range(want.builds + 1):
            home = chance.choice(BOARD.powers[power].homes)
            kind = chance.choice(KINDS)
            yield Build(
                Unit(
                    power,
                    kind,
                    chance.choice(BOARD.list_places_for_kind(kind, home) or (Location(home),)),
                )
            )


def ordered(board, chance):
    """Orders for whatever phase it is, by province."""
    if board.turn.phase is Phase.MOVEMENT:
        return movement(board, chance)
    if board.turn.phase is Phase.RETREATS:
        given = [
            Retreat(each.unit, chance.choice(each.options))
            if chance.random() < 0.8
            else Disband(each.unit)
            for each in board.dislodged
        ]
    else:
        given = list(_adjustments(board, chance))
    return {order.unit.at.province: order for order in given}


def listed(orders):
    """Orders by power, as the judge takes them."""
    return {power: [o for o in orders.values() if o.unit.power == power] for power in POWERS}
