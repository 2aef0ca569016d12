"""What a sentence beside orders points at: these, or something that it names itself.

A sentence with a subject and a verb of its own speaks of what it names, however unknown its words
are. It points at the orders beside it by a pronoun without a noun of its own, by a word for orders,
or by one of choosing and altering; a sentence without a subject speaks of what stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache, lru_cache
from itertools import dropwhile, pairwise, takewhile

from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words

_TOKEN = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*|[,;:()\u2013\u2014^\u2191\u2b06]| - ")
_SENTENCE = re.compile(
    r"(?:\A\W*(?:p\.? ?)+s\b[.:]?)?.*?"
    r"(?:[.!?;]+[\"')\]]*(?=\s|$)|\s[:;]-?[)(D](?=\s|$)|$)\s*",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"[A-Z](?:\.[A-Z])*")
_STOPS = frozenset(",;:()\u2013\u2014-")
_PHRASES = WordPattern(
    r"(?<!\w)(?:%(altering_phrases)s(?!\w)|%(altering_ends)s(?= *(?:[^\w ]|\Z)))"
)
_BEGINS_TALK = WordPattern(r"\W*(?>%(leads_in)s\W+)*%(begins_talk)s(?!\w)")
_TAG = WordPattern(r", *%(auxiliaries)s %(tag_subjects)s\W*\Z")
_OF_MAIL = WordPattern(
    r"\b%(of_one)s %(mails)s %(auxiliaries)s"
    r" (?:(?:%(between_it_and_nothing)s|bit) )*%(of_a_mail)s\b"
)
_OF_WEATHER = WordPattern(r"\b%(it_is)s (?:%(minus)s )?\d+ ?%(degrees)s")
_THANKS = WordPattern(r"\W*(?>%(leads_in)s\W+)*%(gives_thanks)s(?!\w)")
_THROWN_IN = WordPattern(r"\W*%(thrown_in)s\W*")
_NEAR = 3
"""So many words stand at most between a demonstrative or an article and its noun."""
_FAR = 9
"""So many words a subject has at most."""
_PLURAL = re.compile(r"\w+[^s]s")
"""How a noun of several ends, or a verb of one."""


_ORDINARY_BETWEEN = 4
"""So many words stand at most between a word and the thing of daily life that it is said of."""


def list_sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with the signs that end it."""
    sentences: list[str] = []
    for part in filter(None, _SENTENCE.findall(text)):
        if sentences and ends_in_short_title(sentences[-1].rstrip().removesuffix(".")):
            part = sentences.pop() + part
        sentences.append(part)
    return sentences


def ends_in_short_title(text: str) -> bool:
    """Say whether a text, without its stop, is nothing but titles cut short and initials, which
    end no sentence: ``Gen``, ``A. J``, or ends with such a title behind a comma."""
    words = text.rpartition(",")[2].split()
    if words and fold_text(words[-1]) in _words("titles_before_names"):
        return True
    return bool(words) and all(
        _INITIAL.fullmatch(word) or fold_text(word).rstrip(".") in _words("short_titles")
        for word in words
    )


@cache
def _words(*names: str) -> frozenset[str]:
    return frozenset(word for name in names for word in list_words(name))


@lru_cache(maxsize=1024)
def split_tokens(text: str) -> tuple[str, ...]:
    """Return the words of a sentence, and the signs between its clauses."""
    return tuple(found[0].strip() for found in _TOKEN.finditer(fold_text(text)))


@lru_cache(maxsize=1024)
def blot_out_daily_life(text: str) -> str:
    """Return a sentence with those words blotted out that are said of a thing of daily life behind
    them, and so of no orders: ``waiting at the door``, ``the middle of dinner``, ``no coffee``."""
    for said in (_TAG, _OF_MAIL, _OF_WEATHER):
        text = said.pattern.sub(lambda found: "q" * len(found[0]), text)
    words = split_tokens(text)
    for at, each in enumerate(_TOKEN.finditer(fold_text(text))):
        if _is_of_daily_life(words, at):
            text = text[: each.start()] + "q" * len(each[0]) + text[each.end() :]
    return text


