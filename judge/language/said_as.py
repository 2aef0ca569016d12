"""Sentences in which people say things, by example: ``grammar/said_as/*.toml``, and the nearest.

A sentence is compared with all examples by its words without their endings, and by the pairs of
those that follow each other, each weighed by its rarity; and its words with those of all examples
of a phrase together, as a naive classifier of Bayes does: one that none of them has speaks against
it. No rule reads it, so that nothing is ever sure: what comes of it is for whoever asks.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge import resources
from judge.language.spelling import fold_text, group_by_beginning
from judge.language.word_lists import list_words
from judge.language.words import find_phrases
from judge.model.reason import Reason
from judge.tables import Table, read_table

_BESIDES = (0.7, 0.25, 0.2, 0.15, 0.1)
"""What the best example of a phrase counts, and the next ones."""
_PAIR = 0.4
"""What a pair of words counts beside words."""
_STEM = 3
"""So many letters of a word are left, at least, when its ending is cut off."""
_COMMON = 150
"""Words of more examples than that bring none by themselves."""
_BRIEF = 5
"""A sentence of fewer words is not like an example of many."""
_TEXT = "{text}"
"""What stands for the words of a message, be they few or many."""
_TELLING = 20
"""A feature that examples of more phrases have tells little of which is meant."""
_SAME_WAY = 0.6
"""How like an example is, beside the nearest one of its phrase that says the contrary, which counts
in the place of that."""
_FITS = 0.1
"""What it counts how well the words of a sentence fit a phrase, beside the likeness to examples."""
_FAINT = 0.3
"""What is less near than that is not like a sentence."""
_DOUBT = 0.25
"""So many more sentences of a phrase are taken to be as all sentences are."""
_AGAINST = -4.0
"""So much speaks against a phrase at most that none of its sentences has a word."""
_SILENT = 2
"""So many more words are taken to tell nothing: a brief sentence tells little."""
_UNKNOWN = 0.8
"""How rare a word is that no example has, beside the rarest that one has."""
_SURE_LENGTH = 7
"""From so many letters on a word may have two wrong."""
_LEFT_OUT = 3
"""So far behind the word stands what is left out: ``except number 1``."""
_POLITE = 7
"""So many words a polite phrase has at most."""
_TYPED = re.compile(r"[\w'{}]+")
_SHORT = 5
"""Shorter words are not read as others."""


_MOST_RANKED = 200
"""For so many sentences what is near them is kept."""
_NO_WORDS: Mapping[str, tuple[str, ...]] = {}


class SaidPhrase(Table):
    """What is said in some sentences: the ``line`` that says it to the judge, "" for talk; for
    whom may not say that line, the first of ``otherwise`` that they may. What nobody can have has
    the code of the reason why it ``cannot`` be, and in ``otherwise`` what there is instead; that
    reason ``answers`` a question, or refuses a wish.

    Words in braces are slots, in the line and in the sentences. What stands in brackets is left
    out of the line where its slots are not filled. Where a ``role`` is named, only seats of that
    role say it, or the ``keeper``, or who is ``asked`` to answer YES or NO.
    """

    line: str
    said: tuple[str, ...]
    role: str = ""
    otherwise: tuple[str, ...] = ()
    cannot: str = ""
    answers: bool = False

    @property
    def is_talk(self) -> bool:
        """Whether it says nothing to the judge, and wishes for nothing."""
        return not self.line and not self.cannot

    @property
    def is_of_other_games(self) -> bool:
        """Whether it is about what only games of another kind have."""
        return self.cannot == "of_other_games"

    @property
    def why_not(self) -> Reason:
        """Why nobody can have what it says."""
        return Reason(self.cannot)


class _PhraseFile(Table):
    phrases: tuple[SaidPhrase, ...]


class MessageWords(Table):
    """Words around a message: what stands before it, verbs of telling, whom they may tell, the
    writer (``oneself``), what is told to nobody, verbs that ask; what tells which of all are meant
    (``relatives``); verbs that tell only before others (``permitting``, ``permitted``). And what
    stands before a name that somebody gives, before one that has a capital or a digit, and between
    them."""

    before_text: frozenset[str]
    telling: frozenset[str]
    everybody: frozenset[str]
    noting: frozenset[str]
    before_name: frozenset[str]
    before_proper_name: frozenset[str]
    articles: frozenset[str]
    oneself: frozenset[str] = frozenset()
    asking: frozenset[str] = frozenset()
    relatives: frozenset[str] = frozenset()
    permitting: frozenset[str] = frozenset()
    permitted: frozenset[str] = frozenset()


class SentenceWords(Table):
    """Words of sentences: short forms and other words for the same (``short``), negations, words
    that say no to something, what a question begins with, the courtesy that may stand before that,
    what stands around messages, words of lengths and of turns, and the ``endings`` that are cut off
    words, with what stands in their place."""

    short: Mapping[str, str]
    endings: Mapping[str, str]
    negations: frozenset[str]
    denials: frozenset[str]
    questions: frozenset[str]
    courtesy: frozenset[str]
    messages: MessageWords
    amounts: Mapping[str, str]
    within_length: frozenset[str]
    seasons: Mapping[str, str]
    phases: Mapping[str, str]


class Likeness(NamedTuple):
    """How near the phrase of a number is to a sentence, from 0 to about 1; ``contrary``: it
    negates and its nearest example does not, or the other way, ``asks``: that is a question;
    ``marks`` are those of that ``example``, which is given by its number."""

    score: float
    number: int
    contrary: bool
    asks: bool
    marks: tuple[str, ...]
    example: int = -1


class _Example(NamedTuple):
    """A sentence of a phrase; one that ``denies`` says no to something, be it negated or not."""

    phrase: int
    weights: Mapping[str, float]
    negated: bool
    denies: bool
    asks: bool
    length: int
    marks: tuple[str, ...]
    sentence: str

    def is_contrary_to(self, negated: bool) -> bool:
        """Say whether it is negated, and a sentence is not, or the other way."""
        return self.negated != negated and not self.denies


@dataclass(frozen=True)
class SaidAs:
    """All phrases, with what the comparison needs: the words of all examples, the ``rarity`` of
    their features (stems, and pairs of these), and the examples that have one, with what it weighs
    there."""

    phrases: tuple[SaidPhrase, ...]
    words: SentenceWords
    vocabulary: frozenset[str]
    rarity: Mapping[str, float]
    examples: tuple[_Example, ...]
    having: Mapping[str, Mapping[int, float]]

    @cached_property
    def long_words(self) -> Mapping[str, tuple[str, ...]]:
        """The words of the examples that are long enough to be told when they are misspelled, by
        the letters with which they begin."""
        return group_by_beginning(word for word in self.vocabulary if len(word) >= _SHORT)

    def find_nearest(self, words: Sequence[str], among: Container[int]) -> list[Likeness]:
        """Return the phrases of those numbers that are at all like a sentence, nearest first."""
        ranked = self._ranked.get(key := tuple(words))
        if ranked is None:
            if len(self._ranked) >= _MOST_RANKED:
                self._ranked.clear()
            ranked = self._ranked[key] = self._rank_phrases(key)
        return [near for near in ranked if near.number in among]

    def list_lines_said_by(self, words: Sequence[str]) -> Collection[str]:
        """Return the lines that an example says in just these words."""
        return self._lines_said.get(tuple(words), ())

    @cached_property
    def _lines_said(self) -> Mapping[tuple[str, ...], Collection[str]]:
        """The lines of all examples by their words."""
        found = defaultdict[tuple[str, ...], set[str]](set)
        for phrase in self.phrases:
            for sentence in phrase.said:
                words = cut_politeness(_list_example_words(sentence, self.words))
                found[tuple(words)].add(phrase.line)
        return found

    @cached_property
    def _ranked(self) -> dict[tuple[str, ...], list[Likeness]]:
        """What was found for the last sentences: one is compared with several lists of phrases."""
        return {}

    def _rank_phrases(self, words: Sequence[str]) -> list[Likeness]:
        """Return the phrases that are at all like a sentence, the nearest first.

        A word that many examples have counts only for those that have a rarer one, too.
        """
        weights = self._weigh_features(words)
        sums = self._sum_shares({word: weights[word] for word in weights if word in self.having})
        if len(words) < _BRIEF and _TEXT not in words:
            sums = {n: score * self._discount_length(n, len(words)) for n, score in sums.items()}
        by_phrase: dict[int, list[tuple[float, int]]] = {}
        for number, score in sums.items():
            by_phrase.setdefault(self._phrase_of[number], []).append((score, number))
        found, negated = [], self.is_negated(words)
        stems = dict.fromkeys(cut_ending(word, self.words) for word in words)
        fits = self._measure_fits(stems, by_phrase)  # added up in the same order each time
        for phrase, scores in by_phrase.items():
            fit = _FITS * fits[phrase]
            if sum(_BESIDES) * max(scores)[0] + fit < _FAINT:
                continue
            scores.sort(reverse=True)
            if not self.phrases[phrase].is_talk:
                scores = self._pick_same_way(scores, negated)
            score = sum(part * share for (part, _), share in zip(scores, _BESIDES, strict=False))
            nearest = self.examples[scores[0][1]]
            contrary = nearest.is_contrary_to(negated)
            told = (contrary, nearest.asks, nearest.marks, scores[0][1])
            found.append(Likeness(score + fit, phrase, *told))
        return sorted(found, key=lambda near: -near.score)

    def _pick_same_way(
        self, scores: list[tuple[float, int]], negated: bool
    ) -> list[tuple[float, int]]:
        """Return how like the examples of a phrase are, the nearest first: if that says the
        contrary, of those alone that do not, where one of them is nearly as like."""
        if not self.examples[scores[0][1]].is_contrary_to(negated):
            return scores
        same = [each for each in scores if not self.examples[each[1]].is_contrary_to(negated)]
        return same if same and same[0][0] >= _SAME_WAY * scores[0][0] else scores

    def _sum_shares(self, weights: Mapping[str, float]) -> dict[int, float]:
        """Return how like each example is to what has features of such weights."""
        sums = defaultdict[int, float](float)
        known = sorted(weights, key=lambda word: len(self.having[word]))
        for word in known:
            weight, having = weights[word], self.having[word]
            if sums and len(having) > _COMMON:
                for number in sums.keys() & having.keys():
                    sums[number] += weight * having[number]
            else:
                for number, share in having.items():
                    sums[number] += weight * share
        return sums

    def measure_telling(self, words: Sequence[str], near: Likeness) -> float:
        """Return what of the likeness to an example comes from features that few phrases have."""
        weights, shares = self._weigh_features(words), self.examples[near.example].weights
        shared = (each for each in weights if each in shares and each in self._telling)
        return sum(weights[feature] * shares[feature] for feature in shared)

    @cached_property
    def _telling(self) -> frozenset[str]:
        """The features that few phrases have."""
        having = {f: {self._phrase_of[n] for n in at} for f, at in self.having.items()}
        return frozenset(f for f, phrases in having.items() if len(phrases) <= _TELLING)

    def _measure_fits(
        self, stems: Collection[str], phrases: Collection[int]
    ) -> Mapping[int, float]:
        """Return how much likelier the words of a sentence are in those of each phrase than in
        others, the logarithm of that, for one word."""
        known = [self._lifts[stem] for stem in stems if stem in self._lifts]
        fits = {phrase: len(known) * self._otherwise[phrase] for phrase in phrases}
        for lifts in known:
            for phrase in fits.keys() & lifts.keys():
                fits[phrase] += lifts[phrase]
        return {phrase: fit / (len(stems) + _SILENT) for phrase, fit in fits.items()}

    @cached_property
    def _lifts(self) -> Mapping[str, Mapping[int, float]]:
        """How much likelier each feature is in the sentences of a phrase than in all, by the
        numbers of the phrases that have it: the logarithm of that, beyond what it counts for one
        that has it not."""
        lifts: dict[str, dict[int, float]] = {}
        for feature, having in self.having.items():
            counts = Counter(self._phrase_of[number] for number in having)
            rate = len(self.examples) / len(having)
            lifts[feature] = {
                phrase: math.log((count * rate + _DOUBT) / (self._sizes[phrase] + _DOUBT))
                - self._otherwise[phrase]
                for phrase, count in counts.items()
            }
        return lifts

    @cached_property
    def _otherwise(self) -> Sequence[float]:
        """How likely a word is that the sentences of a phrase have not; the logarithm of that."""
        return [max(_AGAINST, math.log(_DOUBT / (size + _DOUBT))) for size in self._sizes]

    @cached_property
    def _sizes(self) -> Sequence[int]:
        """How many sentences each phrase has."""
        return [len(phrase.said) for phrase in self.phrases]

    @cached_property
    def _phrase_of(self) -> Sequence[int]:
        """The number of the phrase of each example."""
        return [example.phrase for example in self.examples]

    @cached_property
    def _strange(self) -> float:
        """How rare a word is that no example has."""
        return _UNKNOWN * max(self.rarity.values())

    def _discount_length(self, number: int, length: int) -> float:
        """Return what likeness to an example is worth that has more words than a brief sentence."""
        return min(1.0, math.sqrt(length / self.examples[number].length))

    def mend_word(self, word: str, others: Mapping[str, tuple[str, ...]] = _NO_WORDS) -> str:
        """Return the word of the examples, or of ``others``, that a word is but for a slip; the
        word itself if there is none or it is one. The first letter is right, or stands second."""
        if len(word) < _SHORT or word in self.vocabulary or self._is_word(word):
            return word
        slips = 2 if len(word) >= _SURE_LENGTH else 1
        for pool in (self.long_words, others):
            likely = (*pool.get(word[0], ()), *pool.get(f"{word[1]}{word[0]}", ()))
            if near := process.extractOne(word, likely, scorer=OSA.distance, score_cutoff=slips):
                return str(near[0])
        return word

    def _is_word(self, word: str) -> bool:
        """Say whether a word that no example has is one all the same, and no slip."""
        stem = cut_ending(word, self.words)
        is_known = word in _list_no_slips() or any(each.kinds for each in find_phrases(word))
        return is_known or (stem != word and stem in self.rarity)

    def write_out(self, text: str) -> list[str]:
        """Return the words of a folded text, short forms written out."""
        words = text.replace("-", " ").split()
        return [part for word in words for part in self.words.short.get(word, word).split()]

    def split_words(self, text: str) -> list[str]:
        """Return the words of a text as it was typed, short forms written out."""
        return _list_example_words(text, self.words)

    def is_question(self, words: Sequence[str]) -> bool:
        """Say whether a sentence begins as a question does."""
        return _begins_as_question(words, self.words)

    def asks_openly(self, words: Sequence[str]) -> bool:
        """Say whether a sentence begins as a question does that no yes or no answers."""
        first = next((word for word in words if word not in self.words.courtesy), "")
        return first in list_words("open_questions")

    def has_wish(self, text: str) -> bool:
        """Say whether a sentence has a word with which somebody wishes for something, or asks."""
        words = self.split_words(text)
        return self.is_question(words) or any(word in list_words("wishes") for word in words)

    def is_request(self, text: str) -> bool:
        """Say whether a sentence begins with a word that tells the judge to do something."""
        words = self.split_words(text)
        first = next((word for word in words if word not in self.words.courtesy), "")
        return first in list_words("bids")

    def wants_to_be_told(self, text: str) -> bool:
        """Say whether a sentence begins with a wish to be told something: ``let me know if``."""
        words = self.split_words(text)
        at = next(
            (n for n, word in enumerate(words) if word not in self.words.courtesy), len(words)
        )
        verb, *whom = words[at : at + 2] or [""]
        return verb in self.words.messages.telling and {*whom} <= self.words.messages.oneself

    def looks_for_something(self, text: str) -> bool:
        """Say whether a sentence asks, or has a word of who wants to be shown or told something."""
        words = self.split_words(text)
        return (
            "?" in text or self.has_question(words) or not {*list_words("looks")}.isdisjoint(words)
        )

    def has_question(self, words: Sequence[str]) -> bool:
        """Say whether a sentence begins as a question does, or has a word that asks openly."""
        return self.is_question(words) or any(
            word in list_words("open_questions") for word in words
        )

    def has_exception(self, words: Sequence[str]) -> bool:
        """Say whether a sentence names what it is not about: ``anything but Paris``."""
        return not self.is_negated(words) and any(
            word in list_words("without")
            and any(map(is_placeholder, words[at + 1 : at + _LEFT_OUT]))
            for at, word in enumerate(words)
        )

    def begins_with_denial(self, words: Sequence[str]) -> bool:
        """Say whether the first word of a sentence that is not courtesy says no to something:
        ``and no grey press``."""
        said = [word for word in words if word not in self.words.courtesy][:2]
        denies = bool(said) and said[0] in self.words.denials
        return denies and said[-1] not in list_words("compares")

    def has_denial(self, words: Sequence[str]) -> bool:
        """Say whether a sentence negates, says no to something, or bids to stop it."""
        return self.is_negated(words) or not self._denials.isdisjoint(words)

    @cached_property
    def _denials(self) -> frozenset[str]:
        """Words that say no to something, or bid to stop it."""
        return self.words.denials | {*list_words("stops")}

    def denies(self, number: int) -> bool:
        """Say whether the example of that number does."""
        return self.has_denial(self.examples[number].sentence.split())

    def has_condition(self, number: int) -> bool:
        """Say whether the example of that number hangs on something: ``wait if nobody orders``."""
        phrases = find_phrases(self.examples[number].sentence)
        return any("condition" in phrase.kinds for phrase in phrases)

    def is_negated(self, words: Sequence[str]) -> bool:
        """Say whether a sentence has a word, or two together, that negate."""
        return _is_negated(words, self.words)

    def _weigh_features(self, words: Sequence[str]) -> Mapping[str, float]:
        stems = [cut_ending(word, self.words) for word in words]
        weights = {stem: self.rarity.get(stem, self._strange) for stem in stems}
        pairs = (pair for pair in _list_pairs(stems) if pair in self.rarity)
        return _scale_weights(weights | {pair: _PAIR * self.rarity[pair] for pair in pairs})


@cache
def load_phrases() -> SaidAs:
    """Return the phrases of all files. Raises ValueError with its path if one is wrong."""
    words = read_table(SentenceWords, resources.find_file("grammar", "said_as/words.toml"))
    files = [path for path in resources.list_files("grammar", "said_as/*.toml")
             if path.name != "words.toml"]  # fmt: skip
    phrases = tuple(phrase for path in files for phrase in read_table(_PhraseFile, path).phrases)
    return compare_with(phrases, words)


def _is_negated(sentence: Sequence[str], words: SentenceWords) -> bool:
    pairs = (f"{word} {behind}" for word, behind in pairwise(sentence))
    return not words.negations.isdisjoint((*sentence, *pairs))


def compare_with(phrases: tuple[SaidPhrase, ...], words: SentenceWords) -> SaidAs:
    """Return what compares sentences with these phrases."""
    said = [
        (number, cut_politeness(_list_example_words(sentence, words)))
        for number, phrase in enumerate(phrases)
        for sentence in phrase.said
    ]
    vocabulary = frozenset(word for _, sentence in said for word in sentence)
    stems = {word: cut_ending(word, words) for word in vocabulary}
    features = [_list_features([stems[word] for word in sentence]) for _, sentence in said]
    counts = Counter(feature for example in features for feature in example)
    rarity = {feature: math.log(1 + len(said) / count) for feature, count in counts.items()}
    examples = tuple(
        _Example(
            number,
            _scale_weights(
                {feature: share * rarity[feature] for feature, share in example.items()}
            ),
            _is_negated(sentence, words),
            not words.denials.isdisjoint(sentence),
            _begins_as_question(sentence, words),
            len(sentence),
            tuple(word.strip("{}") for word in sentence if word.startswith("{")),
            " ".join(sentence),
        )
        for (number, sentence), example in zip(said, features, strict=True)
    )
    having: dict[str, dict[int, float]] = {}
    for number, example in enumerate(examples):
        for feature, weight in example.weights.items():
            having.setdefault(feature, {})[number] = weight
    return SaidAs(
        phrases,
        words,
        vocabulary | words.short.keys(),
        rarity,
        examples,
        having,
    )


def cut_ending(word: str, words: SentenceWords) -> str:
    """Return a word without its ending, so that ``extended`` is like ``extend``; it need not be a
    word."""
    if len(word) <= _STEM or not word.isalpha():
        return word
    for ending, instead in words.endings.items():
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            word = word.removesuffix(ending) + instead
            break
    word = word.removesuffix("e")
    return word[:-1] if word[-1] == word[-2] else word


def cut_politeness(said: Sequence[str]) -> Sequence[str]:
    """Return the words of a sentence without what is only polite before and behind the others; all
    of them where all are polite."""
    start, end = 0, len(said)
    while lead := _measure_phrase(said[start:end], "polite_before"):
        start += lead
    while tail := _measure_phrase(said[start:end], "polite_behind", at_end=True):
        end -= tail
    return said[start:end] if start < end else said


def _measure_phrase(said: Sequence[str], name: str, *, at_end: bool = False) -> int:
    """Return how many words the longest phrase of a list has with which some words begin, or end; 0
    for none."""
    known = _collect_phrases(name)
    for count in range(min(len(said), _POLITE), 0, -1):
        if " ".join(said[-count:] if at_end else said[:count]) in known:
            return count
    return 0


@cache
def _collect_phrases(name: str) -> frozenset[str]:
    return frozenset(list_words(name))


@cache
def _list_no_slips() -> frozenset[str]:
    return frozenset(list_words("no_slips"))


def is_placeholder(word: str) -> bool:
    """Say whether a word stands for what differs from one sentence to the next: ``{power}``."""
    return word.startswith("{")


def _list_features(stems: Sequence[str]) -> Mapping[str, float]:
    """Return the stems of a sentence and the pairs of these, with what they count."""
    return dict.fromkeys(stems, 1.0) | dict.fromkeys(_list_pairs(stems), _PAIR)


def _list_pairs(stems: Sequence[str]) -> list[str]:
    return [f"{first} {second}" for first, second in pairwise(stems)]


def _list_example_words(sentence: str, words: SentenceWords) -> list[str]:
    typed = _TYPED.findall(fold_text(sentence))
    return [part for word in typed for part in words.short.get(word, word).split()]


def _begins_as_question(sentence: Sequence[str], words: SentenceWords) -> bool:
    """Say whether a sentence begins with a word with which a question does; ``do not`` is none."""
    said = [word for word in sentence if word not in words.courtesy][:2]
    return bool(said) and said[0] in words.questions and said[-1] not in words.negations


def _scale_weights(weights: Mapping[str, float]) -> Mapping[str, float]:
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {word: weight / length for word, weight in weights.items()}
