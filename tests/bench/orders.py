"""How many orders a second are read, as people type them: lines that were never seen before, with
slips, and amid words to others; and lines that were read before."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random

from judge.hooks import Variant
from judge.language.reader import read_item, read_line
from judge.language.said_as import load_phrases
from judge.language.script import split_mail
from judge.language.statement import Line, OrderStatement
from judge.language.writer import write_order
from judge.letters.orders import OrderWords
from judge.letters.phrasing import load_words
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.turn import Phase
from tests.bench.measure import Measured, per_second
from tests.bench.phases import Played

LINES, RUNS = 1500, 5
CHAT = (
    "Are you still willing to leave the Channel alone this time?",
    "I would rather see Munich in your hands than in theirs.",
    "Sorry for the delay, we had guests all weekend.",
    "Let me know before Friday what you think of it.",
)

SENTENCE = "could we please have some more time for the negotiations before the deadline"


def orders(phases: Sequence[Played]) -> Iterator[Measured]:
    variant = phases[0].variant
    fresh = _different_lines(phases, variant)
    yield Measured(
        "order lines read, all different",
        _read_once(fresh, variant, lambda line: line),
        "/s",
        limit=6000,  # thirty times the orders of a whole turn of World War IV
        more=True,
        counted="abbreviated, with dashes and arrows, in full, in sentences; no line comes twice",
    )
    chance = Random(1)
    yield Measured(
        "the same with a slip in each",
        _read_once(fresh, variant, lambda line: _with_slip(line, chance)),
        "/s",
        limit=150,
        more=True,
        counted="two letters that changed places; as many other lines, no line comes twice",
    )
    yield Measured(
        "the same amid words to others",
        _read_amid_chat(fresh, variant),
        "/s",
        limit=150,  # two hundred lines, the most of a mail, take a second and a half
        more=True,
        counted="mails of twelve orders and as many sentences that are none; all lines counted",
    )
    phrases, sentence = load_phrases(), SENTENCE.split()
    numbers = range(len(phrases.phrases))
    yield Measured(
        "sentences compared with what people say",
        per_second(lambda: sum(bool(phrases.find_nearest(sentence, numbers)) for _ in range(200))),
        "/s",
        limit=500,
        more=True,
        counted="the same sentence, with all examples of all phrases",
    )
    known = [Line(number, text) for number, text in enumerate(islice(fresh, LINES), 1)]
    yield Measured(
        "order lines read that were read before",
        per_second(lambda: sum(len(read_line(line, variant, Phase.MOVEMENT)) for line in known)),
        "/s",
        more=True,
        counted="what is remembered of lines answers",
    )


def _different_lines(phases: Sequence[Played], variant: Variant) -> Iterator[str]:
    """Yield lines of orders, each once, however it is written in small or capital letters."""
    seen: set[str] = set()
    for turn in range(len(HANDS)):
        hands = cycle([*HANDS[turn:], *HANDS[:turn]])
        for order in (o for phase in phases for listed in phase.orders.values() for o in listed):
            text = next(hands)(order, variant)
            if text.casefold() not in seen:
                seen.add(text.casefold())
                yield text


def _read_once(fresh: Iterator[str], variant: Variant, typed: Callable[[str], str]) -> list[float]:
    figures = []
    for _ in range(RUNS):
        lines = [Line(number, typed(text)) for number, text in enumerate(islice(fresh, LINES), 1)]
        assert len(lines) == LINES, "there are enough lines"
        gc.collect()
        start = time.process_time()
        read = [read_line(line, variant, Phase.MOVEMENT) for line in lines]
        figures.append(LINES / (time.process_time() - start))
        kinds = [isinstance(statement, OrderStatement) for one in read for statement in one]
        assert sum(kinds) > LINES / 3
    return figures


def _with_slip(text: str, chance: Random) -> str:
    """Return a line in which two letters of a long word have changed places."""
    words = list(re.finditer(r"[A-Za-z]{5,}", text))
    if not words:
        return f"{text} pls"
    at = chance.choice(words).start() + chance.randint(1, 3)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _read_amid_chat(fresh: Iterator[str], variant: Variant) -> list[float]:
    figures = []
    for run in range(RUNS):
        lines = [*islice(fresh, 600)]
        mails = [
            "\n".join(
                f"{line}\n{CHAT[at % len(CHAT)][:-1]}, {run} {start} {at}."
                for at, line in enumerate(lines[start : start + 12])
            )
            for start in range(0, len(lines), 12)
        ]
        gc.collect()
        begun = time.process_time()
        for mail in mails:
            for item in split_mail(mail).items:
                read_item(item, variant, Phase.MOVEMENT)
        figures.append(2 * len(lines) / (time.process_time() - begun))
    return figures


def _printed(order: Order, variant: Variant) -> str:
    return OrderWords(load_words(variant), {}, ()).write_order_text(order)


def _arrow(order: Order, variant: Variant) -> str:
    return write_order(order, variant).replace(" - ", " \u2192 ")


def _bullet(order: Order, variant: Variant) -> str:
    return f"* {write_order(order, variant).lower().replace(' - ', '-')}"


def _sentence(order: Order, variant: Variant) -> str:
    words = load_words(variant)
    unit = f"The {words.write_unit_without_owner(order.unit)}"
    if isinstance(order, Hold):
        return f"{unit} holds."
    if isinstance(order, Move):
        by = " via convoy" if order.via_convoy else ""
        return f"{unit} moves to {words.write_place_in_sentence(order.to)}{by}."
    if isinstance(order, Support):
        into = f" to {words.name_place(order.into)}" if order.into else ""
        return f"{unit} supports {words.write_unit_with_owner(order.of)}{into}."
    assert isinstance(order, Convoy)
    return (
        f"{unit} convoys {words.write_unit_with_owner(order.of)} to {words.name_place(order.to)}."
    )


HANDS: tuple[Callable[[Order, Variant], str], ...] = (
    write_order,
    _printed,
    _arrow,
    _sentence,
    _bullet,
)
"""How people write an order."""