def _is_of_daily_life(words: Sequence[str], at: int) -> bool:
    """Say whether what stands behind a word is a thing of daily life, with nothing between them
    that the word may be said of instead."""
    behind = [*words[at + 1 : at + 4]]
    if words[at] in _words("points_part", "negative_parts"):  # none of my friends
        named = (
            behind[1:2] != []
            and behind[1] in _words("of_own")
            and behind[0] in _words("of_a_whole")
        )
        return named and _words("order_words", "undertakings").isdisjoint(behind)
    if at > 1 and words[at - 1] in _words("joins_place") and _tells_of_daily_life(words, at):
        return True  # the weather in Paris
    if words[at] not in _words("said_of_both", "nouns_of_both"):
        return False
    if _is_told_of_something(words, at):
        return True
    if behind and behind[0] in _words("persons"):
        return True
    is_noun = words[at] in _words("nouns_of_both")
    between = _words("articles", "possessors", "joins_noun" if is_noun else "joins_place")
    blocks = _words(
        "subjects", "auxiliaries", "order_words", "undertakings", "joins", "leads_clause"
    )
    pointers = _words("points_it", "points_they", "points_this", "points_these", "points_whole")
    unknown = 0
    for word in words[at + 1 : at + 2 + _ORDINARY_BETWEEN]:
        if names_daily_life(word):
            return True
        if word in between:
            continue
        unknown += 1
        if word in _STOPS or word in blocks or word in pointers or unknown > 1:
            return False
    return False


def _tells_of_daily_life(words: Sequence[str], at: int) -> bool:
    """Say whether the clause of a word says how a thing of daily life is in a place, or who lives
    there, and nothing that could be an order."""
    before = [*takewhile(lambda word: word not in _STOPS, reversed(words[:at]))]
    clause = (*before, *_take_clause(words, at))
    others = _words("order_words", "undertakings", "altering", "of_game", "negative_parts")
    if not others.isdisjoint(clause):
        return False
    told = [word for word in clause if _is_verb(word)]
    return not _words("lives").isdisjoint(before) or (
        any(map(names_daily_life, before)) and _words("auxiliaries").issuperset(told)
    )


def _is_told_of_something(words: Sequence[str], at: int) -> bool:
    """Say whether a verb in the past is told of what is somebody's, and is none of the orders: ``my
    train was cancelled``, ``my brother cancelled his visit``."""
    clause = [*takewhile(lambda word: word not in _STOPS, reversed(words[:at]))][::-1]
    joins = [place for place, word in enumerate(clause) if word in _words("joins")]
    whose, *noun = clause[joins[-1] + 1 if joins else 0 :] or [""]
    noun = [word for word in noun if word not in _words("auxiliaries_past")]
    pointers = _words("points_it", "points_they", "points_this", "points_these", "points_part")
    others = pointers | _words("order_words", "undertakings", "altering", "of_game")
    return (
        words[at].endswith(list_words("past_ends"))
        and whose in _words("of_others", "own_things")
        and len(noun) in (1, 2)
        and others.isdisjoint(noun)
        and others.isdisjoint(words[at + 1 : at + 2])
    )


def names_daily_life(word: str) -> bool:
    """Say whether a word is a thing of daily life, or several."""
    return any(
        word.endswith(end) and word.removesuffix(end) in _words("daily_life")
        for end in ("", "s", "es")
    )


def is_of_life(word: str) -> bool:
    """Say whether a word is of daily life, be it a thing or not."""
    return word in _forms_of_life() or names_daily_life(word)


@cache
def _forms_of_life() -> frozenset[str]:
    """Return the words of daily life in all their forms."""
    ends = list_words("life_ends")
    return frozenset(
        (word.removesuffix("e") if end in list_words("vowel_ends") else word) + end
        for word in list_words("life")
        for end in ends
    )


@cache
def small_words() -> frozenset[str]:
    """Return the words that say nothing of their own between others."""
    return _words(
        "between", "auxiliaries", "articles", "possessors", "subjects", "leads_in", "leads_clause",
        "stands_behind_pointer", "joins_clause", "joins_place", "of_others", "numbers", "ordinals",
        "points_it", "points_part",
    )  # fmt: skip


def leads_in(word: str) -> bool:
    """Say whether a word stands before a sentence, and says nothing itself."""
    return word in _words("leads_in")


