"""Finds what a mail quotes of our letters without a mark, and marks it like any other quotation.

Mail programs that make text of the HTML of a letter (w3m, telephones) lose the marks. The letters
that a mail answers are at hand: what stands there in the same order was not written this time.
Without them our headlines tell where a letter begins, and what closes it where it ends.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from judge.language.word_lists import WordPattern

MARK = re.compile(r"\s*(?:[>\uff1e]|\|(?!.*\|\s*$))")
"""What a quoted line begins with; one with a bar at its end, too, is the row of a table."""

ORDER = WordPattern(
    r"[\s\d.)(*#\u2022\u00b7-]*([\w'\u2019]+\s*:\s*)?(?:%(unit)s|%(order_verb)s)\b[\s:]"
)
ARROW = re.compile(r"\s(-|--|\u2013|\u2014)\s|->|\u2192|=>")
"""How lines look that are orders, or may be."""

LONGEST = 1000
"""The most characters of a line that are looked at to tell what it is."""

_INITIALS = re.compile(r" ?([A-Z]{1,4})>(?:\s|$)")
_TRIES = 100
"""At so many lines it is tried whether a quotation begins there."""
_ROWS = 6
"""So many lines are looked at for that."""
_LETTER = 100_000
"""So many characters of a letter are compared."""
_PROOF = 30
"""So many characters of our own prose in a row nobody types by chance."""
_OURS = 7
"""So many characters of our own below a marked line nobody answers there by chance."""
_GAP = 300
"""What a mail program may leave out of a letter between two lines."""
_HEAD = WordPattern(
    r":: (?i:%(headline)s): \S|\S{1,20} \u00b7 [a-z0-9]{3,12}(?: \u00b7 .{1,60})?$", 0
)
_SIGNON = re.compile(r"\s*signon\s", re.I)
"""How a line begins that is typed above orders by whose program ignores Reply-To."""
_CLOSE = WordPattern(r"%(closes_letter)s\b")


class SentBody(NamedTuple):
    """A body of a letter of ours, and of it only what we say ourselves: no lines of the reader's
    mail, no orders, no press, and nothing that the reader is told to write."""

    text: str
    prose: str


def mark_quoted_lines(text: str, read_letters: Callable[[], Iterable[SentBody]]) -> str:
    """Return the text with a mark before each line that is quoted of a letter without one.

    ``read_letters`` returns those that it answers: they are read only where enough stands in the
    text to prove that it quotes one.
    """
    lines = _mark_initials(text.split("\n"))
    marked = {at for at, line in enumerate(lines) if MARK.match(line[:LONGEST])}
    keys = {at: keep_letters_and_digits(line[:LONGEST]) for at, line in enumerate(lines)}
    rows = [at for at, key in keys.items() if key and at not in marked]
    quoted: set[int] = set()
    proof = sum(len(keys[row]) for row in rows if _may_be_prose(lines[row]))
    for letter in read_letters() if proof >= _PROOF else ():
        sent = SentBody(
            keep_letters_and_digits(letter.text[:_LETTER]),
            keep_letters_and_digits(letter.prose[:_LETTER]),
        )
        quoted |= set(_find_copied_rows(lines, keys, marked, sent))
    quoted -= marked
    quoted |= set(_list_rows_under_headlines(lines, rows, quoted))
    for row, below in pairwise(rows):
        if row in quoted and below in quoted:
            quoted.update(range(row + 1, below))
    return "\n".join(f"> {line}" if at in quoted else line for at, line in enumerate(lines))


def _mark_initials(lines: list[str]) -> list[str]:
    """Return lines with a plain mark where initials stand before it, as some programs have it, on
    several of them: ``JD> ``."""
    marked = [_INITIALS.match(line[:LONGEST]) for line in lines]
    count = Counter(found[1] for found in marked if found)
    return [
        f">{line[found.end() - 1 :]}" if found and count[found[1]] >= _ROWS else line
        for line, found in zip(lines, marked, strict=True)
    ]


def list_lines_not_in_letters(lines: Sequence[str], letters: Iterable[SentBody]) -> Iterator[str]:
    """Yield the lines that do not stand in any of the letters, which are read until all are found.

    Short lines stand there only as a whole line, or where the last one has ended.
    """
    keys = [keep_letters_and_digits(line[:LONGEST]) for line in lines]
    missing = set(range(len(keys)))
    for letter in letters if missing else ():
        sent = letter.text[:_LETTER]
        text, end = keep_letters_and_digits(sent), 0
        rows = set(map(keep_letters_and_digits, sent.split("\n")))
        for number, key in enumerate(keys):
            at = text.find(key, end) if len(key) > 12 or text.startswith(key, end) else -1
            end = end if at < 0 else at + len(key)
            if at >= 0 or key in rows:
                missing.discard(number)
        if not missing:
            return
    yield from (lines[number] for number in sorted(missing))


def keep_letters_and_digits(text: str) -> str:
    """Return what no mail program changes of a text: its letters and digits."""
    return re.sub(r"[\W_]+", "", text).casefold()


def _find_copied_rows(
    lines: Sequence[str], keys: dict[int, str], marked: Set[int], sent: SentBody
) -> Iterable[int]:
    """Yield the rows that stand in the letter as well, from prose of ours on and in its order.

    Those that are ``marked``, as what the letter itself quotes is, prove nothing; below these only
    our own words go on: somebody may answer there.
    """
    rows = [at for at, key in keys.items() if key]
    place = -1
    at = tries = 0
    while at < len(rows):
        if _SIGNON.match(lines[rows[at]]):  # a letter of ours may have told to write it
            at += 1
            continue
        key = keys[rows[at]]
        is_answer = at > 0 and rows[at - 1] in marked and rows[at] not in marked
        goes_on = _find_continuation(sent.text, key, place) if place >= 0 else -1
        if is_answer and (key not in sent.prose or len(key) < _OURS):
            goes_on = -1
        length = int(goes_on >= 0)
        if length:
            place = goes_on + len(key)
        elif rows[at] not in marked and tries < _TRIES:
            tries += 1
            near = rows[at : at + _ROWS]
            length = _count_proved_rows(lines, keys, near, sent)
            if length:
                joined_keys = "".join(keys[row] for row in near[:length])
                place = sent.text.find(joined_keys) + len(joined_keys)
        yield from rows[at : at + length]
        at += length or 1


def _find_continuation(text: str, key: str, place: int) -> int:
    """Return where a line goes on in a letter, -1 if it does not.

    Short lines only do where the last one has ended.
    """
    if text.startswith(key, place):
        return place
    return text.find(key, place, place + _GAP) if len(key) > 12 else -1


def _count_proved_rows(
    lines: Sequence[str], keys: dict[int, str], rows: Sequence[int], sent: SentBody
) -> int:
    """Return how many of the first rows are surely quoted of a letter."""
    joined_keys = ""
    prose = 0
    for length, row in enumerate(rows, 1):
        joined_keys += keys[row]
        if joined_keys not in sent.text:
            return 0
        if keys[row] in sent.prose and _may_be_prose(lines[row]):
            prose += len(keys[row])
        if prose >= _PROOF:
            return length
    return 0


def _may_be_prose(line: str) -> bool:
    return not (ORDER.pattern.match(line[:LONGEST]) or ARROW.search(line[:LONGEST]))


def _list_rows_under_headlines(
    lines: Sequence[str], rows: Sequence[int], known: Set[int]
) -> Iterable[int]:
    """Yield the rows from a headline of ours to the paragraph that closes a letter, or to the end.

    A headline that is known to be quoted opens nothing: what of that letter is quoted is known.
    Our name belongs to the end, whether it follows at once or as a signature.
    """
    within = closed = False
    for before, row in zip((-1, *rows), rows, strict=False):
        line = lines[row].strip()
        pause = {text.strip() for text in lines[before + 1 : row]}
        if closed and (pause == {""} or ORDER.pattern.match(line) or _SIGNON.match(line)):
            within = closed = False
        within = within or (row not in known and bool(_HEAD.pattern.match(line)))
        closed = closed or (within and bool(_CLOSE.pattern.match(line)))
        if within:
            yield row
