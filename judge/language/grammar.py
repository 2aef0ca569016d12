"""Putting a variant's grammar together: its texts, and the terminals that its map provides."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

from lark import Lark, UnexpectedInput, UnexpectedToken

from judge import resources
from judge.hooks import AnyOrderType, Variant
from judge.language.lexicon import Lexicon, build_lexicon
from judge.language.order_transformer import OrderTransformer
from judge.language.parser_tables import build_parser
from judge.language.spelling import fold_text
from judge.model.command import Command
from judge.model.map import Map
from judge.model.order import Order

_END = "$END"

_BEGINNING = ("_HOLD", "_SUPPORT", "_ATTACK", "_BUILD", "_REMOVE", "_DISBAND", "_ALL", "_WAIVE")
"""The terminals of words with which orders begin."""

_TERMINAL = {
    "WHO": 5,
    "POWER": 1,
    "PLACE": 2,
    "KIND": 3,
    "POWER_BEFORE": 3,
    "OWNER": 3,
    "COAST": 3,
    "A_BEFORE": 4,
}
"""The terminals made from a map, and which goes before which where both fit."""


class Fault(NamedTuple):
    """Where the parser stopped, and the terminals that it would have taken there."""

    at: int
    allowed: frozenset[str]


@dataclass(frozen=True)
class LineParser:
    """What reads one sort of line: that of the start symbol."""

    lark: Lark
    start: str

    def parse(self, text: str) -> Any:
        """Return what the parser makes of a folded text, or None if it is not of the language."""
        return _parse_cached(self, text)[0]

    def measure_readable_length(self, text: str) -> int:
        """Return where the first word of a folded text stands that nothing of the language has
        there, the length of the text if there is none."""
        return _parse_cached(self, text)[1]

    def find_fault(self, text: str) -> Fault | None:
        """Return where and why a folded text is not of the language, or None if it is."""
        return _find_fault_cached(self, text)


@dataclass(frozen=True, eq=False)
class Grammar:
    """A variant's parsers and its vocabulary; each is equal to itself alone.

    ``order`` reads lines of orders, ``command`` those of commands. What reads
    conditions is made when ``conditions`` is first called. ``orders`` are the variant's
    order types by their classes, ``commands`` the types of commands by their rules. ``keywords``
    are the words that each terminal stands for, ``openers`` the first words of commands with the
    rules that begin so, ``spoken`` all single words that occur in orders.
    """

    order: LineParser
    command: LineParser
    conditions: Callable[[], LineParser]
    lexicon: Lexicon
    keywords: Mapping[str, tuple[str, ...]]
    commands: Mapping[str, type[Command]]
    openers: Mapping[str, tuple[str, ...]]
    spoken: frozenset[str]
    orders: Mapping[type[Order], AnyOrderType]

    @cached_property
    def command_words(self) -> tuple[str, ...]:
        """All single words of commands and powers, sorted; those of orders are among them."""
        phrases = [" ".join(texts) for texts in self.keywords.values()]
        phrases += self.lexicon.shown["POWER"].values()
        return tuple(sorted({*filter(str.isalpha, fold_text(" ".join(phrases)).split())}))

    @cached_property
    def order_starts(self) -> frozenset[str]:
        """All first words of orders, but for those that may stand before any word."""
        names = (*self.lexicon.places, *self.lexicon.shown["PLACE"].values(), *self.lexicon.kinds)
        verbs = (text for name in _BEGINNING for text in self.keywords.get(name, ()))
        first = {fold_text(text).replace("-", " ").split()[0] for text in (*names, *verbs)}
        return frozenset(first.difference(self.keywords["FILLER"]))

    def list_words_after(self, beginning: str) -> Iterator[str]:
        """Yield the words with which a command can go on."""
        fault = self.command.find_fault(f"{beginning} ")
        for terminal in fault.allowed if fault else ():
            yield from self.keywords.get(terminal, ())


@lru_cache(maxsize=4096)
def _parse_cached(parser: LineParser, text: str) -> tuple[Any, int]:
    """Return what a text parses to, and how far it can be read."""
    # Of the lines of a game a half stand in it, or in their mail, more than once.
    try:
        return parser.lark.parse(text, start=parser.start), len(text)
    except UnexpectedInput as trouble:
        ended = isinstance(trouble, UnexpectedToken) and trouble.token.type == _END
        return None, len(text) if ended else trouble.pos_in_stream or 0


_ALLOWED: dict[tuple[object, ...], frozenset[str]] = {}
"""The terminals that parsers take, by the parser and the states on its stack: it is slow to ask."""
_MOST_STACKS = 20_000


@lru_cache(maxsize=2048)
def _find_fault_cached(parser: LineParser, text: str) -> Fault | None:
    # What is looked for in a line that cannot be read asks for the same place again and again.
    steps = parser.lark.parse_interactive(text, start=parser.start)
    stop = len(text)
    try:
        steps.exhaust_lexer()
    except UnexpectedInput as trouble:
        stop = trouble.pos_in_stream or 0
    stack = (parser, *steps.parser_state.state_stack)
    allowed = _ALLOWED.get(stack)
    if allowed is None:
        allowed = frozenset(steps.accepts())  # type: ignore[no-untyped-call]  # untyped in Lark
        if len(_ALLOWED) < _MOST_STACKS:
            _ALLOWED[stack] = allowed
    return None if stop == len(text) and _END in allowed else Fault(stop, allowed)


@lru_cache(maxsize=64)
def build_grammar(variant: Variant) -> Grammar:
    """Return a variant's parser and vocabulary.

    Variants of the same map, texts, orders and commands give the same object. Raises LarkError or
    ValueError if a command has no rule, or a rule no command.
    """
    orders, commands = tuple(variant.orders.values()), tuple(variant.commands.items())
    return _build_grammar(variant.map, variant.grammar, orders, commands)


@lru_cache(maxsize=64)
def _build_condition_parser(
    game_map: Map, texts: tuple[str, ...], orders: tuple[AnyOrderType, ...]
) -> LineParser:
    words = build_lexicon(game_map)
    text = _assemble_grammar(("commands", "conditions", *texts), words)
    values = OrderTransformer(words, orders)
    return LineParser(build_parser(text, ["condition"], values)[0], "condition")


@lru_cache(maxsize=64)
def _build_grammar(
    game_map: Map,
    texts: tuple[str, ...],
    orders: tuple[AnyOrderType, ...],
    commands: tuple[tuple[str, type[Command]], ...],
) -> Grammar:
    words = build_lexicon(game_map)
    text = _assemble_grammar(("commands", *texts), words)
    text += f"?command: {' | '.join(dict(commands))}\n"
    values = OrderTransformer(words, orders)
    parser, keywords = build_parser(text, ["line", "command"], values)
    if unused := _list_rule_names(text) - {str(rule.origin.name) for rule in parser.rules}:
        raise ValueError(f"rules that no command is named like: {', '.join(sorted(unused))}")
    spoken = {
        word
        for terminal in _collect_reachable_symbols(parser, "line")
        for text in keywords.get(terminal, ())
        for word in text.split()
    }
    return Grammar(
        order=LineParser(parser, "line"),
        command=LineParser(parser, "command"),
        conditions=partial(_build_condition_parser, game_map, texts, orders),
        lexicon=words,
        keywords=keywords,
        commands=dict(commands),
        openers=_collect_command_openers(parser, dict(commands), keywords),
        spoken=words.words | spoken,
        orders={kind.order: kind for kind in orders},
    )


def _list_rule_names(text: str) -> set[str]:
    """Return the names of all rules of a grammar, used or not."""
    return set(re.findall(r"^[?!]*([a-z_][a-z0-9_]*)(?:\.-?\d+)?:", text, re.MULTILINE))


def _collect_reachable_symbols(parser: Lark, start: str) -> frozenset[str]:
    """Return the names of all rules and terminals that a start symbol can lead to."""
    parts: dict[str, set[str]] = {}
    for rule in parser.rules:
        parts.setdefault(rule.origin.name, set()).update(part.name for part in rule.expansion)
    reached, new = {start}, {start}
    while new:
        new = {part for name in new for part in parts.get(name, ())} - reached
        reached |= new
    return frozenset(reached)


def _collect_command_openers(
    parser: Lark, commands: Container[str], keywords: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the words with which commands begin, and the rules that begin so."""
    openers: dict[str, dict[str, None]] = {}
    for rule in parser.rules:
        if rule.origin.name in commands:
            for word in keywords.get(rule.expansion[0].name, ()):
                openers.setdefault(word, {})[str(rule.origin.name)] = None
    return {word: tuple(openers[word]) for word in sorted(openers)}


def _assemble_grammar(names: tuple[str, ...], words: Lexicon) -> str:
    parts = [
        resources.find_file("grammar", f"{name}.lark").read_text(encoding="utf-8") for name in names
    ]
    made = {**words.patterns, "A_BEFORE": _build_article_pattern(words)}
    for name, rank in _TERMINAL.items():
        regexp = made[name].replace("/", r"\/")
        parts.append(f"{name}.{rank}: /{regexp}/\n")
    return "\n".join(parts)


def _build_article_pattern(words: Lexicon) -> str:
    """Return the pattern of what may stand before a kind of unit, with its power or without."""
    return rf"an?(?= (?:{words.patterns['POWER']} )?{words.patterns['KIND']})"
