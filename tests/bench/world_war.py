"""A war of 36 powers and some 200 units: its turns, the reading of its orders, its letters."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

from judge.demo.mailboxes import STYLES
from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.hooks import Variant
from judge.language.reader import read_item
from judge.language.script import split_mail
from judge.library import load
from judge.model.order import Order
from judge.model.position import Position, apply_effects
from judge.model.turn import Phase
from judge.service.turn_runner import run_due_turns
from tests.bench.by_mail import GAME, BenchGame
from tests.bench.measure import Measured, Watch
from tests.bench.phases import ROOT
from tests.road.wanderer import Wanderer

UNITS = range(190, 221)
RUNS = 9

Turns = list[tuple[Position, dict[str, list[Order]]]]


def world_war() -> Iterator[Measured]:
    """Measure turns of a game of robots once it has grown."""
    variant = load("ww4")
    turns = [*grown(variant)]
    judged, read, told = Watch(), Watch(), Watch()
    for _ in range(RUNS):
        for position, orders in turns:
            judged.time(partial(adjudicate_phase, variant, position, orders))
    for run, (_, orders) in enumerate(turns):
        mails = [
            STYLES[(run + n) % len(STYLES)](listed, variant)
            for n, listed in enumerate(orders.values())
            if listed
        ]
        read.time(partial(read_mails, mails, variant))
    with tempfile.TemporaryDirectory(dir=ROOT / ".bench") as folder:
        deadlines(Path(folder), variant, turns, told)
    yield Measured(
        "a movement turn of 200 units is judged", judged.figures, "ms", limit=5,
        counted=f"{len(turns)} turns of World War IV, {RUNS} times each",
    )  # fmt: skip
    yield Measured(
        "the orders of 36 powers are read", read.work[1:], "ms", limit=100,
        counted="the mails of one turn after the other, each in another hand; processor",
    )  # fmt: skip
    yield Measured(
        "a turn of 36 powers", told.figures[1:], "ms", limit=200,
        counted="from the deadline until the letters of 36 players and the master wait",
    )  # fmt: skip


def grown(
    variant: Variant, units: range = UNITS
) -> Iterator[tuple[Position, dict[str, list[Order]]]]:
    """Yield movement phases of a game of robots in which the units are as many as wanted."""
    robot = Wanderer(variant, random.Random(2))
    position = variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 0)
    while len(position.units) <= units.stop:
        wants = collect_wanted_orders(variant, position)
        orders = {p: robot.choose_orders(p, position, wants.get(p)) for p in variant.map.powers}
        if position.turn.phase is Phase.MOVEMENT and len(position.units) in units:
            yield position, orders
        record = adjudicate_phase(variant, position, orders)
        position = apply_effects(record.after, list_next_turn_effects(variant, record))


def read_mails(mails: list[str], variant: Variant) -> int:
    return sum(read_all(mail, variant) for mail in mails)


def read_all(text: str, variant: Variant) -> int:
    return sum(len([*read_item(item, variant, Phase.MOVEMENT)]) for item in split_mail(text).items)


def deadlines(folder: Path, variant: Variant, turns: Turns, told: Watch) -> None:
    """Let a deadline fall for every turn; the first is for warming up."""
    bench_game = BenchGame(folder)
    bench_game.say(
        "master@players.example", f"CREATE {GAME} {variant.code}\nSET EARLY OFF\nSET REMINDER 0"
    )
    for power in variant.map.powers:
        name = power.lower().replace(" ", ".")
        bench_game.say(f"{name}@players.example", f"JOIN {GAME} AS {power}")
    game = bench_game.game()
    assert game.due_at is not None, "a running game has a deadline"
    for number, (position, orders) in enumerate([turns[0], *turns]):
        kept = {power: tuple(listed) for power, listed in orders.items() if listed}
        due = game.due_at + timedelta(minutes=number)
        more = replace(
            game, name=f"{GAME}{number}", position=position, orders=kept, due_at=due, version=0
        )
        with bench_game.judge.database.write_transaction() as tx:
            bench_game.judge.games.save_game(tx, more, bench_game.now)
        bench_game.now = due
        told.time(lambda: run_due_turns(bench_game.judge, bench_game.now, timedelta(days=1)))
    bench_game.close()
