"""Sentences beside orders that put none of these in doubt.

Some are known by all their words (idioms: ``Until next time!``). Some present orders, and so give
them for the present turn: each word has its place in such a sentence, who presents them, that they
do, what, and where, of what and for when they are; only a reason, and what went before, may be told
in words that are not known. All others must be about something else: such a sentence names nothing
by which a text comes about that its sender does not mean. Somebody else of whom it tells may have
written the orders, or thought of them: then all that is told of them must be of daily life. What is
told of other powers, in a sentence that is closed, is talk.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from judge.language.beside import find_names_on_board
from judge.language.foreign import presents_in_other_language
from judge.language.likeness import is_like_talk, is_like_what_governs
from judge.language.mail_lines import Locality
from judge.language.referring import (
    find_pointing,
    has_subject,
    is_of_life,
    list_sentences,
    shows_it_is_talk,
    small_words,
    split_clauses,
    split_tokens,
)
from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import NEUTRAL, find_phrases, list_phrases_of_kind

_CLAUSE = re.compile(r"\s*(?:,|:|\u2013|\u2014| -+ |[()])\s*")
_WORD = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")
_IN_BRACKETS = re.compile(r"\((\w+)\)")
_DRAWN_OUT = re.compile(r"(\w)\1{2,}")
_OWN = "\ue7ff"
"""Stands for the name of the writer's power, and for a word of the present turn."""

_OF_WHAT = rf"(?:%(present_prepositions)s(?> (?:%(present_said_of)s|{_OWN}))+)"
_KIND = rf"(?:(?:%(present_adjectives)s|{_OWN}) )*"
_WHAT = (
    rf"(?:(?:%(present_owners)s )?{_KIND}(?:%(present_titles)s|%(present_nouns)s)"
    r"|what %(present_subjects)s %(present_verbs)s"
    r"|what %(present_whose)s (?:%(present_brave)s )?%(present_forces)s %(present_shall)s"
    r" %(present_deeds)s"
    rf"|what {_OWN} %(present_power_does)s"
    r"|%(present_pronouns)s)"
)
_TITLE = (
    rf"(?:(?:%(present_owners)s )?{_KIND}%(present_titles)s"
    rf"|%(present_own)s {_KIND}%(present_nouns)s)"
)
_SOVEREIGN = r"(?:\S+ ){0,3}%(present_sovereigns)s(?: \S+){0,6} %(present_commissions)s"
_WHERE = r"(?>%(present_places)s )*"
_WHY = r"(?P<why> %(present_reasons)s(?: .*)?)?"
_PRESENTS = WordPattern(
    rf"(?>%(present_leads)s )*(?:(?P<before>%(present_circumstances)s(?: \S+){{1,9}}? )??{_WHERE}"
    rf"(?:(?:%(present_subjects)s|{_SOVEREIGN}) {_WHERE}%(present_verbs)s"
    r"|(?:%(present_asks)s )?%(present_requests)s|%(present_begins)s)"
    rf" {_WHERE}{_WHAT}(?> {_OF_WHAT})*"
    rf"|{_WHAT}(?: {_OF_WHAT}){{0,4}} %(present_follow)s(?: %(present_places)s)*"
    rf"|{_KIND}{_TITLE}(?> (?:{_OF_WHAT}|{_OWN}))*"
    rf"|{_OWN} %(present_power_does)s"
    rf"|{_OWN} {_KIND}(?:%(present_titles)s|%(present_nouns)s)"
    r"|%(present_again)s %(present_described)s|%(present_alone)s"
    r"|(?:\S+ ){0,3}%(present_sovereigns)s %(present_decides)s"
    rf")(?> (?:%(present_places)s|(?:this )?{_OWN}|{_OF_WHAT}))*{_WHY}"
)
_BESIDE = WordPattern(
    rf"(?>%(present_leads)s ?)*(?:{_OF_WHAT}|%(present_circumstances)s .*"
    r"|%(present_done)s(?: .*)?)?"
)

