"""Runs in the peer's own environment: plays games of random orders on one of its boards.

``python peer_games.py BOARD PHASES SEED`` prints the phases in neutral form, one a line, or for no
phases what the board has. Nobody
helps an attack on a unit of their own: where an army comes by convoy the peer counts such help
(which the rules do not: DATC 6.D.10 to 6.D.14). A game ends where a unit was dislodged by such an
army and the peer, as it then does, lets it retreat to every neighbor, taken or contested (STD-13).
"""

import json
import random
import sys

from diplomacy import Game
from diplomacy.engine.map import Map

WORDS = {"M": "movement", "R": "retreat", "A": "build"}
SEASONS = {"S": "spring", "F": "fall", "W": "winter"}
YEARS = 12


def units(game):
    return sorted(
        [name.title(), *unit.split()]
        for name, power in game.powers.items()
        for unit in power.units
        if not unit.startswith("*")
    )


def centers(game):
    return {name.title(): sorted(power.centers) for name, power in game.powers.items()}


def dislodged(game):
    """Return who has to retreat, and where to."""
    waiting = {
        name.title(): power.retreats for name, power in game.powers.items() if power.retreats
    }
    units = [[name, *unit.split()] for name, options in waiting.items() for unit in options]
    return {"dislodged": units, "retreat_options": waiting}


def neutral(order):
    """Return an order of adjustments in neutral form."""
    words = order.split()
    if order == "WAIVE":
        return order
    if words[-1] == "B":
        return f"BUILD {words[0]} {words[1]}"
    if words[-1] == "D":
        return f"REMOVE {words[0]} {words[1]}"
    return order


def retreat(order):
    words = order.split()
    if words[-1] == "D":
        return f"{words[0]} {words[1]} DISBAND"
    return order.replace(" R ", " - ")


def against_own(game, name, order):
    """Say whether an order helps to attack a unit of the one who gives it."""
    words = order.split()
    own = {unit.split()[1][:3] for unit in game.powers[name].units}
    return len(words) > 6 and words[2] == "S" and words[6][:3] in own


def ordered(game, dice):
    """Give random orders: most of them moves, help for moves that are ordered, few holds."""
    possible = game.get_all_possible_orders()
    given = {}
    for name in sorted(game.powers):
        orders = []
        for place in sorted(game.get_orderable_locations(name)):
            choices = sorted(o for o in possible[place] if not against_own(game, name, o))
            dice.shuffle(choices)
            helped = [order for order in choices if " S " in order or " C " in order]
            moves = [order for order in choices if " - " in order and order not in helped]
            pick = choices[:1]
            if moves and dice.random() < 0.6:
                pick = moves[:1]
            elif helped and dice.random() < 0.8:
                pick = helped[:1]
            orders += pick
        if game.phase_type == "A":
            power = game.powers[name]
            count = len(power.centers) - len(power.units)
            orders = orders[: abs(count)]
        game.set_orders(name, orders)
        given[name] = list(game.get_orders(name))
    return given


def align(game, dice, given):
    """Let half of the help be for a move that is ordered."""
    moves = {}
    for orders in given.values():
        for order in orders:
            words = order.split()
            if len(words) > 3 and words[2] == "-":
                moves[f"{words[0]} {words[1]}"] = words[3]
    possible = game.get_all_possible_orders()
    for name, orders in given.items():
        better = []
        for order in orders:
            words = order.split()
            place = words[1]
            fits = [
                choice
                for choice in sorted(possible.get(place, ()))
                if (" S " in choice or " C " in choice)
                and not against_own(game, name, choice)
                and " - " in choice
                and moves.get(" ".join(choice.split()[3:5])) == choice.split()[6]
            ]
            better.append(dice.choice(fits) if fits and dice.random() < 0.4 else order)
        game.clear_orders(name)
        game.set_orders(name, better)
        given[name] = list(game.get_orders(name))
    return given


def play(board, number, seed):
    dice = random.Random(f"{board} {number} {seed}")
    game = Game(map_name=board)
    while not game.is_game_done and game.get_current_phase() != "COMPLETED":
        code = game.get_current_phase()
        year = int(code[1:-1])
        if year > game.map.first_year + YEARS:
            return
        kind = code[-1]
        given = ordered(game, dice)
        if kind == "M":
            given = align(game, dice, given)
        case = {
            "id": f"{board}-{number}-{code}",
            "phase": WORDS[kind],
            "year_season": f"{year} {SEASONS[code[0]]}",
            "pre": {"units": units(game), "centers": centers(game)},
        }
        if kind == "R":
            case["pre"] |= dislodged(game)
            taken = {unit[2][:3] for unit in case["pre"]["units"]}
            options = case["pre"]["retreat_options"].values()
            if any(
                at[:3] in taken for each in options for listed in each.values() for at in listed
            ):
                return
        write = {"M": str, "R": retreat, "A": neutral}[kind]
        case["orders"] = {
            name.title(): [write(order) for order in orders] for name, orders in given.items()
        }
        game.process()
        case["expect"] = {"units_after": units(game)}
        yield case


def count_parts(board):
    """Return of how many spaces, centers, powers and units a board is, and homes of powers."""
    its = Map(board)
    return {
        "spaces": len({at[:3].upper() for at in its.locs if its.loc_type.get(at) != "SHUT"}),
        "centers": len(its.scs),
        "powers": len(its.powers),
        "units": sum(map(len, its.units.values())),
        "homes": sum(map(len, its.homes.values())),
    }


def main():
    board, phases, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if not phases:
        print(json.dumps(count_parts(board)))
    shown = number = 0
    while shown < phases:
        number += 1
        for case in play(board, number, seed):
            print(json.dumps(case))
            shown += 1


main()
