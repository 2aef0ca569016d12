"""How long a turn of nine civilizations takes: nine sights of one board, a letter from each."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.game.clock.run_turns import process_turn
from judge.game.game_settings import Settings
from judge.game.state import Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.letters.compose import write_letter
from judge.library import load
from judge.model.facts import CONTACT
from judge.model.letter import Notice
from judge.model.order import Order
from judge.model.position import Fact, Position, apply_effects
from judge.model.turn import Phase
from tests.bench.by_mail import IDENTITY
from tests.bench.measure import Measured, per_second
from tests.road.wanderer import Wanderer

UNITS = range(26, 35)
TURNS = 8
DUE = datetime(2026, 11, 5, 9, tzinfo=UTC)

Orders = Mapping[str, tuple[Order, ...]]


def civ() -> Measured:
    """Measure movement turns of nine civilizations that fill the map; letters included."""
    variant = load("civ", {"civs": "9"})
    games = [_game(variant, *turn) for turn in _grown(variant)]

    def work() -> int:
        for game in games:
            _, notices = process_turn(game, DUE, "deadline")
            _told(notices, variant)
        return len(games)

    return Measured(
        "a turn of nine civilizations",
        [1000 / figure for figure in per_second(work)],
        "ms",
        limit=50,
        counted=f"{len(games)} movement turns; from orders to the letters of nine views and the"
        " master's",
    )


def _told(notices: Sequence[Notice], variant: Variant) -> None:
    letters = [write_letter(notice, variant, IDENTITY) for notice in notices]
    assert len(letters) == 10


def _grown(variant: Variant) -> list[tuple[Position, Orders]]:
    """Return movement phases of a game of robots in which the board is full."""
    robot = Wanderer(variant, random.Random(3))
    position = variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 3)
    found: list[tuple[Position, Orders]] = []
    while len(found) < TURNS:
        wants = collect_wanted_orders(variant, position)
        orders = {
            p: tuple(robot.choose_orders(p, position, wants.get(p))) for p in variant.map.powers
        }
        if position.turn.phase is Phase.MOVEMENT and len(position.units) in UNITS:
            found.append((position, orders))
        record = adjudicate_phase(variant, position, orders)
        position = apply_effects(record.after, list_next_turn_effects(variant, record))
    return found


def _game(variant: Variant, position: Position, orders: Orders) -> Play:
    """Return a game in which everybody has met everybody, as late in a game."""
    powers = tuple(variant.map.powers)
    met = {Fact(CONTACT, one, other) for one, other in permutations(powers, 2)}
    seats = [
        Seat(f"p{n}", Role.PLAYER, f"player{n}@players.example", f"{n:016}", powers=(power,))
        for n, power in enumerate(powers, 1)
    ]
    return Play(
        name="bench", variant=variant, stage=Stage.ACTIVE,
        settings=Settings(options={"civs": "9"}, early=False),
        seats=(Seat("m1", Role.MASTER, "master@players.example", "m" * 16), *seats), seed=1,
        position=replace(position, facts=position.facts | met), number=9, due_at=DUE,
        created=DUE, orders=orders,
    )  # fmt: skip