_REASON = WordPattern(r"(?>%(present_leads)s )*%(present_reasons)s .*")
_ASKS_TO = WordPattern(r"\W*(?>%(present_leads)s\W+)*%(present_asks)s ")

_UNSURE = frozenset({"takeback", "revokes", "unsettled", "alternative", "open"})
"""Kinds of words that may make orders others wherever they stand."""
_OPEN = _UNSURE | {"condition", "hangs_above"}
"""The same in a sentence of somebody who tells of themselves."""
_OTHERS = _UNSURE | {"condition", "hangs_above", "negation", "time", "season", "others", "earlier"}
"""The same for what went before."""
_WANTS_TO_HEAR = WordPattern(
    r"(?>%(hear_leads)s )*(?:%(hear)s) (?:%(hear_if)s) (?>%(hear_words)s )*(?:%(troubles)s)"
    r"(?: %(hear_words)s)*"
    r"(?: (?:%(hear_then)s) (?:%(hear_deeds)s)(?: %(hear_words)s)*)?"
)
"""Somebody wants to be told if anything is not right, and does nothing till then."""
_SAID_IN_PARTING = WordPattern(
    r"%(no_more)s(?: %(no_more_from)s)*|%(farewells)s(?: %(farewell_times)s)+"
    r"|%(follow_subjects)s %(follow_verbs)s(?: %(follow_times)s)*"
    r"|%(person_adjectives)s %(person_nouns)s"
    r"|%(parting_remains)s(?: %(parting_words)s)+"
)
_AWAITED = WordPattern(r"\b%(awaited)s\b")
_HEADS, _HEADS_OTHERS = 0.7, 2.2
"""So much more a clause weighs in a line that heads orders, and one that names another power."""
_SURE = 5.0
"""So much more weighs what keeps orders from counting though it presents them."""
_LONGEST, _LONGEST_IDIOM = 4, 30
"""So many words a phrase of the lists has at most, and an idiom with what stands around it."""


_INTRODUCES = WordPattern(
    r"(?:%(present_leads)s,? )?(?:(?:%(introduces)s) (?P<name>[^\W\d_]+(?: [^\W\d_]+)?)"
    r"(?: %(introduced_from)s [^\W\d_]+)?(?: (?:%(writer_here)s|again))?)"
)
_GREETS_FROM = WordPattern(
    r"(?:%(greets_from)s) (?:%(greets_where)s) (?P<where>[^\W\d_]+(?:[ -][^\W\d_]+)?)"
)
_APOLOGY = WordPattern(r"%(sorry_before)s (?P<whom>\w+(?: \w+)??)(?: %(sorry_behind)s)?")


def cut_idioms(text: str) -> str:
    """Return a line without the sentences that are known to say nothing of orders, by all their
    words; "" if no other is left."""
    return "".join(each for each in list_sentences(text) if not _is_idiom(each)).strip()


@lru_cache(maxsize=4096)
def cut_talk(text: str, powers: frozenset[str]) -> str:
    """Return a line without its idioms, and without sentences by which people talk of themselves
    and of some ``powers`` beside orders."""
    return "".join(each for each in list_sentences(text) if not _says_nothing(each, powers)).strip()


def _says_nothing(sentence: str, powers: frozenset[str]) -> bool:
    return (
        _is_idiom(sentence)
        or _greets_from_somewhere(sentence, powers)
        or _only_apologises(sentence, powers)
        or says_who_writes(sentence, powers)
    )


@lru_cache(maxsize=4096)
def says_who_writes(sentence: str, powers: Collection[str]) -> bool:
    """Say whether a sentence only says who writes, and from where: ``here is Rafael``; it is none
    of some ``powers``."""
    found = _INTRODUCES.pattern.fullmatch(sentence.strip(" .!,"))
    return found is not None and all(
        word.istitle() and fold_text(word) not in powers and not find_phrases(word)[0].kinds
        for word in found["name"].split()
    )


