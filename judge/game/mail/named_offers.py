"""Offers that an answer calls by the names of their units, and not by their numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from judge.hooks import Variant
from judge.language.answers import load_answer_words
from judge.language.beside import collect_meanings, find_names_on_board, split_names
from judge.language.lexicon import build_lexicon
from judge.language.mail_lines import Locality
from judge.language.reader import read_unit_place
from judge.language.spelling import squeeze_name
from judge.language.word_lists import WordPattern, list_words, read_count

_KIND = re.compile(r"(?:[A-Z]{3,} )?([A-Z]{1,2}) [A-Z]")
"""How a line begins that orders a unit: with its kind."""
_NAMED = "\ue715"
"""Stands before and behind the number for a name."""
_COUNTED = WordPattern(
    r"\b(?:%(article)s )?(?:(?P<all>%(all_of)s)|(?P<both>%(pair_of)s)|(?P<count>%(several_lines)s))"
    rf" (?:%(article)s )?(?={_NAMED}(?P<first>\d+)(?:-(?P<last>\d+))?)"
)
"""What counts the lines of a name."""
_SAID = rf"(?:{_NAMED}?\d+(?:-\d+|%(ordinal)s\b)?{_NAMED}?|\b%(ordinals)s\b)"
_TWICE = WordPattern(
    rf"(?P<first>{_SAID})(?:[\s=:(,]|\b%(says_which_line)s(?!\w))*(?P<second>{_SAID})\)?"
)
"""The number of a line, or a name, and another beside it that nothing joins to it."""


def write_numbers_for_names(text: str, offered: Mapping[int, str], variant: Variant) -> str:
    """Return an answer with the number of a line that is ``offered`` in place of the name of its
    unit, or of its kind: ``the fleet yes, Paris no``. What may mean several lines stays, unless it
    is said of several: ``both armies``; so does where other units go. If a name stands beside
    the number of another line, or its name, "" is returned: ``2 from Paris``."""
    rows = _find_rows_by_name(offered, variant)
    here = Locality(mean=collect_meanings(variant.map))
    named = Counter(name for line in offered.values() for name in find_names_on_board(line, here))
    rows = {name: at for name, at in rows.items() if not name.isupper() or named[name] == 1}
    written = text
    for word in split_names(text, here):
        meant = {tuple(rows[name]) for name in word.names if name in rows}
        numbers = _write_numbers(*meant, typed=word.typed) if len(meant) == 1 else ""
        if numbers:
            marked = f"{_NAMED}{numbers}{_NAMED}"
            written = re.sub(rf"\b{re.escape(word.typed)}\b", marked, written, count=1)
    if not all(map(_fits_count, _COUNTED.pattern.finditer(written))):
        return ""
    return _join_names(_COUNTED.pattern.sub("", written), max(offered, default=0))


def _fits_count(counted: re.Match[str]) -> bool:
    """Say whether a name is of as many lines as are counted before it: ``both armies``."""
    there = int(counted["last"] or counted["first"]) - int(counted["first"]) + 1
    wanted = (
        2 if counted["both"] else read_count(counted["count"].lower()) if counted["count"] else 0
    )
    return there > 1 and wanted in (0, there)


def _join_names(text: str, last: int) -> str:
    """Return a text in which the number of a line and a name for it that stand side by side are one
    number; "" if one of them is of another line."""

    def is_same(found: re.Match[str]) -> bool:
        return _read_number(found["first"], last) == _read_number(found["second"], last)

    joined = _TWICE.pattern.sub(
        lambda found: _read_number(found["first"], last) if is_same(found) else found[0], text
    )
    at = 0
    while found := _TWICE.pattern.search(joined, at):
        named = _is_named(found["first"]), _is_named(found["second"])
        is_list = not any(named) or ("," in found[0] and all(named))
        if not is_list and not is_same(found):
            return ""
        at = found.start("second")
    return joined.replace(_NAMED, "")


def _read_number(said: str, last: int) -> str:
    """Return the number that digits, a name or an ordinal stand for in lines up to the last."""
    place = load_answer_words().places.get(said.lower(), 0)
    return str(place if place > 0 else last + 1 + place) if place else re.sub(r"[^\d-]", "", said)


def _is_named(number: str) -> bool:
    return _NAMED in number


def _find_rows_by_name(offered: Mapping[int, str], variant: Variant) -> Mapping[str, list[int]]:
    """Return the numbers of the lines by the provinces of their units, and by the kinds of these;
    none if one orders no unit."""
    kinds, found = build_lexicon(variant.map).kinds, defaultdict[str, list[int]](list)
    for number, line in offered.items():
        place, kind = read_unit_place(line, variant), _KIND.match(line)
        if not place or kind is None:
            return {}
        found[place].append(number)
        found[kinds.get(squeeze_name(kind[1]), "")].append(number)
    return found


def _write_numbers(rows: Sequence[int], *, typed: str) -> str:
    """Return some numbers as one, "" if they are several and a word is said of one, or if they do
    not follow each other."""
    first, last = rows[0], rows[-1]
    if first == last:
        return str(first)
    follow = [*rows] == [*range(first, last + 1)]
    return f"{first}-{last}" if follow and typed.lower() in list_words("plural_unit") else ""
