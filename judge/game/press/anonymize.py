"""Takes out of a text what shows who wrote it, for games in which nobody is to know.

What somebody wants to give away they can; what their mail program and habits add is removed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import chain
from typing import NamedTuple

from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words

ADDRESS, NUMBER, HANDLE, NAME = "[address]", "[number]", "[handle]", "[name]"
"""What stands in the place of what is taken out; of a name where its bearer is called nothing."""

# Anybody may send anything: no pattern here tries a long text again from each of its characters.
_CARD = re.compile(r"^[^\S\n]*BEGIN:VCARD.*?(?:^[^\S\n]*END:VCARD[^\n]*|\Z)", re.M | re.S | re.I)
_LOCAL = r"[\w.+%&'*/=?^`{|}~-]"
_ADDRESS = re.compile(rf"<?(?:mailto:)?(?<!{_LOCAL}){_LOCAL}+@[\w-]+(?:\.[\w-]+)+>?")
_NUMBER = WordPattern(
    r"(?<![\w+])(?:%(phone)s\.?\s*(?::\s*)?\+?|\+|00)"
    r"\d[\d ()./-]{5,}\d"
    r"|(?<![\w+.,-])(?:\(0\d{1,5}\)|0\d{1,5})[ /.-]{0,2}\d[\d ./-]{4,20}\d(?!\w)"
    r"|(?<![\w+.,-])(?:\(\d{3}\)|\d{3})[ .-]{0,2}\d{3}[ .-]\d{4}(?!\w)"
)
_HANDLE = WordPattern(
    r"(?<![\w.])(?:https?://)?(?:[a-z]{1,3}\.)?%(persons_page)s/\S+"
    r"|(?<!\w)%(messenger)s(?: %(messenger_name)s)?(?:\s*[:=]\s*| %(named_so)s )@?[\w.#-]{3,40}"
    r"|(?<![\w.])@[a-z]\w{2,30}|(?<!\w)\w{2,32}#\d{4}(?!\w)"
)
_QUOTES = WordPattern(
    r".{0,200}\b%(wrote)s\b.{0,60}:\s*|(?:%(head_from)s|%(quoted_head)s): .{1,200}"
)
"""Lines that may introduce a quotation."""
_LEAVE = WordPattern(
    r"(?>%(farewell_before)s )*%(farewell_how)s? ?%(farewell)s(?: %(farewell_after)s)?"
)
_LONGEST_SIGNATURE = 8
"""Lines below a farewell that are taken for a signature."""
_SPELLED = str.maketrans({"\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue", "\u00df": "ss"})


class Writer(NamedTuple):
    """Who wrote: the address, the name beside it in the mail, what they are called in the game."""

    address: str
    name: str
    called: str


class CleanedText(NamedTuple):
    """A text without what shows who wrote it, and what was taken out of it."""

    text: str
    taken: tuple[str, ...] = ()


def anonymize_text(text: str, writer: Writer, spoken: Collection[str]) -> CleanedText:
    """Return the text without addresses, telephone numbers, handles, visiting cards, lines that
    introduce quotations, and the writer's name.

    Their name gives way to what they are called in the game. ``spoken`` are folded words of the
    board: by themselves they are no names.
    """
    removed: list[str] = []

    def replace_pattern(pattern: re.Pattern[str], instead: str, text: str) -> str:
        def replace_match(match: re.Match[str]) -> str:
            removed.append(match[0].strip())
            return f"{instead}'s" if match.lastindex and match[1] else instead

        return pattern.sub(replace_match, text)

    text = replace_pattern(_CARD, "", text)
    lines = [line for line in text.split("\n") if not _introduces_quotation(line, spoken)]
    removed += (line.strip() for line in text.split("\n") if _introduces_quotation(line, spoken))
    signed = _replace_signature(lines, writer)
    if signed is not lines:
        below = lines[len(signed) - bool(writer.called) :]
        removed += (line.strip() for line in below if line.strip())
    text = "\n".join(signed)
    own_address = re.compile(rf"<?(?:mailto:)?{re.escape(writer.address)}>?", re.I)
    text = replace_pattern(own_address, writer.called or ADDRESS, text)
    for pattern, instead in (
        (_ADDRESS, ADDRESS),
        (_NUMBER.pattern, NUMBER),
        (_HANDLE.pattern, HANDLE),
    ):
        text = replace_pattern(pattern, instead, text)
    for name in _name_patterns(writer, spoken):
        text = replace_pattern(name, writer.called or NAME, text)
    called = writer.called or NAME
    twice = re.escape(called)
    text = re.sub(rf"(?<!\w){twice}(?:\s+{twice})+(?!\w)", called, text)
    return CleanedText(re.sub(r"\n{3,}", "\n\n", text).strip("\n "), tuple(dict.fromkeys(removed)))


def is_writer_name(line: str, name: str) -> bool:
    """Say whether a line is nothing but the name of the writer: one or two words of it."""
    words = re.findall(r"[^\W\d_]+", fold_text(line))
    parts = re.findall(r"[^\W\d_]+", fold_text(name))
    plain = re.fullmatch(r"[\W_]*+(?:[^\W\d_]++[\s.,'\u2019-]*+){1,2}", line.strip())
    return bool(words) and bool(plain) and set(words) <= set(parts) and len(words) <= 2


def _replace_signature(lines: list[str], writer: Writer) -> list[str]:
    """Return the lines with what stands below the last farewell, or the writer's initials at their
    end, replaced by what they are called."""
    called = [writer.called] if writer.called else []
    for end in range(len(lines), 0, -1):
        farewell = lines[end - 1].strip()
        if farewell and _LEAVE.pattern.fullmatch(farewell.rstrip(" ,.!-")):
            below = [line for line in lines[end:] if line.strip()]
            if below and below != called and len(below) <= _LONGEST_SIGNATURE:
                return [*lines[:end], *called]
    last = max((index for index, line in enumerate(lines) if line.strip()), default=0)
    first = [word[0] for word in re.findall(r"[^\W\d_]+", fold_text(writer.name))]
    initials = {"".join(first), "".join([*first[:1], *first[-1:]]), *first[:1]}
    end_word = re.sub(r"[\W_]", "", fold_text(lines[last])) if lines else ""
    return [*lines[:last], *called] if last and end_word and end_word in initials else lines


def _introduces_quotation(line: str, spoken: Collection[str]) -> bool:
    """Say whether a line introduces a quotation and names who is quoted, by more than a power."""
    if _ADDRESS.search(line) and line.rstrip().endswith((":", "\uff1a")):
        return True
    if not _QUOTES.pattern.fullmatch(line.strip()):
        return False
    names = re.findall(r"(?<!\w)[^\W\d_a-z][^\W\d_]+", line.strip().partition(": ")[2] or line)
    return any(fold_text(name) not in spoken for name in names)


def _name_patterns(writer: Writer, spoken: Collection[str]) -> Iterator[re.Pattern[str]]:
    """Yield what finds the writer's name: whole, then its words, and those of the address.

    A name may be spelled without its accents, and be a genitive (``Karls``).
    """
    local = writer.address.partition("@")[0].partition("+")[0]
    words = [*re.findall(r"[^\W\d_]{2,}", writer.name), *re.findall(r"[^\W\d_]{4,}", local)]
    for candidate in (writer.name.strip(), local):
        if len(candidate) > 3 and fold_text(candidate) not in spoken:
            yield _compile_word_pattern(candidate, re.I)
    spelled = ((word, fold_text(word), word.lower().translate(_SPELLED)) for word in words)
    for word in dict.fromkeys(chain.from_iterable(spelled)):
        if fold_text(word) in spoken or fold_text(word) in list_words("small_in_names"):
            continue
        if fold_text(word) in list_words("names_too") or len(word) < 4:
            yield _compile_word_pattern(word.capitalize(), 0)
        else:
            yield _compile_word_pattern(word, re.I, "(s?)")


def _compile_word_pattern(word: str, flags: int, end: str = "") -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}{end}(?!\w)", flags)