@lru_cache(maxsize=1024)
def find_pointing(text: str) -> frozenset[str]:
    """Return by what a sentence points at the orders beside it: a word ("word"), or one that only
    says that something is to be done otherwise ("altering")."""
    words = split_tokens(text)
    thanks = len([*_take_clause(words, 0)]) if is_thanks(text) else 0
    if any(map(_begins_clause, words[:thanks], words[1:thanks])):
        thanks = 0  # thanks to my son this is what I play
    found = {_points(words, at) for at in range(len(words))}
    if thanks:  # what somebody is thanked for is no order
        found = {_points(words, at) for at in range(thanks, len(words))}
        found |= {_points(words, at) for at in range(thanks)} & {"altering"}
    if says_altering_phrase(text):
        found.add("altering")
    return frozenset(found - {""})


def _begins_clause(word: str, behind: str) -> bool:
    pointers = _words("points_it", "points_this", "points_these")
    return word in pointers and behind in _words("auxiliaries")


def says_altering_phrase(text: str) -> bool:
    """Say whether several words together say that something is to be done otherwise, or ask
    another player: ``ok with you?``."""
    return _PHRASES.pattern.search(fold_text(text)) is not None


def is_thanks(text: str) -> bool:
    """Say whether a sentence begins as somebody is thanked, or asked to excuse something."""
    return _THANKS.pattern.match(fold_text(text)) is not None


def is_one_clause_of_thanks(text: str) -> bool:
    """Say whether somebody is thanked, or asked to excuse something, and no more is said."""
    return is_thanks(text) and _STOPS.isdisjoint(split_tokens(text))


def has_subject(text: str, called: Container[str] = ()) -> bool:
    """Say whether a sentence has a subject of its own, and a verb; or begins as people begin who
    speak of themselves in less. Somebody who is ``called`` is none."""
    if _BEGINS_TALK.pattern.match(fold_text(text)):
        return True
    clauses = [each for each in split_clauses(text) if not all(word in called for word in each)]
    for clause in clauses[:1]:
        if _is_whole(clause, asks="?" in text):
            return True
        known = (word in called or is_of_life(word) or word in small_words() for word in clause)
        if clause[0] not in _words("leads_clause", "leads_in") and not all(known):
            return False
    return any(_is_whole(clause, asks="?" in text) for clause in clauses[1:])


def shows_it_is_talk(text: str) -> bool:
    """Say whether a sentence begins as talk does, or has a word of daily life, or of what people
    say of games, of powers and of how things go."""
    if _BEGINS_TALK.pattern.match(fold_text(text)):
        return True
    told = _words("pleasing", "enjoys", "said_in_games")
    return any(
        word in told or (is_of_life(word) and word not in _words("life_times", "life_of_plans"))
        for word in (each.removesuffix("'s") for each in split_tokens(text))
    )


def names_somebody(text: str) -> bool:
    """Say whether a sentence names somebody, or something of theirs, of whom it tells."""
    return not _words("subjects", "possessors", "persons").isdisjoint(split_tokens(text))


def split_clauses(text: str) -> list[list[str]]:
    """Return the words of each clause of a sentence, without what is only thrown in."""
    clauses: list[list[str]] = [[]]
    for word in split_tokens(text):
        if word in _STOPS:
            clauses.append([])
        else:
            clauses[-1].append(word)
    return [clause for clause in clauses if clause and not _is_thrown_in(clause)]


def _is_thrown_in(clause: Sequence[str]) -> bool:
    return _THROWN_IN.pattern.fullmatch(" ".join(clause)) is not None


