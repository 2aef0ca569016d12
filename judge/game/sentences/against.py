"""What in a sentence speaks against a line that it is like: no such line is offered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from functools import cache
from itertools import pairwise

from judge.language.said_as import cut_ending, cut_politeness, is_placeholder, load_phrases
from judge.language.word_lists import WordPattern, list_words

_POWER, _PLACE, _TEXT = "{power}", "{place}", "{text}"
_TOLD_OF = WordPattern(r"(?:%(told_of_text)s)(?![\w:'])")
_ABOUT_TEXT = WordPattern(r"\b%(about_text)s\b")
_SHARED = 2
"""So many words of its own a sentence shares with what is more than a guess."""
_NAME = 3
"""Of so many letters a name has at least."""


def names_are_open(words: Sequence[str], example: Sequence[str]) -> bool:
    """Say whether it is open which of the names in a sentence are meant, or whether all whom it
    names are known; what the ``example`` says, too, opens nothing."""
    said = {*words} - {*example}
    several = sum(word == _POWER for word in words) > 1
    opening = list_words("opens_names") + (list_words("leaves_name_out") if several else ())
    return not said.isdisjoint(opening) or any(_find_strangers(words))


def _find_strangers(words: Sequence[str]) -> Iterator[str]:
    """Yield what stands joined to the name of a power, and is no known word or such a name."""
    joins, vocabulary = list_words("joins_names"), load_phrases().vocabulary
    for first, join, last in zip(words, words[1:], words[2:], strict=False):
        if join in joins and _POWER in (first, last):
            beside = last if first == _POWER else first
            is_name = beside.isalpha() and len(beside) >= _NAME and beside not in vocabulary
            if beside == _PLACE or is_name:
                yield beside


def list_choices(words: Sequence[str], powers: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the powers of a sentence that says which of some of them are meant, one way for each
    of these; none where it leaves no choice or more than one."""
    joins = list_words("chooses_name")
    places = [at for at, word in enumerate(words) if word == _POWER]
    joined = [
        number
        for number, (first, last) in enumerate(pairwise(places))
        if last == first + 2 and words[first + 1] in joins
    ]
    opening = {*list_words("opens_names"), *list_words("leaves_name_out")} - {*joins, "either"}
    run = range(joined[0], joined[-1] + 2) if joined else range(0)
    if len(run) != len(joined) + 1 or len(places) != len(powers) or opening & {*words}:
        return []
    return [
        tuple(each for at, each in enumerate(powers) if at == chosen or at not in run)
        for chosen in run
    ]


def names_oneself(words: Sequence[str]) -> bool:
    """Say whether the writer of a sentence stands among the names in it."""
    own, joins = list_words("oneself_among_names"), list_words("joins_names")
    beside = {(first, last) for first, join, last in _list_threes(words) if join in joins}
    reflexive = (each for each in own if each.endswith(list_words("reflexive_ends")))
    return any(_POWER in pair and not {*own}.isdisjoint(pair) for pair in beside) or not {
        *reflexive
    }.isdisjoint(words)


def speaks_of_others(words: Sequence[str], example: Sequence[str]) -> bool:
    """Say whether an example is about its writer, and a sentence is not."""
    own = {*list_words("of_oneself")}
    return own.isdisjoint(words) and not own.isdisjoint(example)


def is_of_somebody_else(words: Sequence[str], example: Sequence[str]) -> bool:
    """Say whether an example is about its writer, and a sentence about its reader, or somebody whom
    nobody here knows by that name: ``how many centers has Persia``."""
    vocabulary, reader = load_phrases().vocabulary, {*list_words("of_reader")}
    names = (word for word in words if word.isalpha() and len(word) >= _NAME)
    is_of_reader = not reader.isdisjoint(words) and reader.isdisjoint(example)
    is_strange = is_of_reader or any(name not in vocabulary for name in names)
    return is_strange and speaks_of_others(words, example)


def _list_threes(words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    return zip(words, words[1:], words[2:], strict=False)


def denies_likeness(words: Sequence[str], example: Sequence[str]) -> bool:
    """Say whether a sentence denies a word of an ``example`` that this does not."""
    turns_down = {
        *list_words("denies_next"),
        *list_words("denies_before"),
        *list_words("turns_down"),
    }
    denied = _cut_endings(example) & {*_list_denied(words)}
    return bool(denied) and (
        turns_down.isdisjoint(example) or not denied.isdisjoint(_cut_endings(turns_down))
    )


def denies_alike(words: Sequence[str], example: Sequence[str]) -> bool:
    """Say whether a sentence denies all that an ``example`` denies."""
    return {*_list_denied(example)} <= {*_list_denied(words)}


def _list_denied(words: Sequence[str]) -> list[str]:
    """Return the words of a sentence that are denied, without their endings."""
    through = {*list_words("denied_through"), *list_words("denies_next")}
    denied = list[str]()
    for at, word in enumerate(words):
        if word in list_words("denies_next"):
            denied += [each for each in words[at + 1 :] if each not in through][:1]
        if word in list_words("denies_before"):
            denied += [each for each in reversed(words[:at]) if each not in through][:1]
    return [*_cut_endings([each for each in denied if not is_placeholder(each)])]


def only_counts(words: Sequence[str]) -> bool:
    """Say whether a sentence says how many, and not of what."""
    return {*words} <= {*list_words("only_counts")}


def is_guess(words: Sequence[str], example: Sequence[str]) -> bool:
    """Say whether a sentence is like an ``example`` in one word alone, and says more or less."""
    return not _is_alike(words, _take_own_words(words), example, _take_own_words(example))


def is_guess_at_phrase(words: Sequence[str], phrase: int) -> bool:
    """Say whether a sentence is so like all examples of the phrase of a number."""
    said = _take_own_words(words)
    return not any(_is_alike(words, said, *each) for each in _list_own_words(phrase))


def _is_alike(words: Sequence[str], said: Set[str], example: Sequence[str], own: Set[str]) -> bool:
    return len(said & own) >= _SHARED or (own and said == own) or {*words} == {*example}


@cache
def _list_own_words(phrase: int) -> list[tuple[Sequence[str], Set[str]]]:
    """Return the words of each example of a phrase, and those of them that are its own."""
    phrases = load_phrases()
    said = (phrases.split_words(each) for each in phrases.phrases[phrase].said)
    return [(words, _take_own_words(words)) for words in map(cut_politeness, said)]


def _take_own_words(words: Sequence[str]) -> Set[str]:
    """Return the words of a sentence that few lines have, without their endings."""
    return _cut_endings(words) - _list_common_words()


@cache
def _list_common_words() -> Set[str]:
    return {_TEXT, *_cut_endings(list_words("shared_by_many"))}


def _cut_endings(words: Collection[str]) -> set[str]:
    phrases = load_phrases()
    return {word if is_placeholder(word) else cut_ending(word, phrases.words) for word in words}


def speaks_of_texts(text: str, *, asks_all: bool = False) -> bool:
    """Say whether what stands behind a reader is about the words for them, and not these; what all
    are asked may begin as such words do."""
    begins = _TOLD_OF.pattern.match(text) is not None and not asks_all
    return begins or _ABOUT_TEXT.pattern.search(text) is not None
