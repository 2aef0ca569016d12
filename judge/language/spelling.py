"""How spellings are compared: dashes, arrows, blanks, accents and cases that mean the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

_DASHES = re.compile("[\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\u301c\ufe58\ufe63\uff0d\u00ad]")
_ARROWS = re.compile(
    "(?<!-)-*+[\u2190-\u21ff\u2794-\u27be\u27f0-\u27ff\u2900-\u297f\u25b6\u25ba\u203a\u00bb\ue000]"
    "|(?<!-)-++>|(?<!=)=++>"
)
_PARTED = re.compile("[^\\W\\d_]+(?:\u00ad[^\\W\\d_]+)+")
"""Words with soft hyphens in them."""
_CODE = 3
_QUOTES = re.compile("[\u2018\u2019\u201b\u2032\u00b4`]")
_PARTS = re.compile(r"[\s.'_-]+")
_LEADERS = re.compile(r"(?<=\w) +\.{4,} +(?=\w)")
"""Dots that lead on to where a unit goes, as in a table of contents."""
_PHRASES = re.compile("[\ufdfa\ufdfb]")
"""Single characters that are compatible with whole sentences: they would make a mail longer than it
came."""
_UNSEEN = frozenset(("Cf", "Cc", "Mn"))
_PICTURE = "So"

GAP = "(?! - )[ .'_-]*"
"""What may stand between the words of a name, or be left out; a dash between blanks is a move's."""


def normalize_line(text: str) -> str:
    """Return one line with its odd characters made plain: ``-`` for dashes, ``->`` for arrows.

    Compatibility forms are resolved, pictures and unseen characters dropped, blanks collapsed and
    trimmed. No character becomes more than six.
    """
    if not text.isascii():
        text = _DASHES.sub("-", _PARTED.sub(_join_parted_word, text))
        text = _PHRASES.sub(" ", _ARROWS.sub("->", text))
        text = _QUOTES.sub("'", unicodedata.normalize("NFKC", text))
        text = "".join(map(_make_plain_character, text))
    if "...." in text:
        text = _LEADERS.sub(" - ", text)
    return " ".join(text.split())


def _join_parted_word(found: re.Match[str]) -> str:
    """Return a word without soft hyphens, but for that between two codes: it is a dash."""
    parts = found[0].split("\u00ad")
    return found[0] if [*map(len, parts)] == [_CODE, _CODE] else "".join(parts)


@lru_cache(maxsize=4096)
def _make_plain_character(character: str) -> str:
    kind = unicodedata.category(character)
    if kind == _PICTURE:
        return " "
    return "" if kind in _UNSEEN and not character.isspace() else character


def without_marks(text: str) -> str:
    """Return a line without the marks of quotation that stand around the whole of it."""
    bare = text.strip()
    return bare[1:-1] if bare[:1] == "\u00ab" and bare[-1:] == "\u00bb" else text


def fold_text(text: str) -> str:
    """Return the text in small letters without accents, character for character."""
    if text.isascii():
        return text.lower()
    return "".join(map(_fold_character, text))


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    small = unicodedata.normalize("NFD", character)[0].lower()
    return small if len(small) == 1 else character


def squeeze_name(text: str) -> str:
    """Return what is left of a name for comparing: folded, without blanks, dots or hyphens."""
    return _PARTS.sub("", fold_text(text))


def group_by_beginning(words: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return words by their first letter, and by the first two."""
    found: dict[str, list[str]] = {}
    for word in sorted(filter(str.isalpha, words)):
        for beginning in (word[0], word[:2]):
            found.setdefault(beginning, []).append(word)
    return {beginning: tuple(several) for beginning, several in found.items()}


def write_name_pattern(names: Iterable[str]) -> str:
    """Return a regular expression that finds the longest of the names in a folded line.

    Blanks, dots and hyphens inside a name may be written as any of these or left out; no letter
    or digit may follow the name.
    """
    tree: dict[str, Any] = {}
    for name in names:
        node = tree
        for character in _PARTS.sub(" ", fold_text(name)).strip():
            node = node.setdefault(character, {})
        node[""] = {}
    return f"(?:{'|'.join(_split_branches(tree))})(?!\\w)" if tree else "(?!)."


def _split_branches(tree: dict[str, Any]) -> Iterator[str]:
    # The end of a name comes last, so that longer names are tried first.
    for character, below in sorted(tree.items(), reverse=True):
        if not character:
            yield ""
            continue
        head = GAP if character == " " else re.escape(character)
        rest = list(_split_branches(below))
        yield head + (rest[0] if len(rest) == 1 else f"(?:{'|'.join(rest)})")
