"""Reading one line: an order, several orders, a command, or nothing that is understood.

Nothing a person can type makes it fail: a line that is not understood becomes an Unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeGuard

from judge.hooks import Variant
from judge.language import old_judges, small_talk, suggestions, wishes
from judge.language.command_slips import commands_like
from judge.language.command_values import command_of
from judge.language.conditions import steps_of
from judge.language.grammar import Grammar, grammar_of
from judge.language.order_transformer import Parsed
from judge.language.script import LONGEST, Item
from judge.language.spelling import fold, normal
from judge.language.statement import Commanded, Conditioned, Line, Ordered, Statement, Unread
from judge.model.order import Hold, HoldAll, Order
from judge.model.reason import Reason
from judge.model.turn import Phase

_BULLET = re.compile(r"(?:[*•·+-]+>?|o(?= )|\(?\d{1,2}[.):]|\(?[a-z]\))\s*(?=[^\W_]|\()", re.I)
_PARTS = re.compile(r"[;,](?![^(]*\))|(?<=\w{3})[.!] +(?=\w)")
_SENTENCES = re.compile(r" *; *|(?<=\w{3})[.!] +(?=\w)")
_HELPED = re.compile(
    r"\(((?:supported|helped|backed) by|with (?:the )?(?:support|help) )([^)]*)\)", re.I
)
_HANGING = re.compile(r"\((?:but |and |only )*(?:if|unless|provided|in case|as long as)\b", re.I)
_QUOTES = "\"\u201c\u201d\u201e'_` "
_AND = re.compile(r"[;,]?\s+and\s+(?![^(]*\))|[;,](?![^(]*\))", re.I)
_FREE = ("set", "set_length", "diary")  # their words are whatever comes
_WRITTEN = ("press", "broadcast", "diary")  # what stands behind their colon is a text
_SILENT = (">", "|", "//", "#")


def read_item(item: Item, variant: Variant, phase: Phase) -> tuple[Statement, ...]:
    """Read one item of a script; the text of a press block goes with its command."""
    statements = read_line(item.line, variant, phase)
    return tuple(
        replace(statement, command=statement.command.with_text(item.body))
        if isinstance(statement, Commanded) and item.body is not None
        else statement
        for statement in statements
    )


def read_line(line: Line, variant: Variant, phase: Phase) -> tuple[Statement, ...]:
    """Read a line as its sender meant it in that phase.

    Quoted lines, comments, headings and blank lines give nothing.
    """
    if len(line.text) > LONGEST:
        return (Unread(line, Reason("line_too_long", (str(LONGEST),))),)
    if line.text.lstrip().startswith(_SILENT):
        return ()
    text = normal(line.text).strip(_QUOTES)
    bullet = _BULLET.match(text)
    if bullet:
        text = text[bullet.end() :]
    text = _HELPED.sub(r"\1\2", text)
    grammar = grammar_of(variant)
    parsed = grammar.order.parse(fold(text))
    if parsed is not None and not _HANGING.search(text):
        return _ordered(line, parsed, grammar, phase)
    if not any(map(str.isalnum, text)) or small_talk.is_heading(text, grammar):
        return ()
    return tuple(_slowly(line, text, grammar, phase))


@lru_cache(maxsize=8192)
def read_order(text: str, variant: Variant, phase: Phase, power: str) -> Order:
    """Return the order of that power which ``writer.write`` wrote. Raises ValueError on others.

    An order of another phase is kept as it is: adjudication finds it void.
    """
    parsed = grammar_of(variant).order.parse(fold(normal(text)))
    if parsed is None or len(parsed.orders) != 1:
        raise ValueError(f"not an order: {text!r}")
    (order,) = parsed.orders
    meant = variant.orders[type(order)].meant(order, phase)
    order = order if isinstance(meant, Reason) else meant
    return replace(order, unit=order.unit._replace(power=power))


def read_place(text: str, variant: Variant) -> str:
    """Return the province that a text names, with or without a kind of unit before it; else "".

    Only what an order to hold there could begin with is understood.
    """
    parsed = grammar_of(variant).order.parse(fold(normal(f"{text} hold")))
    return parsed.orders[0].unit.at.province if parsed else ""


def place_in(text: str, variant: Variant) -> str:
    """Return the first province that a sentence names, "" if it names none."""
    words = re.findall(r"[^\s,;:?!]+", normal(text))
    for first in range(len(words)):
        for last in range(min(first + 5, len(words)), first, -1):
            if place := read_place(" ".join(words[first:last]).rstrip("."), variant):
                return place
    return ""


def _ordered(
    line: Line, parsed: Parsed, grammar: Grammar, phase: Phase, notes: tuple[Reason, ...] = ()
) -> tuple[Statement, ...]:
    """Return the orders that the words mean in that phase."""
    statements: list[Statement] = []
    for order in parsed.orders:
        kind = Hold if isinstance(order, HoldAll) else type(order)
        meant = grammar.orders[kind].meant(order, phase)
        if isinstance(meant, Reason):
            statements.append(Unread(line, meant))
        else:
            statements.append(Ordered(line, meant, parsed.owner or meant.unit.power, notes))
    return tuple(statements)


def _slowly(line: Line, text: str, grammar: Grammar, phase: Phase) -> Iterator[Statement]:
    if small_talk.is_ours(text):
        yield Unread(line, Reason("prose"))
        return
    command = _command(line, text, grammar)
    if command is not None:
        yield command
        return
    if steps := steps_of(text, grammar):
        yield Conditioned(line, steps)
        return
    if small_talk.repeats(text):
        yield Unread(line, Reason("old_orders"))
        return
    if (polite := small_talk.courtesy(text)) and (order := _parsed(polite[0], grammar)):
        yield from _ordered(line, order, grammar, phase, (Reason("courtesy", polite[1:]),))
        return
    hanging = small_talk.condition(text, grammar)
    if hanging and not commands_like(text, grammar):
        sentences = _SENTENCES.split(text)
        for sentence in sentences if len(sentences) > 1 else ():
            yield from _slowly(line._replace(text=sentence), sentence, grammar, phase)
        if len(sentences) == 1:
            yield Unread(line, hanging[0], hints=hanging[1])
        return
    text = small_talk.without_please(small_talk.bare(text))
    whole = _parsed(text, grammar)
    if whole is not None:
        yield from _ordered(line, whole, grammar, phase)
        return
    parts = small_talk.run_on(text, grammar)
    parsed = [_parsed(part, grammar) for part in parts]
    if not any(parsed):
        parts, parsed = _clauses(text, grammar)
    if not any(parsed):
        parts = small_talk.units_apart(text, grammar)
        parsed = [_parsed(part, grammar) for part in parts]
    if len(parts) < 2 or not any(parsed):
        yield _unread(line, text, grammar, phase)
        return
    owner = ""
    for part, orders in zip(parts, parsed, strict=True):
        piece = Line(line.number, part)
        if orders is None:
            command = _command(piece, part, grammar)
            short = isinstance(command, Commanded) and command.command.among_orders
            yield command if command and short else _unread(piece, part, grammar, phase)
            continue
        owner = orders.owner or owner
        yield from _ordered(piece, Parsed(owner, orders.orders), grammar, phase)


def _split(
    text: str, between: re.Pattern[str], grammar: Grammar
) -> tuple[list[str], list[Parsed | None]]:
    parts = [part.strip() for part in between.split(text) if part.strip(" .")]
    return parts, [_parsed(part, grammar) for part in parts]


def _clauses(text: str, grammar: Grammar) -> tuple[list[str], list[Parsed | None]]:
    """Part a line at its commas and the like, and at an "and" where that makes orders.

    A place alone behind an order was to go on from there: half of that is none.
    """
    parts, parsed = _split(text, _AND, grammar)
    if all(parsed):
        return parts, parsed
    parts, parsed = [], []
    for part, orders in zip(*_split(text, _PARTS, grammar), strict=True):
        pieces, read = [part], [orders]
        if orders is None:
            pieces, read = _split(part, _AND, grammar)
            if not any(read):
                pieces, read = [part], [None]
        for piece, order in zip(pieces, read, strict=True):
            if parsed and parsed[-1] and not order and _parsed(f"{piece} hold", grammar):
                parts[-1], parsed[-1] = f"{parts[-1]}, {piece}", None
            else:
                parts.append(piece)
                parsed.append(order)
    return parts, parsed


def _parsed(part: str, grammar: Grammar) -> Parsed | None:
    """Parse a part as typed, else with the beginnings of names written out."""
    parsed: Parsed | None = grammar.order.parse(fold(part))
    if parsed is None:
        parsed = grammar.order.parse(fold(suggestions.expanded(part, grammar)))
    return parsed


def _command(line: Line, text: str, grammar: Grammar) -> Statement | None:
    tree = grammar.command.parse(fold(text)) if ":" in text else None
    if tree is None or tree.data not in _WRITTEN:
        text = small_talk.without_please(text)
        tree = grammar.command.parse(fold(text))
    if (tree is None or tree.data in _FREE) and (old := old_judges.otherwise(text)):
        if old.refused:
            return Unread(line, Reason("old_line", (old.refused,)))
        text = old.instead
        tree = grammar.command.parse(fold(text))
    if tree is None:
        return None
    command = command_of(tree, text, grammar.commands, grammar.lexicon)
    if isinstance(command, Reason):
        if not str(command.about[0]).strip("?"):
            return None  # it is asked whether to say it
        hints = suggestions.powers(text, str(command.about[0]), grammar)
        hints = hints or commands_like(text, grammar)
        return Unread(line, command, hints=hints)
    return Commanded(line, command)


def _head(text: str, meant: str) -> str:
    """Return the words of a line as far as the first that it was not to have."""
    words = text.split()
    same = [fold(one) == fold(other) for one, other in zip(words, meant.split(), strict=False)]
    return " ".join(words[: [*same, False].index(False) + 1])


def _unread(line: Line, typed: str, grammar: Grammar, phase: Phase) -> Unread:
    """Say what is wrong with a line that is neither an order nor a command."""
    said, text = line.text.strip(), suggestions.expanded(typed, grammar)
    somewhere = next(iter(grammar.lexicon.board.provinces))
    if phase is Phase.RETREATS and _parsed(f"{somewhere} {text}", grammar):
        return Unread(line, Reason("which_unit"))
    if wish := wishes.line_for(said, grammar):
        return Unread(line, wish[0], hints=wish[1])
    for words in (text, said):
        if hints := commands_like(words, grammar):
            return Unread(line, Reason("unknown_command", (_head(words, hints[0]),)), hints=hints)
    talk = small_talk.is_said(text, grammar)
    if talk and not small_talk.is_like_order(text, grammar):
        return _dared(line, typed, grammar, phase) or Unread(line, Reason("prose"))
    bare = suggestions.adjustments(text, grammar) if phase is Phase.ADJUSTMENTS else []
    guesses = []
    likely = bare or suggestions.orders(typed, grammar)
    if not likely and text != typed:
        likely = suggestions.orders(text, grammar)
    for reading in likely:
        for meant in _ordered(line, reading.parsed, grammar, phase, reading.notes):
            if isinstance(meant, Unread):
                return meant
            if _is_for_a_unit(meant):
                guesses.append(meant)
    if talk and not guesses:
        return Unread(line, Reason("prose"))
    why = suggestions.reason(text, grammar, phase)
    if not guesses and (dared := _dared(line, typed, grammar, phase)):
        return dared
    if text.endswith("?") and _parsed(text.rstrip(" ?"), grammar):
        return Unread(line, why, hints=(text.rstrip(" ?"),))
    if guesses and not bare and guesses[0].notes[0].code == "read_as":
        why = Reason("unknown_word", guesses[0].notes[0].about[:1])
    return Unread(line, why, tuple(guesses[: suggestions.MOST]))


def _dared(line: Line, typed: str, grammar: Grammar, phase: Phase) -> Unread | None:
    """Offer the orders that a line may be of which little is spelled right; none is acted on."""
    if line.number > suggestions.RESPELLED:
        return None
    meant = [
        each
        for each in suggestions.daring(typed, grammar)
        if all(_is_for_a_unit(it) for it in _ordered(line, each.parsed, grammar, phase))
    ]
    if not meant:
        return None
    why = Reason("unknown_word", meant[0].notes[0].about[:1])
    return Unread(line, why, hints=tuple(each.line for each in meant))


def _is_for_a_unit(said: Statement) -> TypeGuard[Ordered]:
    return isinstance(said, Ordered) and not isinstance(said.order, HoldAll)
