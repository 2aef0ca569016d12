"""Builds and removals of several units of one kind that is said once."""

from __future__ import annotations

import re

from judge.language.lexicon import Lexicon
from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, read_count

_PLURAL = WordPattern(
    r"\b(?:(?P<many>%(told_counts)s) )?(?P<kind>%(plural_unit)s)\b:?(?: %(stands_at)s\b)? *"
)
_ANOTHER = WordPattern(r"(?<!\bthe )\b(?:%(another_unit)s)(?= %(stands_at)s\b)")
_BETWEEN = re.compile(r"(?:,|,? and| &) +")


def repeat_kind(text: str, lexicon: Lexicon) -> str:
    """Return a line of builds or removals with the kind of unit, said once for several, before each
    place: ``build armies in Paris and Rome``, ``an army in Paris, another one in Rome``."""
    kinds = lexicon.patterns["KIND"]
    said = _PLURAL.pattern.search(text)
    if said is None:
        return _ANOTHER.pattern.sub(lambda again: _find_kind_before(again, kinds), text)
    places = _BETWEEN.split(text[said.end() :])
    if said["many"] and read_count(said["many"].lower()) != len(places):
        return text
    own = (p if re.match(kinds, fold_text(p)) else f"{said['kind']} {p}" for p in places)
    return text[: said.start()] + ", ".join(own)


def _find_kind_before(again: re.Match[str], kinds: str) -> str:
    """Return a unit of the kind that was said last before words for one more, else these words."""
    said = re.findall(rf"\b{kinds}(?= )", fold_text(again.string[: again.start()]))
    if not said:
        return again[0]
    return f"{'an' if said[-1][0] in 'aeiou' else 'a'} {said[-1]}"
