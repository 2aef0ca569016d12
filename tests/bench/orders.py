"""How many orders a second are read, as people type them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

from judge.language.reader import read_line
from judge.language.statement import Line, Ordered
from judge.language.writer import place_words, say, unit_words, write
from judge.model.map import Map
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.turn import Phase
from tests.bench.measure import Measured, per_second
from tests.bench.phases import Played

MOST = 10_000


def orders(phases: Sequence[Played]) -> Measured:
    variant = phases[0].variant
    typed = lines(phases, variant.map)

    def work() -> int:
        for line in typed:
            (read,) = read_line(line, variant, Phase.MOVEMENT)
            assert isinstance(read, Ordered), line
        return len(typed)

    return Measured(
        "orders read",
        per_second(work),
        "/s",
        limit=6000,  # thirty times the orders of a whole turn of World War IV
        more=True,
        counted="abbreviated, with dashes and arrows, in full, in sentences; nothing is remembered",
    )


def lines(phases: Sequence[Played], game_map: Map) -> list[Line]:
    hands = cycle(HANDS)
    given = (order for phase in phases for listed in phase.orders.values() for order in listed)
    texts = [next(hands)(order, game_map) for order, _ in zip(given, range(MOST), strict=False)]
    return [Line(number, text) for number, text in enumerate(texts, 1)]


def _arrow(order: Order, game_map: Map) -> str:
    return write(order, game_map).replace(" - ", " \u2192 ")


def _bullet(order: Order, game_map: Map) -> str:
    return f"* {write(order, game_map).lower().replace(' - ', '-')}"


def _sentence(order: Order, game_map: Map) -> str:
    unit = f"The {unit_words(order.unit, game_map).replace(' ', ' in ', 1)}"
    if isinstance(order, Hold):
        return f"{unit} holds."
    if isinstance(order, Move):
        by = " via convoy" if order.via_convoy else ""
        return f"{unit} moves to {place_words(order.to, game_map, True)}{by}."
    if isinstance(order, Support):
        into = f" to {place_words(order.into, game_map)}" if order.into else ""
        return f"{unit} supports {unit_words(order.of, game_map)}{into}."
    assert isinstance(order, Convoy)
    return f"{unit} convoys {unit_words(order.of, game_map)} to {place_words(order.to, game_map)}."


HANDS: tuple[Callable[[Order, Map], str], ...] = (write, say, _arrow, _sentence, _bullet)
"""How people write an order."""
