"""How many units a text says are built or removed, and whether that fits those which it orders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.language.beside import find_names_on_board
from judge.language.lexicon import Lexicon
from judge.language.mail_lines import Locality
from judge.language.parting import split_into_sentences
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.word_lists import WordPattern, list_words, read_count
from judge.model.order import Build, Order, Remove, Waive
from judge.model.reason import Reason

_BETWEEN = r"(?: (?!%(stands_at)s\b)[^\W\d_]+){0,2}"
_COUNT = (
    r"(?<![\w#-])(?P<count>\d(?=[ x])|(?:%(numbers)s|%(counts_one)s|%(counts_two)s"
    r"|%(counts_three)s|%(another_unit)s)\b)"
)
_COUNTED = WordPattern(
    rf"{_COUNT}(?P<between>{_BETWEEN}) (?P<noun>%(counted_units)s|%(plural_unit)s|[^\W\d_]+)\b"
)
"""A number, and what it counts."""
_OF_ALL = WordPattern(
    r"(?<!\w)(?P<count>%(counts_two)s|%(counts_three)s|(?:%(only)s) (?:%(numbers)s))(?!\w)"
)
"""A number that counts all."""


class _UnitCount(NamedTuple):
    """How many units of a kind a text says, "" for all."""

    kind: str
    many: int
    text: str


def find_doubt_of_count(
    text: str, orders: Iterable[Order], lexicon: Lexicon, here: Locality
) -> Reason | None:
    """Return the doubt in which a text leaves the builds and removals that it orders if it says
    that they are so many as they are not: ``two armies in Paris``. None if in none."""
    orders = [each for each in orders if isinstance(each, Build | Remove | Waive)]
    if not any(isinstance(each, Build | Remove) for each in orders):
        return None
    places = {each.unit.at.province for each in orders}
    sentences = (s for s in split_into_sentences(text) if _may_count(s, places, here))
    said = [*_list_counts(". ".join(fold_text(normalize_line(s)) for s in sentences), lexicon)]
    counted = Counter[str]()
    for each in said:
        counted[each.kind] += each.many
    kinds = [kind for kind in counted if kind]
    there = _count_units(orders, kinds, here)
    if sum(counted[kind] for kind in kinds) >= there[""].stop:
        return Reason("count_differs", (said[0].text,))
    wrong = next((each for each in said if counted[each.kind] not in there[each.kind]), None)
    return Reason("count_differs", (wrong.text,)) if wrong else None


def _may_count(sentence: str, places: Collection[str], here: Locality) -> bool:
    """Say whether a sentence may count what is ordered: it names that, or nothing else."""
    names = {name for name in find_names_on_board(sentence, here) if name.isupper()}
    return not names or not names.isdisjoint(places)


def _list_counts(text: str, lexicon: Lexicon) -> Iterator[_UnitCount]:
    """Yield what sentences count, and that all together are so many. One more is so of a kind, or
    of that before it, of which one was counted."""
    taken = set[int]()
    above = list[_UnitCount]()
    at = 0
    while found := _COUNTED.pattern.search(text, at):
        said = _read_counted(found, lexicon) or _read_one_more(found, above)
        at = found.start() + len(said.text) if said else found.end("count")
        is_more = found["count"] in list_words("another_unit") and found["count"] not in list_words(
            "numbers"
        )
        if said and not (is_more and said.kind not in {each.kind for each in above}):
            taken |= {*range(*found.span("count"))}
            above.append(said)
    yield from above
    for found in _OF_ALL.pattern.finditer(text):
        if taken.isdisjoint(range(*found.span())):
            word = found["count"].split()[-1]
            count = read_count(word) if word in list_words("numbers") else _read(found["count"])
            yield _UnitCount("", count, found[0])


def _read_counted(found: re.Match[str], lexicon: Lexicon) -> _UnitCount | None:
    """Return what a number counts, None if that is no unit, or the number only tells the row."""
    words = [*found["between"].split(), found["noun"]]
    is_noun = {word: word in list_words("counted_units") for word in words}
    kinds = {word: lexicon.kinds.get(squeeze_name(word), "") for word in words if word[1:]}
    noun = next((word for word in words if kinds.get(word) or is_noun[word]), "")
    if not noun:
        return None
    count = _read(found["count"])
    is_one = noun not in list_words("plural_unit") and not noun.endswith("s")
    if (found["count"] in list_words("counts_one") and not is_one) or (
        found["count"].isdigit() and is_one and count > 1
    ):
        return None
    text = f"{found['count']} {' '.join(words[: words.index(noun) + 1])}"
    return _UnitCount(kinds.get(noun, ""), count, text)


def _read_one_more(found: re.Match[str], above: Sequence[_UnitCount]) -> _UnitCount | None:
    """Return one more of the kind that was counted last: ``one army in Paris, one in Rome``."""
    is_more = found["count"] in list_words("another_unit") and not found["between"]
    is_there = found["noun"] in list_words("stands_at")
    last = above[-1] if above else _UnitCount("", 0, "")
    return _UnitCount(last.kind, 1, found[0]) if is_more and is_there and last.many == 1 else None


def _read(count: str) -> int:
    """Return the number that a word, or digits, stand for."""
    if count in list_words("counts_two"):
        return 2
    if count in list_words("counts_three"):
        return 3
    is_number = count.isdigit() or count in list_words("numbers")
    return read_count(count) if is_number else 1


def _count_units(
    orders: Collection[Order], kinds: Collection[str], here: Locality
) -> dict[str, range]:
    """Return how many units of some kinds, and of all kinds, may be ordered; one of which the kind
    is not said may be of any, and is of the only one that is."""
    units = {each.unit for each in orders if not isinstance(each, Waive)}
    known = Counter(each.kind or here.kinds.get(each.at.province, "") for each in units)
    unknown = known.pop("", 0)
    if len(kinds) == 1:
        known[next(iter(kinds))] += unknown
        unknown = 0
    there = {kind: range(known[kind], known[kind] + unknown + 1) for kind in kinds}
    waived = sum(isinstance(each, Waive) for each in orders)
    return there | {"": range(len(units), len(units) + waived + 1)}