def _is_whole(clause: Sequence[str], *, asks: bool) -> bool:
    """Say whether a clause has a subject, and a verb behind it."""
    words = list(clause)
    while (
        words[0] in _words("leads_in") and len(words) > 1 and words[1] not in _words("auxiliaries")
    ):
        del words[0]
    first, *others = words
    if first in _words("subjects", "points_it", "points_they", "points_this", "points_these"):
        return bool(others)
    if first in _words("auxiliaries"):
        lead = clause[: len(clause) - len(words)][-1:]
        return not _words("subject_times").isdisjoint(lead) or (asks and len(others) > 1)
    if first in _words("leads_straight"):
        return any(
            (word in _words("auxiliaries") and place < _NEAR)
            or (word in _words("subjects") and any(map(_is_verb, others[place + 1 :])))
            for place, word in enumerate(others)
        )
    if first in _words("leads_clause"):
        return False
    if _is_joined_verb(first) and len(others) > 0 and others[0] in _words("stands_behind_pointer"):
        return True  # the kettle's on
    if _is_verb(first):
        return others[:1] != [] and others[0] in _words("auxiliaries")
    near = [
        word
        for word, behind in pairwise((*others, ""))
        if not (word.endswith("'s") and behind in _words("mails", "order_words"))
    ][:_FAR]
    subjects = [word in _words("subjects") for word in near]
    within = sum(is_one for before, is_one in pairwise((False, *subjects)) if not before)
    before = takewhile(lambda word: word not in _words("subjects"), near)
    has_own = others[:1] != [] and first in _words("of_own") and any(map(_is_verb, before))
    return has_own or sum(map(_is_verb, near)) > within  # depends on what Tom says


def _is_joined_verb(word: str) -> bool:
    return word.endswith(list_words("verbs_joined")) and not _is_order_word(word.removesuffix("'s"))


def _is_order_word(word: str) -> bool:
    return word in _words("order_words", "undertakings", "one")


def _is_verb(word: str) -> bool:
    """Say whether a word may be a verb."""
    if word in _words("auxiliaries", "verbs") or word.endswith(list_words("verbs_joined")):
        return True
    return any(
        word.endswith(end) and word.removesuffix(end) in _words("verbs")
        for end in list_words("verb_ends")
    )


def _points(words: Sequence[str], at: int) -> str:
    """Say by what a word points at the orders beside its sentence, if it does."""
    word = words[at] if words[at] in _words("points_this") else words[at].removesuffix("'s")
    before = words[at - 1] if at else ""
    behind = [*_take_clause(words, at + 1)]
    if _is_of_game(before, words[at], behind):
        return ""
    if _is_relative(word, before, behind) or (before in _words("subjects") and word == "last"):
        return ""
    if word in _words("altering"):
        compares = behind[:1] == [*list_words("compares")] and not _points_straight(behind[1:2])
        known = compares or before in _words("of_others", "before_else")
        softens = word in _words("softens") and (
            before in _words("articles") or not _words("pleasing", "felt").isdisjoint(behind[:1])
        )
        return "" if known or softens else "altering"
    if _is_sent_from(word, before, behind):
        return ""
    points = (
        (
            word in _words("points_whole")
            and not (word in _words("compares_whole") and any(map(names_daily_life, behind[:2])))
        )
        or (
            word in _words("one")
            and not _words("of_one").isdisjoint(words[max(at - 2, 0) : at])
            and not (_has_noun_before(words, at) or _is_of_nouns(behind))
        )
        or (
            word in _words("undertakings")
            and not _words("of_one").isdisjoint(words[max(at - _NEAR, 0) : at])
        )
        or (
            word in _words("points_it")
            and not (
                _is_of_nothing(behind)
                or _has_noun_before(words, at)
                or _is_joined_to_noun(words[:at], behind)
            )
        )
        or (
            word in _words("points_they")
            and not (behind and behind[0] in _words("said_by_them"))
            and not _has_noun_before(words, at, several=True)
        )
        or (word in _words("points_this", "points_these") and _stands_alone(word, before, behind))
        or (
            word in _words("points_part")
            and _is_part_of_orders(before, behind)
            and not (word in _words("one") and _has_noun_before(words, at))
        )
        or (word in _words("such") and _is_such_order(behind))
        or (word in _words("order_words") and _speaks_of_orders(word, words[:at], behind))
    )
    return "word" if points else ""


def _is_relative(word: str, before: str, behind: Sequence[str]) -> bool:
    """Say whether a word only joins what is said of a thing before it: ``meetings that could``."""
    is_thing = (
        is_of_life(before)
        or before in _words("things")
        or (
            _PLURAL.fullmatch(before) is not None
            and not _is_verb(before)
            and before not in _words("order_words", "undertakings", "stands_behind_pointer")
        )
    )
    return word in _words("joins_two") and is_thing and any(map(_is_verb, behind[:2]))


