"""Takes the history and the signature away from around what was written this time.

What introduces a quotation ends in a colon and names our own address, in whatever language; where
it names none, a moment and a word for writing tell it. Answers below and between quotations stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import NamedTuple

from judge.language.innocent import mentions_other_author
from judge.language.likeness import is_like_talk, is_like_what_governs
from judge.language.mail_lines import Locality
from judge.language.word_lists import WordPattern
from judge.language.words import leaves_open, list_rows_below_end
from judge.model.reason import Reason
from judge.post.addresses import mentions_own_address
from judge.post.quoted import ARROW, LONGEST, MARK, ORDER

_OFFER = re.compile(r"[>|\s\uff1e]*(\d{1,3})\. ")
"""How a quoted offer begins."""
_LINES = 4
_WIDTH = 40
_UNSHOWN = WordPattern(r"@|\b%(unshown)s\b|^[\W_]*$")
"""Lines that may hold an address or a password, and such as say nothing."""


class Cut(NamedTuple):
    """Lines that were taken away, and the reason that says so, still without subjects."""

    why: Reason
    lines: tuple[str, ...]


def describe_cuts(cuts: Iterable[Cut]) -> Iterator[Reason]:
    """Yield what the writer is told: of each kind how many lines, and the first of them.

    What looks like an order comes first, as it is what would be missed.
    """
    kinds: dict[Reason, list[str]] = {}
    for cut in cuts:
        kinds.setdefault(cut.why, []).extend(filter(None, cut.lines))
    for why, lines in kinds.items():
        if not lines:
            continue
        unmarked_lines = dict.fromkeys(line.strip(" \t>|\uff1e") for line in lines)
        shown = sorted(
            (line for line in unmarked_lines if not _UNSHOWN.pattern.search(line)),
            key=lambda line: not ORDER.pattern.match(line),
        )
        some = [line if len(line) <= _WIDTH else f"{line[:_WIDTH]}..." for line in shown[:_LINES]]
        excerpt = " / ".join([*some, *["..."] * (len(shown) > _LINES)])
        yield why.with_subjects((str(len(lines)), *([excerpt] if excerpt else [])))


class StrippedText(NamedTuple):
    """What is left of a text, and what went: history and signature; ``offers`` are the numbers of
    the offers quoted just above lines that are left, each behind that of the line (0: several)."""

    text: str
    cuts: tuple[Cut, ...]
    offers: tuple[tuple[int, int], ...]


_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
_TIME = re.compile(r"\b(19|20)\d\d\b|\d[:.]\d\d\b|\d{1,2}[h\u6642\u65f6\uc2dc]", re.A)
_WROTE = WordPattern(r"\b%(wrote)s\b|%(wrote_anywhere)s")
_WROTE_TEXT = WordPattern(r"\b%(wrote)s\b\s?:\s+\S")
"""What follows there on the line is quoted, too."""
_COLON = re.compile("[:\uff1a]")
_TEXT_BEHIND = re.compile(r":\s+\S")
"""What is quoted stands behind a colon, on its line or below: this is looked for first, as it costs
little."""
_SURELY = 0.8
"""So much more weighs a line below a signature that says more of the letter."""
_LONGEST_INTRODUCTION = 3
"""On so many lines it stands at most who wrote what is quoted, and when."""
_LABEL = re.compile(r"[*_]?[^\W\d_][\w .\-/\u00a0]{0,24}[*_]?\s?[:\uff1a][*_]?(\s|$)")
_BAR = re.compile(r"([-=_\u2500\u2014]{4,})(\s*)(\S.*?)?\s*\1?[-=_\u2500\u2014]*")
_ORIGINAL = WordPattern(r"%(original)s")
_HEADS = WordPattern(r"[*_]?%(head_from)s[*_]?\s?[:\uff1a]")
_PICTURE = WordPattern(r"\[%(picture_words)s[:\s][^\[\]]*\]|<[\w.@-]+\.%(picture_ends)s[^<>]*>")
_POCKET = WordPattern(r"%(sent_from)s|.{0,60}%(sent_through)s|%(from_my)s .{1,40}%(was_sent)s")


_BEHIND_DEVICE = re.compile(r"\s*[,;(\u2013\u2014]\s*(?!http)|[.:]\s+|\s-+\s")
"""What stands behind a device is no part of its name."""


def strip_quotes_and_signature(text: str, own_addresses: Sequence[str]) -> StrippedText:
    """Return what a text says itself; ``own`` are our addresses, lines end in LF.

    What only introduces a quotation is not among what went.
    """
    lines = [line.rstrip() for line in text.split("\n")]
    plain = [_INVISIBLE.sub("", line[:LONGEST]).strip() for line in lines]
    above_quote = _find_rows_above_quotes(plain)
    whole = " ".join(plain)
    introduces = _COLON.search(whole) is not None and (
        any(above_quote) or "@" in whole or _WROTE.pattern.search(whole) is not None
    )
    written_lines: list[str] = []
    offers: list[int | None] = []
    numbers: list[int] = []
    quoted: list[str] = []
    signed: list[str] = []
    row = 0
    while row < len(lines):
        if MARK.match(plain[row]):
            quoted.append(plain[row])
            written_lines.append("")  # what stands above does not go on below
            if offer := _OFFER.match(plain[row]):
                numbers.append(int(offer[1]))
            elif any(map(str.isalnum, plain[row])):
                numbers.clear()
        elif introduces and (
            length := _measure_introduction(plain, row, above_quote, own_addresses)
        ):
            quoted += filter(_WROTE_TEXT.pattern.search, plain[row : row + length])
            row += length
            if not above_quote[row]:
                quoted += plain[row:]
                break
            continue
        elif _starts_quoted_letter(plain, row, own_addresses):
            quoted += dropwhile(_is_head_line, plain[row:])
            break
        elif plain[row] == "--":
            below = plain[row + 1 :]
            more = {row + 1 + each for each in list_rows_below_end(below, signed=True)}
            more |= {row + 1 + at for at, line in enumerate(below) if _surely_governs(line)}
            at = row + 1
            while at < len(lines):
                if introduces and (
                    length := _measure_introduction(plain, at, above_quote, own_addresses)
                ):
                    at += length
                    continue
                if at in more and not MARK.match(plain[at]):
                    written_lines += ["", lines[at]]
                else:
                    (quoted if MARK.match(plain[at]) else signed).append(plain[at])
                at += 1
            break
        elif _is_of_device(plain[row]):
            signed.append(plain[row])
            written_lines += _list_words_behind_device(plain[row])
        else:
            written_lines.append(lines[row])
            if plain[row]:
                offers.append((numbers[0] if len(numbers) == 1 else 0) if numbers else None)
                numbers.clear()
        row += 1
    written_text = re.sub(r"\n{3,}", "\n\n", "\n".join(written_lines)).strip("\n")
    quote = Cut(Reason("cut_quote"), tuple(quoted))
    signature = Cut(Reason("cut_signature"), tuple(signed))
    written_at = [at for at, line in enumerate(written_text.split("\n"), 1) if line.strip()]
    above = [
        (at, offer) for at, offer in zip(written_at, offers, strict=False) if offer is not None
    ]
    return StrippedText(written_text, (quote, signature), tuple(above))


def _is_of_device(line: str) -> bool:
    """Say whether a line stands for a picture, or says from which device a mail was sent, names
    nobody who wrote it, and does not say that it is open what stands above."""
    if _PICTURE.pattern.fullmatch(line):
        return True
    names_device = _POCKET.pattern.match(line) is not None
    return names_device and not (mentions_other_author(line) or leaves_open(line))


def _list_words_behind_device(line: str) -> list[str]:
    """Return what somebody says behind the name of a device that is not surely talk."""
    behind = _BEHIND_DEVICE.split(line)[1:]
    return [said for said in behind if said and not is_like_talk(said, Locality())]


def _surely_governs(line: str) -> bool:
    """Say whether a line by its words surely keeps orders above it from counting."""
    is_sentence = " " in line and not ORDER.pattern.match(line)
    return is_sentence and is_like_what_governs(line, Locality(), _SURELY)


def _find_rows_above_quotes(plain: Sequence[str]) -> list[bool]:
    """Return of each row, and of the end, whether the next line from there with anything on it is
    marked as quoted."""
    above = [False]
    for line in reversed(plain):
        above.append(MARK.match(line) is not None if line else above[-1])
    return above[::-1]


def _measure_introduction(
    plain: list[str], at: int, above_quote: Sequence[bool], own_addresses: Sequence[str]
) -> int:
    """Return how many lines from here introduce a quotation, 0 if none do."""
    near = plain[at : at + _LONGEST_INTRODUCTION]
    ends = any(line.endswith((":", "\uff1a")) for line in near)
    if not (ends or _TEXT_BEHIND.search(plain[at])) or not _may_introduce(plain[at]):
        return 0
    if _WROTE_TEXT.pattern.search(plain[at]) and mentions_own_address(plain[at], own_addresses):
        return 1
    beside = " ".join(near)
    if not (
        any(above_quote[at + 1 : at + 1 + _LONGEST_INTRODUCTION])
        or "@" in beside
        or _WROTE.pattern.search(beside)
    ):
        return 0
    for length in range(1, _LONGEST_INTRODUCTION + 1):
        block = plain[at : at + length]
        if len(block) < length or not block[-1]:
            return 0
        if not block[-1].endswith((":", "\uff1a")):
            continue
        joined_block = " ".join(block)
        if "@" in joined_block and (
            mentions_own_address(joined_block, own_addresses)
            or mentions_own_address("".join(block), own_addresses)
        ):
            return length
        when = _TIME.search(joined_block) is not None
        wrote = _WROTE.pattern.search(joined_block) is not None
        if (when and wrote) or ((when or wrote) and above_quote[at + length]):
            return length
    return 0


def _may_introduce(line: str) -> bool:
    # An order or a word of the player's just above an introduction does not belong to it.
    if "@" in line or _WROTE.pattern.search(line):
        return True
    if ORDER.pattern.match(line) or ARROW.search(line):
        return False
    return "<" in line or any(letter.isdigit() for letter in line)


def _is_head_line(line: str) -> bool:
    return bool(_BAR.fullmatch(line[:200]) or _LABEL.match(line))


def _says_when_written(line: str) -> bool:
    """Say whether the line tells when somebody wrote something."""
    return bool(_TIME.search(line) and _WROTE.pattern.search(line))


def _starts_quoted_letter(plain: list[str], at: int, own_addresses: Sequence[str]) -> bool:
    """Say whether a whole letter of ours, unmarked, begins with this line."""
    line = plain[at]
    if bar := _BAR.fullmatch(line[:200]):
        bar_text = bar[3] or ""
        if (
            _ORIGINAL.pattern.search(bar_text)
            or mentions_own_address(bar_text, own_addresses)
            or _says_when_written(bar_text)
        ):
            return True
        below = [text for text in plain[at + 1 : at + 8] if text]
        return bool(below) and _is_printed_header(below, own_addresses, least=2)
    return _is_printed_header(plain[at : at + 8], own_addresses, least=3)


def _is_printed_header(lines: Sequence[str], own_addresses: Sequence[str], least: int) -> bool:
    """Say whether the lines begin like the head of a mail, printed."""
    block: list[str] = []
    for line in lines:
        if not _LABEL.match(line):
            break
        block.append(line)
    if len(block) < least:
        return False
    start = next((row for row, line in enumerate(block) if _HEADS.pattern.match(line)), 0)
    if start and len(block) - start > least and not any(map(_TIME.search, block[:start])):
        return False  # it begins further down, and what stands above it was typed
    # "England: F Edi - Nwg" looks like a header field too: addresses and dates tell them apart.
    if any("@" not in line and ORDER.pattern.match(line) for line in block):
        return False
    return (
        bool(_HEADS.pattern.match(block[0]))
        or any("@" in line for line in block)
        or mentions_own_address(" ".join(block), own_addresses)
    )
