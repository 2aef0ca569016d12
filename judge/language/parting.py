"""Parting a line that says several things: orders with stops between them, or with nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judge.language.grammar import Grammar
from judge.language.referring import ends_in_short_title
from judge.language.sentence import (
    OrderReading,
    find_doubt_of_remarks,
    parse_order,
    read_order_sentence,
)
from judge.language.spelling import fold_text, squeeze_name
from judge.language.word_lists import WordPattern

_AND = re.compile(r"[;,]?\s+and\s+(?![^(]*\))|[;,](?![^(]*\))", re.I)
_SENTENCE_END = (
    r"(?:(?<=\w{3})|(?<=[\ue000-\uf8ff])|(?:(?<= [a-z]{2})(?<! st)|(?<= [hH]))"
    r"(?=[.!]+ +[A-Z]))[.!]+ +(?=\w)"
)
"""A stop that ends a sentence, and no abbreviation: ``St. Petersburg``, ``N. Africa``; the name of
a power that goes by one of its player's choice is one sign."""
_STOPS = re.compile(rf"[;,](?![^(]*\))|{_SENTENCE_END}")
_FULL_STOP = re.compile(rf" *; *|{_SENTENCE_END}|(?<=\?) +(?=\w)")
_NAMED = re.compile(r"[^\W\d_]+")
_REFERS = WordPattern(r"(?P<order>.+ %(helps)s) %(that)s(?: %(as_well)s)?[ .!]*")
_SLASH = re.compile(r"\s/\s*|\s*/\s")
_RUN, _LONGEST = 24, 8
"""So many words has a line at most in which orders stand with nothing between them, and one of
those."""
_GOES_ON = ("-", ">")
"""With these signs no order ends: what follows is what it goes to, or what stands in its place."""

Parts = list[tuple[str, OrderReading | None]]
"""The parts of a line, each with the orders in it."""


def with_antecedent(text: str, above: str) -> str:
    """Return a line in which an order stands in place of the word for it: ``above``, that before
    it; the line itself if it has no such word, or if none stands before it.

    In a line that says something else before, the word may speak of that.
    """
    refers = _REFERS.pattern.fullmatch(text.strip()) if above else None
    if refers is None or _AND.search(refers["order"]) or _FULL_STOP.search(refers["order"]):
        return text
    return f"{refers['order']} {above}"


def read_certain_part(part: str, grammar: Grammar) -> OrderReading | None:
    """Read a part of a line as orders in no doubt, or in doubt by its own remarks alone."""
    parsed = parse_order(part, grammar)
    if parsed is not None:
        return OrderReading(parsed, part, find_doubt_of_remarks(part, grammar.order, grammar))
    reading = read_order_sentence(part, grammar)
    return reading if reading is not None and reading.doubt is None else None


def split_clauses(text: str) -> list[str]:
    """Part a line at its stops and commas."""
    return [clause.strip() for clause in _STOPS.split(text) if clause.strip(" .")]


def split_into_sentences(text: str, *, with_stops: bool = False) -> list[str]:
    """Part a line at its full stops, and behind questions; the stops stay if they are wanted."""
    sentences: list[str] = []
    start = 0
    for stop in (*_FULL_STOP.finditer(text), None):
        end = stop.start() if stop else len(text)
        if stop and stop[0][:1] == "." and ends_in_short_title(text[start:end].strip()):
            continue
        sign = stop[0].strip(" ;") if stop and with_stops else ""
        sentences.append(f"{text[start:end].strip()}{sign}")
        start = stop.end() if stop else end
    return [*filter(None, sentences)]


def read_sentences(text: str, grammar: Grammar) -> Parts:
    """Part a line into sentences, each with the orders in it."""
    return [(part, read_order_sentence(part, grammar)) for part in split_into_sentences(text)]


def split_line(text: str, grammar: Grammar) -> tuple[Parts, bool]:
    """Part a line that says several things, and say whether signs stand between them.

    Nothing is returned for a line that is one, or of which no part is an order.
    """
    ways = (_split_slashes, _split_clauses, _split_run, _split_at_units)
    if _leaves_choice(text, grammar):
        return [], True
    for split, apart in zip(ways, (True, True, False, False), strict=True):
        parts = split(text, grammar)
        if any(reading for _, reading in parts):
            return (parts, apart) if len(parts) > 1 else ([], apart)
    return [], False


def is_like_order(text: str, grammar: Grammar) -> bool:
    """Say whether a line is a unit and a dash, whatever the names are."""
    kinds = grammar.lexicon.patterns["KIND"]
    return bool(re.match(rf"{kinds} [^\W\d_][^-]* ?->? ?\w", fold_text(text)))