def is_of_sentence_before(before: str, text: str) -> bool:
    """Say whether the pronouns of a sentence speak of what the one before it names, which itself
    points at nothing: ``England has said no word to me. Perhaps they are shy.``"""
    joined = ", ".join((before.strip().rstrip(".!;"), text))
    pointing = find_pointing(text)
    return (
        pointing == {"word"}
        and not find_pointing(before)
        and not find_pointing(joined)
        and _words("supposes", "modals").isdisjoint(split_tokens(text))
    )


def _points_straight(words: Sequence[str]) -> bool:
    """Say whether one of some words points at what stands beside its sentence, or is none."""
    pointers = ("points_it", "points_they", "points_this", "points_these", "points_whole")
    return not words or not _words(*pointers, "order_words", "possessors").isdisjoint(words)


def _is_of_game(before: str, word: str, behind: Sequence[str]) -> bool:
    """Say whether a pronoun speaks of the game that is played, or of what somebody has lived
    through: ``when this is over``, ``that was close``, ``this is my first game``, ``I love this``.
    """
    if word not in _words("points_it", "points_this", "points_these", "points_whole"):
        return False
    if before in _words("finds") and not behind:
        return True
    if before in _words("enjoys"):
        return not behind or behind[0] not in _words("points_part", "order_words")
    is_joined = word.endswith("'s")
    appears = not _words("appears").isdisjoint(behind[:1])
    if not (is_joined or appears or not _words("auxiliaries").isdisjoint(behind[:1])):
        return False
    ends = _words("joins_place", "joins_clause") - _words("articles", "possessors")
    said = [*takewhile(lambda each: each not in ends, behind)]
    altered = _words("altering", "order_words", "undertakings", "alters_noun") - _words(
        "order_numbers"
    )
    is_of_others = any(each.endswith("'s") or each in _words("of_others") for each in said)
    if is_of_others or not altered.isdisjoint(said[:_NEAR]):
        return False
    if any(each in _words("pleasing") for each in said[:_NEAR]):
        return _words("supposes").isdisjoint(behind) and _words("times_said").isdisjoint(
            behind[len(said) :]
        )
    if appears:
        return False
    told = _words("games_said", "of_a_mail")
    if len(said) == len(behind) and not _words("indefinite").isdisjoint(said):
        told |= _words("times_said")
    return any(each in told or names_daily_life(each) for each in said[-1:])


def _is_sent_from(word: str, before: str, behind: Sequence[str]) -> bool:
    """Say whether it is only told where this is written: ``I am sending this from the library``."""
    between = _words("articles", "possessors")
    place = [*dropwhile(lambda each: each in between, behind[1:])][:2]
    return (
        word in _words("points_it", "points_this", "points_these")
        and before in _words("is_sent")
        and behind[:1] != []
        and behind[0] in _words("joins_place")
        and any(map(is_of_life, place))
    )


def _is_of_nouns(behind: Sequence[str]) -> bool:
    """Say whether a number counts something that is no order: ``the last two weeks``."""
    near = behind[:1]
    is_said = _words("stands_behind_pointer", "order_words", "undertakings", "altering")
    return (
        near != []
        and _PLURAL.fullmatch(near[0]) is not None
        and not (near[0] in is_said or _is_verb(near[0]))
    )


def _take_clause(words: Sequence[str], at: int) -> Iterator[str]:
    return takewhile(lambda word: word not in _STOPS, words[at:])


def _is_of_nothing(behind: Sequence[str]) -> bool:
    """Say whether what stands behind "it" says that it is late, or rains."""
    between = _words("between_it_and_nothing")
    is_said = _words("order_words", "altering") - _words("order_numbers")
    if not is_said.isdisjoint(behind[: _NEAR + 1]):
        return False  # it is a joke
    said = [*dropwhile(lambda w: w in between - _words("of_nothing"), behind[: _NEAR + 1])][:2]
    if said and said[0] in _words("order_numbers"):  # it is the first time
        said = said[1:]
    return said[:1] != [] and (
        said[0] in _words("of_nothing") or not _words("subject_times").isdisjoint(said[1:])
    )


