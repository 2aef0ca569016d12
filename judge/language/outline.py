"""The outline of a mail: its heads, and what they govern.

A line that looks like a head and that was not read governs the lines below it all the same, and
what takes back governs those above it. They are not to be obeyed: each bears the doubt.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple

from rapidfuzz.distance import OSA

from judge.language.script import Item, is_block_end
from judge.language.spelling import fold_text, normalize_line
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    OrderStatement,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.words import (
    NEUTRAL,
    Phrase,
    find_phrases,
    list_phrases_of_kind,
    list_revoking_signs,
)
from judge.model.reason import Reason

_SENTENCE = re.compile(r"[^.!?;]+[.!?;]*")
_CLAUSE = re.compile(r"[,.!?;:\u2013\u2014-]+ +|:")
_LONGEST_NAME = 5
"""Of so many words is a name of the board at most."""
_CODE = 3
"""So many letters a code of the board has."""
_SHORT = 4
"""So many words a line has at most that may be a title without a colon."""
_NEARLY = 0.7
_NEARLY_SHORT = 0.6
"""So like a word of a block, or one of two letters, is one that is misspelt."""

_GOVERNS = frozenset({"takeback", "condition", "time", "season", "open", "others", "negation"})
"""Kinds of words that make orders others than those of the present turn."""

_TURNS = frozenset({"takeback", "condition"})
"""Those of them that do so even in an excuse."""
_UNSUSPICIOUS = NEUTRAL | {"plain", "reason", "judge", "mail", "heading", "earlier", "others"}
"""Kinds of words in sentences that say nothing of orders that may take them back."""

Scope = Literal["paragraph", "end", "mail"]


class Locality(NamedTuple):
    """What is known of where a mail is: the names of the writer's ``own`` powers and of the game,
    those of all ``powers``, the words of the board and those with which ``commands`` begin, what
    compact names ``mean`` (provinces, kinds of units), the ``season``, and of a line whether it is
    the heading of a turn."""

    own: Collection[str] = ()
    powers: Collection[str] = ()
    board: Collection[str] = ()
    commands: Collection[str] = ()
    mean: Mapping[str, str] = MappingProxyType({})
    season: str = ""
    heads_turn: Callable[[str], bool] = lambda line: False


@dataclass
class _UnreadHead:
    """A head that was not read: the doubt in which it puts lines, and how far it goes."""

    doubt: Reason
    scope: Scope
    paragraph: int
    lines: int = 1
    governed: bool = False


class _OutlineLine(NamedTuple):
    """A line with what it was read as."""

    item: Item
    statements: tuple[Statement, ...]
    text: str
    phrases: tuple[Phrase, ...]

    @property
    def orders(self) -> tuple[OrderStatement, ...]:
        """The orders in it, those in doubt, too."""
        said = map(without_doubt, self.statements)
        return tuple(each for each in said if isinstance(each, OrderStatement))

    @property
    def ordered_units(self) -> frozenset[str]:
        """The provinces of the units that it orders, and the kinds of these."""
        units = [order.order.unit for order in self.orders]
        return frozenset(unit.at.province for unit in units) | {unit.kind for unit in units}

    @property
    def is_sure(self) -> bool:
        """Whether none of what it says is in doubt."""
        return not any(isinstance(each, DoubtfulStatement) for each in self.statements)

    @property
    def unread(self) -> tuple[UnreadStatement, ...]:
        """What of it was not read."""
        said = map(without_doubt, self.statements)
        return tuple(each for each in said if isinstance(each, UnreadStatement))

    @property
    def is_order(self) -> bool:
        """Whether it is an order, or looks like one that is misspelt."""
        return bool(self.orders) or any(
            isinstance(each, UnreadStatement) and bool(each.guesses) for each in self.statements
        )

    @property
    def is_of_other_phase(self) -> bool:
        """Whether it is an order that the present phase has not."""
        return any(each.why.code == "wrong_phase" for each in self.unread)

    @property
    def hints(self) -> tuple[str, ...]:
        """What it may have meant."""
        return tuple(hint for each in self.unread for hint in each.hints)

    @property
    def is_unread(self) -> bool:
        """Whether nothing of it was read."""
        return self.item.body is None and len(self.unread) == len(self.statements)


def mark_doubts(
    readings: Sequence[tuple[Item, tuple[Statement, ...]]],
    opens: Callable[[CommandStatement], bool],
    here: Locality,
) -> tuple[Item, ...]:
    """Return the items of a mail, those in doubt that something else in it governs.

    Each is given with what it was read as; ``opens`` says of a command whether what follows belongs
    to it.
    """
    lines = [_outline_line(item, statements) for item, statements in readings]
    order_rows = [row for row, line in enumerate(lines) if line.is_order]
    doubts: dict[int, Reason] = {}
    head: _UnreadHead | None = None
    for at, line in enumerate(lines):
        below = lines[at + 1] if at + 1 < len(lines) else None
        head = _find_head_after_break(head, line, below)
        if head is not None and _ends_head(line, head, opens, here):
            head = None
        if head is not None:
            doubts[at] = head.doubt
            head.lines += line.item.paragraph == head.paragraph
            head.governed = head.governed or line.is_order
        rows_above = order_rows[: bisect_left(order_rows, at)]
        if _heads_list(line, lines[at - 1] if at else None, below):
            pass
        elif back := _find_taking_back(line, here):
            doubts |= {row: back for row in rows_above if row not in doubts}
        elif _corrects_another(line, lines[:at]):
            back = Reason("taken_back_below", (line.text.strip(" .,;!"),))
            doubts |= {row: back for row in rows_above if row not in doubts}
        elif units := _find_units_spoken_of(line, here):
            back = Reason("taken_back_below", (line.text.strip(" .,;!()"),))
            spoken_of = [row for row in rows_above if units & lines[row].ordered_units]
            doubts |= {row: back for row in spoken_of if row not in doubts}
        if own := _find_doubt_within(line):
            doubts.setdefault(at, own)
        if _awaits_more(line) and (below is None or below.item.paragraph != line.item.paragraph):
            doubts.setdefault(at, Reason("left_over", (line.phrases[-1].text,)))
        found = _find_head(line, below, here)
        if found is not None and (head is None or head.scope != "mail"):
            head = found
    return tuple(
        item._replace(line=item.line._replace(doubt=doubts[at])) if at in doubts else item
        for at, (item, _) in enumerate(readings)
    )


def _split_sentences_of_line(line: _OutlineLine) -> list[_OutlineLine]:
    """Part what was not read of a line into its sentences."""
    return [
        _OutlineLine(line.item, (statement,), text, find_phrases(text))
        for statement in line.statements
        if isinstance(without_doubt(statement), UnreadStatement)
        if not (isinstance(statement, UnreadStatement) and statement.guesses)
        for text in map(str.strip, _SENTENCE.findall(statement.line.text))
        if any(map(str.isalnum, text)) and _stands_alone(text, line)
    ]


def _stands_alone(text: str, line: _OutlineLine) -> bool:
    """Say whether words are a sentence of their own, and no part of one that orders something."""
    bare = re.escape(text.rstrip(".!?; "))
    around = rf"(?:^|[.!?;(])\s*{bare}\s*(?:[.!?;)]|$)"
    return not line.orders or re.search(around, line.item.line.text) is not None


def _outline_line(item: Item, statements: tuple[Statement, ...]) -> _OutlineLine:
    if item.body is not None:
        return _OutlineLine(item, (), item.line.text, ())
    text = normalize_line(item.line.text[:500])
    return _OutlineLine(item, statements, text, find_phrases(text))


def _awaits_more(line: _OutlineLine) -> bool:
    """Say whether a line of orders ends with a word after which more was to come."""
    return (
        bool(line.orders)
        and bool(line.phrases)
        and ("awaits" in line.phrases[-1].kinds and not line.text.rstrip().endswith((".", "!")))
    )


def _find_head_after_break(
    head: _UnreadHead | None, line: _OutlineLine, below: _OutlineLine | None
) -> _UnreadHead | None:
    """Return the head that goes on governing where a paragraph begins, if one does.

    A head alone in its paragraph governs the next. Where each line is a paragraph, as programs
    that write HTML have it, none ends there.
    """
    if head is None or head.scope != "paragraph" or line.item.paragraph == head.paragraph:
        return head
    if not head.governed or head.lines == 1:
        alone = below is None or below.item.paragraph != line.item.paragraph
        head.paragraph, head.lines = line.item.paragraph, 0 if alone else 1
        return head
    return None


def _ends_head(
    line: _OutlineLine, head: _UnreadHead, opens: Callable[[CommandStatement], bool], here: Locality
) -> bool:
    """Say whether a line is the end of what a head governs, or another head that is read."""
    if line.item.body is not None or any(
        isinstance(each, CommandStatement) and opens(each) for each in line.statements
    ):
        return True
    if head.scope == "mail" and line.item.paragraph == head.paragraph:
        return False
    if is_block_end(line.text):
        return head.scope != "mail"
    return here.heads_turn(line.text) or (head.scope != "end" and _is_list_head(line, here))


def _is_list_head(line: _OutlineLine, here: Locality) -> bool:
    """Say whether a line heads orders of the present turn: ``My orders:``."""
    return (
        line.is_unread
        and any("heading" in phrase.kinds for phrase in line.phrases)
        and all(_is_harmless(phrase, here) for phrase in line.phrases)
    )


def _speaks_of_orders(line: _OutlineLine, here: Locality) -> bool | None:
    """Say whether a line heads orders of the present turn: ``Sorry, here is my set:``; None if it
    speaks of orders, and something in it may make them others."""
    clauses = [find_phrases(part) for part in _CLAUSE.split(line.text)]
    headings = [clause for clause in clauses if any("heading" in p.kinds for p in clause)]
    if not headings:
        return False
    plain = all(_is_known(phrase, here) for clause in headings for phrase in clause)
    governed = any(
        phrase.kinds & (_TURNS if "courtesy" in clause[0].kinds else _GOVERNS)
        and not _is_harmless(phrase, here)
        for clause in clauses
        if clause and clause not in headings
        for phrase in clause
    )
    return True if plain and not governed and "?" not in line.text else None


def _is_harmless(phrase: Phrase, here: Locality) -> bool:
    """Say whether a phrase of a head changes nothing in what it means."""
    if phrase.kinds & (NEUTRAL | {"heading"}) or phrase.text in here.own:
        return True
    return "season" in phrase.kinds and phrase.text == here.season


def _is_own(line: _OutlineLine) -> bool:
    """Say whether somebody speaks of themselves in a line, and asks nothing."""
    return "?" not in line.text and any("own" in phrase.kinds for phrase in line.phrases)


def _is_known(phrase: Phrase, here: Locality) -> bool:
    """Say whether a phrase of a head says nothing that can make orders others."""
    if _is_harmless(phrase, here):
        return True
    return bool(phrase.kinds & {"plain", "reason", "own"}) and not phrase.kinds & (
        _GOVERNS | {"earlier"}
    )


def _find_head(
    line: _OutlineLine, below: _OutlineLine | None, here: Locality
) -> _UnreadHead | None:
    """Return the head that a line is and that was not read, None if it is none."""
    if not line.is_unread or line.is_order or here.heads_turn(line.text):
        return None
    if line.is_of_other_phase:
        return None
    speaks = _speaks_of_orders(line, here)
    if not line.phrases or (speaks and not _begins_block(line)):
        return None
    text, paragraph = line.text, line.item.paragraph
    subject = (text.strip(" :,;.!?-*#=_"),)
    if address := _is_address(line, here):
        return _UnreadHead(Reason("below_address", subject), address, paragraph)
    if all(_is_harmless(phrase, here) for phrase in line.phrases) and "?" not in text:
        return None
    if _is_own(line) and all(_is_known(phrase, here) for phrase in line.phrases):
        return None
    if _begins_block(line):
        scope: Scope = "end" if "condition" in line.phrases[0].kinds else "paragraph"
        return _UnreadHead(Reason("below_head", subject), scope, paragraph)
    words = [phrase for phrase in line.phrases if not _is_harmless(phrase, here)]
    first = words[0].kinds if words else frozenset()
    above_order = below is not None and below.is_order
    if text.rstrip(" -*_").endswith((":", "\uff1a")):
        return _UnreadHead(Reason("below_head", subject), "paragraph", paragraph)
    if _begins_command(line, here):
        return None
    if first & {"takeback", "time", "season", "condition", "open"} and not _is_of_mail(line, below):
        return _UnreadHead(Reason("below_head", subject), "paragraph", paragraph)
    kinds = frozenset[str]().union(*(phrase.kinds - NEUTRAL for phrase in words))
    listed = above_order and below is not None and below.item.paragraph == paragraph
    if above_order and speaks is None and not _is_of_mail(line, below):
        return _UnreadHead(Reason("below_head", subject), "paragraph", paragraph)
    if listed and kinds & {"condition", "time"} and not kinds & {"courtesy", "comment"}:
        return _UnreadHead(Reason("below_head", subject), "paragraph", paragraph)
    if above_order and (kinds & {"takeback", "others", "open"} or "?" in text):
        return _UnreadHead(Reason("below_head", subject), "paragraph", paragraph)
    if above_order and _is_title(line, here):
        return _UnreadHead(Reason("below_head", subject), "paragraph", paragraph)
    return None


def _begins_command(line: _OutlineLine, here: Locality) -> bool:
    """Say whether a line is a command that is wrong further on: it begins with the word of one in
    capitals."""
    word = line.text.split()[0]
    return word.isupper() and len(word) > 2 and fold_text(word) in here.commands


def _is_title(line: _OutlineLine, here: Locality) -> bool:
    """Say whether a line may be a title that nobody has listed: it is short, and no sentence."""
    return (
        len(line.phrases) <= _SHORT
        and not line.text.endswith((".", "!"))
        and not line.hints
        and not any(phrase.kinds & {"courtesy", "comment"} for phrase in line.phrases)
        and not any(phrase.text in here.board for phrase in line.phrases)
    )


def _is_address(line: _OutlineLine, here: Locality) -> Scope | None:
    """Return how far words go to somebody else whom a line addresses, None if it does not."""
    phrases = line.phrases
    names = [phrase for phrase in phrases if phrase.text in here.powers]
    if names and all(
        phrase.text in here.powers or phrase.kinds & {"link", "greeting"} for phrase in phrases
    ):
        return None if all(name.text in here.own for name in names) else "mail"
    greeting = "greeting" in phrases[0].kinds or (
        phrases[0].kinds & {"courtesy"} and len(phrases) > 1
    )
    if not greeting or len(phrases) < 2:
        return None
    called = [phrase for phrase in phrases[1:6] if not phrase.kinds & {"judge", "link"}]
    if not called or called[0].text in here.own:
        return None
    closed = line.text.rstrip().endswith((",", ":", "!", "-", "."))
    is_name = called[0].text in here.powers or (
        not called[0].kinds or bool(called[0].kinds & {"others"})
    )
    if (
        is_name
        and (len(phrases) <= _SHORT or called[0].text in here.powers)
        and (closed or len(phrases) <= _SHORT)
    ):
        return "mail"
    return None


def _begins_block(line: _OutlineLine) -> bool:
    """Say whether a line begins like one that takes in those below it, or nearly so."""
    words = line.text.split()
    return "condition" in line.phrases[0].kinds or any(
        all(map(_is_nearly, words, block.split())) and len(words) >= len(block.split())
        for block in list_phrases_of_kind("blocks")
    )


def _is_nearly(word: str, wanted: str) -> bool:
    """Say whether a word is another one, but for a slip."""
    least = _NEARLY if len(wanted) > 2 else _NEARLY_SHORT
    return OSA.normalized_similarity(fold_text(word), wanted) > least


def _is_of_mail(line: _OutlineLine, below: _OutlineLine | None) -> bool:
    """Say whether a line speaks of an earlier mail, and not of what is listed below it."""
    kinds = frozenset[str]().union(*(phrase.kinds for phrase in line.phrases))
    listed = below is not None and below.item.paragraph == line.item.paragraph
    return "mail" in kinds or (not listed and {"earlier", "heading"} <= kinds)


def _heads_list(line: _OutlineLine, above: _OutlineLine | None, below: _OutlineLine | None) -> bool:
    """Say whether a line stands first in a paragraph of orders, and so speaks of them."""
    if any("revokes" in phrase.kinds for phrase in line.phrases) and not line.text.endswith(":"):
        return False
    if line.orders or (line.phrases and line.phrases[0].kinds & {"corrects", "alternative"}):
        return False
    paragraph = line.item.paragraph
    is_first = above is None or above.item.paragraph != paragraph
    return is_first and below is not None and below.is_order and below.item.paragraph == paragraph


def _find_taking_back(line: _OutlineLine, here: Locality) -> Reason | None:
    """Return the doubt in which a line puts orders above it, if it may take them back."""
    if line.is_order and not line.orders:
        return None
    sentences = _split_sentences_of_line(line)
    return next(filter(None, (_takes_back(each, here) for each in sentences)), None)


def _takes_back(line: _OutlineLine, here: Locality) -> Reason | None:
    """Return the doubt in which a sentence puts orders above it, if it may take them back."""
    if not line.phrases or _is_of_mail(line, None):
        return None
    words = [phrase for phrase in line.phrases if not _is_harmless(phrase, here)]
    if not words or line.hints or _names_a_move(line, here):
        return None
    if line.text.endswith(":") and "corrects" not in line.phrases[0].kinds:
        return None
    first, kinds = words[0].kinds, [phrase.kinds for phrase in words]
    takes_back = (
        first & {"takeback", "hangs_above", "alternative"}
        or "negation" in line.phrases[0].kinds
        or any(kind & {"revokes", "unsettled"} for kind in kinds)
        or _says_something_unknown(line, here)
        or (any("this_mail" in kind for kind in kinds) and not any("earlier" in k for k in kinds))
        or (first & {"time", "open"} and len(line.phrases) <= _SHORT + 2)
        or ("?" in line.text and any(kind & {"others", "open"} for kind in kinds))
        or (
            "courtesy" not in line.phrases[0].kinds
            and all(phrase.text in here.board or "negation" in phrase.kinds for phrase in words)
        )
    )
    return Reason("taken_back_below", (line.text.strip(" .,;!()"),)) if takes_back else None


def _find_units_spoken_of(line: _OutlineLine, here: Locality) -> frozenset[str]:
    """Return the provinces or kinds of the units of which a line says what was not understood."""
    return frozenset(
        name
        for sentence in _split_sentences_of_line(line)
        if not _is_idle(sentence, here)
        for name in _find_names_on_board(sentence.text, here)
    )


def _is_idle(line: _OutlineLine, here: Locality) -> bool:
    """Say whether a sentence takes nothing back: it has no word that is not known, and no move, or
    is for one case alone."""
    if line.phrases and "condition" in line.phrases[0].kinds:
        return True
    return (
        len(_find_names_on_board(line.text, here)) < 2
        and not any("corrects" in phrase.kinds for phrase in line.phrases)
        and all(
            phrase.kinds & _UNSUSPICIOUS or phrase.text in here.board or _is_harmless(phrase, here)
            for phrase in line.phrases
        )
    )


def _find_names_on_board(text: str, here: Locality) -> tuple[str, ...]:
    """Return the provinces that a text names, else the kinds of units.

    Codes are names only in capitals: a war is no Warsaw.
    """
    words, names = re.findall(r"\w+", text), list[str]()
    at = 0
    while at < len(words):
        for end in range(min(at + _LONGEST_NAME, len(words)), at, -1):
            typed = "".join(words[at:end])
            name = here.mean.get(fold_text(typed))
            if name and (typed.isupper() or len(typed) > _CODE):
                names.append(name)
                at = end - 1
                break
        at += 1
    return tuple(name for name in names if name.isupper()) or tuple(names)


def _find_doubt_within(line: _OutlineLine) -> Reason | None:
    """Return the doubt in which a line puts its own orders: it bears a sign that takes them back,
    or orders one unit twice."""
    if not line.orders:
        return None
    signs = [sign for sign in list_revoking_signs() if sign in line.item.line.text]
    if signs:
        return Reason("may_take_back", (signs[0],))
    given = {(order.order.unit.at.province, order.order) for order in line.orders if line.is_sure}
    units = Counter(province for province, _ in given)
    return Reason("ordered_twice") if any(count > 1 for count in units.values()) else None


def _says_something_unknown(line: _OutlineLine, here: Locality) -> bool:
    """Say whether a sentence speaks of orders, and says of them what is not known."""
    speaks = any("speaks_of" in phrase.kinds for phrase in line.phrases) or any(
        "speaks_at_end" in phrase.kinds for phrase in (line.phrases[0], line.phrases[-1])
    )
    unknown = any(
        not phrase.kinds & _UNSUSPICIOUS and not _is_harmless(phrase, here)
        for phrase in line.phrases
    )
    return speaks and unknown


def _names_a_move(line: _OutlineLine, here: Locality) -> bool:
    """Say whether a line names a move itself: then what it says is said of that."""
    return any(
        before.text in here.board
        and after.text in here.board
        and "-" in line.text[before.end : after.start]
        for before, after in pairwise(line.phrases)
    )


def _corrects_another(line: _OutlineLine, above: Sequence[_OutlineLine]) -> bool:
    """Say whether a line puts right what was written above it, and orders no unit that was."""
    if (
        not line.orders
        or not line.is_sure
        or not any("corrects" in phrase.kinds for phrase in line.phrases[:3])
    ):
        return False
    before = {order.order.unit.at.province for each in above for order in each.orders}
    now = {order.order.unit.at.province for order in line.orders}
    return bool(before) and not before & now
