"""From the text of a mail to the lines that may mean something, in their order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from judge.language.daide import write_out_daide
from judge.language.press_heads import load_press_patterns
from judge.language.sheets import write_out_sheets
from judge.language.spelling import fold_text, normalize_line, without_marks
from judge.language.statement import Line
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import (
    find_phrases,
    list_revoking_signs,
    list_rows_below_end,
    split_dictated_lines,
)
from judge.model.reason import Reason

MOST = 200
"""Lines of a mail that are read; press and quotes do not count."""

MOST_CHARACTERS = 12_000
"""Characters that are read of those lines, as what reads them is slower than the lines are long."""

LONGEST = 500
"""Characters of a line that are read."""

_SHOWN = 3
"""So many comments are shown that were not read."""

_WRAPPED = 50
"""A mail program breaks no line that is shorter."""

COMMENT = re.compile(r"\s*(?://|#(?!\s?\d))")
"""So a line begins that says nothing to the judge; what is numbered with the sign is none."""

_STOP = WordPattern(r"%(takes_leave)s|-- ?")
_QUOTED = (">", "|")
_TABLE_ROW = re.compile(r"\A\s*\|(.+)\|\s*\Z")
"""A row of a table as Markdown has it; what is quoted has no bar at its end."""
_COLON = re.compile(r"(?<!\d):|:(?!\d\d(?!\d))")
_CARRIES = WordPattern(r"(\w{4,12})(?= %(for)s\b| %(every)s\b|:|$)")
_SLIPS = 2
"""So many letters of the word for press may be wrong; of a short one, half as many."""
_END_BLOCK = WordPattern(r"end ?%(block)s?")
_OPENS_BLOCK = WordPattern(r"%(opens_block)s\b(?!.*(?: then |[:,>-]| %(hold)s$)).*")
"""A line that may begin what a line END ends, so that this does not end the mail."""
_ORDER = WordPattern(r"\W*(?:\d+[.)] ?)?(?:\w+: ?)?%(unit)s \w[\w ./()]*(?:-| to | %(verb)s(?!\w))")
_AWAITS_UNIT = WordPattern(r" %(helps)s$")
_MOVES = re.compile(r" - |->| to ")
_AWAITS_PLACE = re.compile(r"(?:-|->|>| to)$")
_UNIT = WordPattern(r"\W*(?:\d+[.)]|%(unit)s|\w+:)(?!\w)")


class Item(NamedTuple):
    """A line to read. ``body`` is the text below a PRESS or BROADCAST line, else None.

    ``paragraph`` is the number of the paragraph in which it stands. ``told`` is what was typed
    where the line is what a sentence was read as; ``amends``: something above it says that it puts
    others right; ``is_unended``: no line ends the body.
    """

    line: Line
    body: str | None = None
    paragraph: int = 0
    told: str = ""
    amends: bool = False
    is_unended: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """The items of a mail; ``cut`` says what was left unread; ``leaves``: a line took leave."""

    items: tuple[Item, ...]
    cut: tuple[Reason, ...] = ()
    leaves: bool = False


def split_mail(text: str, lines_read: int = MOST, characters_read: int = MOST_CHARACTERS) -> Script:
    """Return the lines of a mail that may mean something, in order, as far as they are read.

    Blank and quoted lines are left out; reading ends at a line that takes leave (SIGNOFF, END).
    Press is kept as it was typed, and nothing in it is an order.
    """
    rows = [
        write_out_daide(_TABLE_ROW.sub(r"\1", line) if "|" in line else line)
        for row in text.splitlines()
        for line in split_dictated_lines(row)
    ]
    typed = [Line(at, line) for at, line in enumerate(rows, 1)]
    lines = [Line(at, line) for at, line in enumerate(write_out_sheets(rows), 1)]
    plains = [normalize_line(without_marks(line.text[: LONGEST + 1])) for line in lines]
    texts = [fold_text(plain[: LONGEST + 1]).rstrip(" .") for plain in plains]
    heads = [at for at, line in enumerate(texts) if _is_press_head(line)]
    ends = [at for at, line in enumerate(texts) if _is_press_end(line)]
    items: list[Item] = []
    cut: list[Reason] = []
    size = at = depth = paragraph = 0
    leaves = False
    doubt: Reason | None = None
    taken_back: tuple[int, Reason] | None = None
    unended = len(lines)
    while at < len(lines):
        line = lines[at]
        at += 1
        plain = plains[at - 1]
        is_bare = not any(map(str.isalnum, plain))
        if is_bare and (signs := [each for each in list_revoking_signs() if each in line.text]):
            taken_back = len(lines), Reason("may_take_back", (signs[0],))
        if not plain or line.text.lstrip().startswith(_QUOTED):
            paragraph += 1
            continue
        folded = texts[at - 1].rstrip(" .,!")
        if _is_press_end(folded) and not folded.startswith("sign"):
            continue  # it ends nothing that goes on
        depth += bool(_OPENS_BLOCK.pattern.fullmatch(folded))
        if depth and _END_BLOCK.pattern.fullmatch(folded):
            depth -= 1
        elif _STOP.pattern.fullmatch(folded) and (
            line.text.isupper() or not _begins_orders(items, texts[at:])
        ):
            leaves = True
            items += _list_postscripts(lines, at, paragraph + 1)
            if unread_count := sum(1 for below in lines[at:] if below.text.strip()):
                cut.append(Reason("after_signoff", (str(unread_count),)))
            break
        if len(items) == lines_read or size > characters_read:
            cut.append(Reason("too_many_lines", (str(len(items)),)))
            if any(below and not _ORDER.pattern.match(below) for below in texts[at - 1 :]):
                taken_back = len(items), Reason("unread_below")
            break
        size += min(len(plain), LONGEST)
        if _is_press_head(plain):
            end = _find_first_not_less(ends, at)
            if end is None and not split_press_head(line.text)[1].strip():
                end = _find_plain_end(lines, texts, at)
            below = _find_below_press(lines, at, heads, end)
            item, at = _read_press(typed, at, _find_first_not_less(heads, at), below or end)
            if below is not None:
                at, unended = below, min(unended, len(items))
            items.append(item._replace(paragraph=paragraph))
            continue
        line = line._replace(doubt=doubt)
        doubt = None
        while at < len(lines) and _is_broken_before(plain, lines[at].text, texts[at]):
            plain = f"{plain} {plains[at]}"
            if _ORDER.pattern.match(texts[at]) and len(plains[at - 1]) < _WRAPPED:
                doubt = Reason("goes_on_below", (plain,))
                line = Line(line.number, plain, doubt)
                break
            line = line._replace(text=plain)
            at += 1
        # One that is longer is not read; as much of it is kept as shows that.
        items.append(Item(line._replace(text=line.text[: LONGEST + 1]), paragraph=paragraph))
    if taken_back is not None:
        above, why = taken_back
        items[:above] = (
            each._replace(line=each.line._replace(doubt=why)) for each in items[:above]
        )
    items[unended:] = (
        each._replace(line=each.line._replace(doubt=Reason("unended_above")))
        for each in items[unended:]
    )
    cut += _list_comments_with_orders(items)
    return Script(tuple(items), tuple(cut), leaves)


def _list_postscripts(lines: Sequence[Line], at: int, paragraph: int) -> Iterator[Item]:
    """Yield the lines below one that takes leave in which somebody says more of the letter."""
    below = [line._replace(text=line.text[: LONGEST + 1]) for line in lines[at : at + MOST]]
    for row in list_rows_below_end([line.text for line in below]):
        if not below[row].text.lstrip().startswith(_QUOTED):
            yield Item(below[row], paragraph=paragraph)


def _begins_orders(above: Sequence[Item], below: Sequence[str]) -> bool:
    """Say whether the first order of a mail stands below a line: so far nobody takes leave."""
    read = (fold_text(normalize_line(item.line.text)) for item in above)
    return not any(map(_ORDER.pattern.match, read)) and any(map(_ORDER.pattern.match, below))


def _list_comments_with_orders(items: Sequence[Item]) -> Iterator[Reason]:
    """Yield that comments were not read, if there are orders among them."""
    comments = [item.line.text.strip() for item in items if COMMENT.match(item.line.text)]
    orders = [text for text in comments if _ORDER.pattern.match(fold_text(normalize_line(text)))]
    if orders:
        yield Reason("cut_comment", (str(len(comments)), " / ".join(orders[:_SHOWN])))


def is_block_end(text: str) -> bool:
    """Say whether a line ends those that belong to a command above them."""
    return bool(_END_BLOCK.pattern.fullmatch(fold_text(normalize_line(text)).rstrip(" .,!")))


def _is_press_head(plain: str) -> bool:
    folded = fold_text(plain).removeprefix("please ")
    return bool(load_press_patterns().head.fullmatch(folded)) or _is_nearly_press(folded)


def _is_nearly_press(folded: str) -> bool:
    """Say whether a line begins with a word that is that of press but for a slip."""
    word = _CARRIES.pattern.match(folded)
    return word is not None and _is_like_press(word[1])


@lru_cache(maxsize=4096)
def _is_like_press(word: str) -> bool:
    return any(
        OSA.distance(word, name) <= (_SLIPS if len(name) > 2 * _SLIPS + 2 else _SLIPS // 2)
        for name in list_words("press")
    )


def _is_press_end(folded: str) -> bool:
    return bool(load_press_patterns().end.fullmatch(folded))


def split_press_head(line: str) -> tuple[str, str]:
    """Return the head of a line of press, and the text behind its colon; a time has none."""
    head, *text = _COLON.split(line, maxsplit=1)
    return head, "".join(text)


def _find_first_not_less(numbers: Sequence[int], least: int) -> int | None:
    """Return the first of the sorted numbers that is not less, or None."""
    place = bisect_left(numbers, least)
    return numbers[place] if place < len(numbers) else None


def _fold_text(line: Line) -> str:
    return fold_text(normalize_line(line.text[: LONGEST + 1])).rstrip(" .")


def _read_press(
    lines: Sequence[Line], at: int, head_below: int | None, end: int | None
) -> tuple[Item, int]:
    """Return the press block whose head is the line before ``at``, and where reading goes on.

    Text on the head's own line is all there is, unless an ENDPRESS follows.
    """
    line = lines[at - 1]
    head, text = split_press_head(line.text)
    if text.strip() and (end is None or (head_below is not None and head_below < end)):
        return Item(Line(line.number, head.strip()), text.strip(), is_unended=True), at
    body = [below.text for below in lines[at:end]]
    item = Item(Line(line.number, head.strip()), "\n".join([text, *body]).strip("\r\n "))
    if end is None:
        return item._replace(is_unended=True), len(lines)
    return item, end + (not _fold_text(lines[end]).startswith("sign"))  # SIGNOFF ends the mail, too


def _find_plain_end(lines: Sequence[Line], texts: Sequence[str], at: int) -> int | None:
    """Return the first line END, in capitals, that ends no block of orders written in press."""
    depth = 0
    for row in range(at, len(lines)):
        depth += bool(_OPENS_BLOCK.pattern.fullmatch(texts[row]))
        if _END_BLOCK.pattern.fullmatch(texts[row]) and lines[row].text.strip().isupper():
            if not depth:
                return row
            depth -= 1
    return None


def has_orders_unread(item: Item) -> bool:
    """Say whether orders stand below a line of press that nothing ends, and in no doubt."""
    below = (item.body or "").splitlines()
    is_sent = item.is_unended and item.line.doubt is None and len(below) > 1
    return is_sent and any(map(_is_like_order, below))


def _find_below_press(
    lines: Sequence[Line], at: int, heads: Sequence[int], end: int | None
) -> int | None:
    """Return where in the text of press other press begins, or orders just above that."""
    if split_press_head(lines[at - 1].text)[1].strip():
        return None
    below = _find_first_not_less([row for row in heads if _stands_as_head(lines, row)], at)
    if below is not None and below < (len(lines) if end is None else end):
        return _find_last_paragraph_of_orders(lines, at, below) or below
    return None


def _stands_as_head(lines: Sequence[Line], row: int) -> bool:
    """Say whether a line in a text heads press, and is no line of prose: it begins a paragraph, or
    with a word in capitals."""
    is_set_off = not lines[row - 1].text.strip() or lines[row].text.split()[0].isupper()
    return is_set_off and bool(load_press_patterns().head.fullmatch(_fold_text(lines[row])))


def _find_last_paragraph_of_orders(lines: Sequence[Line], at: int, end: int) -> int | None:
    """Return where the last paragraph of a text begins if it has orders alone, below a head of
    orders or none, but for a name below it."""
    while end > at and (not lines[end - 1].text.strip() or _is_name(lines[end - 1].text)):
        end -= 1
    start = end
    while start > at and lines[start - 1].text.strip():
        start -= 1
    above = [line.text.strip() for line in lines[at:start] if line.text.strip()]
    rows = [line.text for line in lines[start:end]]
    if not above or not rows:
        return None
    if is_head_of_orders(rows[0]):
        rows = rows[1:]
    elif above[-1].endswith(":"):  # what they are is said there
        return None
    return start if rows and all(map(_is_bare_order, rows)) else None


def _is_name(row: str) -> bool:
    return len(row.split()) <= _SHOWN and not row.rstrip().endswith("?") and not _is_like_order(row)


def is_head_of_orders(row: str) -> bool:
    """Say whether a row heads orders, and says no more: ``My orders:``."""
    said = find_phrases(row)
    return any("heading" in each.kinds for each in said) and all(
        each.kinds & {"heading", "own", "plain", "judge", "reason"} for each in said
    )


def _is_bare_order(row: str) -> bool:
    """Say whether a row is like an order and has no word beside it: no ``suits me``."""
    known = {word for name in ("verb", "hold", "helps") for word in list_words(name)}
    return _is_like_order(row) and all(
        len(word) <= _SHOWN or not word.islower() or word in known
        for word in row.strip(" .").split()
    )


def _is_like_order(row: str) -> bool:
    return bool(_ORDER.pattern.match(fold_text(normalize_line(row))))


def _is_broken_before(plain: str, below: str, lower: str) -> bool:
    """Say whether a mail program broke an order line in two; ``lower`` is the folded one below."""
    upper = fold_text(plain)
    if not 4 <= len(upper) <= LONGEST or not lower or below.lstrip().startswith(_QUOTED):
        return False
    if _AWAITS_PLACE.search(upper):
        return not _UNIT.pattern.match(lower) and not _is_press_head(lower)
    # "A Mar - Spa via convoy" awaits nothing.
    return bool(_AWAITS_UNIT.pattern.search(upper)) and not _MOVES.search(upper)
