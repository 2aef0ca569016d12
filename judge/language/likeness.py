"""How like a sentence is to what people say beside orders, and to how they give them, by examples.

In which sentences words and pairs of words stand was learned from thousands of remarks, of which
some keep orders from counting and others do not, and from thousands of sentences that give orders,
or only look like it. ``grammar/remarks.txt`` and ``grammar/told.txt`` have a weight for each word,
and ``python -m tests.road.remarks --learn`` learns them anew. A sentence weighs as much as its
words together; a number above nought says that orders beside it, or in it, may not count. So that
a word of no example is not unknown, those of one line of ``grammar/word_classes.txt`` are of one
class: people write them in the same places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from itertools import pairwise

from judge import resources
from judge.language.beside import HOME, mark_names_on_board
from judge.language.mail_lines import Locality
from judge.language.referring import find_pointing
from judge.language.spelling import fold_text
from judge.language.words import find_phrases

ALWAYS = "*"
"""The trait of every sentence."""
_TALK, _GOVERNS, _GIVES, _GIVES_NONE = -0.8, 0.0, -1.2, 1.2
"""So much a sentence weighs at most that is talk, at least one that governs orders, at most one
that gives them, and at least one that surely does not."""
_REMARKS, _TOLD, _CLASSES = "remarks.txt", "told.txt", "word_classes.txt"
"""The weights of what stands beside orders, and of what may give them; the classes of words."""
_UNKNOWN = 0.34
"""Such a share of the words of talk may be known from no example."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[?!:]")
_NAME_WITHIN = re.compile(r"(?<=[^\W\d_] )[^\W\d_a-z]\w+")
"""A word in a sentence that begins with a capital."""
_WORD_OR_STOP = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[?!:,.;()\"-]")
_SENTENCE_END = re.compile(r"(?<=[.!?\u2026])\s+")
_NUMBER = "#"
"""Stands for a number."""
_MOST_SENTENCES, _LONGEST_SENTENCE, _MOST_WORDS = 12, 400, 80
"""So many sentences are weighed, of which each has so many characters at most, and so many words.
"""
_START, _END = "<", ">"
"""Stand for what is before the first word, and behind the last."""
_KIND, _POINTS, _LONG, _STOP, _CLASS = "kind:", "points:", "long:", "stop:", "class:"
_CUT, _END_OF_WORD = "~", 3
"""Stands for the rest of a word, and so many letters are looked at of its end; one more where it
begins."""
_LONGEST = 5
"""Longer texts are as good as one of twice so many words."""


def is_like_talk(text: str, here: Locality, burden: float = 0.0) -> bool:
    """Say whether each sentence of a text is surely about something else than orders beside it, in
    words of which most are known, or names; with a ``burden`` for what speaks against that."""
    return _weigh_remark(text, here, _REMARKS) + burden <= _TALK and _is_of_known_words(text, here)


def is_like_what_governs(text: str, here: Locality, doubt: float = 0.0) -> bool:
    """Say whether a sentence of a text may keep orders beside it from counting; with ``doubt`` only
    if it surely does."""
    return _weigh_remark(text, here, _REMARKS) - doubt > _GOVERNS


def is_like_given_orders(text: str, here: Locality, favour: float = 0.0) -> bool:
    """Say whether each sentence of a text that names units of the writer surely gives orders, for
    now and without condition; with a ``favour`` for what speaks for that."""
    return _weigh_remark(text, here, _TOLD) - favour <= _GIVES


def find_sentence_giving_none(text: str, here: Locality) -> str:
    """Return the first sentence of a text that names a unit of the writer, and surely gives no
    orders: it asks, supposes, or tells of them; "" if there is none."""
    return next(
        (
            each
            for each in split_remark(text)
            if HOME in mark_names_on_board(each, here)
            and _weigh_remark(each, here, _TOLD) > _GIVES_NONE
        ),
        "",
    )


def is_word_in_examples(word: str) -> bool:
    """Say whether a word stands in an example."""
    return word in _load_weights(_REMARKS)


def is_common_word(word: str) -> bool:
    """Say whether a word is one of those that people write most, whatever of."""
    return word in _load_word_classes()


def _is_known_word(word: str) -> bool:
    return is_word_in_examples(word) or is_common_word(word)


def has_unknown_word(text: str, here: Locality) -> bool:
    """Say whether a word of a text stands in no example, and is none that people write most."""
    return not all(map(_is_known_word, _list_words_of_letters(text, here)))


