"""How many orders a second are read, as people type them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

from judge.hooks import Variant
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement
from judge.language.writer import write_order
from judge.letters.orders import OrderWords
from judge.letters.phrasing import words_of_variant
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.turn import Phase
from tests.bench.measure import Measured, per_second
from tests.bench.phases import Played

MOST = 10_000


def orders(phases: Sequence[Played]) -> Measured:
    variant = phases[0].variant
    typed = lines(phases, variant)

    def work() -> int:
        for line in typed:
            (read,) = read_line(line, variant, Phase.MOVEMENT)
            assert isinstance(read, OrderStatement), line
        return len(typed)

    return Measured(
        "orders read",
        per_second(work),
        "/s",
        limit=6000,  # thirty times the orders of a whole turn of World War IV
        more=True,
        counted="abbreviated, with dashes and arrows, in full, in sentences; nothing is remembered",
    )


def lines(phases: Sequence[Played], variant: Variant) -> list[Line]:
    hands = cycle(HANDS)
    given = (order for phase in phases for listed in phase.orders.values() for order in listed)
    texts = [next(hands)(order, variant) for order, _ in zip(given, range(MOST), strict=False)]
    return [Line(number, text) for number, text in enumerate(texts, 1)]


def _printed(order: Order, variant: Variant) -> str:
    return OrderWords(words_of_variant(variant), {}, ()).order_text(order)


def _arrow(order: Order, variant: Variant) -> str:
    return write_order(order, variant).replace(" - ", " \u2192 ")


def _bullet(order: Order, variant: Variant) -> str:
    return f"* {write_order(order, variant).lower().replace(' - ', '-')}"


def _sentence(order: Order, variant: Variant) -> str:
    words = words_of_variant(variant)
    unit = f"The {words.unit_without_owner(order.unit)}"
    if isinstance(order, Hold):
        return f"{unit} holds."
    if isinstance(order, Move):
        by = " via convoy" if order.via_convoy else ""
        return f"{unit} moves to {words.place_in_sentence(order.to)}{by}."
    if isinstance(order, Support):
        into = f" to {words.place_name(order.into)}" if order.into else ""
        return f"{unit} supports {words.unit_with_owner(order.of)}{into}."
    assert isinstance(order, Convoy)
    return f"{unit} convoys {words.unit_with_owner(order.of)} to {words.place_name(order.to)}."


HANDS: tuple[Callable[[Order, Variant], str], ...] = (
    write_order,
    _printed,
    _arrow,
    _sentence,
    _bullet,
)
"""How people write an order."""
