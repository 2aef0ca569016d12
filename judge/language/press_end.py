"""Where press may end that no line ends: at orders of its writer's own below it, or at words that
call the judge. What stands there may be for its readers, or not: the wrong one tells an enemy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rapidfuzz.distance import OSA

from judge.language.beside import find_names_on_board
from judge.language.innocent import presents_orders
from judge.language.mail_lines import Locality
from judge.language.press_heads import load_press_patterns
from judge.language.script import MOST, MOST_CHARACTERS, Item, is_head_of_orders
from judge.language.signature import is_signature
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.statement import Line, OrderStatement, Statement, UnreadStatement, without_doubt
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import find_phrases
from judge.model.reason import Reason

_CALLS_JUDGE = WordPattern(
    r"(?:\A|(?<=[.!?(\[\n]))\W*(?>(?:%(leads_in)s|%(salutes)s|%(for)s|%(words_for)s)\W+)*"
    r"%(called_judge)s(?:\W*\Z| ?[\n:,!()\u2013\u2014-])"
)
"""Words that call the judge, as a letter or a sentence begins: ``For the judge:``."""
_CUT_LINE = re.compile(r"\W*[-=_*~+#]{3,}\W*(?:\d+\W+)?")
"""A line across the page."""
_SLIPS = 2
_AROUND = " \t\r\n()[]"


def part_unended_press(
    item: Item, read: Callable[[Item], tuple[Statement, ...]], here: Locality
) -> list[Item]:
    """Return press that no line ends as it is, or in doubt, without what may be for the judge and
    with the lines of that below it."""
    ends = _find_end(item, read, here) if item.body is not None and item.is_unended else None
    if item.body is None or ends is None:
        return [item]
    doubt, (end, begin) = Reason("unended_above"), ends
    above, below = item.body[:end].rstrip(_AROUND), item.body[begin:].strip(_AROUND)
    start = item.line.number + item.body.count("\n", 0, begin)
    lines = [
        Item(Line(start + row, text, doubt), paragraph=item.paragraph + 1)
        for row, text in enumerate(below.splitlines())
        if text.strip()
    ]
    return [item._replace(line=item.line._replace(doubt=doubt), body=above), *lines]


def _find_end(
    item: Item, read: Callable[[Item], tuple[Statement, ...]], here: Locality
) -> tuple[int, int] | None:
    """Return where in the text of press that may end which is for its readers, and where begins
    what may be for the judge; of a long one the last lines are looked at."""
    body = item.body or ""
    rows = [*_list_rows(body)][-MOST:]
    first = next((start for start, _ in rows if len(body) - start <= MOST_CHARACTERS), len(body))
    rows = [row for row in rows if row[0] >= first]
    naming = [start for start, text in rows if _names_own_unit(text, here)]
    last_named = naming[-1] if naming else -1
    called = _CALLS_JUDGE.pattern.search(fold_text(body), first)
    if called and (
        last_named >= called.end() or _names_own_unit(body[called.end() :].partition("\n")[0], here)
    ):
        return called.span()
    for at, (start, text) in enumerate(rows):
        end = start + len(text)
        if end > last_named:
            break
        if _ends_press(text):
            return start, end
        if _takes_leave(rows, at):
            return end, end
    last = _find_last_orders(rows, read, here)
    return None if last is None else (last, last)


def _find_last_orders(
    rows: Sequence[tuple[int, str]],
    read: Callable[[Item], tuple[Statement, ...]],
    here: Locality,
) -> int | None:
    """Return where the last lines of a text begin if they are orders of the writer's units and
    nothing else, but for a name below them; not if what stands above says what they are."""
    typed = [(start, text) for start, text in rows if text.strip()]
    while len(typed) > 1 and not _is_own_order(typed[-1][1], read, here):
        if not is_signature(typed[-1][1], typed[-2][1]):
            return None
        typed.pop()
    at = len(typed)
    while at > 0 and _is_own_order(typed[at - 1][1], read, here):
        at -= 1
    if at in (0, len(typed)):
        return None
    head = typed[at - 1][1].strip()
    if is_head_of_orders(head) or _presents_own_orders(head, here):
        return typed[at - 1][0]
    return None if head.endswith(":") else typed[at][0]


def _presents_own_orders(head: str, here: Locality) -> bool:
    names_orders = any("heading" in phrase.kinds for phrase in find_phrases(head))
    return names_orders and presents_orders(head, here)


def _is_own_order(text: str, read: Callable[[Item], tuple[Statement, ...]], here: Locality) -> bool:
    """Say whether a line is an order of the writer's units, or several, and says no more."""
    said = [*map(without_doubt, read(Item(Line(0, normalize_line(text)))))]
    orders = [each for each in said if isinstance(each, OrderStatement)]
    misspelt = [each for each in said if isinstance(each, UnreadStatement) and each.guesses]
    guesses = (guess for each in misspelt for guess in each.guesses)
    units = {each.order.unit.at.province for each in (*orders, *guesses)}
    is_alone = len(said) == len(orders) + len(misspelt)
    return is_alone and not units.isdisjoint({*here.kinds, ""})


def _takes_leave(rows: Sequence[tuple[int, str]], at: int) -> bool:
    """Say whether a row is the name with which a letter ends, and a paragraph ends with it."""
    text, above = rows[at][1], rows[at - 1][1] if at else ""
    is_last = at + 1 < len(rows) and not rows[at + 1][1].strip()
    return is_last and bool(text.strip()) and is_signature(text.strip(), above.strip())


def _ends_press(text: str) -> bool:
    """Say whether a row ends press in other words than it should, or by a line across the page."""
    folded = fold_text(normalize_line(text)).strip(" .!:*-[]()<>")
    word = squeeze_name(folded)
    return (
        _CUT_LINE.fullmatch(text.strip()) is not None
        or folded in list_words("ends_message")
        or load_press_patterns().end.fullmatch(folded) is not None
        or any(OSA.distance(word, end) <= _SLIPS for end in list_words("ends_press"))
    )


def _names_own_unit(text: str, here: Locality) -> bool:
    return not find_names_on_board(text, here).isdisjoint(here.kinds)


def _list_rows(body: str) -> Iterator[tuple[int, str]]:
    """Yield where each row of a text begins, and the row."""
    start = 0
    for row in body.splitlines(keepends=True):
        yield start, row.rstrip("\r\n")
        start += len(row)
