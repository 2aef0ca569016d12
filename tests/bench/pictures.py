"""How much of the processor and of a letter pictures cost, and a turn whose letters bear them."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.hooks import Variant
from judge.letters.illustrations import collect_provinces_near_powers
from judge.library import load, load_geometry
from judge.model.order import Orders
from judge.model.position import Position, apply_effects
from judge.model.view import View
from judge.pictures.chart import draw_board
from judge.pictures.raster import png
from judge.records.reader import parse_record
from judge.records.run import run_record
from judge.service.compose.pictures import COLORS, put_pictures_into_mail
from judge.service.delivery import Finish, take_pictures_out_of_mail
from judge.views.project import build_view
from tests.bench.by_mail import BenchGame
from tests.bench.gd import full_turn
from tests.bench.measure import Measured, Watch
from tests.bench.phases import WORKPLACE, records
from tests.bench.world_war import grown
from tests.road.office import send_letters

KILO = 1000

Board = tuple[View, Iterable[str]]
"""What is drawn, and the provinces that are cut out."""


def pictures() -> Iterator[Measured]:
    """Measure pictures as letters bear them, in a judge that has drawn the turn before.

    In each of Global Diplomacy all centers have other owners than in the one before.
    """
    record = parse_record(records()[0].read_text(encoding="utf-8"), load)
    played = [build_view(None, t.end, t.record, record.variant, "") for t in run_record(record)]
    yield from drawn("Standard", [(view, ()) for view in played], record.variant, 800, 120, 120)
    gd, ww4 = load("gd"), load("ww4")
    full = (full_turn(gd, random.Random(f"gd {seed}")) for seed in range(6))
    chains = [(_seen(gd, turn.position, turn.orders), ()) for turn in full]
    yield from drawn("Global Diplomacy", chains, gd, 800, None, 120)
    turns = [*grown(ww4)]
    war = [_seen(ww4, *turn) for turn in turns]
    before = [build_view(None, position, None, ww4, "") for position, _ in turns]
    bare = [replace(view, played=None, results=(), effects=()) for view in war]
    worlds = [(board, ()) for pair in zip(before, bare, strict=True) for board in pair]
    yield from drawn("World War IV", worlds, ww4, 1600, 400, 350)
    powers = sorted({unit.power for unit in war[-1].units})
    near = [
        (view, collect_provinces_near_powers([power], view, ww4.map))
        for view in war
        for power in powers
    ]
    yield from drawn("World War IV, a part", near, ww4, 800, None, 350, len(near) // 2)


def _seen(variant: Variant, position: Position, orders: Orders) -> View:
    record = adjudicate_phase(variant, position, orders)
    after = apply_effects(record.after, list_next_turn_effects(variant, record))
    return build_view(None, after, record, variant, "")


def drawn(
    name: str,
    boards: Iterable[Board],
    variant: Variant,
    width: int,
    limit: int | None,
    size: int,
    warm: int = 1,
) -> Iterator[Measured]:
    """Draw boards one after the other; the first are for warming up, and get a row as well."""
    geometry = load_geometry(variant.map.name)
    assert geometry
    watch, sizes = Watch(time.process_time), []

    def work(view: View, region: Iterable[str]) -> None:
        svg = draw_board(view, variant, geometry, region=[*region])
        sizes.append(len(png(svg, width, COLORS)) / KILO)

    for board in boards:
        watch.time(partial(work, *board))
    name = f"{name}, drawn {width:,} px wide"
    yield Measured(name, watch.figures[warm:], "ms", limit=limit)
    yield Measured("    the first, with nothing known", watch.figures[:1], "ms")
    yield Measured("    its size", sizes, "kB", limit=size)


def delivered() -> Iterator[Measured]:
    """Play a recorded game, and deliver the letters of its turns with and without pictures."""
    bare, _ = _letters(take_pictures_out_of_mail)
    shown, sizes = _letters(put_pictures_into_mail)
    yield Measured("a movement turn and its letters delivered", bare, "ms")
    yield Measured(
        "the same with two pictures in each", shown, "ms",
        counted="of processor time, until seven players and the master have theirs",
    )  # fmt: skip
    yield Measured("the largest letter of a whole game", [max(sizes)], "kB", limit=250)


def _letters(finish: Finish) -> tuple[list[float], list[float]]:
    """Return what each turn took, and how large the largest of its letters was."""
    record = parse_record(records()[0].read_text(encoding="utf-8"), load)
    turns = Watch(time.process_time)
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
        game = DeliveredGame(Path(folder), finish)
        game.play(record, Watch(), turns, Watch())
        game.close()
    return turns.figures[1:], game.sizes


class DeliveredGame(BenchGame):
    """A judge whose letters leave as soon as they are written, those of turns finished."""

    def __init__(self, folder: Path, finish: Finish) -> None:
        self.finish, self.sizes = finish, list[float]()
        super().__init__(folder)

    def hand_in(self, raw: bytes, sender: str) -> None:
        super().hand_in(raw, sender)
        self.deliver(take_pictures_out_of_mail)

    def deadline(self) -> None:
        super().deadline()
        self.deliver(self.finish)

    def deliver(self, finish: Finish) -> None:
        send_letters(self.judge.database, self, self.now, finish=finish)

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        self.sizes.append(len(raw) / KILO)

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        return True

    def close_connection(self) -> None:
        pass
