"""Runs in the peer's own environment: judges the phases of standard input with its engine."""

import gc
import json
import sys
import time

from diplomacy import Game

RUNS = 3


def set_up(case):
    game = Game()
    game.clear_units()
    game.clear_centers()
    game.set_current_phase(case["turn"])
    for power, centers in case["centers"].items():
        game.set_centers(power, centers)
    for power, unit in case["units"]:
        game.set_units(power, unit)
    for power, orders in case["orders"].items():
        game.set_orders(power, orders)
    game.error = []
    return game


def run(cases):
    """Return how many phases a second were judged, and the units after each."""
    taken, after = 0.0, []
    gc.collect()
    for case in cases:
        game = set_up(case)
        start = time.process_time()
        game.process()
        taken += time.process_time() - start
        after.append([[power.name, unit] for power in game.powers.values() for unit in power.units])
    return len(cases) / taken, after


cases = json.load(sys.stdin)
run(cases[:100])
runs = [run(cases) for _ in range(RUNS)]
print(json.dumps({"figures": [figure for figure, _ in runs], "after": runs[0][1]}))