def _has_noun_before(words: Sequence[str], at: int, *, several: bool = False) -> bool:
    """Say whether an earlier clause of a sentence names what a pronoun may speak of, or several."""
    ends = (i for i in range(at) if words[i] in _STOPS or words[i] in list_words("joins"))
    clause = range(max(ends, default=0))
    pronouns = _words("points_they", "points_this", "points_these")
    others = _words("persons", "order_words", "undertakings") - _words("order_numbers")
    for place in clause:
        named = words[place + 1 : place + 1 + _NEAR]
        if (
            words[place] in _words("possessors", "numbers", "counts")
            and others.isdisjoint(named)
            and (not several or any(map(_PLURAL.fullmatch, named)))
        ):
            return True
    return any(words[place] in pronouns and not _points(words, place) for place in clause)


def _is_joined_to_noun(before: Sequence[str], behind: Sequence[str]) -> bool:
    """Say whether a clause is joined to a noun just before it: ``how much work it used to be``."""
    counted = not _words("before_counted").isdisjoint(before[-2:-1])
    return counted and behind[:1] != [] and behind[0] not in _words("auxiliaries")


def _stands_alone(word: str, before: str, behind: Sequence[str]) -> bool:
    """Say whether a demonstrative has no noun behind it, or one that is a word for orders."""
    if before in _words("reporting") and word in _words("joins_two"):
        return not any("'" in each or _is_verb(each) for each in behind)
    if not behind or "'" in word:
        return True
    first, several = behind[0], word in _words("points_these")
    if word in _words("joins_two") and first in _words("joined_subjects") and len(behind) > 1:
        return False
    if before in _words("exclaimed") and behind == ["is"]:
        return False
    if first in _words("stands_behind_pointer") or _is_verb(first):
        return True
    if first in _words("joins_clause"):
        return not (word in _words("joins_two") and any(map(_is_verb, behind)))
    near = [*_take_noun(behind[:_NEAR])]
    if _words("order_words", "altering").intersection(near):
        return True
    plural = [_PLURAL.fullmatch(each) is not None for each in near]
    return not any(plural) if several else plural[0]


def _is_such_order(behind: Sequence[str]) -> bool:
    """Say whether "such" is said of orders, or of nothing that stands behind it."""
    if not behind or behind[0] in _words("indefinite"):
        return not behind
    return not names_daily_life(behind[0])


def _take_noun(words: Sequence[str]) -> Iterator[str]:
    yield words[0]
    yield from takewhile(
        lambda word: not (_is_verb(word) or word in _words("stands_behind_pointer")), words[1:]
    )


def _is_part_of_orders(before: str, behind: Sequence[str]) -> bool:
    """Say whether a word for some, or for all, speaks of orders: no noun stands behind it."""
    if before in _words("before_part"):
        return False
    if not behind or behind[0] in _words("auxiliaries"):
        return True
    pronouns = _words("points_it", "points_this", "points_these", "points_part")
    if behind[0] in _words("of_a_whole"):
        return not (pronouns | _words("points_they")).isdisjoint(behind[1:2])
    return behind[0] in pronouns


def _speaks_of_orders(word: str, before: Sequence[str], behind: Sequence[str]) -> bool:
    """Say whether a word for orders is said of those beside its sentence: it is neither somebody
    else's nor a new one."""
    if word in _words("compounds") and before and is_of_life(before[-1]):
        return False  # a maths test
    if word in _words("order_numbers") and behind[:1] and behind[0] in _words("numbers"):
        behind = behind[1:] if _is_of_nouns(behind[1:]) else behind
    if word in _words("order_numbers") and behind:
        of_orders = _words("of_a_whole", "stands_behind_pointer", "numbers")
        is_noun = behind[0].removesuffix("s") in _words("nouns_too") or not _is_verb(behind[0])
        if behind[0] not in of_orders and is_noun:
            return False
    is_of = behind[:1] != [] and behind[0] in _words("of_a_whole")
    whose = _words("indefinite", "everybody")
    if is_of and not whose.isdisjoint(behind[1:2]):  # the idea of a game
        return False
    lead = before[-_NEAR:]
    if word in _words("mails") and not _words("looks_into").isdisjoint(lead):
        return False
    if not _words("only").isdisjoint(lead):  # just a daydream
        return True
    if word in _words("mails") and (
        _words("possessors", "of_one", "order_numbers", "next").isdisjoint(lead)
        or not _words("of_a_mail").isdisjoint(lead[-1:])
    ):
        return False
    if not _words("looks_into").isdisjoint(lead):
        return False
    return not _words("of_others", "indefinite").intersection(lead)
