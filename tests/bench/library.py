"""How quick the library is for those who write bots: orders that can be given, and turns."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import judge
from judge import Game
from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.model.position import apply_effects
from tests.bench.measure import RUNS, Measured, per_second
from tests.bench.phases import ROOT, Played
from tests.road.wanderer import Wanderer

TURNS = 60
"""How many turns of a game that nobody has listed before are listed in a run."""
PHASES = 700
"""How many movement phases are listed, each with other units than the last."""


def library(phases: Sequence[Played]) -> Iterator[Measured]:
    """Measure ``possible_orders`` of all powers, and ``play`` by order values and by texts."""
    end = judge.read_game((ROOT / "maps/standard/demo.game").read_text("utf-8"))
    games = [replace(end, position=turn.record.before, played=()) for turn in end.played]
    turns = [turn.phase.collect_orders_by_power() for turn in end.played]

    def list_possible_orders() -> int:
        return sum(_count_orders(replace(game)) > 0 for game in games)

    counted = "of a whole game, its texts made anew for all powers of each turn; one core"
    figures = per_second(list_possible_orders)
    name = "turns of which all possible orders are listed"
    yield Measured(name, figures, "/s", limit=1000, more=True, counted=counted)

    standard = judge.new_game("standard")
    played = [p.position for p in phases[:PHASES] if p.variant.code == standard.variant.code]

    def list_orders_of_played() -> int:
        return sum(_count_orders(replace(standard, position=now)) > 0 for now in played)

    counted = f"of {len(played)} movement phases as they were played, some 32 units each; one core"
    figures = per_second(list_orders_of_played)
    name = "movement phases of which all are listed"
    yield Measured(name, figures, "/s", limit=1000, more=True, counted=counted)

    new_games = [list(islice(_wander(seed), TURNS)) for seed in range(RUNS)]
    figures = [_list_orders_of_new_turns(new) for new in new_games]
    counted = f"of {RUNS} games of chance, whole ones, each listed once; one core"
    name = "turns listed that never were before"
    yield Measured(name, figures, "/s", limit=1000, more=True, counted=counted)

    def play_values() -> int:
        return sum(bool(game.play(orders).turn) for game, orders in zip(games, turns, strict=True))

    yield Measured("the same played by order values", per_second(play_values), "/s", more=True)


def _count_orders(game: Game) -> int:
    return sum(len(game.possible_orders(power)) for power in game.powers)


def _wander(seed: int) -> Iterator[Game]:
    """Yield the turns of a game in which all order by chance, of which nothing is listed yet."""
    game = judge.new_game("standard")
    variant, position = game.variant, game.position
    robot = Wanderer(variant, Random(seed))
    while position.ended is None:
        yield replace(game, position=position)
        wants = collect_wanted_orders(variant, position)
        orders = {p: robot.choose_orders(p, position, wants.get(p)) for p in variant.map.powers}
        record = adjudicate_phase(variant, position, orders)
        position = apply_effects(record.after, list_next_turn_effects(variant, record))


def _list_orders_of_new_turns(games: list[Game]) -> float:
    """Return how many turns a second are listed of some that can be listed once only."""
    began = time.process_time()
    assert all(_count_orders(game) for game in games)
    return len(games) / (time.process_time() - began)
