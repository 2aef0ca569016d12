"""How quick the library is for those who write bots: orders that can be given, and turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import judge
from judge import Game
from tests.bench.measure import Measured, per_second
from tests.bench.phases import ROOT


def library() -> Iterator[Measured]:
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

    def play_values() -> int:
        return sum(bool(game.play(orders).turn) for game, orders in zip(games, turns, strict=True))

    yield Measured("the same played by order values", per_second(play_values), "/s", more=True)


def _count_orders(game: Game) -> int:
    return sum(len(game.possible_orders(power)) for power in game.powers)