def is_order(text: str, grammar: Grammar) -> bool:
    """Say whether a text is an order as it stands."""
    return grammar.order.parse(fold_text(text.strip(" .,;(-"))) is not None


def _read_parts(parts: Iterable[str], grammar: Grammar) -> Parts:
    read: Parts = []
    for part in parts:
        reading = read_certain_part(part, grammar)
        above = read[-1][0] if read and read[-1][1] else ""
        if reading is None and (meant := with_antecedent(part, above)) != part:
            reading = read_certain_part(meant, grammar)
        read.append((part, reading))
    return read


def _split_at(between: re.Pattern[str], text: str, grammar: Grammar) -> Parts:
    stripped = (part.strip() for part in between.split(text) if part.strip(" ."))
    return _read_parts(stripped, grammar)


def _split_slashes(text: str, grammar: Grammar) -> Parts:
    """Part a line at its slashes if orders for different units stand between them, and nothing
    else: between orders for one they leave the choice."""
    parts = _split_at(_SLASH, text, grammar)
    orders = [order for _, reading in parts if reading for order in reading.parsed.orders]
    units = {order.unit.at.province for order in orders}
    return parts if all(r for _, r in parts) and len(units) == len(orders) > 1 else []


def _leaves_choice(text: str, grammar: Grammar) -> bool:
    """Say whether orders for one unit stand between slashes."""
    first, *others = _SLASH.split(text)
    readings = [read_order_sentence(part, grammar) for part in (first, *others) if others]
    orders = [order for reading in readings if reading for order in reading.parsed.orders]
    return len({order.unit.at.province for order in orders}) < len(orders)


def _split_clauses(text: str, grammar: Grammar) -> Parts:
    """Part a line at its commas and the like, and at an "and" where that makes orders.

    A place alone behind an order was to go on from there: half of that is none.
    """
    parts = _split_at(_AND, text, grammar)
    if all(reading for _, reading in parts):
        return parts
    parts = []
    for clause in _split_at(_STOPS, text, grammar):
        pieces = [clause] if clause[1] else _split_unread(clause[0], grammar)
        for piece, reading in pieces:
            if parts and parts[-1][1] and not reading and parse_order(f"{piece} hold", grammar):
                parts[-1] = (f"{parts[-1][0]}, {piece}", None)
            else:
                parts.append((piece, reading))
    return parts


def _split_unread(clause: str, grammar: Grammar) -> Parts:
    """Part a clause that is no order at each "and", or before units, if that makes orders."""
    for parts in (_split_at(_AND, clause, grammar), _split_at_units(clause, grammar)):
        if any(reading for _, reading in parts):
            return parts
    return [(clause, None)]


def _split_at_units(text: str, grammar: Grammar) -> Parts:
    """Part a line before each unit with which another order begins: what stands before it is one,
    or looks like a move."""
    parts, start = [], 0
    next_unit = rf" +(?:\(?\d{{1,2}}[.)] ?)?(?={grammar.lexicon.patterns['KIND']} )"
    for cut in re.finditer(next_unit, fold_text(text)):
        part = text[start : cut.start()]
        if part.endswith(_GOES_ON):
            continue
        if is_order(part, grammar) or is_like_order(part, grammar):
            parts.append(part)
            start = cut.end()
    return _read_parts([*parts, text[start:]], grammar)


def _split_run(text: str, grammar: Grammar) -> Parts:
    """Part a line of orders with nothing between them, if it can be parted in one way alone:
    ``ven h rom-apu nap ion``."""
    words = text.split()
    known = (grammar.lexicon.places, grammar.lexicon.beginnings, grammar.spoken)
    names = (squeeze_name(name[0]) for name in _NAMED.finditer(text))
    if not 1 < len(words) <= _RUN or not all(any(name in each for each in known) for name in names):
        return []
    ways: list[list[list[str]]] = [[[]]]
    for end in range(1, len(words) + 1):
        starts = [start for start in range(max(0, end - _LONGEST), end) if ways[start]]
        ways.append(
            [
                [*before, part]
                for start in starts
                if _may_be_order(part := " ".join(words[start:end]), grammar)
                for before in ways[start][:2]
            ]
        )
    return _read_parts(ways[-1][0], grammar) if len(ways[-1]) == 1 else []


def _may_be_order(part: str, grammar: Grammar) -> bool:
    """Say whether some words are an order as they stand, or a move that lacks nothing but its
    dash."""
    if is_order(part, grammar) or "-" in part:
        return is_order(part, grammar)
    blanks = (found.span() for found in re.finditer(r" ", part))
    return any(is_order(f"{part[:start]} - {part[end:]}", grammar) for start, end in blanks)
