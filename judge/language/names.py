"""Names that players gave to powers, read in the mails of those who know them.

Such a power is spelled by a sign that no mail can carry in (``Power.sign``). The names that the
writer may use give way to the signs before a line is read; where a line is quoted in a letter the
names come back. The ids of such powers, typed, are words like any other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from string import digits

from judge.hooks import Variant
from judge.language.press_heads import load_press_patterns
from judge.language.reader import read_item
from judge.language.script import LONGEST, Item, split_press_head
from judge.language.spelling import fold_text, normalize_line
from judge.language.statement import Statement
from judge.model.turn import Phase


def read_item_with_names(
    item: Item, variant: Variant, phase: Phase, names: Mapping[str, str]
) -> tuple[Statement, ...]:
    """Read an item whose writer may call powers by these names, each given with its power's id."""
    if len(item.line.text) > LONGEST:
        return read_item(item, variant, phase)
    powers = variant.map.powers
    text = item.line.text
    if nameless := tuple(power.name for power in powers.values() if power.sign):
        text = _without_ids(text, nameless)
        text = "".join(c for c in text if unicodedata.category(c) != "Co")
        usable = {name: powers[power].sign for name, power in names.items() if power in powers}
        text = _replace_names(text, usable)
    return read_item(item._replace(line=item.line._replace(text=text)), variant, phase)


def put_names_back(text: str, variant: Variant, names: Mapping[str, str]) -> str:
    """Return a part of a line that was read with names in place of signs, to be read by itself."""
    signs = {
        variant.map.powers[power].sign: name
        for name, power in names.items()
        if power in variant.map.powers
    }
    return "".join(signs.get(c, c) for c in text) if any(signs) else text


def _without_ids(text: str, ids: tuple[str, ...]) -> str:
    """Return a line in which nothing reads like the id of a power, however it was typed."""
    plain = normalize_line(text)
    places = [match.end() for match in _compile_ids(ids).finditer(fold_text(plain))]
    for place in reversed(places):
        plain = f"{plain[:place]} {plain[place:]}"
    return plain if places else text


@lru_cache(maxsize=64)
def _compile_ids(ids: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of how ids of powers begin, before their number."""
    beginnings = sorted({re.escape(power.rstrip(digits)) for power in ids})
    return re.compile(rf"(?:{'|'.join(beginnings)})(?=\d)")


def _replace_names(text: str, signs: Mapping[str, str]) -> str:
    """Return a line with signs in place of names; the words of press are left alone."""
    if not signs:
        return text
    is_press = load_press_patterns().beginning.match(text)
    head, body = split_press_head(text) if is_press else (text, "")
    folded = {name.casefold(): sign for name, sign in signs.items()}
    head = _compile_names(tuple(signs)).sub(
        lambda name: folded.get(name[0].casefold(), name[0]), head
    )
    return f"{head}:{body}" if body else head


@lru_cache(maxsize=256)
def _compile_names(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of names, the longest first, that stand in nobody's address."""
    longest_first = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"(?<![\w@])(?:{longest_first})\b(?![\w.+-]*@)", re.IGNORECASE)