def _greets_from_somewhere(sentence: str, powers: Collection[str]) -> bool:
    """Say whether a sentence greets from a place that is called by a name: ``Gruß aus Kassel``; it
    is none of some ``powers``, and no word."""
    told = _GREETS_FROM.pattern.fullmatch(sentence.strip(" .!,"))
    return told is not None and all(
        word.istitle() and fold_text(word) not in powers and not find_phrases(word)[0].kinds
        for word in told["where"].split()
    )


def _only_apologises(sentence: str, powers: Collection[str]) -> bool:
    told = _APOLOGY.pattern.fullmatch(" ".join(_list_words_typed(sentence))) if powers else None
    return told is not None and (told["whom"] in powers or told["whom"] in _words("first_names"))


def is_courtesy(text: str) -> bool:
    """Say whether a line is greeting, thanks and the like, and nothing else."""
    return not cut_idioms(text) or all("courtesy" in each.kinds for each in find_phrases(text))


def _is_idiom(sentence: str) -> bool:
    """Say whether words are an idiom, with such words before and behind it as it may have, or
    several with commas between them."""
    parts = [part for part in sentence.split(",") if _WORD.search(part)]
    return _is_one_idiom(sentence) or (len(parts) > 1 and all(map(_is_one_idiom, parts)))


@lru_cache(maxsize=4096)
def _is_one_idiom(text: str) -> bool:
    words = _list_bare_words(text)
    typed = " ".join(_list_words_typed(text))
    if _SAID_IN_PARTING.pattern.fullmatch(typed):
        return True
    if _WANTS_TO_HEAR.pattern.fullmatch(typed) and not _CLAUSE.search(text.rstrip()):
        return True
    return _has_idiom(words) or _has_idiom([_DRAWN_OUT.sub(r"\1", word) for word in words])


def _list_words_typed(text: str) -> list[str]:
    return _WORD.findall(fold_text(text))


def _list_bare_words(text: str) -> list[str]:
    return _WORD.findall(fold_text(text).replace("'", ""))


def _has_idiom(words: list[str]) -> bool:
    if len(words) > _LONGEST_IDIOM:
        return False
    known, leads, ends = _compile_idioms()
    starts = [0, *(n for n in range(1, len(words)) if " ".join(words[:n]) in leads)]
    stops = [len(words), *(n for n in range(1, len(words)) if " ".join(words[n:]) in ends)]
    return any(
        " ".join(words[start:stop]) in known for start in starts for stop in stops if start < stop
    )


@cache
def _compile_idioms() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    idioms, leads, ends = (
        frozenset(" ".join(_list_bare_words(each)) for each in list_words(name))
        for name in ("idioms", "present_leads", "idiom_ends")
    )
    idioms |= {" ".join(_list_bare_words(each)) for each in list_words("foreign_closings")}
    kind_words = frozenset(list_phrases_of_kind("courtesy")).difference(
        list_phrases_of_kind("greeting")  # hi all: everybody is addressed
    )
    kind_words = frozenset(words.replace("'", "") for words in kind_words)
    return idioms | kind_words, leads, ends


def presents_orders(text: str, here: Locality) -> bool:
    """Say whether somebody presents with a line the orders below it, and says nothing that may
    make them others than their own for the present turn."""
    if "?" in text and not _ASKS_TO.pattern.match(fold_text(text)):
        return False
    if is_like_what_governs(text, here, _SURE):
        return False
    if presents_in_other_language(text, here.own, here.turn) or _is_heading(text, here):
        return True
    clauses = {
        sentence: [clause for clause in _CLAUSE.split(sentence) if _WORD.search(clause)]
        for sentence in list_sentences(text)
    }
    presenting = {clause for each in clauses.values() for clause in each if _presents(clause, here)}
    return bool(presenting) and all(
        all(clause in presenting or _is_beside(clause, here) for clause in parts)
        or _presents(sentence, here)
        or _says_nothing(sentence, here.powers)
        for sentence, parts in clauses.items()
        if parts
    )


