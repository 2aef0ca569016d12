"""The lines of a mail with what each was read as, and what is known of where the mail is."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from judge.language.power_names import PowerNames
from judge.language.referring import list_sentences
from judge.language.script import COMMENT, Item
from judge.language.spelling import fold_text, normalize_line
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    OrderStatement,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.word_lists import WordPattern
from judge.language.words import NEUTRAL, Phrase, find_phrases
from judge.model.order import Order, list_spaces_touched

SHORT = 4
"""So many words a line has at most that may be a title without a colon."""

_UNIT_OR_DASH = re.compile(r"(?:-|(?:^|\W)[^\W\d_])\s*$")
"""Behind these a province stands, be its code a word as well: ``F HOU - NO``."""


_LABEL = re.compile(r"\W*[^\W\d][\w.]*(?: \w+)?(?::| [-\u2013\u2014])\s+(?=\S+ )(.+)")
"""A word or two before what is said."""
_NUMBER = WordPattern(r"%(number_sign)s ?\d{1,2}(?!\w)")
"""The number of an order in a list: ``No. 2 A MAR - SPA``."""


class Meanings(dict[str, frozenset[str]]):
    """What compact names may mean: provinces by their codes, and kinds of units."""

    @cached_property
    def beginnings(self) -> Set[str]:
        """All with which one of the names begins."""
        return {name[:end] for name in self for end in range(len(name) + 1)}


class Locality(NamedTuple):
    """What is known of where a mail is: the names of the writer's ``own`` powers and of the game,
    those of all ``powers``, the words of the board and those with which ``commands`` begin, what
    compact names may ``mean`` (provinces, kinds of units), the words of ``regions``, the ``kinds``
    of the writer's units by their provinces, the words of the present ``turn``, and of a line
    whether it is the heading of a turn, and whether it is the number of an offer that is answered,
    and of an order whether it ``cannot_be`` given, and the provinces of units that are ``ordered``
    already.
    """

    own: frozenset[str] = frozenset()
    powers: PowerNames = PowerNames({})
    board: Collection[str] = ()
    commands: Collection[str] = ()
    mean: Meanings = Meanings()
    regions: Collection[str] = ()
    kinds: Mapping[str, str] = MappingProxyType({})
    turn: Collection[str] = ()
    heads_turn: Callable[[str], bool] = lambda line: False
    picks_offer: Callable[[str], bool] = lambda line: False
    cannot_be: Callable[[OrderStatement], bool] = lambda order: False
    ordered: Collection[str] = ()


class _ReadLine(NamedTuple):
    item: Item
    statements: tuple[Statement, ...]
    text: str
    phrases: tuple[Phrase, ...]


class MailLine(_ReadLine):
    """A line with what it was read as."""

    @cached_property
    def orders(self) -> tuple[OrderStatement, ...]:
        """The orders in it, those in doubt, too."""
        said = map(without_doubt, self.statements)
        return tuple(each for each in said if isinstance(each, OrderStatement))

    @cached_property
    def names_touched(self) -> frozenset[str]:
        """What its orders touch: the provinces of units ("" where it is all of them), their kinds,
        and, behind a dash, where they go."""
        return collect_names_touched(said.order for said in self.orders)

    @cached_property
    def names_touched_by_guesses(self) -> frozenset[str]:
        """What the orders touch that it may be but for a slip."""
        return collect_names_touched(guess.order for each in self.unread for guess in each.guesses)

    @cached_property
    def does_something(self) -> bool:
        """Whether it is a command that does something."""
        return any(
            isinstance(each, CommandStatement) and not each.command.asks for each in self.statements
        )

    @cached_property
    def is_sure(self) -> bool:
        """Whether none of what it says is in doubt."""
        return not any(isinstance(each, DoubtfulStatement) for each in self.statements)

    @cached_property
    def is_doubtful(self) -> bool:
        """Whether all that it says is in doubt."""
        return all(isinstance(each, DoubtfulStatement) for each in self.statements)

    @cached_property
    def unread(self) -> tuple[UnreadStatement, ...]:
        """What of it was not read."""
        said = map(without_doubt, self.statements)
        return tuple(each for each in said if isinstance(each, UnreadStatement))

    @cached_property
    def is_order(self) -> bool:
        """Whether it is an order, or looks like one that is misspelt."""
        return bool(self.orders) or any(
            isinstance(each, UnreadStatement) and bool(each.guesses) for each in self.statements
        )

    @cached_property
    def is_of_other_phase(self) -> bool:
        """Whether it is an order that the present phase has not."""
        return any(each.why.code == "wrong_phase" for each in self.unread)

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """What it may have meant."""
        return tuple(hint for each in self.unread for hint in each.hints)

    @cached_property
    def is_unread(self) -> bool:
        """Whether nothing of it was read."""
        return self.item.body is None and len(self.unread) == len(self.statements)


def collect_names_touched(orders: Iterable[Order]) -> frozenset[str]:
    """Return what orders touch: the provinces of units ("" where it is all of them), their kinds,
    and, behind a dash, where they go."""
    return frozenset(
        name
        for order in orders
        for name in (
            order.unit.at.province,
            *filter(None, [order.unit.kind]),
            *(f"- {province}" for province in list_spaces_touched(order)),
        )
    )


def outline_line(item: Item, statements: tuple[Statement, ...], powers: PowerNames) -> MailLine:
    """Return a line with the words of its beginning; of a block nothing is looked at."""
    if item.body is not None:
        return MailLine(item, (), item.line.text, ())
    text = powers.join_words(normalize_line(item.line.text[:500]))
    line = MailLine(item, statements, text, find_phrases(text))
    codes = {fold_text(code) for each in line.orders for code in _list_provinces(each.order)}
    places = [
        phrase
        for phrase in line.phrases
        if phrase.kinds and phrase.text in codes and _UNIT_OR_DASH.search(text[: phrase.start])
    ]
    number = _NUMBER.pattern.match(text) if line.orders else None
    start = number.end() if number else 0
    return line._replace(
        phrases=tuple(each for each in line.phrases if each not in places and each.end > start)
    )


def _list_provinces(order: Order) -> Iterable[str]:
    """Return where an order's unit stands and what else it names, that code first."""
    return order.unit.at.province, *list_spaces_touched(order)


