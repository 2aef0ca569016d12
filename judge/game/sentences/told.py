"""Orders that somebody tells in a sentence about their own units: those that can be given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from judge.game.orders.accepting import accept_order, find_orders_due
from judge.game.orders.named import find_orders_named
from judge.game.state import Play, Seat
from judge.language.lexicon import build_lexicon
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement
from judge.language.told_orders import read_told_orders
from judge.language.told_words import Forces
from judge.language.words import find_phrases
from judge.language.writer import write_order
from judge.model.order import Order

_FORBIDS = frozenset({"negation", "takeback"})
"""Kinds of words by which a sentence is not about the orders that it names."""
_MOST = 3
"""In so many ways a sentence is offered at most."""
_ORDERS = 12
"""So many orders are written on one line at most."""


def find_orders_meant(game: Play, seat: Seat, text: str, above: str = "") -> tuple[str, ...]:
    """Return lines of legal orders that a sentence tells a player's units, likeliest first, or of
    those for the units that it names; ``above`` is the order written above the sentence."""
    if told := find_told_orders(game, seat, text):
        return told
    return () if _forbids(text) else find_orders_named(game, seat, text, above)


def _forbids(text: str) -> bool:
    """Say whether a sentence has a word that negates, or takes something back."""
    return any(phrase.kinds & _FORBIDS for phrase in find_phrases(text))


def find_told_orders(game: Play, seat: Seat, text: str) -> tuple[str, ...]:
    """Return lines of legal orders that a sentence tells a player's units, one for each way in
    which it can be meant."""
    lexicon = build_lexicon(game.variant.map)
    for forces in _list_forces(game, seat):
        ways = read_told_orders(text, forces, lexicon)
        legal = filter(None, (_accept_lines(game, seat, lines) for lines in ways))
        if found := tuple(islice(dict.fromkeys(legal), _MOST)):
            return found
    return ()


def _list_forces(game: Play, seat: Seat) -> Iterator[Forces]:
    """Yield what a player has to order."""
    powers = frozenset(seat.powers)
    due = find_orders_due(game)
    wanted = [due[power] for power in seat.powers if power in due]
    own = tuple(u for u in game.position.units.values() if u.power in powers)
    gone = tuple(each.unit for each in game.position.dislodged if each.unit.power in powers)
    builds, removals = (
        sum(each.builds for each in wanted), sum(each.removals for each in wanted)
    )  # fmt: skip
    if builds:
        yield Forces((), "builds", builds, powers)
    if removals:
        yield Forces(own, "removals", removals, powers)
    if any(each.units for each in wanted):
        yield Forces(gone or own, "dislodged" if gone else "standing", powers=powers)


def _accept_lines(game: Play, seat: Seat, lines: Sequence[str]) -> str:
    """Return the orders of some lines in one, "" if one of them cannot be given."""
    if len(lines) > _ORDERS:
        return ""
    given: list[Order] = []
    for line in lines:
        for statement in read_line(Line(0, line), game.variant, game.position.turn.phase):
            if not isinstance(statement, OrderStatement):
                return ""
            result = accept_order(game, seat, statement, given)
            if result.order is None:
                return ""
            game = result.game
            given.append(result.order)
    return ", ".join(dict.fromkeys(write_order(order, game.variant) for order in given))