def _is_heading(text: str, here: Locality) -> bool:
    """Say whether a line is but the name of the writer's power, with that of the turn or the game,
    or their own: ``Spring 1901, France:``, ``France (Paul)``, or a field of a form with the turn in
    it: ``Year: 1901``."""
    words = {word.removesuffix("'s") for word in _WORD.findall(fold_text(text))}
    others = words.difference(here.own, here.turn)
    is_field = ":" in text.strip()[:-1] and not words.isdisjoint(here.turn)
    named = is_field or not words.isdisjoint(here.own)
    known = _words("present_headings", "writer_here")
    in_brackets = {*_IN_BRACKETS.findall(fold_text(text))} & _words("first_names")
    return named and others <= known | in_brackets


def _presents(clause: str, here: Locality) -> bool:
    said = _write_with_own(clause, here)
    told = _PRESENTS.pattern.fullmatch(said)
    if told is None:
        return False
    before, why = told["before"] or "", told["why"] or ""
    names = {*said.removesuffix(why).removeprefix(before).split()}
    return (
        names.isdisjoint({*here.powers}.difference(here.own))
        and not _find_unsure(before, _OTHERS)
        and not _find_unsure(why, _UNSURE)
    )


def _is_beside(clause: str, here: Locality) -> bool:
    """Say whether a clause says nothing of orders that could make them others."""
    said = _write_with_own(clause, here)
    phrases = find_phrases(clause)
    if here.heads_turn(clause.strip(" *_#=.!;")) or not said.replace(_OWN, "").strip():
        return True
    if all(phrase.kinds & (NEUTRAL | {"judge"}) for phrase in phrases):
        return True
    if _says_nothing(clause, here.powers) or is_of_daily_life(clause, here.powers):
        return True
    of_others = not {*here.powers}.difference(here.own).isdisjoint(split_tokens(clause))
    heads_others = of_others and any("heading" in phrase.kinds for phrase in phrases)
    burden = _HEADS_OTHERS if of_others else _HEADS
    is_elsewhere = of_others or not find_names_on_board(clause, here)
    if is_elsewhere and not heads_others and is_like_talk(clause, here, burden):
        return True
    if _BESIDE.pattern.fullmatch(said):
        return not _find_unsure(clause, _OTHERS)
    if _REASON.pattern.fullmatch(said):
        return not _find_unsure(clause, _UNSURE)
    return (
        has_subject(clause)
        and not find_pointing(clause)
        and not any(phrase.kinds & (_UNSURE | {"points_at", "several"}) for phrase in phrases)
        and "condition" not in phrases[0].kinds
    )


def _write_with_own(clause: str, here: Locality) -> str:
    """Return a clause with a sign for each name of its writer's power, and for each word of the
    present turn."""
    known = {*here.own, *here.turn}.difference(list_words("present_nouns"))
    words = _WORD.findall(fold_text(clause))
    return " ".join(_OWN if word.removesuffix("'s") in known else word for word in words)


def _find_unsure(text: str, kinds: frozenset[str]) -> bool:
    """Say whether a text has words, the first apart, that may make orders others."""
    return any(
        phrase.kinds & kinds and not phrase.kinds & NEUTRAL for phrase in find_phrases(text)[1:]
    )


@cache
def _words(*names: str) -> frozenset[str]:
    return frozenset(word for name in names for word in list_words(name))