def is_harmless(phrase: Phrase, here: Locality) -> bool:
    """Say whether a phrase of a head changes nothing in what it means."""
    if phrase.kinds & (NEUTRAL | {"heading"}) or phrase.text in here.own:
        return True
    return phrase.text in here.turn


def begins_command(line: MailLine, here: Locality) -> bool:
    """Say whether a line is a command that is wrong further on: it begins with the word of one in
    capitals."""
    word = line.text.split()[0]
    return word.isupper() and len(word) > 2 and fold_text(word) in here.commands


def speaks_of_mail(line: MailLine, below: MailLine | None) -> bool:
    """Say whether a line speaks of an earlier mail, and not of what is listed below it."""
    kinds = frozenset[str]().union(*(phrase.kinds for phrase in line.phrases))
    listed = below is not None and below.item.paragraph == line.item.paragraph
    return "mail" in kinds or (not listed and {"earlier", "heading"} <= kinds)


def split_sentences(line: MailLine) -> list[MailLine]:
    """Part what was not read of a line into its sentences; a comment is one."""
    if not line.statements and COMMENT.match(line.text):
        return [line]
    return [
        MailLine(line.item, (_with_text(statement, text),), text, find_phrases(text))
        for statement in line.statements
        if isinstance(without_doubt(statement), UnreadStatement)
        if not (isinstance(statement, UnreadStatement) and statement.guesses)
        for text in map(str.strip, list_sentences(statement.line.text))
        if any(map(str.isalnum, text)) and _stands_alone(text, line)
    ]


def list_sentence_behind_label(line: MailLine) -> list[MailLine]:
    """Return what a line that was not read says behind a word or two that only call for attention:
    ``NB: what follows is a ruse``."""
    label = _LABEL.match(line.text)
    if label is None or len(line.statements) != 1 or not line.is_unread:
        return []
    text = label[1]
    return [MailLine(line.item, (_with_text(line.statements[0], text),), text, find_phrases(text))]


def _with_text(statement: Statement, text: str) -> Statement:
    """Return what was not read of a line as one of its sentences."""
    if not isinstance(statement, UnreadStatement):
        return statement
    return replace(statement, line=statement.line._replace(text=text))


def _stands_alone(text: str, line: MailLine) -> bool:
    """Say whether words are a sentence of their own, and no part of one that orders something."""
    bare = re.escape(text.rstrip(".!?; "))
    around = rf"(?:^|[.!?;(])\s*{bare}\s*(?:[.!?;)]|$)"
    return not line.orders or re.search(around, line.item.line.text) is not None