def _is_of_known_words(text: str, here: Locality) -> bool:
    words = _list_words_of_letters(text, here)
    named = {*map(fold_text, _NAME_WITHIN.findall(text))}
    unknown = sum(not (word in named or _is_known_word(word)) for word in words)
    return unknown <= len(words) * _UNKNOWN and words != []


def _list_words_of_letters(text: str, here: Locality) -> list[str]:
    return [*filter(str.isalpha, _list_words(mark_names_on_board(text, here)))]


def _weigh_remark(text: str, here: Locality, weights: str) -> float:
    """Return how much a text weighs whose sentences somebody may write as remarks, of all others
    nought."""
    if len(text) > _MOST_SENTENCES * _LONGEST_SENTENCE or any(
        len(each) > _LONGEST_SENTENCE or each.count(" ") > _MOST_WORDS
        for each in split_remark(text)
    ):
        return 0.0
    return weigh_heaviest_sentence(text, here, partial(_weigh, weights))


def split_remark(text: str) -> list[str]:
    """Return the sentences of which a text consists, none if it is blank."""
    return [*filter(None, _SENTENCE_END.split(text))]


def weigh_heaviest_sentence(text: str, here: Locality, weigh: Callable[[str, str], float]) -> float:
    """Return how much the heaviest sentence of a text weighs, or two of them together; below nought
    what is more like talk. Each is weighed as it was typed, and with its names marked."""
    sentences = split_remark(text)
    together = map(" ".join, pairwise(sentences))
    weighed = (weigh(each, mark_names_on_board(each, here)) for each in (*sentences, *together))
    return max(weighed, default=0.0)


@lru_cache(maxsize=4096)
def _weigh(name: str, text: str, marked: str) -> float:
    weights = _load_weights(name)
    return sum(weights.get(trait, 0) for trait in list_traits_of_sentence(text, marked)) / 100


def list_traits_of_sentence(text: str, marked: str) -> frozenset[str]:
    """Return what a text is weighed by: its words and their classes, those that stand side by side,
    two and three, beside which stops they stand, with which letters they begin and end, of which
    kinds they are in the word lists, how it ends, how long it is, and what every text has. All
    numbers are one, and all names that have the same mark."""
    words = [*_list_words(marked)]
    around = (_START, *words, _END)
    pairs = map("_".join, pairwise(around))
    triples = map("_".join, zip(around, around[1:], around[2:], strict=False))
    ends_of_words = (
        each
        for word in words
        if len(word) > _END_OF_WORD + 1
        for each in (f"{word[: _END_OF_WORD + 1]}{_CUT}", f"{_CUT}{word[-_END_OF_WORD:]}")
    )
    kinds = (f"{_KIND}{kind}" for phrase in find_phrases(text) for kind in phrase.kinds)
    pointing = (f"{_POINTS}{way}" for way in find_pointing(text))
    classes = [*map(_load_word_classes().get, words)]
    of_class = (f"{_CLASS}{each}" for each in classes if each is not None)
    beside = (
        f"{_CLASS}{before}_{after}"
        for before, after in pairwise(classes)
        if before is not None is not after
    )
    stops = (
        f"{_STOP}{before}_{after}"
        for before, after in pairwise((_START, *_list_words(marked, _WORD_OR_STOP), _END))
        if not (before[0].isalnum() and after[0].isalnum())
    )
    end = text.rstrip()[-1:]
    form = (f"{_END}{'' if end.isalnum() else end}", f"{_LONG}{min(_LONGEST, len(words) // 2)}")
    return frozenset(
        {ALWAYS, *words, *pairs, *triples, *stops, *ends_of_words, *kinds, *pointing, *form}
    ).union(of_class, beside)


def _list_words(marked: str, pattern: re.Pattern[str] = _WORD) -> Iterator[str]:
    return (_NUMBER if word.isdecimal() else word for word in pattern.findall(marked))


@cache
def _load_weights(name: str) -> dict[str, int]:
    """Return the weight of each trait in hundredths, so that their sum is the same in whatever
    order; a line of the file is a weight, and all traits that have it."""
    path = resources.find_file("grammar", name)
    weights: dict[str, int] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        weight, *traits = line.split()
        weights.update(dict.fromkeys(traits, int(weight)))
    return weights


@cache
def _load_word_classes() -> dict[str, int]:
    """Return the class of each of the words that people write most, by its line in the file."""
    lines = resources.find_file("grammar", _CLASSES).read_text(encoding="utf-8").splitlines()
    return {word: row for row, line in enumerate(lines) for word in line.split()}