def is_unrelated_to_orders(text: str, powers: Collection[str], own: Collection[str]) -> bool:
    """Say whether a sentence is known to be about something else than the orders beside it: it has
    a word of what people talk about. Of anything else it may be an image."""
    clauses = [[*_split_phrases(clause)] for clause in split_clauses(text)]
    clauses = [clause for clause in clauses if clause]
    words = [word for clause in clauses for word in clause]
    if any(map(_tells_of_text, clauses)):
        return False
    others = {
        word
        for before, word in pairwise(("", *words))
        if _is_somebody(word.removesuffix("'s"), powers, own)
        and before not in _words("of_nobody_here")
    }
    of_life = {word for word in words if is_of_life(word)}
    if not others - of_life:
        greets = bool(find_phrases(text)[0].kinds & {"greeting", "courtesy"})
        is_talk = greets or "?" in text or shows_it_is_talk(text)
        return is_talk or _tells_of_self(text, words)
    if others & {*powers}:
        others -= _words("pronouns_of_persons")
    if others <= {*powers}:
        is_awaited = _AWAITED.pattern.search(fold_text(text))
        is_closed = text.rstrip().endswith((".", "!"))
        return (is_closed or shows_it_is_talk(text)) and not is_awaited
    if not of_life - others or not _words("devices").isdisjoint(words):
        return False
    told = [word for word in words if word not in of_life and word[0].isalpha()]
    known = small_words().union(others, own, list_words("writes_now"))
    return known.issuperset(told)


def _tells_of_self(text: str, words: Collection[str]) -> bool:
    """Say whether somebody tells of themselves in words of which none is known to change orders,
    and one at most is unknown."""
    phrases = find_phrases(text)
    unknown = [
        phrase
        for phrase in phrases
        if not phrase.kinds
        and not (phrase.text[0].isdigit() or is_of_life(phrase.text))
        and phrase.text not in small_words()
    ]
    return (
        len(unknown) <= 1
        and not _words("first_persons").isdisjoint(words)
        and not any(phrase.kinds & _OPEN for phrase in phrases)
    )


def is_of_daily_life(text: str, powers: Collection[str] = ()) -> bool:
    """Say whether words are known to tell of daily life, be they a sentence or not: one at least is
    of it, and each other stands only between such words. They name nobody."""
    clauses = [[*_split_phrases(clause)] for clause in split_clauses(text)]
    words = [word for clause in clauses for word in clause if word[0].isalpha()]
    return (
        any(is_of_life(word) and word not in _words("life_times") for word in words)
        and not any("season" in phrase.kinds for phrase in find_phrases(text))
        and all(
            is_of_life(word) or word in small_words() or _is_of_life_before(words, at)
            for at, word in enumerate(words)
        )
        and not any(_is_somebody(word.removesuffix("'s"), powers, ()) for word in words)
        and not any(map(_tells_of_text, clauses))
        and not find_pointing(text)
    )


def mentions_other_author(text: str) -> bool:
    """Say whether a sentence names somebody else, who may have written what stands beside it."""
    return any(
        _is_somebody(word.removesuffix("'s"), (), ())
        for clause in split_clauses(text)
        for word in clause
    )


def _is_somebody(word: str, powers: Collection[str], own: Collection[str]) -> bool:
    if not _words("strangers", "persons").isdisjoint((word, word.partition("-")[0])):
        return word not in _words("of_the_house")  # a mother-in-law, too
    return word in powers and word not in own


def _tells_of_text(clause: list[str]) -> bool:
    """Say whether a clause names something by which a text comes about, but that its writer is
    just writing: ``I am writing from the train``."""
    return any(
        word in _words("of_text")
        and not (
            word in _words("writes_now")
            and (at == 0 or _words("is_writing").intersection(clause[:at]))
        )
        and not _is_of_life_before(clause, at)
        for at, word in enumerate(clause)
    )


def _is_of_life_before(words: Sequence[str], at: int) -> bool:
    """Say whether a word is of daily life because of that before it: a maths test."""
    return at > 0 and words[at] in _words("compounds") and is_of_life(words[at - 1])


def _split_phrases(words: Collection[str]) -> Iterator[str]:
    """Yield the words, those that are a phrase of the lists together."""
    words = [*words]
    known = _words("life", "of_text")
    at = 0
    while at < len(words):
        for count in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + count])
            if count == 1 or phrase in known:
                yield phrase
                at += count
                break
