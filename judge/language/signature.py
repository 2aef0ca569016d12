"""The names with which people end their mails, with titles and farewells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.language.innocent import is_courtesy
from judge.language.likeness import is_common_word, is_word_in_examples
from judge.language.referring import find_pointing
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words, list_words_outside
from judge.language.words import OVERRULING, find_phrases, list_phrases_of_kind

_ASIDE = re.compile(r"(?<!\A)\([^()]{1,60}\)|\"[^\"]{1,30}\"|\A[xo]{1,5} | x{1,5}\Z")
_IN_BRACKETS = re.compile(r"\((?P<said>[^()]{1,60})\)")
_ORIGIN = re.compile(r"(?<=\w) (?P<from>[a-z]+) [A-Z]\w+(?:[ -][A-Z]\w+)?[.!]?\Z")
_OF_PERSON = WordPattern(r"%(name_asides)s")
_NICKNAME = re.compile(r"[^\W\d_]{1,12}\.?")
_DASHES = ("-", "\u2013", "\u2014", "~")
_MARKS = "-\u2013\u2014~/*_ \t"
_WORD = re.compile(r"[^\s,]+")
_NAME = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_ELISION = re.compile(r"[dlo]['\u2019]", re.IGNORECASE)
"""So a part of a name may begin: ``Renée d'Arc``, ``O'Brien``."""
_INITIAL = re.compile(r"(?:[A-Z]\.-?)+|[A-Z]|[IVX]{2,5}\.?")
_TOWN = re.compile(r"\w[^,]{1,24},\s+\w[^,]{1,24}")
"""A town, and the land or county that it is in."""
_PHONE = re.compile(r"\+?\d[\d /().-]{6,}\d")
_GOVERNING = OVERRULING | {
    *("negation", "alternative", "time", "season", "several", "points_at", "open"),
}
_LONGEST = 80
_MOST = 6
"""So many words has a name at most, with titles."""
_LETTERS_OF_A_SLIP = 4
"""Of so many letters one may be a slip."""


def is_signature(text: str, above: str = "") -> bool:
    """Say whether a line is but who writes, and shows it: a name that is a known one, or none of
    whose words are known, or that stands behind a title, initials or a farewell, or before a place
    that it is from; or below one, ``above``.

    Whether the name is one of the game's is not looked at.
    """
    if len(text) > _LONGEST:
        return False
    if bare := _IN_BRACKETS.fullmatch(text.strip()):
        text = bare["said"]
    if any(_may_govern(aside.strip('()"')) for aside in _ASIDE.findall(text)):
        return False
    name, origin = _cut_origin(_ASIDE.sub(" ", text).strip(_MARKS))
    words = _WORD.findall(name)
    may_begin = range(len(words), max(0, len(words) - _MOST - 1), -1)
    start = next((n for n in may_begin if is_courtesy(" ".join(words[:n]).rstrip(",!.:"))), 0)
    named = words[start:]
    is_below = bool(above.strip()) and len(above.split()) <= _MOST and is_courtesy(above)
    return (
        0 < len(named) <= _MOST
        and all(map(_is_part_of_name, named))
        and (
            (
                any(map(_is_name, named))
                and (start > 0 or is_below or origin or _shows_it_is_name(named))
            )
            or _is_office(named)
        )
    ) or (len(named) == 1 and (
        ((start > 0 or is_below) and _INITIAL.fullmatch(named[0]) is not None)
        or ((start > 0 or text.lstrip().startswith(_DASHES)) and _is_nickname(named[0]))
    ))  # fmt: skip


def is_contact_line(text: str) -> bool:
    """Say whether a line below somebody's name says where they are reached, or from where they
    are, or for whom they work: ``Tel. ext. 4471``, ``Macon, Georgia``. It has a word for that, or
    a long number, or names of places alone, and none that says more."""
    words = [*map(_fold_word, _WORD.findall(text))]
    shows = any(word.rstrip(":") in list_words("contact_words") for word in words)
    town = _TOWN.fullmatch(text.strip())
    is_town = town is not None and all(map(_is_name, _WORD.findall(text)))
    return (
        len(text) <= _LONGEST
        and (shows or is_town or _PHONE.search(text) is not None)
        and not find_pointing(text)
        and not any(phrase.kinds & _GOVERNING for phrase in find_phrases(text))
    )


def _cut_origin(text: str) -> tuple[str, bool]:
    """Return a name without where it is from, and whether it had that: ``Olli from Turku``."""
    origin = _ORIGIN.search(text)
    is_told = origin is not None and origin["from"] in list_words("name_from")
    return (text[: origin.start()], True) if origin and is_told else (text, False)


@lru_cache(maxsize=4096)
def is_unheard_of(word: str) -> bool:
    """Say whether nobody writes a word but as a name: it begins as one, is in no list and no
    example, is none of those that people write most, and is not spelt nearly as one that takes
    back."""
    folded = _fold_word(word)
    slips = max(1, len(folded) // _LETTERS_OF_A_SLIP)
    return (
        _NAME.fullmatch(word) is not None
        and word.istitle()
        and len(folded) > 1
        and not (is_common_word(folded) or is_word_in_examples(folded))
        and folded not in load_phrases().vocabulary
        and folded not in list_words_outside(frozenset({"first_names"}))
        and not any(phrase.kinds for phrase in find_phrases(folded))
        and not process.extractOne(
            folded, _list_words_that_govern(), scorer=OSA.distance, score_cutoff=slips
        )
    )


@cache
def _list_words_that_govern() -> tuple[str, ...]:
    """Return all words that may govern orders by themselves."""
    phrases = (phrase for kind in sorted(_GOVERNING) for phrase in list_phrases_of_kind(kind))
    return tuple(dict.fromkeys(phrase for phrase in phrases if " " not in phrase))


def _is_nickname(word: str) -> bool:
    """Say whether a word may be a name because it is in no list."""
    folded = _fold_word(word)
    return (
        _NICKNAME.fullmatch(word) is not None
        and not find_phrases(folded)[0].kinds
        and folded not in load_phrases().vocabulary
        and folded not in list_words_outside(frozenset())
    )


def _may_govern(text: str) -> bool:
    """Say whether words beside a name may say something of orders, and not of who has it."""
    if _OF_PERSON.pattern.fullmatch(fold_text(text)):
        return False
    kinds = frozenset[str]().union(*(phrase.kinds for phrase in find_phrases(text)))
    return bool(find_pointing(text)) or bool(kinds & _GOVERNING)


def _shows_it_is_name(named: Sequence[str]) -> bool:
    first, *others = map(_fold_word, named)
    is_double = "-" in first and named[0].istitle()
    is_initial = _INITIAL.fullmatch(named[0]) is not None
    return (
        first in list_words("first_names")
        or is_double
        or (bool(others) and is_initial)
        or all(map(is_unheard_of, named))
    )


def _is_office(named: Sequence[str]) -> bool:
    """Say whether words are somebody's office: ``The Foreign Minister``."""
    words = [*map(_fold_word, named)]
    return any(word in list_words("person_titles") for word in words) and named[0][0].isupper()


def _is_part_of_name(word: str) -> bool:
    bare = _fold_word(word)
    return (
        _is_name(_ELISION.sub("", word, 1))
        or bare in list_words("person_titles")
        or bare in list_words("name_particles")
        or bare in list_words("office_words")
        or _INITIAL.fullmatch(word) is not None
    )


def _is_name(word: str) -> bool:
    """Say whether a word is a name, or one that nobody knows and that is written like one."""
    bare = word.rstrip(".")
    if _NAME.fullmatch(bare) is None:
        return False
    if fold_text(bare) in list_words("first_names") or is_unheard_of(bare):
        return True
    return (
        bare[0].isupper()
        and not bare.isupper()
        and fold_text(bare) not in load_phrases().vocabulary
        and not any(phrase.kinds for phrase in find_phrases(bare))
    )


def _fold_word(word: str) -> str:
    return fold_text(word).rstrip(".")
