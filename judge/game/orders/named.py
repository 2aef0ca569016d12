"""Orders that a sentence may be about which no rule reads: those for a unit that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from judge.game.orders.accepting import accept_order, find_orders_due
from judge.game.orders.alternatives import MOST
from judge.game.state import Play, Seat
from judge.language.grammar import Grammar, build_grammar
from judge.language.lexicon import build_lexicon
from judge.language.reader import read_line
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.statement import Line, OrderStatement
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import find_phrases
from judge.language.writer import write_order
from judge.model.order import Order, list_spaces_touched
from judge.model.position import Unit
from judge.model.turn import Phase

_PLACES = 4
"""So many places of a sentence are looked at."""
_ACTS = ("_HOLD", "_MOVE", "_SUPPORT", "_CONVOY", "_DISBAND", "_REMOVE", "_BUILD", "_WAIVE")
"""The words by which a sentence is about one kind of order."""
_BEFORE_UNIT = WordPattern(r"\b%(unit_behind)s (?:\w+ ){0,3}$")
"""What stands before the unit that goes somewhere, or helps, where that is named first."""
_CLAUSE = WordPattern(r"[,;]? %(joins)s |[,;] ?")
_LEAVES_OUT = frozenset({"negation", "takeback", "hangs_above"})
"""Kinds of words behind which a place is named that the sentence is not about."""


def find_orders_named(game: Play, seat: Seat, text: str, above: str = "") -> tuple[str, ...]:
    """Return legal orders of a player's units that a sentence may be about, likeliest first: they
    have all the places in them that it names, or go to the only one, if it names their kind; else
    the likeliest of each of its clauses. Who helps does what the order ``above`` the sentence, as
    it is written, needs."""
    words = fold_text(normalize_line(text))
    if whole := _find_orders_in_clause(game, seat, words, above):
        return whole
    clauses = [part for part in _CLAUSE.pattern.split(words) if part]
    orders = list[str]()
    for clause in clauses if len(clauses) > 1 else ():
        last = orders[-1] if orders else above
        orders += _find_orders_in_clause(game, seat, clause, last)[:1]
    return tuple(dict.fromkeys(orders))[:MOST]


def find_own_units_named(game: Play, seat: Seat, text: str) -> tuple[Unit, ...]:
    """Return the units of a player that a text names by their provinces."""
    places = _find_places(fold_text(normalize_line(text)), build_grammar(game.variant))
    units = (unit for power in seat.powers for unit in game.position.units_of(power))
    return tuple(unit for unit in units if unit.at.province in places)


def _find_orders_in_clause(game: Play, seat: Seat, words: str, above: str) -> tuple[str, ...]:
    phase, grammar = game.position.turn.phase, build_grammar(game.variant)
    acts = {act for act in _ACTS if _has_word(words, grammar.keywords.get(act, ()))}
    acts |= {"_SUPPORT"} if _has_word(words, list_words("helping")) else set()
    places = _find_places(words, grammar)
    if phase is Phase.MOVEMENT and len(places) == 1 and above and "_SUPPORT" in acts:
        return _legal_orders(game, seat, (f"{places[0]} S {above}",), places)
    if len(places) == 1 and acts <= {"_MOVE"} and phase is Phase.MOVEMENT:
        return _moves_of_kind(game, seat, words, places[0]) if acts else ()
    acts.discard("_MOVE")
    if not places:
        return (
            _write_waivers(game, seat) if phase is Phase.ADJUSTMENTS and acts & {"_BUILD"} else ()
        )
    if len(places) > _PLACES or (len(places) == 1 and not acts):
        return ()
    if phase is Phase.ADJUSTMENTS:
        lines = (
            line
            for place in places
            for line in (f"build army {place}", f"build fleet {place}", f"remove {place}")
        )
        return _legal_orders(game, seat, lines, places)
    each = (_legal_orders(game, seat, _write_candidate_lines(unit, places, phase, acts), places)
            for unit in places)  # fmt: skip
    return next(filter(None, each), ())


def _legal_orders(
    game: Play, seat: Seat, lines: Iterable[str], places: Sequence[str]
) -> tuple[str, ...]:
    """Return the orders in some lines that can be given and have all the places in them."""
    orders: dict[str, Order] = {}
    for line in lines:
        for statement in read_line(Line(0, line), game.variant, game.position.turn.phase):
            if isinstance(statement, OrderStatement):
                order = accept_order(game, seat, statement, ()).order
                if order is not None and _is_about_all_places(order, places):
                    orders.setdefault(write_order(order, game.variant), order)
    return tuple(orders)[:MOST]


def _moves_of_kind(game: Play, seat: Seat, words: str, place: str) -> tuple[str, ...]:
    """Return the moves to a place of the units of which a sentence names but the kind."""
    kinds = build_lexicon(game.variant.map).kinds
    named = {kinds[word] for word in words.split() if len(word) > 1 and word in kinds}
    units = (
        unit.at.province
        for unit in game.position.units.values()
        if unit.kind in named and unit.power in seat.powers
    )
    return _legal_orders(game, seat, (f"{unit} - {place}" for unit in units), (place,))


def _find_places(words: str, grammar: Grammar) -> tuple[str, ...]:
    """Return the provinces that a folded sentence names, without those that it leaves out
    (``anything but Paris``): those from which or with which something is done, the last first,
    and then the others in their order."""
    lexicon = grammar.lexicon
    units, others, at = list[str](), list[str](), 0
    for match in re.finditer(rf"(?<!\w){lexicon.patterns['PLACE']}", words):
        before = words[at : match.start()]
        if match[0] in grammar.keywords["FILLER"] or any(
            phrase.kinds & _LEAVES_OUT for phrase in find_phrases(before)[-1:]
        ):
            continue
        place, at = lexicon.places[squeeze_name(match[0])], match.end()
        if _BEFORE_UNIT.pattern.search(before):
            units.insert(0, place)
        else:
            others.append(place)
    return tuple(dict.fromkeys([*units, *others]))


def _has_word(words: str, spoken: Sequence[str]) -> bool:
    """Say whether a word of the list, of more than a letter, stands in a folded sentence."""
    listed = "|".join(re.escape(word) for word in spoken if len(word) > 2)
    return bool(listed) and re.search(rf"(?<!\w)(?:{listed})(?!\w)", words) is not None


def _write_candidate_lines(
    unit: str, places: Sequence[str], phase: Phase, acts: set[str]
) -> Iterator[str]:
    """Yield lines of orders for the unit at one of some places."""
    others = [place for place in places if place != unit]
    pairs = [(first, last) for first in others for last in others if first != last]
    if phase is Phase.RETREATS:
        yield from (f"{unit} - {place}" for place in others)
        yield f"{unit} disband"
    elif "_SUPPORT" in acts:
        yield from (f"{unit} S {place}" for place in others)
        yield from (f"{unit} S {first} - {last}" for first, last in pairs)
    elif "_CONVOY" in acts:
        yield from (f"{unit} C {first} - {last}" for first, last in pairs)
        yield from (f"{unit} - {place}" for place in others)
    else:
        yield from (f"{unit} - {place}" for place in others)
        yield f"{unit} H"


def _is_about_all_places(order: Order, places: Sequence[str]) -> bool:
    return {*places} <= {order.unit.at.province, *list_spaces_touched(order)}


def _write_waivers(game: Play, seat: Seat) -> tuple[str, ...]:
    due = find_orders_due(game)
    builds = sum(due[power].builds for power in seat.powers if power in due)
    return (f"WAIVE {builds}",) if builds else ()
