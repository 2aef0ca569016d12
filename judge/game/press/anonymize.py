"""Takes out of a text what shows who wrote it, for games in which nobody is to know.

What somebody wants to give away they can; what their mail program and habits add is removed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from judge.language.spelling import fold

ADDRESS = "[address]"
NUMBER = "[number]"
"""What stands in the place of addresses and of telephone numbers."""

# Anybody may send anything: no pattern here tries a long text again from each of its characters.
_CARD = re.compile(r"^[^\S\n]*BEGIN:VCARD.*?(?:^[^\S\n]*END:VCARD[^\n]*|\Z)", re.M | re.S | re.I)
_LOCAL = r"[\w.+%&'*/=?^`{|}~-]"
_ADDRESS = re.compile(rf"<?(?:mailto:)?(?<!{_LOCAL}){_LOCAL}+@[\w-]+(?:\.[\w-]+)+>?")
_NUMBER = re.compile(
    r"(?<![\w+])(?:(?:tel|phone|mobile|mob|cell|fax|handy|t\u00e9l)\.?\s*(?::\s*)?\+?|\+|00)"
    r"\d[\d ()./-]{5,}\d",
    re.I,
)
_LEAVE = re.compile(
    r"(?:with |my |many |mit |bien )*(?:best|kind(?:est)?|warm(?:est)?)? ?"
    r"(?:regards|wishes|cheers|yours|sincerely|greetings|thanks|thank you|best|love|ciao|salut"
    r"|cordialement|amiti\u00e9s|saludos|abrazos?|saluti|groeten|groetjes|gr\u00fc\u00dfe|gru\u00df"
    r"|freundlichen gr\u00fc\u00dfen|h\u00e4lsningar|hilsen|mfg|lg|br|vg)"
    r"(?: (?:truly|sincerely|faithfully|ever|again|a lot))?",
    re.I,
)
_LONGEST_SIGNATURE = 8
"""Lines below a farewell that are taken for a signature."""
_PLAIN = frozenset(
    re.findall(
        r"\w+",
        """
        april art august bell best bill black brown chase dean diplomacy drew field frank game games
        good grace grant green guy hill hope info jack joy judge june king little long mail mark may
        pat penny play player power price rich rose stone sue wade white will wood young
        """,
    )
)
"""Words that are names too: they are taken for names only where they are written like one."""
_SMALL = frozenset(["all", "and", "den", "der", "del", "for", "mrs", "the", "van", "von", "you"])
"""Words that stand in names and are none."""


class Writer(NamedTuple):
    """Who wrote: the address, the name beside it in the mail, what they are called in the game."""

    address: str
    name: str
    called: str


def anonymized(text: str, writer: Writer, spoken: Collection[str]) -> str:
    """Return the text without addresses, telephone numbers, visiting cards and the writer's name.

    Their name gives way to what they are called in the game. ``spoken`` are folded words of the
    board: by themselves they are no names.
    """
    lines = _CARD.sub("", text).split("\n")
    lines = _unsigned(lines, writer.called)
    lines = [line for line in lines if not _introduces(line)]
    text = "\n".join(lines)
    own = re.compile(rf"<?(?:mailto:)?{re.escape(writer.address)}>?", re.I)
    text = _NUMBER.sub(NUMBER, _ADDRESS.sub(ADDRESS, own.sub(writer.called or ADDRESS, text)))
    for name in _names(writer, spoken):
        text = name.sub(writer.called, text)
    twice = re.escape(writer.called)
    text = re.sub(rf"\b{twice}(?:\s+{twice})+\b", writer.called, text) if twice else text
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n ")


def own_name(line: str, name: str) -> bool:
    """Say whether a line is nothing but the name of the writer: one or two words of it."""
    words = re.findall(r"[^\W\d_]+", fold(line))
    parts = re.findall(r"[^\W\d_]+", fold(name))
    plain = re.fullmatch(r"[\W_]*+(?:[^\W\d_]++[\s.,'\u2019-]*+){1,2}", line.strip())
    return bool(words) and bool(plain) and set(words) <= set(parts) and len(words) <= 2


def _unsigned(lines: list[str], called: str) -> list[str]:
    """Return the lines with what stands below the last farewell replaced by the writer's name."""
    for end in range(len(lines), 0, -1):
        farewell = lines[end - 1].strip()
        if farewell and _LEAVE.fullmatch(farewell.rstrip(" ,.!-")):
            below = [line for line in lines[end:] if line.strip()]
            if below and len(below) <= _LONGEST_SIGNATURE:
                return [*lines[:end], *([called] if called else [])]
    return lines


def _introduces(line: str) -> bool:
    """Say whether a line introduces a quotation and names who is quoted."""
    return bool(_ADDRESS.search(line)) and line.rstrip().endswith((":", "\uff1a"))


def _names(writer: Writer, spoken: Collection[str]) -> Iterator[re.Pattern[str]]:
    """Yield what finds the writer's name: whole, then its words, and those of the address."""
    local = writer.address.partition("@")[0].partition("+")[0]
    words = [*re.findall(r"[^\W\d_]{3,}", writer.name), *re.findall(r"[^\W\d_]{4,}", local)]
    for whole in (writer.name.strip(), local):
        if len(whole) > 3 and fold(whole) not in spoken:
            yield _finds(whole, re.I)
    for word in dict.fromkeys(words):
        if fold(word) in spoken or fold(word) in _SMALL:
            continue
        if fold(word) in _PLAIN or len(word) < 4:
            yield _finds(word.capitalize(), 0)
        else:
            yield _finds(word, re.I)


def _finds(word: str, flags: int) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", flags)
